"""What is told of every event, and which mails a step owes."""

import pytest

from games.rules import fram
from games.rules.fram.model import Ended
from tests.rules.fram.notation import after, table

START = "text mead drug | r1 S7 M8 A22"


def told(line, seat=None, last=1):
    """The last sentences that the seat (None: a spectator) may read."""
    sentences = [fram.tell(event, seat) for event in table(line).events]
    return [str(sentence) for sentence in sentences if sentence is not None][-last:]


def test_a_round_begins_and_its_dealer_is_told_the_treasure():
    assert told(START, 1) == ["Round 1: seat 0 leads."]
    assert told(START, 0) == ["Round 1: seat 0 leads, and saw the shallow treasure of 7\N{NO-BREAK SPACE}VP."]


def test_the_mead_is_told_and_its_dealer_is_told_both_treasures():
    line = f"{START} | 15 mead 5"
    assert told(line, 2) == ["Round 2: seat 1 drank the mead and leads."]
    assert told(line, 1) == [
        "Round 2: seat 1 drank the mead and leads, and saw the medium treasure of 8\N{NO-BREAK SPACE}VP "
        "and, coming next, the abyssal treasure of 22\N{NO-BREAK SPACE}VP."
    ]


def test_a_lead_and_a_showdown():
    assert told(f"{START} | 12") == ["seat 0 led 12."]
    assert told(f"{START} | 12 mead 5 ", last=4)[0] == ("Showdown: seat 1 bid the Golden Mead (0), seat 2 bid 5.")


def test_a_win():
    assert told(f"{START} | 4 9 5") == ["seat 1 won the shallow treasure with 9."]


def test_a_win_by_the_tie():
    assert told(f"{START} | 4 9 9") == [
        "seat 1 won the shallow treasure with 9: as high as seat 2, but nearest clockwise from the lead."
    ]


def test_a_tie_that_the_lead_wins():
    assert told(f"{START} | 9 9 4", last=3)[0] == (
        "seat 0 won the shallow treasure with 9: as high as seat 1, and the lead wins ties."
    )


def test_the_drug_and_its_lapse():
    assert told(f"{START} | 12 9 5! | drug:14", last=4)[0] == (
        "seat 2 used the Time Drug: 5 went back into the hand, 14 was played."
    )
    assert told(f"{START} | 4 9! 5 | settle", last=2)[0] == (
        "The showdown had been held open; nobody used the Time Drug."
    )


@pytest.mark.parametrize(
    ("seat", "what"),
    [(None, "shallow treasure"), (1, "shallow treasure of 7\N{NO-BREAK SPACE}VP"), (2, "shallow treasure")],
)
def test_taking_tells_the_face_to_who_has_seen_it(seat, what):
    assert told(f"{START} | 4 9 5 | take | 10", seat, 3)[0] == f"seat 1 took the {what}."


def test_taking_tells_what_was_exorcised():
    assert told("text mead drug | r3 | 6 9 7 | take | 10", 2, 3)[0].endswith("and exorcised 2 insanity.")


@pytest.mark.parametrize(
    ("seat", "what"), [(None, "shallow treasure"), (1, "shallow treasure of 7\N{NO-BREAK SPACE}VP")]
)
def test_banishing_is_told(seat, what):
    assert told("text sign drug | r1 S7 | 4 9 5 | banish | 10", seat, 3)[0] == (
        f"seat 1 discarded the Elder Sign: the {what} and 9 left the game."
    )


def test_nothing_is_told_of_an_answer_before_its_lead():
    assert told(f"{START} | 4 9 5 | take", 1) == told(f"{START} | 4 9 5", 1)


def test_in_round_12_the_face_is_told_to_all():
    assert "\N{NO-BREAK SPACE}VP" in told("text mead drug | r12 | 15 15 15", None, 2)[0]


def test_the_end():
    assert told("text mead drug | r12 | 15 15 15") == [
        "The game is over; the win goes to seat 0. "
        "seat 0 38\N{NO-BREAK SPACE}VP, seat 1 -12\N{NO-BREAK SPACE}VP, seat 2 -12\N{NO-BREAK SPACE}VP."
    ]


def test_an_awakening():
    assert str(fram.tell(Ended((-3, -5), True, (1,)), None)) == (
        "The Old One awakens, and favours the lowest: seat 1. "
        "seat 0 -3\N{NO-BREAK SPACE}VP, seat 1 -5\N{NO-BREAK SPACE}VP."
    )


# --- Mails ------------------------------------------------------------------------------------------------------------


def dues(before, steps):
    """Who is owed which mails by the last steps, played after the others, in one go."""
    one = table(before)
    two = table(f"{before} | {steps}")
    mails = fram.dues(one.state, two.state, two.events[len(one.events) :])
    return " ".join(f"{mail.seat}:{mail.kind}:{mail.key}" for mail in mails)


def test_the_start_is_mailed_to_all_and_asks_for_the_lead():
    state = after(START)
    assert [(mail.seat, mail.kind) for mail in fram.dues(None, state, ())] == [
        (0, "started"),
        (1, "started"),
        (2, "started"),
        (0, "lead"),
    ]


def test_a_lead_asks_the_others_for_bids():
    assert dues(START, "12") == "1:bid:r1.bid 2:bid:r1.bid"


def test_a_result_is_mailed_to_all_and_asks_its_dealer_for_a_lead():
    assert dues(f"{START} | 12", "9 5") == "0:lead:r2.lead 1:result:r1.result 2:result:r1.result"


def test_a_look_with_the_lead_is_one_mail():
    assert dues(f"{START} | 4", "9 5") == "1:lead:r2.lead 0:result:r1.result 2:result:r1.result"


def test_an_answer_with_its_lead_asks_for_bids():
    assert dues(f"{START} | 4 9 5", "take 10") == "2:bid:r2.bid 0:bid:r2.bid"


def test_a_look_of_its_own_is_asked_for_and_then_the_lead():
    assert dues("text sign mead | 4", "9 mead") == "1:look:r1.look 0:result:r1.result 2:result:r1.result"
    assert dues("text sign mead | 4 9 mead", "take") == "2:lead:r2.lead"


def test_an_open_showdown_is_mailed_to_every_seat():
    assert dues(f"{START} | 4", "9! 5") == "0:showdown:r1.showdown 1:showdown:r1.showdown 2:showdown:r1.showdown"


def test_the_end_is_mailed_to_every_seat():
    assert dues("text mead drug | r12 | 15", "15 15") == "0:over:over 1:over:over 2:over:over"
