"""Icons and manifest of the real web client, as a home screen, a tab and an installer get them."""

import html.parser
import os
import re
import struct
import zlib

import pytest

from quad_site import Site

WEB = os.path.join(os.path.dirname(__file__), "../../Services/gateway/web")


@pytest.fixture(scope="module")
def client():
    """A gateway with the real web client."""
    site = Site(programs=(), settings={"QUAD_WEB": WEB})
    try:
        site.start("gateway")
        yield site
    finally:
        site.close()


def png(data):
    """Width, height, and whether something may show through; its checksums are right."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    chunks, at = [], 8
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at : at + 8])
        body = data[at + 8 : at + 8 + length]
        assert struct.unpack(">I", data[at + 8 + length : at + 12 + length]) == (zlib.crc32(kind + body),)
        chunks.append((kind, body))
        at += 12 + length
    assert chunks[0][0] == b"IHDR" and chunks[-1][0] == b"IEND"
    width, height, _, colour, *_ = struct.unpack(">IIBBBBB", chunks[0][1])
    assert zlib.decompress(b"".join(body for kind, body in chunks if kind == b"IDAT"))
    has_alpha = colour in (4, 6) or any(kind == b"tRNS" for kind, _ in chunks)
    return width, height, has_alpha


def picture(client, icon):
    """An icon of the manifest, as the manifest describes it."""
    answer = client.request("GET", icon["src"])
    assert (answer.status, answer.headers["Content-Type"].split(";")[0]) == (200, icon["type"]), icon
    if icon["type"] == "image/png":
        width, height, has_alpha = png(answer.body)
        assert icon["sizes"] == f"{width}x{height}", icon
        assert len(answer.body) < 20_000, icon
        assert not has_alpha or icon.get("purpose") != "maskable", "a mask cuts it: nothing may show through"
    else:
        assert icon["sizes"] == "any" and answer.body.startswith(b"<svg"), icon
    return icon["src"]


def test_the_client_can_be_installed(client):
    answer = client.request("GET", "/manifest.webmanifest")
    assert answer.headers["Content-Type"].startswith("application/manifest+json")
    manifest = answer.json
    assert manifest["name"] and 0 < len(manifest["short_name"]) <= 12 and manifest["description"]
    assert manifest["id"] == manifest["start_url"] == manifest["scope"] == "/"
    assert manifest["display"] == "standalone" and not manifest.get("prefer_related_applications")
    assert all(re.fullmatch("#[0-9a-f]{6}", manifest[name]) for name in ("theme_color", "background_color"))
    shown = {(icon["sizes"], icon["purpose"]) for icon in manifest["icons"]}
    assert shown >= {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable"), ("any", "any")}
    sources = [picture(client, icon) for icon in manifest["icons"]]
    page = client.request("GET", "/").body
    for shortcut in manifest["shortcuts"]:
        assert shortcut["name"] and client.request("GET", shortcut["url"]).body == page
        assert [icon["sizes"] for icon in shortcut["icons"]] == ["96x96"]
        sources += [picture(client, icon) for icon in shortcut["icons"]]
    assert len(set(sources)) == len(sources)


def test_everything_that_the_page_names_is_there(client):
    class Links(html.parser.HTMLParser):
        found = []

        def handle_starttag(self, tag, attributes):
            attributes = dict(attributes)
            if tag == "link" or "src" in attributes:
                self.found.append((attributes.get("rel", tag), attributes.get("href") or attributes["src"], attributes))

    page = client.request("GET", "/").body.decode()
    Links().feed(page)
    named = {}
    for what, path, attributes in Links.found:
        answer = client.request("GET", path)
        assert answer.status == 200 and answer.body.decode("latin-1") != page, path
        named.setdefault(what, []).append((answer, attributes))
    assert len(named["manifest"]) == len(named["icon"]) == len(named["apple-touch-icon"]) == 1
    [(icon, _)], [(apple, attributes)] = named["icon"], named["apple-touch-icon"]
    assert icon.headers["Content-Type"].startswith("image/svg+xml")
    width, height, has_alpha = png(apple.body)
    assert attributes["sizes"] == f"{width}x{height}" == "180x180"
    assert not has_alpha, "iOS shows black through it"


def test_the_icons_sign_is_in_the_part_that_every_mask_leaves(client):
    """All that is not ground lies within the circle of 80 % of the width (W3C manifest, safe zone)."""
    drawing = client.request("GET", "/icon.svg").body.decode()
    assert 'viewBox="0 0 64 64"' in drawing and 'd="M0 0h64v64H0z"' in drawing, "the ground is all of it"
    number = lambda name, tag: float(re.search(rf'\b{name}="([0-9.]+)"', tag)[1])
    signs = re.findall("<(?:rect|circle) [^>]*>", drawing)
    assert len(signs) == 4
    for tag in signs:
        if tag.startswith("<circle"):
            x, y, round = number("cx", tag), number("cy", tag), number("r", tag)
            corners = [(x, y)]
        else:
            x, y, round = number("x", tag), number("y", tag), number("rx", tag)
            right, bottom = x + number("width", tag), y + number("height", tag)
            corners = [(a, b) for a in (x + round, right - round) for b in (y + round, bottom - round)]
        assert all(((x - 32) ** 2 + (y - 32) ** 2) ** 0.5 + round <= 0.4 * 64 for x, y in corners), tag
