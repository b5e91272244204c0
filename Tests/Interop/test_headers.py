"""SEC12: every route's answer, good or bad, carries the headers that keep a browser from being misled."""

import ssl
import http.client
import os
import subprocess

import pytest

from quad_site import Site

ALWAYS = {
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "geolocation=(self), camera=(self)",
}
POLICY = ("default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'")
UUID = "018f3a2b-4c5d-7e6f-8091-a2b3c4d5e6f7"


def missing(answer):
    wrong = [name for name, value in ALWAYS.items() if answer.headers.get(name) != value]
    policy = answer.headers.get("Content-Security-Policy", "")
    wrong += [part for part in POLICY if part not in policy]
    if answer.body and not answer.headers.get("Content-Type", "").startswith("application/"):
        wrong.append("Content-Type " + str(answer.headers.get("Content-Type")))
    return wrong


def every_request(document):
    for path, methods in document["paths"].items():
        target = path.replace("{id}", UUID).replace("{person}", UUID)
        for method in methods:
            yield method.upper(), target
        yield "TRACE", target
    yield from [
        ("GET", "/healthz"), ("GET", "/readyz"), ("GET", "/openapi.json"), ("GET", "/"), ("GET", "/no/such/page"),
        ("GET", "/v1/tasks?limit=%ff"), ("DELETE", "/v1/messages/" + UUID), ("PUT", "/v1/messages/" + UUID),
    ]


@pytest.fixture
def campus(request, site, tmp_path):
    """The site, without and with the web client's files: they change nothing for the API."""
    if request.param == "web":
        (tmp_path / "index.html").write_text("<!doctype html>")
        site.stop("gateway")
        site.settings["QUAD_WEB"] = str(tmp_path)
        site.start("gateway")
        site.wait_ready()
    return site


@pytest.mark.parametrize("campus", ["bare", pytest.param("web", marks=pytest.mark.own_site)], indirect=True)
def test_every_route_carries_them(campus):
    site = campus
    ada = site.member("ada")
    document = site.request("GET", "/openapi.json").json
    wrong = []
    for token in (None, ada["token"]):
        for method, target in every_request(document):
            if target == "/v1/stream" and token:
                continue  # open; its headers are looked at below
            if target == "/v1/signout":
                continue
            answer = site.request(method, target, {} if method in ("POST", "PUT", "PATCH") else None, token)
            if answer.headers.get("Content-Type", "").startswith("text/html"):
                assert "QUAD_WEB" in site.settings and target in ("/", "/no/such/page")
                continue  # test_web.py looks at those
            # The document of the API is public: a client keeps it and asks again by its tag.
            kept = {"Cache-Control"} if target == "/openapi.json" and answer.status == 200 else set()
            for name in set(missing(answer)) - kept:
                wrong.append(f"{method} {target}: {answer.status}: {name}")
            if "Strict-Transport-Security" in answer.headers:
                wrong.append(f"{method} {target}: HSTS over plain HTTP")
    stream = site.open_stream(ada["token"])
    headers = stream.response.headers
    stream.close()
    wrong += [f"stream: {name}" for name, value in ALWAYS.items() if headers.get(name) != value]
    assert wrong == []


def test_the_session_cookie_is_out_of_reach_of_scripts_and_other_sites(site):
    site.sign_up("ada")
    answer = site.request("POST", "/v1/signin", {"email": site.address("ada"), "password": site.password})
    cookies = answer.headers.get_all("Set-Cookie")
    assert any(cookie.startswith("sid=") for cookie in cookies)
    for cookie in cookies:
        parts = [part.strip() for part in cookie.split(";")]
        assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= set(parts), cookie
        assert not any(part.startswith("Domain") for part in parts)


def test_a_write_with_the_cookie_comes_from_our_own_pages(site):
    ada = site.member("ada")
    cookie = {"Cookie": "sid=" + ada["token"]}
    same = cookie | {"Sec-Fetch-Site": "same-origin"}
    assert site.request("POST", "/v1/tasks", {"title": "mine"}, headers=same).status == 201
    for foreign in (
        {"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"}, {"Origin": "https://evil.example"},
        {"Origin": "null"},
    ):
        answer = site.request("POST", "/v1/tasks", {"title": "theirs"}, headers=cookie | foreign)
        assert (answer.status, answer.json["code"]) == (403, "cross_site"), foreign
    # A form of another site cannot send JSON.
    form = site.request("POST", "/v1/tasks", b"title=theirs", headers=same | {
        "Content-Type": "application/x-www-form-urlencoded"})
    assert form.status == 415
    titles = [task["title"] for task in site.request("GET", "/v1/tasks", token=ada["token"]).json["items"]]
    assert titles == ["mine"]


@pytest.mark.own_site
def test_the_sites_address_may_end_with_its_port_and_a_slash(site):
    ada = site.member("ada")
    site.stop("gateway")
    site.settings["QUAD_ORIGIN"] = "https://quad.example:443/"
    site.start("gateway")
    site.wait_ready()
    own = {"Cookie": "__Host-sid=" + ada["token"], "Origin": "https://quad.example"}
    assert site.request("POST", "/v1/tasks", {"title": "mine"}, headers=own).status == 201
    other = own | {"Origin": "https://quad.example:444"}
    assert site.request("POST", "/v1/tasks", {"title": "theirs"}, headers=other).json["code"] == "cross_site"


