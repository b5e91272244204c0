"""Quad's SMTP client against aiosmtpd: the mails that arrive, and the error if none does."""

import json
import re
import subprocess
import time
from email.header import decode_header, make_header

import pytest
from mail_server import MailServer, make_certificate
from quad_site import BIN

SENDER = "quad@hilltop.example"


def letter(**changes):
    return {
        "to": "ada@hilltop.example", "subject": "Your room", "text": "Welcome.\n", "messageID": "m-1",
        "date": "2026-09-01T06:05:09.123Z", **changes,
    }


def send(url, *letters, **settings):
    """The outcome of each mail."""
    order = {"url": url, "sender": SENDER, "timeout": 5000, "mails": letters or [letter()], **settings}
    answer = subprocess.run(
        [f"{BIN}/mail-sender"], input=json.dumps(order), capture_output=True, text=True, timeout=60
    )
    assert answer.returncode == 0, answer.stdout + answer.stderr
    return answer.stdout.splitlines()


def short(value):
    """Keeps tests with long values nameable: pytest puts the name into the environment."""
    return ascii(value)[:40]


def timed(*arguments, **settings):
    began = time.monotonic()
    return send(*arguments, **settings), time.monotonic() - began


@pytest.fixture
def server():
    with MailServer() as server:
        yield server


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    return make_certificate(tmp_path_factory.mktemp("tls"))


def folder(certificate):
    return certificate.removesuffix("/cert.pem")


def content(part):
    return part.get_content().replace("\r\n", "\n")


# Delivery


def test_a_mail_arrives_with_its_headers(server):
    mail = letter(fromName="Quad at Hilltop", headers={"List-Unsubscribe": "<https://hilltop.example/u?t=1>"})
    assert send(server.url, mail) == ["sent"]
    (mail,) = server.mails
    assert (mail.sender, mail.recipient) == (SENDER, "ada@hilltop.example")
    assert mail.greeting == "hilltop.example"
    assert str(mail["From"]) == f"Quad at Hilltop <{SENDER}>"
    assert mail["From"].addresses[0].display_name == "Quad at Hilltop"
    assert mail["To"].addresses[0].addr_spec == "ada@hilltop.example"
    assert mail["Subject"] == "Your room"
    assert mail["Message-ID"] == "<m-1@hilltop.example>"
    assert mail["Auto-Submitted"] == "auto-generated"
    assert mail["List-Unsubscribe"] == "<https://hilltop.example/u?t=1>"
    assert mail["Date"].datetime.isoformat() == "2026-09-01T06:05:09+00:00"
    assert mail["Date"] == "Tue, 01 Sep 2026 06:05:09 +0000"
    assert mail.get_content_type() == "text/plain"
    assert content(mail) == "Welcome.\n"
    assert mail.defects == [] and all(not value.defects for value in mail.values())


@pytest.mark.parametrize(
    "subject",
    [
        "", "Café 🎂 at 8", "🧑‍🤝‍🧑" * 40, "a " * 300 + "b", "=?UTF-8?Q?not_a_word?=", " spaces ", "Привет, мир " * 10,
        "x" * 69, "x" * 70, "x" * 900, "colon: and, \"quotes\" <a@b.c>",
    ],
    ids=short,
)
def test_a_subject_comes_back_as_it_was(server, subject):
    assert send(server.url, letter(subject=subject, fromName=subject)) == ["sent"]
    (mail,) = server.mails
    head = mail.raw.split(b"\r\n\r\n")[0]
    assert max(map(len, head.split(b"\r\n"))) <= 78
    assert all(byte < 128 for byte in head)
    assert mail["Subject"] == subject
    # A second reader, which decodes word by word.
    lines = head.replace(b"\r\n", b"\n").decode()
    raw = re.search(r"^Subject: (.*(?:\n .*)*)", lines, re.M).group(1)
    assert str(make_header(decode_header(raw))) == subject
    assert len(mail["From"].addresses) == 1 and mail["From"].addresses[0].addr_spec == SENDER


