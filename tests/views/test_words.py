"""What the table of Fram R'lyeh says to a newcomer, rendered from positions in the shorthand of the rules' tests."""

import re
from types import SimpleNamespace
from typing import Any

from django.template.loader import render_to_string
from django.utils.html import strip_tags

from tests.rules.fram.notation import table as at

NAMES = ("Ada", "Bo", "Cy", "Dee")
START = "text mead drug | r1 S7 M8 A22"


def page(line: str, seat: int, part: str) -> str:
    """That part of the seat's page in that position."""
    table = at(line).view(seat)
    context: dict[str, Any] = {
        "game": SimpleNamespace(ref="abc"),
        "table": table,
        "decision": table.decision,
        "players": [SimpleNamespace(name=name, is_bot=False, is_away=False) for name in NAMES],
        "names": NAMES,
        "sent": {},
    }
    return render_to_string(f"fram/_{part}.html", context)


def said(line: str, seat: int, part: str = "ask") -> str:
    """The same without its marks."""
    return re.sub(r"\s+", " ", strip_tags(page(line, seat, part))).strip()


# --- What came of it ----------------------------------------------------------------------------------------------


def test_the_decision_begins_with_what_came_of_the_last_round():
    line = f"{START} | 4 9 5 | take"
    assert said(line, 0).startswith("Round 1: you led 4; Bo won with 9. Insanity: −1.")
    assert said(line, 2).startswith("Round 1: you bid 5; Bo won with 9. Insanity: −1.")
    assert said(line, 1).startswith("You won round 1 with 9: 7 − 9 = −2.")
    assert "won" not in said(START, 1)


def test_a_tie_that_was_lost_is_told_in_two_lines_of_a_phone():
    told = said(f"{START} | 4 9 9 | take", 2)
    sentence = "Round 1: you played 9, tied with Bo, who sits nearer. Insanity: −1."
    assert told.startswith(sentence) and len(sentence) < 80


def test_an_open_showdown_says_who_wins_as_it_stands():
    line = f"{START} | 4 9 5!"
    assert said(line, 2).startswith("As it stands: Bo wins with 9; you played 5.")
    assert said(line, 1).startswith("As it stands: you win with 9.")


# --- What a card costs --------------------------------------------------------------------------------------------


def test_a_card_for_the_drug_is_priced_like_a_bid():
    drugged = "mead text drug | r2 S7 M8 A22 | 12 6! 7"
    text = said(drugged, 2, "form")
    assert re.search(r"If it wins: −\d+ to [−+]?\d+, and −2 for the drug", text)
    assert "Does not win. Insanity: −1, and −2 for the drug." in text
    under = re.findall(r'class="net [^>]*>([^<]*)<', page(drugged, 2, "form"))
    assert under[0] == "−3" and all(re.fullmatch(r"−\d+…[−+]?\d+|−3", price) for price in under)
    assert "that costs 2 VP" in said(drugged, 2)


def test_a_button_that_sends_a_card_says_that_one_is_to_be_chosen_first():
    drugged = "mead text drug | r2 S7 M8 A22 | 12 6! 7"
    for line, seat, button in ((START, 0, "Lead this card"), (START, 1, "Seal this bid"), (drugged, 2, "Use the Time")):
        assert re.search(f"{button}[^.]* Choose a card first", said(line, seat, "form"))
        assert all(" required" in card for card in re.findall(r'<input type="radio"[^>]*>', page(line, seat, "form")))
    assert "Choose a card first" not in said(f"{START} | 4 9 5", 1, "form")


def test_what_stands_under_the_cards_is_explained_before_one_is_chosen():
    drugged = "mead text drug | r2 S7 M8 A22 | 12 6! 7"
    for line, seat in ((START, 0), (START, 1), (f"{START} | 4", 1), (drugged, 2)):
        assert "Under each card: the VP it brings if it wins." in said(line, seat, "form")
    assert "A spiral: it cannot win." in said(f"{START} | 4", 1, "form")
    assert "A spiral" not in said(START, 0, "form")


def test_nothing_beats_the_trapezohedron():
    line = "text trapezohedron drug | r1 S7 M8 A22 | 4 9 5 | take"
    assert "nothing beats it" in said(f"{line} | trapezohedron", 0)
    assert "only a higher card can win" in said(f"{line} | 15", 0)


# --- A trump that is spent ----------------------------------------------------------------------------------------


def test_a_trump_that_was_played_or_used_is_spent():
    sign = "text sign drug | r1 S7 M8 A22"
    assert "A card of 15." in said(f"{sign} | 4 9 5", 1, "trump")
    assert "You have played it" in said(f"{sign} | 4 sign 5", 1, "trump")
    assert "You have played it" in said(f"{sign} | 4 sign 5 | 9", 1, "trump")
    assert "You have banished a treasure with it" in said(f"{sign} | 4 9 5 | banish", 1, "trump")
    assert "(spent)" in said(f"{START} | 4 mead 5 | take", 1, "trump")
    assert "You have used it" in said(f"{START} | 4 9 5! | drug:10", 2, "trump")
    assert "spent" not in said(START, 0, "trump")


# --- A bid in advance, and the look -------------------------------------------------------------------------------


def test_a_bid_in_advance_names_its_round():
    folded = f"{START} | 4 9 5"
    assert "Your bid for round 2, in advance" in said(folded, 0)
    assert "A medium treasure" in said(folded, 0)
    assert "Bo will most likely lead it" in said(folded, 0)
    early = said(START, 1)
    assert "Your bid for round 1, in advance" in early
    assert "Ada has not led yet." in early


def test_without_the_sign_a_look_is_one_button():
    look = f"{START} | 4 9 5"
    assert "can only be taken" in said(look, 1)
    form = page(look, 1, "form")
    assert 'type="radio"' not in form
    assert 'type="hidden" name="do" value="take"' in form


def test_with_the_sign_a_look_says_when_the_others_are_told():
    sign = "text sign mead | r1 S7 M8 A22"
    assert "before you have led" in said(f"{sign} | 4 9 5", 1)
    assert "when the time of the look is over" in said(f"{sign} | 4 9 mead", 1)
    assert "when the time of the look is over" in said("text sign mead | r11 S7 A22 | 15 14 14 | 14 15 15", 1)


# --- The switch ---------------------------------------------------------------------------------------------------


def test_the_switch_lies_open_and_reads_the_same_for_every_seat():
    table = "text mead drug sign | r1 S7 M8 A22 | 4"
    forms = [page(table, seat, "form") for seat in (1, 2, 3)]
    shown = [form[: form.index('<details class="orders"')] for form in forms]
    assert all('id="hold"' in form for form in shown)
    lines = [re.search(r'<label class="choice"><input class="switch".*?</label>', form)[0] for form in shown]  # type: ignore[index]  # it is there
    assert len(set(lines)) == 1
    told = ["you cannot use the drug this round" in form for form in forms]
    assert told == [False, True, False]
