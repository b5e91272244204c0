"""News of other sites, from servers on this machine to readers: campus asks, media-fetcher reads, nobody else does.

The rules of feeds are in Tests/Unit/FeedsTests, those of polling in Tests/Unit/CampusTests/NewsReaderTests.swift.
"""

import json

import pytest
from feed_server import Feeds, rss
from people import advance
from quad_accounts import running
from quad_events import ask
from quad_site import problem, wait_until
from quad_uploads import png

# Two hours before the digest, in the zone of the tests.
NOW = "2026-10-05T14:00:00.000Z"
ATOM = b"""<feed xmlns="http://www.w3.org/2005/Atom"><title>A</title><entry><id>1</id><title>Atom entry</title>
<updated>2026-09-01T10:00:00Z</updated>
<content type="html">&lt;p onclick="x()"&gt;Hi &lt;script&gt;alert(1)&lt;/script&gt;
&lt;a href="javascript:x()"&gt;you&lt;/a&gt;&lt;/p&gt;</content></entry></feed>"""
BOMB = b"""<!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa">""" + b"".join(
    b'<!ENTITY a%d "%s">' % (number, b"&a%s;" % (b"" if number == 1 else b"%d" % (number - 1)) * 10)
    for number in range(1, 12)) + b"""<!ENTITY f SYSTEM "file:///etc/passwd">]>
<rss><channel><item><title>Bomb &a11; &f;</title></item></channel></rss>"""
POST = b"""<rss xmlns:media="http://search.yahoo.com/mrss/"><channel><item><guid>p</guid><description>Post</description>
</item></channel></rss>"""


def endless(out):
    out.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\n\r\n<rss><channel>")
    for _ in range(100):
        out.write(b"<item><title>" + b"x" * 65536 + b"</title></item>")


def cut(out):
    out.write(b"HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n<rss><channel><item><title>half")


@pytest.fixture(scope="module")
def feeds():
    feeds = Feeds()
    yield feeds
    feeds.close()


@pytest.fixture(scope="module")
def site(feeds):
    with running(clock=NOW, QUAD_ALLOWED_TARGETS=feeds.target) as site:
        yield site


def person(site, name, *roles):
    made = site.sign_up(name)
    if roles:
        site.set_roles(made["person"], list(roles))
        made["token"] = site.sign_in(name)
    return made


@pytest.fixture(scope="module")
def admin(site):
    return person(site, "ruth", "admin")


@pytest.fixture(scope="module")
def ada(site):
    return person(site, "ada")


def add(site, admin, title, address, kind="feed", **more):
    answer = ask(site, admin, "POST", "/v1/admin/school/sources",
                 {"title": title, "kind": kind, "address": address, **more})
    assert answer.status == 201, answer.body
    return answer.json["id"]


def source(site, who, id_):
    [one] = [one for one in ask(site, who, "GET", "/v1/school/sources").json["items"] if one["id"] == id_]
    return one


def read(site, admin, id_):
    """Waits until a source was read, and returns it."""
    def known():
        one = source(site, admin, id_)
        return one if one["state"] != "waiting" else None
    return wait_until(known, f"source {id_} is read", 30)


def items(site, who, id_):
    answer = ask(site, who, "GET", f"/v1/school/sources/{id_}/items")
    assert answer.status == 200, answer.body
    return answer.json["items"]


def titles(site, who, id_):
    return [one.get("title") for one in items(site, who, id_)]


def inbox(site, who, key):
    items = ask(site, who, "GET", "/v1/inbox").json["items"]
    texts = [item["text"] for item in items if item["text"]["key"] == key]
    return [{value["name"]: value["text"] for value in text["values"]} for text in texts]


