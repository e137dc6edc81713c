import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0009_old_names_under_a_key"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="before",
            field=models.ForeignKey(
                help_text="the table that is played again here",
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="games.game",
            ),
        ),
    ]
