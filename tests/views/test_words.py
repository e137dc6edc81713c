"""What the table of Fram R'lyeh says to a newcomer, rendered from positions in the shorthand of the rules' tests."""

import re
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.html import strip_tags

from games.rules.kernel import Terms
from games.templatetags.fram import held_cards
from games.templatetags.fram_end import ending, my_end
from tests.rules.fram.notation import table as at

NAMES = ("Ada", "Bo", "Cy", "Dee")
START = "text mead drug | r1 S7 M8 A22"


def page(line: str, seat: int, part: str, **more: Any) -> str:
    """That part of the seat's page in that position; `more` is told to it besides."""
    table = at(line, more.pop("terms", None)).view(seat)
    context: dict[str, Any] = {
        "game": SimpleNamespace(ref="abc"),
        "table": table,
        "decision": table.decision,
        "players": [SimpleNamespace(name=name, is_bot=False, is_away=False) for name in NAMES],
        "names": NAMES,
        "sent": {},
        **more,
    }
    return render_to_string(f"fram/_{part}.html", context)


def said(line: str, seat: int, part: str = "ask", **more: Any) -> str:
    """The same without its marks."""
    return re.sub(r"\s+", " ", strip_tags(page(line, seat, part, **more))).strip()


# --- What came of it ----------------------------------------------------------------------------------------------


def test_the_decision_begins_with_what_came_of_the_last_round():
    line = f"{START} | 4 9 5 | take"
    assert said(line, 0).startswith("Round 1: you led 4; Bo won with 9. Insanity: −1.")
    assert said(line, 2).startswith("Round 1: you bid 5; Bo won with 9. Insanity: −1.")
    assert said(line, 1).startswith("You won round 1 with 9: 7 − 9 = −2.")
    assert "won" not in said(START, 1)


def test_what_came_of_it_names_the_price_of_the_drug_and_what_was_exorcised():
    again = f"{START} | 4 9 5 | take | 6 8 7 | take"
    assert said(again, 2).startswith("You won round 2 with 8: 8 − 8 = 0, and 1 insanity exorcised.")
    drugged = f"{START} | 4 9 5! | drug:10"
    assert said(drugged, 2).startswith("You won round 1 with 10, by the Time Drug: 7 − 10 − 2 = −5.")
    assert "Bo won with 9. Insanity: −1, and −2 for the drug." in said(f"{START} | 4 9 5! | drug:6", 2)
    assert "wins (drug, was 5)" in said(drugged, 0, "showdown")


def test_a_tie_that_was_lost_is_told_in_two_lines_of_a_phone():
    told = said(f"{START} | 4 9 9 | take", 2)
    sentence = "Round 1: you played 9, tied with Bo, who sits nearer. Insanity: −1."
    assert told.startswith(sentence) and len(sentence) < 80
    assert said(f"{START} | 9 9 4", 1).startswith("Round 1: you played 9, tied with Ada, who led. Insanity: −1.")
    drugged = said(f"{START} | 4 9 5! | drug:9", 2)
    assert drugged.startswith("Round 1: you played 9, tied with Bo. Insanity: −1, and −2 for the drug.")


def test_an_open_showdown_says_who_wins_as_it_stands():
    line = f"{START} | 4 9 5!"
    assert said(line, 2).startswith("As it stands: Bo wins with 9; you played 5.")
    assert said(line, 1).startswith("As it stands: you win with 9.")
    for cards, why in (("4 9 9!", "but nearest clockwise from the lead"), ("9 9 4!", "and the lead wins ties")):
        assert re.search(
            rf"As it stands \w+ wins the shallow treasure with 9: as high as \w+, {why}\.",
            said(f"{START} | {cards}", 0, "showdown"),
        )


# --- What a card costs --------------------------------------------------------------------------------------------


