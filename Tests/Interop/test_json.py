"""JSON as other people write it: the JSON test suite over HTTP and on the bus, and our scan beside Python's parser."""

import http.client
import json
import os
import random
import subprocess
from pathlib import Path

import pytest
from quad_bus import ERROR, BusClient
from quad_launch import BIN
from quad_site import Site, send

SUITE = Path(__file__).parent.parent / "Unit" / "JSONTests" / "JSONTestSuite.txt"
TWICE = {"y_object_duplicated_key", "y_object_duplicated_key_and_value"}
# These happen to be tasks.
TITLED = {"y_object_string_unicode"}
MAX_DEPTH = 64


def suite():
    """The files of the suite by name; the fixture says how they are written."""
    files, name = {}, ""
    for line in SUITE.read_text().splitlines():
        if line.startswith("#"):
            continue
        words = line.split()
        if not line.startswith(" "):
            name = words.pop(0)
            files[name] = b""
        for word in words:
            part, _, times = word.partition("*")
            files[name] += bytes.fromhex(part) * int(times or 1)
    assert len(files) == 318
    return files


def is_taken(name):
    return name.startswith(("y_", "i_number_")) and name not in TWICE


@pytest.fixture(scope="module")
def unlimited():
    site = Site(settings={"QUAD_REQUESTS_PER_ADDRESS": "0", "QUAD_REQUESTS_PER_PERSON": "0"})
    try:
        site.operator("roomhub.dorm.define", {"id": "forbes", "name": "Forbes Hall", "roomCapacity": 4})
        yield site
    finally:
        site.close()


def test_i2_the_suite_over_http(unlimited):
    token = unlimited.member("ada")["token"]
    connection = http.client.HTTPConnection("127.0.0.1", unlimited.port, timeout=10)
    for name, body in suite().items():
        answer = send(connection, "POST", "/v1/tasks", body, token)
        if name in TITLED:
            assert answer.status == 201, (name, answer.body)
            continue
        found = (answer.status, answer.json["code"])
        if is_taken(name) or not body:
            # It passes the scan and meets the schema; a request without a body has no members.
            assert answer.status == 422 and found[1] in ("wrong_type", "field_missing"), (name, found)
        else:
            assert found == (400, "bad_json"), (name, found)
            assert answer.json["processed"] == "no"
            assert 0 <= answer.json["details"]["offset"] <= len(body), name
            assert f"at byte {answer.json['details']['offset']}, " in answer.json["detail"]
    connection.close()


def test_i2_the_suite_on_the_bus(unlimited):
    client = BusClient(unlimited.keys, unlimited.run, "operator")
    try:
        for name, body in suite().items():
            kind, _, data = client.exchange("roomhub", "roomhub.dorm.define", body)
            assert kind == ERROR
            code = json.loads(data)["code"]
            assert (code != "bad_json") == (is_taken(name) or not body), (name, code)
    finally:
        client.close()


def test_i9_a_repeat_with_other_blanks_is_the_same_request(unlimited):
    token = unlimited.member("ben", "102")["token"]
    key = {"Idempotency-Key": "blanks-1"}
    bodies = (b'{"title":"Bins","points":2}', b'{ "points" : 2,\n "title": "\\u0042ins" }')
    answers = [unlimited.request("POST", "/v1/tasks", body, token, key) for body in bodies]
    assert [answer.status for answer in answers] == [201, 201]
    assert answers[0].json["task"]["id"] == answers[1].json["task"]["id"]
    other = unlimited.request("POST", "/v1/tasks", b'{"title":"Bins","points":3}', token, key)
    assert (other.status, other.json["code"]) == (409, "key_reused")


# Our scan beside Python's parser: the same documents are taken, with the same values.

SEEDS = [
    rb'{"a":[1,-0,2.5,1e3,"x\n\u00e9\ud83d\ude00",true,null],"b":{"":"x"},"c":{}}',
    rb' [ 9223372036854775807 , -9223372036854775808, 18446744073709551615, 1E-400, "\/" ] ',
    rb'{"b":1,"a":2,"c":3,"\u0061":4}', rb'"\ud83d\ude00\u0000"', b"[[[[]],[]]]", b"01", b"-0.0e+1",
    '{"é":"漢👩‍👩‍👧"}'.encode(), b'{"a":1,"b":2,"a":3}', b"\xef\xbb\xbf{}", b"NaN", b"-Infinity",
]
PIECES = [
    b"{", b"}", b"[", b"]", b",", b":", b'"', b"\\", b"\\u", b"\\ud800", b"0", b"-", b".", b"e", b"+", b"1", b" ", b"\t",
    b"\n", b"\x00", b"\x1f", b"\x7f", b"\x80", b"\xc0", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xff", b"\xef\xbb\xbf",
    b"true", b"null", b"NaN", b'"a":1,', b'"":[],',
]


def mutated(chance, seeds):
    document = bytearray(chance.choice(seeds))
    for _ in range(chance.randint(1, 2)):
        at = chance.randint(0, len(document))
        match chance.randint(0, 3):
            case 0:
                document[at:at] = chance.choice(PIECES)
            case 1:
                del document[at:at + chance.randint(1, 4)]
            case 2:
                document[at:at + 1] = bytes([chance.randint(0, 255)])
            case 3:
                document[at:at] = document[at:at + chance.randint(1, 12)]
    return bytes(document)


class Refused(Exception):
    pass


def strict_object(pairs):
    # The allowed differences, which make Python's parser strict: names twice, NaN and the infinities (not in RFC
    # 8259), half of a surrogate pair (no text), a byte order mark and other encodings (by decoding as UTF-8).
    if len({name for name, _ in pairs}) < len(pairs):
        raise Refused("a name twice")
    return dict(pairs)


def refuse(text):
    raise Refused(text)


def depth_of(value):
    children = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    return 0 if children is None else 1 + max(map(depth_of, children), default=0)


def pythons(document):
    """The value, or None for what is refused; as a tuple, since `null` is a value."""
    try:
        value = json.loads(
            document.decode("utf-8"), object_pairs_hook=strict_object, parse_constant=refuse, parse_int=float)
        json.dumps(value, ensure_ascii=False).encode("utf-8")
        return (value,) if depth_of(value) <= MAX_DEPTH else None
    except (ValueError, Refused, RecursionError):
        return None


def test_i2_our_scan_takes_what_pythons_parser_takes():
    seed = int(os.environ.get("QUAD_TEST_SEED", random.randrange(1, 1_000_000)))
    print(f"QUAD_TEST_SEED={seed}")
    chance = random.Random(seed)
    files = suite()
    seeds = SEEDS + [body for name, body in files.items() if is_taken(name)]
    documents = [*files.values()] + [mutated(chance, seeds) for _ in range(10_000)]
    judged = subprocess.run(
        [f"{BIN}/json-judge"], input="".join(f"{document.hex()}\n" for document in documents).encode(), check=True,
        capture_output=True).stdout.decode("utf-8").split("\n")
    taken = 0
    for document, ours in zip(documents, judged, strict=False):
        theirs = pythons(document)
        assert (theirs is not None) == ours.startswith(" "), (document, ours, theirs)
        if theirs is not None:
            taken += 1
            infinite = "inf" in json.dumps(theirs).lower()
            assert infinite or json.loads(ours, parse_int=float) == theirs[0], (document, ours)
    assert len(judged) == len(documents) + 1 and 1000 < taken < len(documents) - 1000, taken
