"""Talk at a table: who reads it, who writes it, and that it harms nothing."""

import pytest

from games.models import Game, Message, Mute, Report, Seat, User
from games.rules.kernel import IllegalAction
from games.selectors.tables import NotFound
from games.selectors.talk import notes_of, talk_for
from games.services import people, talk
from games.services.desk import NoSuchTable
from tests import tables
from tests.tables import NOW, after

pytestmark = pytest.mark.django_db


def user(name: str) -> User:
    """The person of that name."""
    return User.objects.get(name=name)


def say(who: str, game: Game, text: str = "hello", form: str = "", now=NOW) -> Message:
    """The person says it at the table."""
    return talk.say(user=user(who), ref=game.ref, text=text, form=form, now=now)


def heard(who: User | str | None, game: Game, now=NOW) -> list[str]:
    """What the reader finds in the talk."""
    reader = user(who) if isinstance(who, str) else who
    return [line.text for line in talk_for(user=reader, ref=game.ref, now=now).lines]


def end(game: Game) -> None:
    """The game is over."""
    Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED)


def hide_names(game: Game) -> None:
    """The table shows no names until its end."""
    Game.objects.filter(pk=game.pk).update(options={"hidden_names": True})


def test_those_seated_read_and_write():
    game = tables.table()
    say("Ada", game, "who leads?")
    say("Bo", game, "you do")
    assert heard("Cy", game) == ["who leads?", "you do"]


def test_nobody_else_reads_while_it_runs():
    game = tables.table(is_open=True)
    say("Ada", game)
    for reader in (tables.person("Dot"), None):
        with pytest.raises(NotFound):
            talk_for(user=reader, ref=game.ref, now=NOW)


def test_spectators_read_after_the_end():
    game = tables.table(is_open=True)
    say("Ada", game)
    end(game)
    assert heard(tables.person("Dot"), game) == ["hello"] == heard(None, game)


def test_a_private_table_stays_private_after_the_end():
    game = tables.table()
    say("Ada", game)
    end(game)
    with pytest.raises(NotFound):
        talk_for(user=tables.person("Dot"), ref=game.ref, now=NOW)


def test_nobody_else_writes():
    game = tables.table(is_open=True)
    tables.person("Dot")
    for act in (
        lambda dot: talk.say(user=dot, ref=game.ref, text="hello", form="", now=NOW),
        lambda dot: talk.keep_note(user=dot, ref=game.ref, text="hello"),
        lambda dot: talk.report(user=dot, ref=game.ref, message="", text="hello", now=NOW),
    ):
        with pytest.raises(NoSuchTable):
            act(user("Dot"))


def test_who_left_the_seat_reads_no_more_and_what_they_said_keeps_their_name():
    game = tables.table()
    say("Ada", game)
    bo, cy = user("Bo"), user("Cy")
    say("Bo", game, "farewell")
    from games.services import gathering

    gathering.leave(user=bo, ref=game.ref, now=NOW, for_good=True)
    with pytest.raises(NotFound):
        talk_for(user=bo, ref=game.ref, now=NOW)
    assert [line.name for line in talk_for(user=cy, ref=game.ref, now=NOW).lines] == ["Ada", "Bo"]


def test_a_deleted_account_leaves_its_words_without_its_name():
    game = tables.table()
    say("Ada", game)
    people.say_goodbye(user=user("Ada"), now=NOW)
    (line,) = talk_for(user=user("Bo"), ref=game.ref, now=NOW).lines
    assert (line.name, line.text) == ("somebody who has left", "hello")


def test_sent_twice_it_is_said_once():
    game = tables.table()
    assert say("Ada", game, form="abc").pk == say("Ada", game, form="abc").pk
    assert heard("Bo", game) == ["hello"]


def test_the_same_form_with_another_text_is_refused_aloud():
    game = tables.table()
    say("Ada", game, form="abc")
    with pytest.raises(IllegalAction, match="sent before"):
        say("Ada", game, "goodbye", form="abc")


def test_too_much_at_once_is_refused_of_the_sender_alone():
    game = tables.table()
    other = tables.table("Ada Bo Dot")
    for number in range(talk.MOST_A_MINUTE):
        say("Ada", (game, other)[number % 2], f"{number}")
    with pytest.raises(IllegalAction, match="short time"):
        say("Ada", game)
    say("Bo", game)
    say("Ada", game, now=after(minutes=2))


def test_a_muted_person_is_not_read_anywhere_by_who_muted():
    game, other = tables.table(), tables.table()
    message = say("Ada", game)
    say("Ada", other)
    talk.mute(user=user("Bo"), ref=game.ref, message=message.ref)
    assert heard("Bo", game) == heard("Bo", other) == []
    assert heard("Cy", game) == ["hello"]
    (muted,) = talk_for(user=user("Bo"), ref=other.ref, now=NOW).muted
    assert muted.name == "Ada"
    talk.unmute(user=user("Bo"), ref=other.ref, mute=muted.ref)
    assert heard("Bo", game) == ["hello"]


def test_what_the_site_tells_is_read_whoever_is_muted():
    from games.services import moderation, staffing

    game, mo = tables.table(), tables.person("Mo")
    staffing.appoint(user=mo)
    talk.mute(user=user("Bo"), ref=game.ref, message=say("Ada", game).ref)
    moderation.pause(by=user("Mo"), ref=game.ref, reason="A row.", now=NOW)
    (line,) = talk_for(user=user("Bo"), ref=game.ref, now=NOW).lines
    assert "A row." in str(line.told)


