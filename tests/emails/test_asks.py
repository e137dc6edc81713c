"""What the body of a mail asks of its reader alone."""

import pytest

from games.models import Notice, User
from tests.emails.test_turns import deliver, play_round
from tests.tables import NOW, bid, resolve, state, table, view

pytestmark = [pytest.mark.django_db]


def test_who_won_is_asked_to_look_before_leading(smtp_sink):
    game = table()
    dealer = state(game).dealer
    number = (dealer + 1) % 3
    bid(game, dealer, "4")
    bid(game, number, "15")
    bid(game, (dealer + 2) % 3, "5")
    resolve(game)
    deliver()
    winner = game.seats.get(number=number).user
    for user in User.objects.all():
        body = smtp_sink.inbox(user.email)[-1].body()
        assert ("You won round 1: look at the treasure, then lead." in body) == (user == winner)


@pytest.mark.parametrize("shows_cards", [True, False])
def test_the_open_showdown_is_said_to_be_for_the_owner_of_the_drug_alone(smtp_sink, shows_cards):
    game = table("Ada Bo Cy Dee Eve", always_open=True)
    User.objects.update(cards_in_mails=shows_cards)
    play_round(game)
    Notice.objects.update(not_before=NOW, mail=None)  # somebody is written to at that moment
    deliver()
    texts = {seat.number: smtp_sink.inbox(seat.user.email)[-1] for seat in game.seats.all()}
    owner = next(seat for seat in texts if view(game, seat).my_trump == "drug")
    for seat, mail in texts.items():
        assert ("you may use your Time Drug. Time until" in mail.body()) == (shows_cards and seat == owner)
        assert "Drug" not in mail.subject + mail.body().splitlines()[0]
