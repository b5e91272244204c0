"""The search for pictures: the bundled ones, and Flickr's and Openverse's through servers that speak as they do."""

import concurrent.futures
import json
import os
import urllib.parse

import pytest
from people import advance
from picture_providers import FAILURES, OPENVERSE_ID, RESULTS, Providers
from quad_site import Site, wait_until

KEY = "0123456789abcdef0123456789abcdef"
TITLES = {
    "cake": ("Birthday cake", "Geburtstagskuchen", ["party"], ["Geburtstag", "Feier"]),
    "party": ("Party", "Feier", ["birthday", "balloons"], ["Geburtstag", "Ballons"]),
    "soccer": ("Soccer", "Fußball", ["football"], ["Tor", "grün"]),
}


@pytest.fixture(scope="module")
def providers():
    providers = Providers()
    yield providers
    providers.close()


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pictures")
    pictures = [
        {
            "id": id_, "file": f"{id_}.webp", "width": 1600, "height": 1200, "title": {"en": title, "de": german},
            "tags": {"en": tags, "de": german_tags},
        }
        for id_, (title, german, tags, german_tags) in TITLES.items()
    ]
    pictures += [
        {
            "id": f"leaf{number}", "file": "leaf.webp", "width": 1600, "height": 1200,
            "title": {"en": f"Leaf {number}", "de": f"Blatt {number}"}, "tags": {"en": ["autumn"], "de": ["Herbst"]},
        }
        for number in range(40)
    ]
    credit = {"author": "The Quad contributors", "license": "CC0-1.0", "licenseUrl": "https://a.example/"}
    (folder / "pictures.json").write_text(json.dumps({"credit": credit, "pictures": pictures}))
    (folder / "key").write_text(KEY + "\n")
    site = Site(settings={"QUAD_MEDIA_PICTURES": str(folder)})
    site.files = folder
    site.token = site.sign_up("searcher")["token"]
    yield site
    site.close()


def find(site, words, token=None, **more):
    query = urllib.parse.urlencode({"q": words, **more})
    return site.request("GET", f"/v1/pictures?{query}", token=token or site.token, timeout=30)


def found(site, words, **more):
    answer = find(site, words, **more)
    assert answer.status == 200, answer.body
    return answer.json


def all_found(site, words, limit, **more):
    results, skip = [], 0
    while True:
        reply = found(site, words, skip=skip, limit=limit, **more)
        results += reply["results"]
        skip += limit
        if reply["isLast"]:
            return results, reply["total"]


def restart(site, **settings):
    """Another provider."""
    site.stop("media-fetcher")
    site.start("media-fetcher", **settings)
    wait_until(lambda: find(site, "a").status == 422, "media-fetcher is back")


class TestBundled:
    def test_words_of_both_languages_find_it_however_they_are_spelled(self, site):
        for words in ["fussball", "Fußb", "FOOTBALL", "soccer", "gruen", "grun", "Grün"]:
            assert [picture["id"] for picture in found(site, words)["results"]] == ["soccer"], words
        [picture] = found(site, "soccer")["results"]
        assert picture == {
            "source": "bundled", "id": "soccer", "title": "Soccer", "germanTitle": "Fußball", "width": 1600,
            "height": 1200, "credit": "The Quad contributors, CC0-1.0",
        }

    def test_a_picture_with_all_words_comes_first(self, site):
        for seed in range(8):
            assert [picture["id"] for picture in found(site, "birthday balloons", seed=seed)["results"]] == [
                "party", "cake"]

    def test_each_once_in_another_order_for_another_seed_and_an_end(self, site):
        orders = []
        for seed in (1, 2):
            results, total = all_found(site, "autumn", 7, seed=seed)
            names = [picture["id"] for picture in results]
            assert len(names) == total == 40 and len(set(names)) == 40
            orders.append(names)
        assert orders[0] != orders[1]
        assert found(site, "autumn", skip=40) == {"provider": "bundled", "results": [], "total": 40, "isLast": True}

    def test_no_match_is_an_empty_list(self, site):
        assert found(site, "elephant") == {"provider": "bundled", "results": [], "total": 0, "isLast": True}

    @pytest.mark.parametrize("words", ["", "a", " a ", "??", "a\nb", "a" * 101, "é" * 101])
    def test_words_that_are_none_are_refused(self, site, words):
        answer = find(site, words)
        assert (answer.status, answer.json["code"]) == (422, "query_bad")

    @pytest.mark.parametrize("more, code", [
        ({"seed": -1}, "seed_bad"), ({"seed": 1 << 31}, "seed_bad"), ({"skip": 100_001}, "skip_bad"),
        ({"limit": 31}, "picture_limit_bad"), ({"limit": 0}, "picture_limit_bad")])
    def test_numbers_have_limits(self, site, more, code):
        answer = find(site, "sun", **more)
        assert (answer.status, answer.json["code"]) == (422, code)

    def test_only_people_of_the_site_search(self, site):
        assert site.request("GET", "/v1/pictures?q=sun").status == 401