def test_every_kind_of_feed_is_read_and_every_failure_has_a_name(site, feeds, admin, ada):
    feeds.pages.update({"/endless": endless, "/cut": cut})
    good = {
        "rss": (feeds.show("/rss", rss("One & two")), ["One & two"]),
        "atom": (feeds.show("/atom", ATOM), ["Atom entry"]),
        "json": (feeds.show("/json", json.dumps({
            "version": "https://jsonfeed.org/version/1.1", "title": "J",
            "items": [{"id": 1, "title": "JSON item", "content_text": "x"}]}).encode()), ["JSON item"]),
        "latin": (feeds.show("/latin", "<rss><channel><item><title>Gruß</title></item></channel></rss>".encode(
            "latin-1"), Content_Type="text/xml; charset=iso-8859-1"), ["Gruß"]),
        "bomb": (feeds.show("/bomb", BOMB), ["Bomb &a11; &f;"]),
        "moved": (feeds.show("/moved", status=302, Location="/rss"), ["One & two"]),
        "page": (feeds.show("/page", b"<html><head><link rel=alternate type=application/rss+xml href=/rss></head>"
                            b"<body>x"), ["One & two"]),
    }
    feeds.show("/@hilltop.rss", POST)
    bad = {
        "missing": feeds.url("/none"), "forbidden": feeds.show("/forbidden", status=403),
        "broken": feeds.show("/error", b"x", status=500), "tooLarge": feeds.url("/endless"),
        "unreachable": feeds.url("/cut"), "notFeed": feeds.show("/words", b"<html><body>Nothing here"),
        "refused": "http://10.1.2.3/feed",
    }
    loops = feeds.show("/loop", status=302, Location="/loop")
    inside = feeds.show("/inside", status=302, Location="http://169.254.169.254/")
    added = {name: add(site, admin, name, address) for name, (address, _) in good.items()}
    failing = {name: add(site, admin, name, address) for name, address in bad.items()}
    failing |= {f"refused {number}": add(site, admin, "r", address) for number, address in enumerate((loops, inside))}
    account = add(site, admin, "Mastodon", feeds.url("/@hilltop"), "mastodon")
    for name, id_ in failing.items():
        one = read(site, admin, id_)
        assert (one["state"], one["error"]) == ("failing", name.split()[0]), name
    for name, id_ in added.items():
        assert read(site, admin, id_)["state"] == "ok", name
        assert titles(site, ada, id_) == good[name][1], name
    assert read(site, admin, account)["state"] == "ok" and items(site, ada, account)[0]["text"] == "Post"
    [entry] = items(site, ada, added["atom"])
    assert entry["html"] == "<p>Hi you</p>" and entry["text"] == "Hi you"
    assert feeds.most == 1, "one request at a time to a host"
    # Readers see neither addresses nor when they are read.
    assert "address" not in source(site, ada, added["rss"]) and "nextFetch" not in source(site, ada, added["rss"])
    for id_ in [*added.values(), *failing.values(), account]:
        assert ask(site, admin, "DELETE", f"/v1/admin/school/sources/{id_}").status == 204
    assert ask(site, ada, "GET", "/v1/school/sources").json["items"] == []


def test_it_is_read_again_politely_and_followers_are_told(site, feeds, admin, ada):
    ben = person(site, "ben")
    path = "/polite"
    address = feeds.show(path, rss("Old"), ETag='"1"')
    id_ = add(site, admin, "Hilltop News", address)
    read(site, admin, id_)
    assert ask(site, ada, "PUT", f"/v1/me/sources/{id_}", {"delivery": "push"}).json["follow"] == "push"
    assert ask(site, ben, "PUT", f"/v1/me/sources/{id_}", {}).json["follow"] == "digest"
    stream = site.open_stream(ada["token"])

    advance(site, minutes=34)
    wait_until(lambda: len(feeds.at(path)) == 2, "it is read again")
    assert feeds.at(path)[1]["If-None-Match"] == '"1"' and "If-None-Match" not in feeds.at(path)[0]
    assert feeds.at(path)[1]["User-Agent"] == "Quad" and "Cookie" not in feeds.at(path)[1]

    feeds.show(path, rss("Fair", "Old"), ETag='"2"')
    advance(site, minutes=34)
    wait_until(lambda: titles(site, ada, id_) == ["Fair", "Old"], "the new item is there")
    while True:
        _, kind, data = stream.next()
        if kind == "campus.source.changed" and data == {"id": id_}:
            break
    stream.close()
    [told] = wait_until(lambda: inbox(site, ada, "news.item"), "the alert of the item")
    assert told == {"title": "Fair", "source": "Hilltop News"} and inbox(site, ben, "news.item") == []
    assert inbox(site, ben, "news.digest") == []
    advance(site, minutes=60)
    [told] = wait_until(lambda: inbox(site, ben, "news.digest"), "the digest")
    assert told == {"count": "1", "titles": "Fair"} and inbox(site, ada, "news.digest") == []

    feeds.show(path, status=429, Retry_After="7200")
    advance(site, minutes=34)
    wait_until(lambda: source(site, admin, id_).get("error") == "busy", "the server asks for a pause")
    asked = len(feeds.at(path))
    assert ask(site, admin, "POST", f"/v1/admin/school/sources/{id_}/refresh").status == 202
    advance(site, minutes=100)
    assert titles(site, ada, id_) == ["Fair", "Old"] and len(feeds.at(path)) == asked
    assert ask(site, ben, "DELETE", f"/v1/me/sources/{id_}").status == 204
    assert "follow" not in source(site, ben, id_)


