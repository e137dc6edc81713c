"""The addresses of the games."""

from django.conf import settings
from django.urls import URLPattern, path

from games.views import (
    front,
    gathering,
    guests,
    mailbox,
    moderation,
    offers,
    people,
    play,
    replays,
    seats,
    signing_up,
    tables,
    talk,
)

urlpatterns: list[URLPattern] = [
    path("", front.front, name="front"),
    path("try", front.try_now, name="try_now"),
    path("rules", front.rules, name="rules"),
    path("rules/<slug:slug>", front.rules_game, name="rules_game"),
    path("tables", tables.tables, name="tables"),
    path("tables/new", gathering.new_table, name="new_table"),
    path("tables/no-thanks", gathering.no_thanks, name="no_thanks"),
    path("join/<slug:ref>/<slug:token>", gathering.join, name="join"),
    path("t/<slug:ref>", play.table, name="table"),
    path("t/<slug:ref>/part", play.table_part, name="table_part"),
    path("t/<slug:ref>/answer", play.answer, name="answer"),
    path("t/<slug:ref>/come-back", play.come_back, name="come_back"),
    path("t/<slug:ref>/sit-down", gathering.sit_down, name="sit_down"),
    path("t/<slug:ref>/decline", gathering.decline, name="decline"),
    path("t/<slug:ref>/bot", gathering.add_bot, name="add_bot"),
    path("t/<slug:ref>/start", gathering.start, name="start"),
    path("t/<slug:ref>/invite", gathering.invite, name="invite"),
    path("t/<slug:ref>/leave", gathering.leave, name="leave"),
    path("t/<slug:ref>/call-off", gathering.call_off, name="call_off"),
    path("t/<slug:ref>/seat", seats.seat, name="seat"),
    path("t/<slug:ref>/replay", replays.replay, name="replay"),
    path("t/<slug:ref>/record", replays.record, name="record"),
    path("t/<slug:ref>/proof", replays.proof, name="proof"),
    path("t/<slug:ref>/proof/check", replays.check_proof, name="check_proof"),
    path("sign-up/code", signing_up.code, name="sign_up_code"),
    path("sign-up/name", signing_up.name, name="sign_up_name"),
    path("me", people.me, name="me"),
    path("me/name", people.rename, name="rename"),
    path("me/account", guests.to_my_account, name="to_my_account"),
    path("me/settings", people.settings, name="settings"),
    path("me/mails", people.mails, name="mails"),
    path("me/mails/<slug:token>/again", people.send_again, name="send_again"),
    path("stop-mails/<str:token>", people.stop_mails, name="stop_mails"),
    path("me/data", people.my_data, name="my_data"),
    path("me/goodbye", people.goodbye, name="goodbye"),
]

urlpatterns += [
    path("t/<slug:ref>/talk", talk.talk, name="talk"),
    path("t/<slug:ref>/note", talk.note, name="note"),
    path("t/<slug:ref>/report", talk.report, name="report_table"),
    path("t/<slug:ref>/talk/<slug:message>/report", talk.report, name="report"),
    path("t/<slug:ref>/talk/<slug:message>/mute", talk.mute, name="mute"),
    path("t/<slug:ref>/talk/unmute/<slug:mute>", talk.unmute, name="unmute"),
    path("seats", offers.offers, name="offers"),
    path("seats/<slug:offer>/take", offers.take, name="take_seat"),
    path("moderation", moderation.queue, name="moderation"),
    path("moderation/tables", moderation.tables, name="moderation_tables"),
    path("moderation/people", moderation.people, name="moderation_people"),
    path("moderation/mails", moderation.mails, name="moderation_mails"),
    path("moderation/log", moderation.log, name="moderation_log"),
    path("moderation/t/<slug:ref>", moderation.table, name="moderate_table"),
    path("moderation/t/<slug:ref>/open", moderation.open_table, name="open_table"),
    path("moderation/t/<slug:ref>/do/<slug:what>", moderation.act, name="moderate"),
    path("moderation/p/<slug:ref>", moderation.person, name="moderate_person"),
    path("moderation/p/<slug:ref>/do/<slug:what>", moderation.act_on, name="moderate_on"),
    path("moderation/acts/<slug:act>/lift", moderation.lift, name="lift"),
    path("moderation/reports/<slug:report>/settle", moderation.settle, name="settle"),
]

if settings.PLAY:  # it shows everybody's mail: games.checks refuses it anywhere else
    urlpatterns += [
        path("mailbox/", mailbox.mailbox, name="mailbox"),
        path("mailbox/<slug:name>", mailbox.letter, name="letter"),
        path("mailbox/<slug:name>/html", mailbox.letter_html, name="letter_html"),
    ]