@pytest.mark.parametrize(
    "text",
    [
        ".\n..\n.leading\n\n.\n", "x" * 100_000 + "\n", "é🎂" * 20_000 + "\n", "ends in spaces  \t\n \nand goes on \n",
        "a=b\n=3D\nFrom here\n", "\n\n\n", "\x00\x01\x7f\n", "line\n" * 40_000, ("y" * 74 + " \n") * 5,
        ".".join("z" * number for number in range(200)) + "\n",
    ],
    ids=short,
)
def test_a_body_comes_back_as_it_was(server, text):
    assert send(server.url, letter(text=text, html=f"<p>{text}</p>")) == ["sent"]
    (mail,) = server.mails
    assert max(map(len, mail.raw.split(b"\r\n"))) <= 78
    assert b"\n" not in mail.raw.replace(b"\r\n", b"") and b"\r" not in mail.raw.replace(b"\r\n", b"")
    assert mail.get_content_type() == "multipart/alternative"
    plain, html = mail.iter_parts()
    assert (plain.get_content_type(), html.get_content_type()) == ("text/plain", "text/html")
    # The line break before a boundary belongs to the boundary.
    assert content(plain) == text
    assert content(html) == f"<p>{text}</p>"
    assert mail.defects == plain.defects == html.defects == []


def test_line_ends_of_any_kind_become_lines(server):
    assert send(server.url, letter(text="a\r\nb\rc\nd")) == ["sent"]
    assert content(server.mails[0]).rstrip("\n") == "a\nb\nc\nd"


def test_many_mails_arrive_each_once(server):
    letters = [letter(messageID=f"m-{number}", text=f"{number}\n") for number in range(40)]
    assert send(server.url, *letters) == ["sent"] * 40
    assert sorted(mail["Message-ID"] for mail in server.mails) == sorted(
        f"<m-{number}@hilltop.example>" for number in range(40)
    )


# Errors


@pytest.mark.parametrize(
    "mode, outcome",
    [
        ("refuse", "refused: 550 5.1.1 no such mailbox"),
        ("defer", "deferred: 451 4.3.0 try again later"),
        ("refuse-content", "refused: 554 5.6.0 we do not want this"),
        ("defer-content", "deferred: 452 4.2.2 the mailbox is full"),
        ("unwelcome", "deferred: 554 5.7.1 not you"),
    ],
)
def test_an_answer_reaches_the_caller(server, mode, outcome):
    server.mode = mode
    assert send(server.url) == [outcome]
    assert server.mails == []
    server.mode = "accept"
    assert send(server.url) == ["sent"]
    assert len(server.mails) == 1


@pytest.mark.parametrize("mode", ["close", "close-content"])
def test_a_connection_that_breaks_is_tried_again_later(server, mode):
    server.mode = mode
    (outcome,) = send(server.url)
    assert re.match(r"deferred: [A-Z]", outcome), outcome


@pytest.mark.parametrize(
    "mode, timeout, least, most", [("silent", 9000, 0.3, 4), ("stall-recipient", 1200, 1.2, 4), ("stall", 1200, 1.2, 4)]
)
def test_a_stall_ends_at_the_timeout(server, mode, timeout, least, most):
    server.mode = mode
    (outcome,), took = timed(server.url, connectTimeout=300, timeout=timeout)
    assert outcome == "deferred: Timeout was reached"
    assert least <= took <= most


def test_a_mail_that_was_taken_is_sent_though_nobody_says_goodbye(server):
    server.mode = "stall-goodbye"
    outcomes, took = timed(server.url, letter(), letter(messageID="m-2"), timeout=20_000, threads=1)
    assert outcomes == ["sent", "sent"]
    assert took < 6
    assert len(server.mails) == 2


def test_no_server_is_tried_again_later(server):
    url = server.url
    server.listener.close()
    (outcome,) = send(url)
    assert outcome.startswith("deferred: Couldn't connect"), outcome


def test_beyond_the_limit_mails_are_deferred_at_once(server):
    server.mode = "stall"
    letters = [letter(messageID=f"m-{number}") for number in range(8)]
    outcomes, took = timed(server.url, *letters, threads=1, waiting=2, timeout=1200)
    assert outcomes.count("deferred: Timeout was reached") == 1
    # The thread may take its first before or after the others have come.
    waited = outcomes.count("deferred: no thread was free in time")
    assert waited in (1, 2)
    assert outcomes.count("deferred: too many mails wait, or the client has stopped") == 7 - waited
    assert took < 4
    assert server.connections == 1