class TestFlickr:
    @pytest.fixture(scope="class", autouse=True)
    def flickr(self, site, providers):
        restart(site, QUAD_MEDIA_FLICKR_KEY_FILE=str(site.files / "key"), QUAD_TEST_PICTURES=providers.address)

    def test_each_of_all_results_once_and_each_page_asked_for_once(self, site, providers):
        before = len(providers.asked)
        results, total = all_found(site, "sun", 30, seed=3)
        ids = [picture["id"] for picture in results]
        assert total == RESULTS and len(ids) == RESULTS and len(set(ids)) == RESULTS
        assert sorted(asked["page"] for asked in providers.asked[before:]) == ["1", "2", "3"]
        again = [picture["id"] for picture in all_found(site, "sun", 30, seed=4)[0]]
        assert len(providers.asked) == before + 3 and again != ids and sorted(again) == sorted(ids)
        asked = providers.asked[before]
        assert (asked["api_key"], asked["license"], asked["safe_search"]) == (KEY, "4,5,7,8,9,10,11,12", "1")

    def test_a_total_may_be_a_text(self, site):
        assert found(site, "text-total")["total"] == RESULTS

    def test_pictures_that_may_not_be_used_are_left_out(self, site):
        reply = found(site, "mixed")
        assert [reply["total"], reply["provider"]] == [7, "flickr"]
        assert reply["results"] == [{
            "source": "flickr", "id": "1006", "title": "Good one", "width": 1024, "height": 768,
            "credit": "“Good one” by 12037949754@N01, CC BY 2.0, Flickr",
            "page": "https://www.flickr.com/photos/12037949754@N01/1006",
        }]

    def test_no_match_is_an_empty_list(self, site):
        assert found(site, "nothing") == {"provider": "flickr", "results": [], "total": 0, "isLast": True}

    def test_every_other_reply_says_that_the_search_is_unavailable(self, site):
        # Side by side: the slow one takes its eight seconds.
        words = [*FAILURES, "slow"]
        with concurrent.futures.ThreadPoolExecutor(6) as threads:
            answers = list(threads.map(lambda word: find(site, word), words))
        codes = {word: (answer.status, answer.json.get("code")) for word, answer in zip(words, answers, strict=True)}
        assert codes == dict.fromkeys(words, (502, "pictures_unavailable"))
        log = site.log("media-fetcher")
        assert "Flickr does not accept the key in QUAD_MEDIA_FLICKR_KEY_FILE" in log and "error 105" in log
        # The operator's key is nobody else's.
        assert KEY not in log and not any(KEY in answer.body.decode() for answer in answers)
        assert found(site, "sun")["total"] == RESULTS

    def test_too_many_searches_are_told_when_to_come_back(self, site, providers):
        before = len(providers.asked)
        with concurrent.futures.ThreadPoolExecutor(20) as threads:
            answers = list(threads.map(lambda number: find(site, f"{number}-sun"), range(60)))
        statuses = [answer.status for answer in answers]
        assert set(statuses) == {200, 429}
        assert statuses.count(200) == len(providers.asked) - before <= 45
        busy = next(answer for answer in answers if answer.status == 429)
        assert busy.json["code"] == "pictures_busy" and int(busy.headers["Retry-After"]) in (1, 2)
        # What was found before costs nothing.
        assert found(site, "sun")["total"] == RESULTS


