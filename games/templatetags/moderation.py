"""What the page of a finished table says of moderators."""

from django import template

from games.models import Game
from games.selectors.staff import Opening, opened_by

register = template.Library()


@register.simple_tag
def openings(ref: str) -> tuple[Opening, ...]:
    """Who of the moderators has seen all cards of that table while it ran; nothing before its end."""
    game = Game.objects.filter(ref=ref).first()
    return opened_by(game) if game is not None else ()
