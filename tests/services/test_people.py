"""Names, settings, goodbyes."""

import hashlib
from importlib import import_module

import pytest
from django.apps import apps
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from games import names
from games.models import Game, Mail, OldName, Seat, User
from games.selectors.talk import note_for
from games.services import gathering, people, talk
from tests import tables
from tests.harness.pages import is_named
from tests.tables import NOW, after, bid, fresh, person, pick, resolve, state, table

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

SAME = [
    ("Ada", "ada"),
    ("Ada", "Аda"),
    ("Ada", "\uff21da"),
    ("Bill", "BiII"),
    ("modern", "rnodern"),
    ("Zoë", "Zoe"),
    ("o0", "0O"),
    ("A da", "Ada"),
    ("Bo!", "Bo"),
]
REFUSED = [
    "",
    "  ",
    "\u200b",
    "!!!",
    "a\u0000b",
    "a\u202eb",
    "a\u2066b",
    "x" * 41,
    "a" + "\u0301" * 9,
    "Adа",
    "\ue000a",
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_names_that_look_alike_are_one(one, other):
    assert names.skeleton(one) == names.skeleton(other)


@pytest.mark.parametrize(("one", "other"), [("Ada", "Adam"), ("Bo", "Bob"), ("安", "案"), ("Лев", "Лена")])
def test_names_that_differ_are_two(one, other):
    assert names.skeleton(one) != names.skeleton(other)


@pytest.mark.parametrize("name", REFUSED)
def test_names_that_cannot_be_told_apart_are_refused(name):
    with pytest.raises(ValidationError):
        names.clean(name)


@pytest.mark.parametrize("name", ["Ada", "Zoë O'Neill", "Лев", "村上 春樹", "Ōe さん", "R2-D2", "Nguyễn"])
def test_names_of_people_are_taken(name):
    if name == "Ōe さん":
        with pytest.raises(ValidationError):
            names.clean(name)
    else:
        assert names.clean(f"  {name} ") == name


def test_a_name_is_one_persons_in_the_database_itself():
    person("Ada")
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user("other@example.org", name="ADA")


def test_an_old_name_stays_its_owners():
    ada, bo = person("Ada"), person("Bo")
    people.rename(user=ada, name="Eve")
    assert not people.is_free("Ada", bo)
    with pytest.raises(ValidationError):
        people.rename(user=bo, name="ada")
    people.rename(user=ada, name="Ada")
    assert User.objects.get(pk=ada.pk).name == "Ada"
    assert User.objects.get(pk=bo.pk).name == "Bo"


def test_an_old_name_cannot_be_guessed_from_a_copy_and_outlasts_a_change_of_keys(settings):
    ada = person("Ada")
    people.rename(user=ada, name="Ida")
    people.say_goodbye(user=ada, now=NOW)
    guesses = {hashlib.sha256(names.skeleton(name).encode()).hexdigest() for name in ("Ada", "Ida")}
    assert OldName.objects.count() == 2 and not guesses & set(OldName.objects.values_list("digest", flat=True))
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "new", [settings.SECRET_KEY]
    assert not people.is_free("Ada") and not people.is_free("Ida") and people.is_free("Eda")


def test_old_names_that_were_kept_without_a_key_are_kept_under_one_by_the_update():
    bare = hashlib.sha256(names.skeleton("Ada").encode()).hexdigest()
    OldName.objects.create(digest=bare)
    import_module("games.migrations.0009_old_names_under_a_key").key_digests(apps, None)
    assert not people.is_free("Ada") and not OldName.objects.filter(digest=bare).exists()


def test_a_taken_name_is_refused():
    bo = person("Bo")
    person("Ada")
    with pytest.raises(ValidationError):
        people.rename(user=bo, name="Аdа".replace("а", "a"))
    assert User.objects.get(pk=bo.pk).name == "Bo"


def test_settings_are_checked():
    ada = person("Ada")
    people.change_preferences(user=ada, changes={"time_zone": "Europe/Berlin", "mails": "late", "is_staff": True})
    ada.refresh_from_db()
    assert (ada.time_zone, ada.mails, ada.is_staff) == ("Europe/Berlin", "late", False)
    for wrong in ({"time_zone": "Mars/Olympus"}, {"mails": "often"}, {"digest_hour": 24}):
        with pytest.raises(ValidationError):
            people.change_preferences(user=ada, changes=wrong)


def test_a_goodbye_leaves_no_name_and_harms_no_game():
    game = table()
    done = table("Ada Bo", bots=1, kind="toy")
    Game.objects.filter(pk=done.pk).update(status="finished")
    people.say_goodbye(user=User.objects.get(name="Ada"), now=NOW)
    assert not User.objects.filter(name="Ada").exists()
    assert Seat.objects.filter(game__in=[game, done]).count() == 6
    rows = [*User.objects.values(), *OldName.objects.values(), *Seat.objects.values()]
    assert not is_named("Ada", str(rows))
    assert not people.is_free("Ada")
    while not game.is_finished:
        game = tables.tend(game, game.wake_at)


def test_a_goodbye_takes_along_the_mails():
    table()
    ada = User.objects.get(name="Ada")
    Mail.objects.create(user=ada, kind="lead")
    people.say_goodbye(user=ada, now=NOW)
    assert not Mail.objects.exists()


def test_a_guests_notes_come_along_with_the_tables():
    guest, ada = people.make_guest(), person("Ada")
    game = gathering.guest_table(user=guest, kind="fram", seats=3, now=NOW)
    talk.keep_note(user=guest, ref=game.ref, text="Castro bids high")
    people.merge(guest=guest, user=ada, now=NOW)
    assert note_for(user=ada, ref=game.ref) == "Castro bids high"


def test_an_account_deleted_in_the_admin_ends_no_game():
    game = table(kind="toy")
    User.objects.filter(name="Bo").delete()
    pick(game, 0)
    pick(game, 2)
    assert resolve(game, after(days=1)).moves_logged == 3


def test_no_one_knows_when_somebody_was_last_here():
    assert "last_login" not in {field.name for field in User._meta.get_fields()}


def test_a_zone_that_is_no_more_reads_as_utc():
    ada = person("Ada")
    User.objects.filter(pk=ada.pk).update(time_zone="Mars/Olympus")
    assert str(User.objects.get(pk=ada.pk).zone) == "UTC"


def test_moves_go_on_after_a_rename():
    game = table()
    dealer = game.seats.get(number=state(game).dealer).user
    people.rename(user=dealer, name="Somebody Else")
    bid(game, state(game).dealer)
    assert fresh(game).moves_logged == 1
