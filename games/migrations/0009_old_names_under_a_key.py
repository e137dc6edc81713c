from typing import Any

from django.db import migrations
from django.utils.crypto import salted_hmac


def key_digests(apps: Any, schema_editor: Any) -> None:
    """What was a bare hash of a name's skeleton becomes a keyed one of that hash."""
    for row in apps.get_model("games", "OldName").objects.all():
        row.digest = salted_hmac("games.old_name", row.digest, algorithm="sha256").hexdigest()
        row.save(update_fields=["digest"])


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0008_recovery_codes_lie_sealed"),
    ]

    operations = [
        migrations.RunPython(key_digests, migrations.RunPython.noop, elidable=True),
    ]
