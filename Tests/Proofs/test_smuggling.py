"""SEC11: raw requests that two readers could understand in two ways are refused, and what follows is never executed.

Behind each stands a second request that would make an account; afterwards no such account may exist.
"""

import re
import socket

import pytest
from quad_scoreboard import Row
from quad_site import PASSWORD, Site
from quad_stores import reading


@pytest.fixture(scope="module")
def site():
    site = Site()
    yield site
    site.close()


def second(number):
    body = (
        f'{{"email":"smuggled{number}@hilltop.example","password":"{PASSWORD}","firstName":"A","lastName":"B"}}'
    ).encode()
    return (
        b"POST /v1/signup HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\n"
        b"Content-Length: %d\r\n\r\n" % len(body)
    ) + body


def post(fields, body=b"0\r\n\r\n"):
    return b"POST /v1/signin HTTP/1.1\r\nHost: a\r\n" + fields + b"\r\n\r\n" + body


def get(fields):
    return b"GET /v1/site HTTP/1.1\r\n" + fields + b"\r\n\r\n"


CASES = {
    "length and encoding": post(b"Content-Length: 5\r\nTransfer-Encoding: chunked"),
    "encoding and length": post(b"Transfer-Encoding: chunked\r\nContent-Length: 400"),
    "the same length twice": post(b"Content-Length: 5\r\nContent-Length: 5"),
    "two different lengths": post(b"Content-Length: 5\r\nContent-Length: 0"),
    "encoding xchunked": post(b"Transfer-Encoding: xchunked"),
    "chunked twice": post(b"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked"),
    "chunked, identity": post(b"Transfer-Encoding: chunked, identity"),
    "encoding behind a vertical tab": post(b"Transfer-Encoding: \x0bchunked"),
    "signed length": post(b"Content-Length: +5"),
    "listed length": post(b"Content-Length: 5,5"),
    "hexadecimal length": post(b"Content-Length: 0x5"),
    "space before the colon": post(b"Content-Length : 5"),
    "no host": get(b"X: y"),
    "two hosts": get(b"Host: a\r\nHost: b"),
    "folded encoding": post(b"Transfer-Encoding:\r\n chunked"),
    "bare line feeds": get(b"Host: a\nX: y"),
    "NUL in a value": get(b"Host: a\r\nX: a\0b"),
    "carriage return in a value": get(b"Host: a\r\nX: a\rY: b"),
}


# RFC 9112, 6.1: the coding of the body is not one of the gateway's.
NOT_IMPLEMENTED = {"encoding xchunked"}


def exchange(port, data):
    """The gateway's replies, and True if it closed the connection."""
    with socket.create_connection(("127.0.0.1", port), timeout=5) as connection:
        answer = b""
        try:
            connection.sendall(data)
            while part := connection.recv(65536):
                answer += part
            return answer, True
        except ConnectionResetError:
            return answer, True
        except TimeoutError:
            return answer, False


def accounts(site):
    with reading(site, "auth") as database:
        return [email for (email,) in database.execute("SELECT email FROM person WHERE email LIKE 'smuggled%'")]


def test_no_second_request_is_executed(site):
    with Row("SEC11", f"{len(CASES)} raw requests: 0 second requests executed, always 400 or 501 and closed") as row:
        assert len(CASES) == 18
        wrong = []
        for number, (name, data) in enumerate(CASES.items()):
            answer, closed = exchange(site.port, data + second(number))
            statuses = re.findall(rb"HTTP/1\.[01] (\d{3}) ", answer)
            is_problem = answer.count(b"\r\nContent-Type: application/problem+json\r\n") == 1
            expected = b"501" if name in NOT_IMPLEMENTED else b"400"
            if statuses != [expected] or not is_problem or not closed:
                wrong.append((name, statuses, closed))
        made = accounts(site)
        row.value = f"{len(made)} executed, {len(wrong)} not refused"
        assert (made, wrong) == ([], [])


def test_a_second_request_that_is_executed_is_seen(site):
    """The control: two requests that follow each other rightly both take effect."""
    answer, closed = exchange(site.port, get(b"Host: a") + second(99))
    assert closed and answer.count(b"HTTP/1.1 20") == 2, answer
    assert accounts(site) == ["smuggled99@hilltop.example"]
