"""An account that is gone: what kept its owner, and who is linked with them, away from a table still does."""

from collections.abc import Callable

import pytest

from games import tasks
from games.models import FormerSeat, Game, Mark, Trace, User
from games.selectors.offers import offers_for
from games.selectors.staff import may_sit, tables_for
from games.services import gathering, moderation, offers, people, staffing
from games.services.desk import NoSuchTable
from tests import tables
from tests.harness.client import Client
from tests.moderation.cast import REASON, moderator, opened, user
from tests.moderation.test_own_tables import has_looked, is_host, link, sat, sits
from tests.tables import NOW

pytestmark = pytest.mark.django_db


def has_acted(game: Game, who: User) -> None:
    """The person has done something there as a moderator."""
    staffing.appoint(user=who)
    moderation.extend(by=User.objects.get(pk=who.pk), ref=game.ref, reason=REASON, eighths=1, now=NOW)


@pytest.fixture
def game() -> Game:
    """An open table at which Bo's seat is offered."""
    game = tables.table(is_open=True)
    moderation.hand_on(by=moderator("Max"), ref=game.ref, seat=1, reason=REASON, now=NOW, is_offered=True)
    return tables.fresh(game)


def gone(game: Game, part: Callable[[Game, User], None], zoe: User) -> None:
    """Somebody linked with Zoe had that part in the table, and has deleted the account."""
    who = tables.person("Alter")
    link(who, zoe)
    part(game, who)
    people.say_goodbye(user=User.objects.get(pk=who.pk), now=NOW)


@pytest.mark.parametrize("part", [sits, sat, is_host, has_looked, has_acted])
def test_who_is_linked_with_it_takes_no_seat(game, part):
    zoe = tables.person("Zoe")
    gone(game, part, zoe)
    assert offers_for(zoe) == ()
    with pytest.raises(NoSuchTable):
        offers.take(user=zoe, offer=game.offers.get(number=1).ref, now=NOW)
    assert offers_for(tables.person("Dot"))


@pytest.mark.parametrize("part", [sits, sat, is_host, has_looked])
def test_who_is_linked_with_it_does_not_moderate_the_table(game, part):
    zoe = moderator("Zoe")
    gone(game, part, zoe)
    assert not tables_for(zoe).exists()
    with pytest.raises(NoSuchTable):
        opened(game, zoe)


@pytest.mark.parametrize(("part", "status"), [(has_looked, 404), (sat, 200), (has_acted, 200)])
def test_who_is_linked_with_it_watches_only_what_it_has_not_opened(game, part, status):
    zoe, client = tables.person("Zoe"), Client()
    gone(game, part, zoe)
    assert may_sit(zoe, game) == (status == 200)
    staffing.note_sign_in(user=zoe, machine="another", address="", now=NOW)
    client.force_login(zoe)
    assert client.get(f"/t/{game.ref}").status_code == status


def test_whoever_signs_up_anew_in_that_browser_is_kept_away_too(game):
    gone(game, sits, tables.person("Zoe"))
    ada = tables.person("Alter")
    assert offers_for(ada)
    staffing.note_sign_in(user=ada, machine="shared", address="", now=NOW)
    assert offers_for(ada) == ()


def test_no_table_but_those_in_which_it_had_a_part_is_closed(game):
    zoe = tables.person("Zoe")
    gone(game, sits, zoe)
    other = tables.table("Eve Fay Gil")
    moderation.hand_on(by=user("Max"), ref=other.ref, seat=1, reason=REASON, now=NOW, is_offered=True)
    (offer,) = offers_for(zoe)
    assert offer.ref == other.offers.get().ref


@pytest.mark.parametrize("status", [Game.Status.FINISHED, Game.Status.CALLED_OFF])
def test_what_is_kept_of_it_goes_with_the_end_of_the_table(game, status):
    gone(game, has_looked, tables.person("Zoe"))
    tasks.sweep.run()
    assert Trace.objects.exists()
    Game.objects.filter(pk=game.pk).update(status=status)
    tasks.sweep.run()
    assert not Trace.objects.exists()


def test_nothing_is_kept_of_who_had_no_part(game):
    gone(game, lambda _game, _who: None, tables.person("Zoe"))
    assert not Trace.objects.exists()


def test_what_kept_a_guest_away_keeps_the_member_that_they_turn_out_to_be():
    guest, ada = people.make_guest(), tables.person("Ada")
    game = gathering.guest_table(user=guest, kind="fram", seats=3, now=NOW)
    gathering.leave(user=guest, ref=game.ref, now=NOW, for_good=True)
    staffing.note_sign_in(user=guest, machine="m1", address="8.8.8.8", now=NOW)
    staffing.note_sign_in(user=ada, machine="m1", address="", now=NOW)
    people.merge(guest=guest, user=ada, now=NOW)
    assert FormerSeat.objects.get().user == ada
    assert Mark.objects.filter(user=ada).count() == 2