def test_pictures_come_from_this_site_alone(site, feeds, admin, ada):
    feeds.show("/gym.png", png(900, 600))
    body = rss(more="<item><guid>x</guid><title>Gym</title><description>&lt;img src='/gym.png' alt='The gym'&gt;"
               "&lt;img src='/none.png'&gt;</description></item>")
    # Another server, since the first wants to be left alone.
    other = feeds.show("/pictures", body).replace("127.0.0.1", "localhost")
    site.stop("media-fetcher")
    site.start("media-fetcher", QUAD_ALLOWED_TARGETS=f"localhost:{feeds.server_port}")
    id_ = add(site, admin, "Pictures", other, layout="pictures")
    read(site, admin, id_)
    [item] = items(site, ada, id_)
    assert [one.get("alt") for one in item["pictures"]] == ["The gym", None] and "img" not in item["html"]
    address = item["pictures"][0]["address"]
    assert address == f"/v1/school/news/{item['id']}/pictures/0/480" and feeds.at("/gym.png") == []
    for variant in ("480", "160", "480"):
        answer = site.request("GET", address.replace("480", variant), token=ada["token"],
                              headers={"Accept": "image/webp", "X-Forwarded-For": "203.0.113.9"}, timeout=30)
        assert answer.status == 200 and answer.body[8:12] == b"WEBP", answer.body[:100]
    [seen] = feeds.at("/gym.png")
    assert not {"X-Forwarded-For", "Cookie", "Referer", "Authorization"} & set(seen)
    assert problem(ask(site, ada, "GET", item["pictures"][1]["address"])) == (404, "not_found")
    assert site.request("GET", address).status == 401
    assert ask(site, ada, "GET", f"/v1/school/news/{item['id']}").json == item
    assert ask(site, admin, "PATCH", f"/v1/admin/school/sources/{id_}", {"isOn": False}).json["isOn"] is False
    assert problem(ask(site, ada, "GET", f"/v1/school/news/{item['id']}")) == (404, "not_found")


def test_an_announcement_reaches_everybody_and_counts_who_has_seen_it(site, admin, ada):
    teacher = person(site, "magnus", "staff")
    body = {"title": "Picture day", "text": "In the gym.\nBring a smile."}
    assert problem(ask(site, ada, "POST", "/v1/school/announcements", body)) == (403, "not_allowed")
    posted = ask(site, teacher, "POST", "/v1/school/announcements", body)
    assert posted.status == 201, posted.body
    [told] = wait_until(lambda: inbox(site, ada, "announcement.new"), "the alert")
    assert told["title"] == "Picture day" and inbox(site, teacher, "announcement.new") == []
    path = f"/v1/school/announcements/{posted.json['id']}"
    for _ in range(2):
        assert ask(site, ada, "PUT", f"{path}/seen").status == 204
    [mine] = ask(site, teacher, "GET", "/v1/school/announcements").json["items"]
    assert (mine["seen"], mine["isMine"], mine["text"]) == (1, True, body["text"])
    [theirs] = ask(site, ada, "GET", "/v1/school/announcements").json["items"]
    assert theirs["isSeen"] and "seen" not in theirs and not theirs["isMine"]
    past = ask(site, teacher, "PATCH", path, {"expires": "2026-10-01T00:00:00.000Z"})
    assert problem(past) == (422, "expiry_in_past")
    assert ask(site, admin, "DELETE", path).status == 204
    assert ask(site, ada, "GET", "/v1/school/announcements").json["items"] == []
