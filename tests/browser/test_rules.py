"""The rules' search: whole sections, by the beginnings of words, and what was found is marked."""

from typing import Any

from django.urls import reverse

MARKED = "() => [...(CSS.highlights.get('found') || [])].map(range => range.toString().toLowerCase())"


def test_a_search_finds_words_by_their_beginnings_and_marks_them(
    transactional_db: None, people: Any, live_server: Any
) -> None:
    page = people()
    page.goto(live_server.url + reverse("rules_game", args=["fram"]))
    everything = page.locator("[data-rule]:visible").count()
    page.locator("#rules-search").fill("tie")
    found = page.locator("[data-rule]:visible")
    assert 0 < found.count() < everything
    assert not page.locator("#madness").is_visible()  # "insanities" holds it, and does not begin with it
    marked = page.evaluate(MARKED)
    assert marked and set(marked) == {"tie"}
    page.locator("#rules-search").fill("a.b(")  # no pattern, whatever it looks like
    assert page.evaluate(MARKED) == []
    page.locator("#rules-search").fill("")
    assert found.count() == everything and page.evaluate(MARKED) == []