def test_a_card_for_the_drug_is_priced_like_a_bid():
    drugged = "mead text drug | r2 S7 M8 A22 | 12 6! 7"
    text = said(drugged, 2, "form")
    assert re.search(r"If it wins: −\d+ to [−+]?\d+, −2 for the drug, and 1 insanity exorcised: ", text)
    assert "Does not win. Insanity: −1, and −2 for the drug." in text
    under = [strip_tags(price) for price in re.findall(r'class="net [^>]*>(.*?)</span>', page(drugged, 2, "form"))]
    assert under[0] == "−3" and all(re.fullmatch(r"−\d+ to [−+]?\d+|−3", price) for price in under)
    assert "that costs 2 VP" in said(drugged, 2)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("mead text drug | r2 S7 M8 A22 | 12 6! 7", "−2 for the drug, and 1 insanity exorcised: "),
        ("mead text drug | r1 S7 M8 A22 | 12 5! 8", "and −2 for the drug: "),
    ],
)
def test_all_that_a_card_for_the_drug_comes_to_is_the_same_wherever_it_stands(line, words):
    """Under the card and in its sentence, which is also what is confirmed: the drug's 2 are off everywhere."""
    prices = [strip_tags(price) for price in re.findall(r'class="net [^>]*>(.*?)</span>', page(line, 2, "form"))]
    told = re.findall(words + r"([−+]?\d+) to ([−+]?\d+) in all", said(line, 2, "form"))
    prices = [price for price in prices if price != "−3"]
    assert prices and [f"{low} to {high}" for low, high in told] == prices


def test_a_button_that_sends_a_card_says_that_one_is_to_be_chosen_first():
    drugged = "mead text drug | r2 S7 M8 A22 | 12 6! 7"
    for line, seat, button in ((START, 0, "Lead this card"), (START, 1, "Seal this bid"), (drugged, 2, "Use the Time")):
        assert re.search(f"{button}[^.]* Choose a card first", said(line, seat, "form"))
        assert all(" required" in card for card in re.findall(r'<input type="radio"[^>]*>', page(line, seat, "form")))
    assert "Choose a card first" not in said(f"{START} | 4 9 5", 1, "form")


def test_what_stands_under_the_cards_is_explained_before_one_is_chosen():
    drugged = "mead text drug | r2 S7 M8 A22 | 12 6! 7"
    for line, seat in ((START, 0), (START, 1), (f"{START} | 4", 1)):
        assert "Under each card: the points (VP) it brings if it wins." in said(line, seat, "form")
    assert "with the insanity it exorcises. The 2 for the drug are taken off. A spiral" in said(drugged, 2, "form")
    mad = said(f"{START} | 4 9 5 | take | 6", 0, "form")
    assert "the points (VP) it brings if it wins, with the insanity it exorcises." in mad
    assert re.search(r"If it wins: −\d to \+\d, and 1 insanity exorcised: −\d to \+\d+ in all", mad)


def test_a_spiral_is_explained_where_a_card_has_one():
    spiral = "A spiral: as things stand it cannot win."
    for line, seat, is_there in ((START, 0, False), (f"{START} | 4", 1, True), (f"{START} | 4", 2, True)):
        assert (spiral in said(line, seat, "form")) == is_there
    line = "text drug sign | r1 S7 M8 A22 | 4 9 5 | take"
    assert spiral not in said(f"{line} | 4", 0, "form")  # the lowest that is left is higher
    assert spiral in said("mead text drug | r2 S7 M8 A22 | 12 6! 7", 2, "form")


def test_nothing_beats_the_trapezohedron():
    line = "text trapezohedron drug | r1 S7 M8 A22 | 4 9 5 | take"
    assert "nothing beats it" in said(f"{line} | trapezohedron", 0)
    assert "only a higher card beats it" in said(f"{line} | 15", 0)


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
    assert "Your bid for round 2" in said(folded, 0)
    assert "A medium treasure" in said(folded, 0)
    assert "Bo will most likely lead, after" in said(folded, 0)
    early = said(START, 1)
    assert "Your bid for round 1" in early
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


def test_an_order_offers_the_cards_that_are_left():
    for seat, gone in ((1, {6, 9}), (2, {5})):  # who has led, and who bids
        offered = re.findall(r'<option value="(\d+)"', page(f"{START} | 4 9 5 | take | 6", seat, "form"))
        assert offered == [str(card) for card in range(4, 16) if card not in gone]


# --- The players, the treasures and the guide ---------------------------------------------------------------------


