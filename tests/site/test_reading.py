"""What cannot be read is refused in words, whoever sends it, before anything is looked up."""

from io import BytesIO
from wsgiref.util import setup_testing_defaults

import pytest
from django.core.handlers.wsgi import WSGIHandler

CODECS = ["rot13", "base64", "undefined", "utf-7", "idna", "utf-16", "latin-1", "no-such-charset"]
BODY = b'--x\r\nContent-Disposition: form-data; name="name"\r\n\r\n+2AA-\x80\r\n--x--\r\n'


def ask(method, address, charset):
    """What a server would hand over, with a form that is said to be written like that; the status and the page."""
    path, _, query = address.partition("?")
    environ = {"REQUEST_METHOD": method, "PATH_INFO": path, "QUERY_STRING": query, "HTTP_HOST": "localhost"}
    environ |= {"CONTENT_TYPE": f"multipart/form-data; boundary=x; charset={charset}", "CONTENT_LENGTH": str(len(BODY))}
    environ |= {"wsgi.input": BytesIO(BODY)}
    setup_testing_defaults(environ)
    said = []
    page = b"".join(WSGIHandler()(environ, lambda status, _headers: said.append(status)))
    return said[0][:3], page.decode()


@pytest.mark.parametrize("charset", CODECS)
@pytest.mark.parametrize("way", ["POST /account/login/", "POST /try", "GET /account/login/?next=%2B2AA-%80", "GET /"])
def test_letters_are_read_as_utf_8_alone(db, charset, way):
    status, page = ask(*way.split(), charset)
    assert status == "400"
    assert "Nothing was changed" in page


@pytest.mark.parametrize("charset", ["utf-8", "UTF8", '"utf-8"'])
def test_utf_8_goes_under_several_names(db, charset):
    assert ask("GET", "/account/login/", charset)[0] == "200"


@pytest.mark.parametrize("word", ['"abcdefghij\\000"', '"abcdefghij\\377"', "a" * 4000, "{}"])
def test_a_session_of_which_no_key_can_be_read_is_none(client, db, word):
    assert client.get("/", headers={"cookie": f"sessionid={word}"}).status_code == 200
    assert client.get("/tables", headers={"cookie": f"sessionid={word}"}).status_code == 302


@pytest.mark.parametrize("address", ["/admin/games/game/?kind__exact=%00", "/moderation/people?q=a%00", "/?next=%00"])
def test_no_address_holds_a_nul(admin_client, address):
    assert admin_client.get(address).status_code == 400
