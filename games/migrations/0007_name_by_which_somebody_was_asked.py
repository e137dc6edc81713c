from typing import Any

from django.db import migrations, models
from django.db.models import OuterRef, Subquery


def keep_present_names(apps: Any, schema_editor: Any) -> None:
    """Whoever was asked before is shown by the name of this moment."""
    invitations, users = apps.get_model("games", "Invitation"), apps.get_model("games", "User")
    name = users.objects.filter(pk=OuterRef("user")).values("name")
    invitations.objects.filter(user__isnull=False).update(name=Subquery(name))


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0006_name_of_who_opened"),
    ]

    operations = [
        migrations.AddField(
            model_name="invitation",
            name="name",
            field=models.CharField(blank=True, default="", help_text="by which a person was asked", max_length=40),
        ),
        migrations.RunPython(keep_present_names, migrations.RunPython.noop, elidable=True),
        migrations.RemoveConstraint(model_name="invitation", name="one_invitation_a_person"),
        migrations.AddConstraint(
            model_name="invitation",
            constraint=models.UniqueConstraint(
                condition=models.Q(("user__isnull", False)),
                fields=("game", "user", "name"),
                name="one_invitation_a_name",
            ),
        ),
    ]