def test_a_mute_of_elsewhere_or_of_another_cannot_be_lifted_here():
    game, other = tables.table(), tables.table("Bo Dot Eli")
    talk.mute(user=user("Bo"), ref=game.ref, message=say("Ada", game).ref)
    ref = Mute.objects.get().ref
    for who, where in (("Bo", other), ("Cy", game)):
        with pytest.raises(NoSuchTable):
            talk.unmute(user=user(who), ref=where.ref, mute=ref)


def test_hidden_names_stay_hidden_in_the_talk_its_mutes_and_reports():
    game, known = tables.table(), tables.table()
    hide_names(game)
    message = say("Ada", game)
    talk.mute(user=user("Bo"), ref=known.ref, message=say("Ada", known).ref)
    (line,) = talk_for(user=user("Bo"), ref=game.ref, now=NOW).lines  # the mute would have told who it is
    assert line.name == "Seat 1"
    assert talk_for(user=user("Bo"), ref=game.ref, now=NOW).muted == ()
    talk.mute(user=user("Bo"), ref=game.ref, message=message.ref)
    assert heard("Bo", game) == []
    assert Mute.objects.get(game=game).user is None
    assert [muted.name for muted in talk_for(user=user("Bo"), ref=game.ref, now=NOW).muted] == ["Seat 1"]


def test_where_names_are_hidden_talk_begins_with_the_game():
    game = tables.table()
    hide_names(game)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.GATHERING)
    with pytest.raises(IllegalAction, match="begins with the game"):
        say("Ada", game)


@pytest.mark.parametrize(
    ("nasty", "kept"),
    [
        ("a\u202eb\u2066c\u200bd\ufeffe\x00f\x1bg", "abcdefg"),
        ("a" + "\u0301" * 40, "\u00e1\u0301\u0301"),
        ("one\r\n\r\n\r\n\r\n\r\ntwo", "one\n\ntwo"),
        ("\U000e0041x", "x"),
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
        ("{reason}%s", "{reason}%s"),
    ],
)
def test_nasty_text_is_kept_harmless(nasty: str, kept: str):
    assert talk.clean(nasty) == kept


@pytest.mark.parametrize("text", ["", "  \n ", "\u200b\u200d", "x" * 1001])
def test_what_cannot_be_said_is_refused(text: str):
    with pytest.raises(IllegalAction):
        talk.clean(text)


def test_notes_are_sealed_of_one_length_and_their_owners_alone():
    game = tables.table()
    talk.keep_note(user=user("Ada"), ref=game.ref, text="Cy holds the horn-canary")
    talk.keep_note(user=user("Bo"), ref=game.ref, text="")
    texts = list(game.notes.order_by("pk").values_list("text", flat=True))
    assert len({len(text) for text in texts}) == 1
    assert "canary" not in "".join(texts)
    assert notes_of(user("Ada")) == {game.ref: "Cy holds the horn-canary"}
    assert notes_of(user("Bo")) == {game.ref: ""}


def test_notes_do_not_pass_on_with_a_seat():
    from games.selectors.talk import note_for

    game = tables.table()
    talk.keep_note(user=user("Ada"), ref=game.ref, text="mine")
    Seat.objects.filter(game=game, number=0).update(user=tables.person("Dot"))
    assert note_for(user=user("Dot"), ref=game.ref) == ""
    with pytest.raises(NotFound):
        note_for(user=user("Ada"), ref=game.ref)


def test_the_longest_note_is_kept_and_a_longer_one_refused():
    game = tables.table()
    talk.keep_note(user=user("Ada"), ref=game.ref, text="\u6df1" * 2600)
    with pytest.raises(IllegalAction, match="too long"):
        talk.keep_note(user=user("Ada"), ref=game.ref, text="x" * 20_000)


def test_a_message_is_reported_once_and_by_seat():
    game = tables.table()
    message = say("Ada", game)
    for _ in range(2):
        talk.report(user=user("Bo"), ref=game.ref, message=message.ref, text="", now=NOW)
    report = Report.objects.get()
    assert (report.message, report.by_seat) == (message, 1)


def test_ones_own_message_and_one_of_another_table_cannot_be_reported():
    game, other = tables.table(), tables.table()
    message = say("Ada", game)
    for who, where in (("Ada", game), ("Bo", other)):
        with pytest.raises(NoSuchTable):
            talk.report(user=user(who), ref=where.ref, message=message.ref, text="", now=NOW)


def test_a_table_is_reported_with_words():
    game = tables.table()
    with pytest.raises(IllegalAction):
        talk.report(user=user("Bo"), ref=game.ref, message="", text=" ", now=NOW)
    talk.report(user=user("Bo"), ref=game.ref, message="", text="they seem to share a phone", now=NOW)
    assert Report.objects.get().message is None


def test_reports_have_a_limit_for_each_reporter():
    game = tables.table()
    for number in range(talk.MOST_REPORTS_A_DAY):
        talk.report(user=user("Bo"), ref=game.ref, message="", text=f"number {number}", now=NOW)
    with pytest.raises(IllegalAction, match="much today"):
        talk.report(user=user("Bo"), ref=game.ref, message="", text="one more", now=NOW)
    talk.report(user=user("Cy"), ref=game.ref, message="", text="one more", now=NOW)


def test_long_talk_shows_its_end_first():
    game = tables.table()
    for number in range(5):
        say("Ada", game, f"{number}")
    shown = talk_for(user=user("Bo"), ref=game.ref, now=NOW, most=3)
    assert ([line.text for line in shown.lines], shown.has_earlier) == (["2", "3", "4"], True)
    assert not talk_for(user=user("Bo"), ref=game.ref, now=NOW, most=5).has_earlier
