"""Every address of the site, written by hand: what its parts are. One that is not here fails `test_addresses.py`.

A part in braces is looked up at a table (`parts_of`); what else stands there is taken as it is.
"""

from collections.abc import Mapping

from django.urls import NoReverseMatch, URLPattern, URLResolver, get_resolver, reverse

from games.models import Act, Game, Message, Mute, Offer, Report, User

TABLE, MESSAGE = "{table}", "{message}"

# Pages of the site itself, of one's own, and of tables.
ADDRESSES: dict[str, tuple[str, ...]] = {
    "health": (),
    "front": (),
    "try_now": (),
    "rules": (),
    "rules_game": ("fram",),
    "tables": (),
    "new_table": (),
    "no_thanks": (),
    "join": (TABLE, "{token}"),
    "table": (TABLE,),
    "table_part": (TABLE,),
    "answer": (TABLE,),
    "come_back": (TABLE,),
    "sit_down": (TABLE,),
    "decline": (TABLE,),
    "add_bot": (TABLE,),
    "start": (TABLE,),
    "invite": (TABLE,),
    "leave": (TABLE,),
    "call_off": (TABLE,),
    "seat": (TABLE,),
    "replay": (TABLE,),
    "record": (TABLE,),
    "proof": (TABLE,),
    "check_proof": (TABLE,),
    "sign_up_code": (),
    "sign_up_name": (),
    "me": (),
    "rename": (),
    "to_my_account": (),
    "settings": (),
    "mails": (),
    "send_again": ("nosuchmail",),
    "stop_mails": ("{stop}",),
    "my_data": (),
    "goodbye": (),
    "talk": (TABLE,),
    "note": (TABLE,),
    "report_table": (TABLE,),
    "report": (TABLE, MESSAGE),
    "mute": (TABLE, MESSAGE),
    "unmute": (TABLE, "{mute}"),
    "offers": (),
    "take_seat": ("{offer}",),
    # For moderators.
    "moderation": (),
    "moderation_tables": (),
    "moderation_people": (),
    "moderation_mails": (),
    "moderation_log": (),
    "moderate_table": (TABLE,),
    "open_table": (TABLE,),
    "moderate": (TABLE, "pause"),
    "moderate_person": ("{person}",),
    "moderate_on": ("{person}", "mute"),
    "lift": ("{act}",),
    "settle": ("{report}",),
    "admin:index": (),
    "admin:login": (),
    "admin:logout": (),
    "admin:jsi18n": (),
    "admin:app_list": ("games",),
    "admin:games_game_changelist": (),
    "admin:games_game_add": (),
    "admin:games_game_history": (TABLE,),
    "admin:games_game_delete": (TABLE,),
    "admin:games_game_change": (TABLE,),
    "admin:games_report_changelist": (),
    "admin:games_report_add": (),
    "admin:games_report_history": ("{report}",),
    "admin:games_report_delete": ("{report}",),
    "admin:games_report_change": ("{report}",),
    "admin:games_act_changelist": (),
    "admin:games_act_add": (),
    "admin:games_act_history": ("{act}",),
    "admin:games_act_delete": ("{act}",),
    "admin:games_act_change": ("{act}",),
    "admin:games_user_changelist": (),
    "admin:games_user_add": (),
    "admin:games_user_history": ("{person}",),
    "admin:games_user_delete": ("{person}",),
    "admin:games_user_change": ("{person}",),
    # Accounts.
    "account_login": (),
    "account_logout": (),
    "account_inactive": (),
    "account_signup": (),
    "account_reauthenticate": (),
    "account_request_reauthentication_code": (),
    "account_confirm_reauthentication_code": (),
    "account_email": (),
    "account_email_verification_sent": (),
    "account_change_password": (),
    "account_set_password": (),
    "account_reset_password": (),
    "account_confirm_login_code": (),
    "account_reset_password_from_key_done": (),
    "account_reset_password_from_key": ("a", "a-a"),
    "account_reset_password_done": (),
    "account_request_login_code": (),
    "mfa_index": (),
    "mfa_authenticate": (),
    "mfa_reauthenticate": (),
    "mfa_view_recovery_codes": (),
    "mfa_generate_recovery_codes": (),
    "mfa_download_recovery_codes": (),
    "mfa_list_webauthn": (),
    "mfa_add_webauthn": (),
    "mfa_reauthenticate_webauthn": (),
    "mfa_remove_webauthn": ("1",),
    "mfa_edit_webauthn": ("1",),
    "mfa_login_webauthn": (),
    "usersessions_list": (),
}

# Addresses without a name, by their pattern: where they lead.
NAMELESS = {
    "admin/games/game/<path:object_id>/": "/admin/games/game/{table}/",
    "admin/games/report/<path:object_id>/": "/admin/games/report/{report}/",
    "admin/games/act/<path:object_id>/": "/admin/games/act/{act}/",
    "admin/games/user/<path:object_id>/": "/admin/games/user/{person}/",
    "admin/(?P<url>.*)$": "/admin/nothing",
}

MISSING = "aaaaaaaaaaaaaaaa"


def site() -> tuple[set[str], set[str]]:
    """The names of all addresses of the site, and the patterns of those that have none."""
    names: set[str] = set()
    nameless: set[str] = set()
    _gather(get_resolver(), "", "", names, nameless)
    return names, nameless


def _gather(resolver: URLResolver, path: str, space: str, names: set[str], nameless: set[str]) -> None:
    for pattern in resolver.url_patterns:
        here = path + str(pattern.pattern).removeprefix("^")
        if isinstance(pattern, URLResolver):
            _gather(pattern, here, space + (f"{pattern.namespace}:" if pattern.namespace else ""), names, nameless)
        elif isinstance(pattern, URLPattern):
            names.add(space + pattern.name) if pattern.name else nameless.add(here)


def parts_of(game: Game, reader: User | None = None) -> dict[str, str]:
    """What stands for the parts of addresses at that table; a word of the right form where there is nothing."""

    def ref(thing: object) -> str:
        return getattr(thing, "ref", MISSING)

    from games.emails.addresses import stop_link

    person = reader or game.host
    said = Message.objects.filter(game=game, act=None)
    return {
        "{table}": game.ref,
        "{token}": game.join_token,
        "{message}": ref(said.exclude(user=reader).first() if reader else said.first()),
        "{mute}": ref(Mute.objects.filter(by=reader).first() if reader else None),
        "{person}": ref(game.host),
        "{act}": ref(Act.objects.filter(game=game).first()),
        "{offer}": ref(Offer.objects.filter(game=game).first()),
        "{report}": ref(Report.objects.filter(game=game).first()),
        "{stop}": stop_link(person, game).rpartition("/")[2] if person else MISSING,
    }


def paths(parts: Mapping[str, str]) -> dict[str, str]:
    """Every address of the site, by name, with these parts."""
    found = {name: reverse(name, args=[parts.get(arg, arg) for arg in args]) for name, args in _there().items()}
    for pattern, path in NAMELESS.items():
        for part, value in parts.items():
            path = path.replace(part, value)
        found[pattern] = path
    return found


def _there() -> dict[str, tuple[str, ...]]:
    found = {}
    for name, args in ADDRESSES.items():
        try:
            reverse(name, args=[MISSING if arg.startswith("{") else arg for arg in args])
        except NoReverseMatch:
            continue  # `test_addresses.py` says so
        found[name] = args
    return found
