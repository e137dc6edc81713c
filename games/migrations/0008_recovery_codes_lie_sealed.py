from typing import Any

from django.db import migrations

from games import seals

PLAIN = 80  # characters of a seed in the clear: a sealed one, under whatever key, is longer


def seal_seeds(apps: Any, schema_editor: Any) -> None:
    """Recovery codes that were made before their seeds lay sealed are sealed now."""
    for row in apps.get_model("mfa", "Authenticator").objects.filter(type="recovery_codes"):
        seed = row.data.get("seed", "")
        if len(seed) == PLAIN:
            row.data["seed"] = seals.seal({"text": seed}, row="mfa", size=128)
            row.save(update_fields=["data"])


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0007_name_by_which_somebody_was_asked"),
        ("mfa", "0003_authenticator_type_uniq"),
    ]

    operations = [
        migrations.RunPython(seal_seeds, migrations.RunPython.noop, elidable=True),
    ]
