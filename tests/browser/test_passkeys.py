"""A passkey from beginning to end, with a key that Chromium plays: added, named, used to sign in, removed."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests import tables
from tests.harness.pages import press
from tests.scenes.scene import Scene, visit

KEY = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.mark.django_db(transaction=True)
def test_a_passkey_is_added_and_lets_one_in(browser, live_server):
    ada = tables.person("Ada")
    with visit(browser, live_server.url, Scene("add", reverse("mfa_add_webauthn"), "Add a passkey", ada)) as page:
        wires = page.context.new_cdp_session(page)
        wires.send("WebAuthn.enable")
        wires.send("WebAuthn.addVirtualAuthenticator", {"options": KEY})
        page.locator("[name=name]").fill("my phone")
        page.get_by_role("button", name="Add the passkey").click()
        expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()
        codes = page.locator("pre").inner_text().split()
        assert len(codes) == 10

        page.goto(live_server.url + reverse("mfa_list_webauthn"))
        expect(page.get_by_text("my phone").first).to_be_visible()
        expect(page.get_by_text("only after a code")).to_have_count(0)
        press(page, page.get_by_role("link", name="Rename"))
        page.locator("[name=name]").fill("the blue one")
        press(page, page.get_by_role("button", name="Save"))

        page.goto(live_server.url + reverse("account_logout"))
        press(page, page.locator("main form button"))
        page.goto(live_server.url + reverse("account_login"))
        page.get_by_role("button", name="Sign in with a passkey").click()
        expect(page.get_by_text("Signed in as Ada.")).to_be_visible()

        page.goto(live_server.url + reverse("mfa_list_webauthn"))
        press(page, page.get_by_role("link", name="Remove the blue one"))
        press(page, page.get_by_role("link", name="Use my passkey"))
        page.get_by_role("button", name="Use my passkey").click()
        expect(page.get_by_role("heading", name="Remove the passkey?")).to_be_visible()
        press(page, page.get_by_role("button", name="Remove it"))
        expect(page.get_by_text("You have none yet")).to_be_visible()
