import shutil
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import expect, sync_playwright

TREE = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TREE / "Tests" / "Interop"))

from people import Person  # noqa: E402
from quad_owners import Owners, collisions  # noqa: E402
from quad_site import Site  # noqa: E402
from quad_windows import Chromium, ModulePages, Windows  # noqa: E402
from quad_world import World  # noqa: E402

SOURCES = TREE / "Services" / "gateway" / "web"
# The web client as people get it.
WEB = TREE / ".build" / "web"
# The pictures that searches find.
PICTURES = TREE / "Services" / "media-fetcher" / "pictures"
GUIDE = TREE / "Services" / "guide" / "Content"
ARTEFACTS = TREE / ".build" / "browser"
# Chromium without windows of its own: a sixth of the processor time for the same pages.
SHELL = "/usr/bin/chromium-headless-shell"
# All of it, which shows notifications, too.
WHOLE = "/usr/bin/chromium"
# A machine that does much else at the same time is slow, not wrong.
expect.set_options(timeout=10_000)


def pytest_configure(config):
    """Empties the folder of evidence and builds the web client before the workers start, which share both."""
    config.addinivalue_line("markers", "service_worker: the browser keeps the client's files")
    config.addinivalue_line("markers", "notifications: the browser has a service worker and shows what is pushed")
    if not hasattr(config, "workerinput"):
        shutil.rmtree(ARTEFACTS, ignore_errors=True)
        subprocess.run([TREE / "compose" / "build-web", WEB], check=True)


@pytest.fixture(scope="session")
def site():
    """One running site with the web client; each test takes rooms and people of its own."""
    site = Site(settings={"QUAD_WEB": str(WEB), "QUAD_MEDIA_PICTURES": str(PICTURES),
                          "QUAD_GUIDE_CONTENT": str(GUIDE)})
    try:
        site.define_dorm("forbes", "Forbes Hall", 4)
        yield site
    finally:
        site.close()


@pytest.fixture(scope="session")
def source_site():
    """A site with the web client's sources as they are, for tests that import a module of it."""
    site = Site(settings={"QUAD_WEB": str(SOURCES)})
    try:
        site.define_dorm("forbes", "Forbes Hall", 4)
        yield site
    finally:
        site.close()


@contextmanager
def campus_of(*administrators, **settings):
    """A site for a file alone, with administrators by name: `admins` and, after a sign-in with their role, `tokens`."""
    site = Site(settings={"QUAD_WEB": str(WEB), **settings})
    try:
        site.define_dorm("forbes", "Forbes Hall", 4)
        # One browser session each for all tests: a person has six live streams.
        site.signed_in = {}
        site.admins = {name: Person(site, name) for name in administrators}
        for person in site.admins.values():
            site.set_roles(person.id, ["student", "admin"])
        site.tokens = {name: site.sign_in(name) for name in administrators}
        yield site
    finally:
        site.close()


@pytest.fixture
def campus_windows(chromium, campus):
    """Windows on the site that the file's fixture `campus` makes."""
    windows = Windows(chromium, campus, campus.signed_in, ARTEFACTS, has_worker=False)
    yield windows
    windows.close()


@pytest.fixture(scope="session")
def owners(site):
    return Owners(site, ARTEFACTS)


@pytest.fixture(scope="module", autouse=True)
def owned(request, owners):
    """Keeps which rooms and people the file makes on the site that it shares."""
    owners.file = request.path.name
    yield
    owners.record()
    owners.file = None


def pytest_sessionfinish(session):
    """Fails a run in which two files made the same room or person, also where they did not meet."""
    if hasattr(session.config, "workerinput"):
        return
    if found := collisions(ARTEFACTS):
        print("\n".join(["", "Rooms and people of more than one file of tests:", *found]))
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.fixture(scope="session")
def playwright():
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def chromium(playwright):
    browser = Chromium(playwright, SHELL)
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def whole_chromium(playwright):
    browser = Chromium(playwright, WHOLE)
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def states():
    """The browser's state after each person's sign-in."""
    return {}


@pytest.fixture(scope="session")
def new_windows(chromium, site, states):
    """Makes windows on the shared site, or on another one, of a browser without a service worker."""
    return lambda other=None: Windows(chromium, other or site, {} if other else states, ARTEFACTS, has_worker=False)


@pytest.fixture
def windows(request, site, states):
    """Of a browser without a service worker, as wherever a site is not reached by TLS, unless the test wants one."""
    wants_worker = request.node.get_closest_marker("service_worker") is not None
    shows_notices = request.node.get_closest_marker("notifications") is not None
    browser = request.getfixturevalue("whole_chromium" if shows_notices else "chromium")
    windows = Windows(browser, site, states, ARTEFACTS, has_worker=wants_worker or shows_notices,
                      fetches_ahead=wants_worker)
    yield windows
    windows.close()


@pytest.fixture
def source_windows(chromium, source_site):
    windows = Windows(chromium, source_site, {}, ARTEFACTS, has_worker=False)
    yield windows
    windows.close()


@pytest.fixture(scope="session")
def module_pages(chromium, source_site):
    pages = ModulePages(Windows(chromium, source_site, {}, ARTEFACTS, has_worker=False))
    yield pages
    pages.windows.close()


@pytest.fixture
def modules(module_pages):
    """Returns a page of the client's sources in a language, for tests that import a module and touch nothing else:
    all of them share it."""
    module_pages.windows.watch.begin_again()
    return module_pages


@pytest.fixture(scope="session")
def world(site, owners):
    """People in every situation that a page shows. Tests read them and change nothing."""
    owners.record()
    world = World(site)
    owners.record("quad_world.py")
    return world


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem):
    """A test passes when the browser had nothing to complain about, either."""
    given = pyfuncitem.funcargs
    used = [given[name] for name in ("windows", "source_windows") if name in given]
    used += [given[name].windows for name in ("shown", "modules") if name in given]
    try:
        result = yield
        for windows in used:
            windows.finish()
        return result
    except BaseException:
        for number, windows in enumerate(used):
            windows.keep_evidence(f"{pyfuncitem.name}-{number}" if number else pyfuncitem.name)
        raise