def test_a_player_opens_on_what_they_may_still_hold():
    seats = page(f"{START} | 4 9 5 | take | 6", 0, "seats")
    mine, bo, cy = (strip_tags(part.replace("<dd>", " ")) for part in seats.split('<div class="more">')[1:])
    assert [text.split()[:3] for text in (mine, bo)] == [["Left", "5", "6"], ["May", "hold", "4"]]
    assert "Costs" in bo and "powers 9" in bo and "insanity" not in bo.split("Costs")[1].split("Trump")[0]
    assert "insanity 1" in cy and "powers" not in cy and "exorcised" not in cy
    assert "Costs" not in said(START, 0, "seats")


def test_a_trump_that_is_known_is_named_in_its_row():
    row = page(f"{START} | 4 mead 5", 0, "seats").split("</summary>")[1]
    assert re.search(r'class="token" title="Golden Mead".*<span class="long">Golden Mead</span>', row, re.DOTALL)


def test_the_awakening_is_told_beforehand_while_all_are_below_zero():
    warning = "If all end below zero, the lowest score wins."
    begun = "text mead drug | r1 S7 S10 S11 S13 M3 M8 M11 A0 A4"
    rounds = [f"{power} {power} {power}" for power in range(15, 6, -1)]
    for count, is_told in ((7, False), (8, True), (9, True)):
        assert (warning in said(" | ".join([begun, *rounds[:count]]), 0, "seats")) == is_told
    assert warning not in said("text mead drug | r10 M8 A0", 0, "seats")  # the reader is far above


def test_the_awakening_is_told_to_whom_it_hangs_on():
    """All others are below zero and the reader just above it: then their own score decides."""
    begun = "text mead drug | r1 S7 S10 S11 S13 M3 M8 M11 A0 A4"
    rounds = [f"{power} {power} {power}" for power in range(4, 12)]  # 63 for treasures, 60 for powers
    assert "If all end below zero, the lowest score wins." in said(" | ".join([begun, *rounds]), 0, "seats")


def test_an_open_treasure_is_marked_as_the_one_it_is():
    row = page(START, 0, "row")
    ladder = row.split("This round")[1].split("</ul>")[0]
    assert re.search(r"<b>7</b><span class=\"vh\"> lies here</span>", ladder)
    assert "<s>7</s>" not in ladder


def test_the_guide_names_only_what_is_there():
    players = said(START, 0, "guide", has_talk=True)
    assert "Tap a player: what they may still hold, and what they have won." in players
    assert "exorcised, all of it at once, by a treasure won since" in players and "their trump" in players
    assert "What happened, what is said, your notes." in players
    assert "your notes" not in said(START, 0, "guide", has_talk=False)
    assert players.index(
        "Twelve rounds; most points (VP) win, unless all end below zero: then the lowest score wins."
    ) < players.index("the lead wins ties")
    shown = "Your R'lyeh Text has shown you three more"
    assert [shown in said(START, seat, "guide") for seat in (0, 1, None)] == [True, False, False]


def test_the_price_of_the_drug_is_told_where_it_is_taken_off():
    taken = "The 2 for the drug are taken off."
    bidding, standing = said(f"{START} | 4", 2, "form"), said(f"{START} | 4 9 5!", 2, "form")
    assert "Under each card: the points (VP) it brings if it wins." in bidding
    assert taken not in bidding and taken in standing


def test_an_open_showdown_is_left_to_stand():
    held = said(f"{START} | 4 9 5!", 2, "showdown")
    assert "winning so far" in held
    assert "tied, sits farther from the lead" in said(f"{START} | 4 9 9!", 0, "showdown")
    tied = said(f"{START} | 4 9 9 | take", 0, "showdown")
    assert "tied: insanity, sits farther from the lead" in tied
    alone = {"deadline": timezone.now() + timedelta(hours=6), "terms": Terms(solo=True)}
    assert "let it stand when you have looked" in said(f"{START} | 4 9! 5", 1, **alone)
    assert said(f"{START} | 4 9! 5", 1, "form", **alone).endswith("Let it stand")
    assert "5 h 59 min" in said(f"{START} | 4 9! 5", 1, "status", **alone)
    assert "left" not in said(f"{START} | 4 9! 5", 1, "status", terms=Terms(solo=True))


