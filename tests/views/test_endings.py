"""A finished table: the scores, the replay from every seat, the record, the proof."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from games import records
from games.models import Game, Seat, User
from games.templatetags.fram_end import scores_by_round
from games.views.kinds import KINDS
from tests.harness.client import Client
from tests.tables import play_rounds, table, tend

Enter = Callable[[str], Client]


@pytest.fixture
def ended(game: Game) -> Game:
    return play_rounds(game, 12)


def test_everything_lies_open_at_the_end(ended: Game, enter: Enter) -> None:
    page = enter("Ada").get(reverse("table", args=[ended.ref]))
    shown, text = page.context["table"], page.content.decode()
    for seat in shown.seats:
        assert str(seat.score.treasures) in text
    for said in ("What was hidden", "Replay the game", "Download the record", "Scores after each round"):
        assert said in text
    assert 'name="card"' not in text
    assert "Held the showdown" not in text and "used the Time Drug" not in text  # nobody did


@pytest.mark.parametrize(
    ("kind", "key", "words"),
    [
        ("fram", "r1.lead", "Round 1, lead"),
        ("fram", "r2.bid", "Round 2, bid"),
        ("fram", "r2.switch", "Round 2, hold and orders"),
        ("fram", "r12.look", "Round 12, look"),
        ("fram", "r3.showdown", "Round 3, open showdown"),
        ("fram", "switch", "Hold, kept for the rounds to come"),
        ("lost", "ultimate", "Ultimate Escape card"),
        ("lost", "t12.play", "Turn 12, play"),
        ("lost", "t12.escape", "Turn 12, Escape card"),
        ("lost", "t12.again.2", "Turn 12, played again"),
    ],
)
def test_the_proof_names_decisions_in_words(kind: str, key: str, words: str) -> None:
    assert KINDS[kind].decision_words(key) == words


def test_a_finished_table_has_no_guide(ended: Game, enter: Enter) -> None:
    assert 'class="guide"' not in enter("Ada").get(reverse("table", args=[ended.ref])).content.decode()


def test_the_chart_ends_with_the_scores(ended: Game, enter: Enter) -> None:
    shown = enter("Ada").get(reverse("table", args=[ended.ref])).context["table"]
    assert [line[-1] for line in scores_by_round(shown)] == list(shown.outcome.scores)


def test_the_replay_shows_what_each_seat_saw_then(ended: Game, enter: Enter) -> None:
    client = enter("Ada")
    page = client.get(reverse("replay", args=[ended.ref]), {"step": "1", "as": "1"})
    shown = page.context["table"]
    assert shown.me == 1
    assert len(shown.hand) in {12, 13}
    hidden = [seat for seat in shown.seats if seat.number != 1]
    assert all(seat.hand == () for seat in hidden)


def test_the_replay_shows_all_cards(ended: Game, enter: Enter) -> None:
    page = enter("Ada").get(reverse("replay", args=[ended.ref]), {"step": "3", "as": "all"})
    assert page.status_code == 200
    text = page.content.decode()
    assert text.count("Hands") == 1
    assert 'class="card back' not in text.split('id="seats"')[0].split('class="row"')[1]


def test_the_replay_names_the_round_of_each_showdown(ended: Game, enter: Enter) -> None:
    client, told = enter("Ada"), []
    url = f"{reverse('replay', args=[ended.ref])}?step=1&as=0"
    while url:
        page = client.get(url)
        text = page.content.decode()
        told += re.findall(r"Showdown of round (\d+)", text)
        if "Showdown of round" in text and page.context["table"].round != int(told[-1]):
            assert text.index("Showdown of round") < text.index('class="row"')  # else it would seem to be this prize's
        url = page.context["next"]
    assert told == [str(number) for number in range(1, 13)]


def test_the_replay_goes_from_the_first_step_to_the_last(ended: Game, enter: Enter) -> None:
    client = enter("Ada")
    url, steps = f"{reverse('replay', args=[ended.ref])}?step=1&as=all", 0
    while url and steps < 100:
        page = client.get(url)
        assert page.status_code == 200
        url, steps = page.context["next"], steps + 1
    assert steps == page.context["frame"].steps
    assert page.context["prev"]


def test_any_step_can_be_asked_for(ended: Game, enter: Enter) -> None:
    page = enter("Ada").get(reverse("replay", args=[ended.ref]), {"step": "3", "as": "1"})
    form = page.content.decode().split('<form class="to-step"')[1].split("</form>")[0]
    assert 'name="as" value="1"' in form and 'method="get"' in form and "csrf" not in form
    assert f'name="step" value="3" min="1" max="{page.context["frame"].steps}"' in form


@pytest.mark.parametrize("asked", [{"step": "0"}, {"step": "999"}, {"step": "x"}, {"as": "7"}, {"as": "-1"}])
def test_a_step_that_is_not_there_is_the_nearest(ended: Game, enter: Enter, asked: dict[str, str]) -> None:
    assert enter("Ada").get(reverse("replay", args=[ended.ref]), asked).status_code == 200


def test_the_replay_takes_eight_statements(ended: Game, enter: Enter, django_assert_max_num_queries: Any) -> None:
    client = enter("Ada")
    with django_assert_max_num_queries(8):
        assert client.get(reverse("replay", args=[ended.ref]), {"step": "9"}).status_code == 200


def test_the_record_can_be_replayed_by_anyone(ended: Game, enter: Enter) -> None:
    answer = enter("Bo").get(reverse("record", args=[ended.ref]))
    assert answer["Content-Disposition"] == f'attachment; filename="fram-{ended.ref}.json"'
    written = json.loads(answer.content)
    assert written["seats"] == ["Ada", "Bo", "Cy"]
    assert records.check(written) == written


def test_the_proof_fits_the_commitment(ended: Game, enter: Enter) -> None:
    proof = enter("Cy").get(reverse("proof", args=[ended.ref])).json()
    assert proof["commitment"] == ended.commitment


@pytest.mark.parametrize("name", ["replay", "record", "proof"])
def test_a_running_table_has_none_of_it(db: None, enter: Enter, name: str) -> None:
    game = table("Ada Bo Cy", now=timezone.now())
    assert enter("Ada").get(reverse(name, args=[game.ref])).status_code == 404


def test_nobody_watches_a_person_alone_with_bots_before_the_end(db: None, enter: Enter) -> None:
    """Only the person can have held a showdown there, so that an open one would name its holder."""
    game = table("Ada", bots=2, now=timezone.now(), is_open=True)
    addresses = [reverse(name, args=[game.ref]) for name in ("table", "table_part", "record")]
    assert enter("Ada").get(addresses[0]).status_code == 200
    for address in addresses:
        assert enter("Bo").get(address).status_code == 404
        assert enter("").get(address).status_code != 200
    Game.objects.update(status=Game.Status.CALLED_OFF)
    assert enter("Bo").get(addresses[0]).status_code == 404
    Game.objects.update(status=Game.Status.RUNNING)
    while not game.is_finished:
        game = tend(game, game.wake_at or timezone.now())
    assert enter("Bo").get(addresses[0]).status_code == enter("").get(addresses[0]).status_code == 200


def test_a_game_with_bots_ends_with_the_way_on(ended: Game, enter: Enter) -> None:
    again, kept = "Play again<", "Keep this game: add a mail address"
    address, client = reverse("table", args=[ended.ref]), enter("Ada")
    assert again not in client.get(address).content.decode()
    Game.objects.update(solo=True)
    Seat.objects.filter(number__gt=0).update(user=None, is_bot=True)
    text = client.get(address).content.decode()
    assert again in text and kept not in text
    User.objects.update(is_guest=True, email=None)
    text = client.get(address).content.decode()
    assert again in text and kept in text