class TestOpenverse:
    @pytest.fixture(scope="class", autouse=True)
    def openverse(self, site, providers):
        restart(site, QUAD_MEDIA_OPENVERSE="yes", QUAD_TEST_PICTURES=providers.address)

    def test_results_stay_within_what_it_shows_without_a_key(self, site, providers):
        before = len(providers.asked)
        reply = found(site, "sun", seed=5, limit=3)
        assert [reply["total"], reply["provider"], reply["isLast"]] == [240, "openverse", False]
        number = int(reply["results"][0]["title"].removeprefix("Sun "))
        assert reply["results"][0] == {
            "source": "openverse", "id": OPENVERSE_ID.format(number), "title": f"Sun {number}", "width": 1024,
            "height": 768, "credit": f'"Sun {number}" by Ada is licensed under CC BY-SA 4.0.',
            "page": f"https://www.flickr.com/photos/ada/{number}",
        }
        assert providers.asked[before] == {
            "q": "sun", "license": "cc0,pdm,by,by-sa", "mature": "false", "page_size": "20", "page": "1"}

    def test_a_provider_that_asks_for_time_gets_it(self, site, providers):
        providers.busy = 600
        try:
            first = find(site, "moon")
            assert (first.status, first.json["code"]) == (429, "pictures_busy")
            before = len(providers.asked)
            second = find(site, "stars")
            assert second.status == 429 and 590 < int(second.headers["Retry-After"]) <= 600
            assert len(providers.asked) == before
        finally:
            providers.busy = None


@pytest.mark.parametrize("settings", [{"QUAD_MEDIA_OPENVERSE": "yes"}, {"QUAD_MEDIA_FLICKR_KEY_FILE": "key"}])
def test_a_picture_that_its_owner_withdraws_is_deleted_within_a_week(providers, tmp_path, settings):
    (tmp_path / "key").write_text(KEY)
    settings = {name: str(tmp_path / value) if value == "key" else value for name, value in settings.items()}
    site = Site(settings={**settings, "QUAD_TEST_PICTURES": providers.address}, clock="2030-01-01T00:00:00.000Z")
    try:
        token = site.sign_up("ada")["token"]

        def take(skip):
            answer = site.request("POST", "/v1/pictures", {"q": "sun", "seed": 1, "skip": skip}, token)
            assert answer.status == 201 and answer.json["credit"], answer.body
            when = {"date": "2040-05-01", "time": "19:00", "zone": "Etc/UTC"}
            body = {"title": "Sun", "when": when, "picture": {"object": answer.json["object"]}}
            event = site.request("POST", "/v1/events", body, token).json["event"]["id"]
            return event, os.path.join(site.data, "media/objects", answer.json["object"][:2], answer.json["object"])

        def shown(event):
            return site.request("GET", f"/v1/events/{event}/picture/160", token=token).status

        (kept, _), (withdrawn, file) = take(0), take(1)
        assert shown(kept) == shown(withdrawn) == 200
        results = site.request("GET", "/v1/pictures?q=sun&seed=1&limit=2", token=token).json["results"]
        providers.gone = {results[1]["id"]}
        advance(site, days=6)
        advance(site, days=2)
        wait_until(lambda: not os.path.exists(file), "the withdrawn picture is gone")
        # The gateway may show what it keeps for a minute more, unless the event changes.
        edit = {"version": 1, "title": "No sun"}
        assert site.request("PATCH", f"/v1/events/{withdrawn}", edit, token).status == 200
        wait_until(lambda: shown(withdrawn) == 404, "the withdrawn picture is not shown")
        assert shown(kept) == 200
        assert site.request("GET", f"/v1/events/{withdrawn}", token=token).status == 200
    finally:
        providers.gone = set()
        site.close()


def test_settings_that_do_not_fit_stop_the_program(site, providers):
    site.stop("media-fetcher")
    for name, value in [
        ("QUAD_MEDIA_PICTURES", str(site.files / "nowhere")), ("QUAD_MEDIA_FLICKR_KEY_FILE", "/nowhere"),
    ]:
        site.start("media-fetcher", **{name: value})
        assert site.processes.pop("media-fetcher").wait(10) != 0
        assert name in site.log("media-fetcher").splitlines()[-1]
    # An address of the tests is for sites of the tests.
    os.rename(os.path.join(site.data, "test-site"), os.path.join(site.data, "test-mark"))
    site.start("media-fetcher", QUAD_TEST_PICTURES=providers.address, QUAD_MEDIA_OPENVERSE="yes")
    assert site.processes.pop("media-fetcher").wait(10) != 0
    assert "QUAD_TEST_PICTURES" in site.log("media-fetcher").splitlines()[-1]
    os.rename(os.path.join(site.data, "test-mark"), os.path.join(site.data, "test-site"))