def test_what_was_hidden_tells_who_held_which_showdown():
    rounds = [f"{power} {power} {power}" for power in range(15, 5, -1)]
    rounds[2] += "! | settle"
    line = " | ".join(["text mead drug | r1 S7 S10 S11 S13 M3 M8 M11 M15 A0 A4 A11 A18", *rounds])
    held = said(f"{line} | 5 5 5 | 4 4 4", 0, "hidden")
    assert held.count("Held the showdown: never") == 2 and "Held the showdown: round 3" in held
    twice = said(f"{line} | 5 5 5! | drug:4 | 4 4 5", 0, "hidden")
    assert "Held the showdown: rounds 3, 11" in twice
    nobody = said(line.replace("! | settle", "") + " | 5 5 5 | 4 4 4", 0, "hidden")
    assert "Held" not in nobody


def test_the_end_below_zero_says_why_the_lowest_wins():
    rounds = [f"{power} {power} {power}" for power in range(15, 3, -1)]
    end = at(" | ".join(["text mead drug | r1 S7 S10 S11 S13 M3 M8 M11 M15 A0 A4 A11 A18", *rounds])).view(1)
    assert end.awakened
    vp = str(min(end.outcome.scores)).replace("-", "−")
    assert strip_tags(ending(end, NAMES)) == (
        f"Everybody is below zero, so the lowest score wins: Bo and Cy, with {vp}\N{NO-BREAK SPACE}VP."
    )
    assert my_end(end) == f"You share the first place, with {vp}\N{NO-BREAK SPACE}VP."


def test_a_mail_keeps_a_treasure_and_the_card_that_won_it_on_one_line():
    seen = at(f"{START} | 4 9 5 | take | 6").view(1)
    mail = render_to_string("fram/mail_table.html", {"table": seen, "names": NAMES, "shows_cards": True})
    assert "shallow&nbsp;7&nbsp;with&nbsp;9" in mail


def test_what_is_led_says_what_becomes_of_the_hold():
    line, held = "text sign drug | r1 S7 M8 A22 | 4 9 5 | take", {"hold": "1", "do": "play"}
    numbered = said(line, 1, "form", sure=True, sent={**held, "card": "12"})
    trump = said(line, 1, "form", sure=True, sent={**held, "card": "sign"})
    assert "The showdown will be held." in numbered
    assert "The showdown will be held." not in trump and "drops your hold and your orders" in trump
    assert "drops your hold" not in said(line, 1, "form", sure=True, sent={"do": "play", "card": "sign"})


def test_where_many_are_awaited_a_phone_says_how_many():
    line = "text mead drug sign | r1 S7 M8 A22 | 4"
    assert "you + 2" in said(line, 1, "status") and "3 players" in said(line, None, "status")
    assert "you +" not in said(START, 0, "status")
    pair = f"{line} 9"
    assert "2 players" in said(pair, None, "status") and "you +" not in said(pair, 2, "status")


# --- What a moderator is shown who opens a table ------------------------------------------------------------------


def test_a_hand_that_is_opened_holds_each_card_once_and_no_spent_trump() -> None:
    for trump, line, seat, held in (
        ("sign", "text sign drug | r1 S7", 1, True),  # played from the hand
        ("drug", "text sign drug | r1 S7", 2, True),  # beside it
        ("sign", "text sign drug | r1 S7 | 4 9 5 | banish | 10", 1, False),
    ):
        cards = held_cards(at(line, None).view(seat))
        assert cards.count(trump) == held and len(set(cards)) == len(cards)


def test_an_opened_seat_without_orders_says_so_and_what_it_has_seen_by_depth() -> None:
    told = render_to_string("moderation/opened/fram.html", {"table": at(f"{START} | 4", None).view(1)})
    assert re.search(r"Orders</dt>\s*<dd>\s*–\s*</dd>", told)
    seen = re.sub(r"\s+", " ", strip_tags(told.partition("Treasures it has seen")[2]))
    assert "S:" not in seen
    first = render_to_string("moderation/opened/fram.html", {"table": at(START, None).view(0)})
    assert "shallow&nbsp;7" in first
