"""A finished table: replay, record, proof."""

import json

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from games import records
from games.selectors.endings import frame_of, whole_of
from games.selectors.sentences import render as render_sentence
from games.selectors.tables import proof_of
from games.views.access import page_of, reader
from games.views.kinds import KINDS

ALL = "all"  # every card face up, instead of what one seat saw


@require_safe
def replay(request: HttpRequest, ref: str) -> HttpResponse:
    """A step of the game, as a seat saw it then or with all cards."""
    page = page_of(request, ref, timezone.now())
    if isinstance(page, HttpResponse):
        return page
    frame = frame_of(user=reader(request), ref=ref, step=_number(request.GET.get("step", ""), 1))
    eyes = request.GET.get("as", ALL if page.me is None else str(page.me))
    seat = _number(eyes, -1)
    if seat not in frame.tables:
        eyes, seat = ALL, -1
    told = frame.told[seat if seat >= 0 else None]
    path, kind = reverse("replay", args=[ref]), KINDS[page.kind]
    table = frame.tables[seat] if seat >= 0 else kind.all_open(frame.tables, page.table)

    def link(step: int, who: str = eyes) -> str:
        return f"{path}?{urlencode({'step': str(step), 'as': who})}" if 1 <= step <= frame.steps else ""

    context = {
        "game": page,
        "frame": frame,
        "table": table,
        "label": kind.where(table),
        "players": page.plates,
        "names": page.names,
        "told": [render_sentence(sentence, page.names) for sentence in told],
        "eyes": eyes,
        "everything": link(frame.step, ALL),
        "views": [(plate, link(frame.step, str(plate.number)), str(plate.number) == eyes) for plate in page.plates],
        "first": link(1) if frame.step > 1 else "",
        "prev": link(frame.step - 1),
        "next": link(frame.step + 1),
        "last": link(frame.steps) if frame.step < frame.steps else "",
    }
    return render(request, f"{page.kind}/replay.html", context)


@require_safe
def record(request: HttpRequest, ref: str) -> HttpResponse:
    """The finished game as one file that anyone can replay, check and keep."""
    whole = whole_of(user=reader(request), ref=ref)
    written = records.write(whole.kind, whole.names, whole.deal, dict(whole.deck), whole.actions)
    text = json.dumps(written, ensure_ascii=False, indent=1) + "\n"
    name = f'attachment; filename="{whole.kind}-{ref}.json"'
    return HttpResponse(text, content_type="application/json; charset=utf-8", headers={"Content-Disposition": name})


@require_safe
def proof(request: HttpRequest, ref: str) -> HttpResponse:
    """What the deal's commitment and the receipts were made of, to be checked by anyone."""
    return JsonResponse(proof_of(user=reader(request), ref=ref), json_dumps_params={"indent": 1})


@require_safe
def check_proof(request: HttpRequest, ref: str) -> HttpResponse:
    """The proof as a page, on which the reader's own browser checks it."""
    page = page_of(request, ref, timezone.now())
    if isinstance(page, HttpResponse):
        return page
    proven = proof_of(user=reader(request), ref=ref)
    words = KINDS[page.kind].decision_words
    answers = [(words(answer["key"]), answer["receipt"]) for answer in proven["answers"]]
    return render(request, "proof.html", {"game": page, "commitment": proven["commitment"], "answers": answers})


def _number(text: str, otherwise: int) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else otherwise