@pytest.mark.parametrize(
    "change",
    [
        {"subject": "a\r\nBcc: b@hilltop.example"}, {"subject": "a\nb"}, {"subject": "a\0b"}, {"subject": "a\u0085b"},
        {"subject": "x" * 1001}, {"fromName": "a\r\nb"}, {"messageID": "a>\r\nX: y"}, {"messageID": ""},
        {"messageID": "a b"}, {"messageID": ".a"}, {"headers": {"X-A": "b\r\nBcc: c@hilltop.example"}},
        {"headers": {"X-A\r\nBcc": "b"}}, {"headers": {"X-A: b\r\nX": "c"}}, {"headers": {"bcc": "b@hilltop.example"}},
        {"headers": {"Content-Type": "text/html"}}, {"headers": {"X-A": "é"}}, {"headers": {"X-A": ""}},
        {"headers": {"": "a"}}, {"headers": {"X-A": "b" * 1000}}, {"headers": {f"X-{n}": "a" for n in range(17)}},
        {"text": "x" * (1024 * 1024 + 1)},
    ],
    ids=short,
)
def test_nothing_is_sent_of_a_mail_that_no_header_can_hold(server, change):
    (outcome,) = send(server.url, letter(**change))
    assert outcome.startswith("invalid: "), outcome
    assert server.connections == 0


# Sign-in and TLS


def test_a_server_that_wants_a_sign_in_gets_it():
    with MailServer(users={"quad": "pass word ü"}) as server:
        assert send(server.url, user="quad", password="pass word ü") == ["sent"]
        assert server.mails[0].user == "quad"
        for settings in ({"user": "quad", "password": "wrong"}, {}):
            (outcome,) = send(server.url, **settings)
            assert re.match(r"deferred: 53[05] ", outcome), outcome
        assert len(server.mails) == 1


@pytest.mark.parametrize("implicit", [False, True])
def test_tls_is_spoken_with_a_server_that_is_trusted(certificate, implicit):
    with MailServer(users={"quad": "secret"}, tls=folder(certificate), implicit=implicit) as server:
        assert send(server.url, caFile=certificate, user="quad", password="secret") == ["sent"]
        assert server.mails[0].was_encrypted


@pytest.mark.parametrize("implicit", [False, True])
def test_nothing_is_sent_to_a_server_that_is_not_trusted(certificate, tmp_path, implicit):
    other = make_certificate(tmp_path, "DNS:mail.hilltop.example")
    with MailServer(tls=folder(certificate), implicit=implicit) as server:
        for settings in ({}, {"caFile": other}, {"caFile": str(tmp_path / "none.pem")}):
            (outcome,) = send(server.url, **settings)
            assert re.match(r"deferred: (SSL|Problem with the SSL CA)", outcome), outcome
        assert server.mails == []


def test_a_certificate_of_another_name_is_not_trusted(tmp_path):
    other = make_certificate(tmp_path, "DNS:mail.hilltop.example")
    with MailServer(tls=str(tmp_path)) as server:
        (outcome,) = send(server.url, caFile=other)
        assert outcome.startswith("deferred: SSL"), outcome
        assert server.mails == []


def test_e10_without_starttls_nothing_is_sent_and_the_reason_says_what_to_do(server):
    url = server.url.removesuffix("?tls=off")
    (outcome,) = send(url, user="quad", password="secret")
    assert outcome.startswith("deferred: the server offers no STARTTLS"), outcome
    assert "smtps://" in outcome and "?tls=off" in outcome
    assert server.mails == []


def test_the_environment_changes_nothing(server, monkeypatch, tmp_path):
    (tmp_path / ".netrc").write_text("machine 127.0.0.1 login quad password secret\n")
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("all_proxy", "ALL_PROXY", "smtp_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:" + "9")
    assert send(server.url) == ["sent"]
    with MailServer(users={"quad": "secret"}) as other:
        (outcome,) = send(other.url)
        assert outcome.startswith("deferred: 530 "), outcome