def test_over_tls_the_cookies_are_host_cookies_and_hsts_is_set(tmp_path):
    certificate, key = str(tmp_path / "cert.pem"), str(tmp_path / "key.pem")
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=localhost",
         "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", certificate],
        check=True, capture_output=True)
    os.chmod(key, 0o600)
    site = Site(
        programs=("auth", "roomhub"), settings={"QUAD_TLS_CERTIFICATE": certificate, "QUAD_TLS_KEY": key})
    try:
        site.start("gateway")
        context = ssl.create_default_context(cafile=certificate)
        connection = http.client.HTTPSConnection("localhost", site.port, context=context, timeout=10)
        body = (
            '{"email":"ada@hilltop.example","password":"%s","firstName":"A","lastName":"B","signIn":true}'
            % site.password)
        connection.request("POST", "/v1/signup", body, {"Content-Type": "application/json"})
        response = connection.getresponse()
        assert response.status == 201, response.read()
        response.read()
        assert response.headers["Strict-Transport-Security"] == "max-age=31536000"
        for cookie in response.headers.get_all("Set-Cookie"):
            assert cookie.startswith("__Host-") and "Secure" in cookie, cookie
        connection.close()
    finally:
        site.close()


@pytest.mark.own_site
def test_e10_hosts_below_the_sites_need_tls_only_if_the_operator_says_so(site):
    for value, expected in [(None, "max-age=31536000"), ("yes", "max-age=31536000; includeSubDomains")]:
        site.stop("gateway")
        site.settings |= {"QUAD_ORIGIN": "https://quad.example"} | ({"QUAD_HSTS_SUBDOMAINS": value} if value else {})
        site.start("gateway")
        site.wait_ready()
        assert site.request("GET", "/v1/site").headers["Strict-Transport-Security"] == expected
        assert site.request("GET", "/v1/site", headers={"Host": "a b"}).headers["Strict-Transport-Security"] == expected


def test_e10_a_sign_out_clears_the_browsers_cache_and_nothing_else_does(site):
    ada = site.sign_up("ada")
    assert site.request("GET", "/v1/me", token=ada["token"]).headers["Clear-Site-Data"] is None
    out = site.request("POST", "/v1/signout", token=ada["token"])
    assert (out.status, out.headers["Clear-Site-Data"]) == (204, '"cache"')


def test_e10_the_document_is_fetched_once(site):
    first = site.request("GET", "/openapi.json")
    assert first.status == 200 and len(first.body) > 100_000
    again = site.request("GET", "/openapi.json", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status, again.body) == (304, b"")


def test_e6_a_compressed_body_is_refused_before_anybody_reads_it(site):
    body = {"email": site.address("ada"), "password": "wrong wrong wrong"}
    for encoding in ("gzip", "br", "gzip, identity"):
        answer = site.request("POST", "/v1/signin", body, headers={"Content-Encoding": encoding})
        assert (answer.status, answer.json["code"]) == (415, "content_encoding_unsupported")
        assert answer.headers["Accept-Encoding"] == "identity"
    assert site.request("POST", "/v1/signin", body, headers={"Content-Encoding": "identity"}).status == 401


def tagged_reads(document):
    for path, methods in document["paths"].items():
        read = methods.get("get")
        if not read or "304" not in read["responses"] or "{" in path:
            continue
        needed = [one for one in read.get("parameters", []) if one["in"] == "query" and one["required"]]
        if "application/json" in read["responses"]["200"]["content"] and not needed:
            yield path


def test_a_read_that_shows_nothing_new_gets_304(site):
    ada, bob = site.member("ada"), site.member("bob", "102A")
    reads = list(tagged_reads(site.request("GET", "/openapi.json").json))
    assert len(reads) > 30 and "/v1/inbox" in reads
    seen = 0
    for path in reads:
        first = site.request("GET", path, token=ada["token"])
        if first.status != 200:
            assert "ETag" not in first.headers, path
            continue  # an administrator's, or of a term that the school has not entered
        seen += 1
        tag = first.headers["ETag"]
        again = site.request("GET", path, token=ada["token"], headers={"If-None-Match": tag})
        # A list that tells the time is a new one each time.
        if again.status == 200:
            assert again.headers["ETag"] != tag and again.body != first.body, path
            continue
        assert (again.status, again.body, again.headers["ETag"]) == (304, b"", tag), path
        assert missing(again) == [], path
        other = site.request("GET", path, token=bob["token"], headers={"If-None-Match": f'W/"none", {tag}'})
        assert other.status == 304 if other.headers["ETag"] == tag else other.status == 200, path
    assert seen > 25
    tag = site.request("GET", "/v1/messages", token=ada["token"]).headers["ETag"]
    posted = site.request("POST", "/v1/messages", {"text": "Soup is ready"}, ada["token"])
    assert posted.status == 201, posted.body
    news = site.request("GET", "/v1/messages", token=ada["token"], headers={"If-None-Match": tag})
    assert news.status == 200 and b"Soup is ready" in news.body
