from itertools import count

import pytest
from quad_bus import BusClient
from quad_home import Home
from quad_site import Site, Stay

FORBES = {"id": "forbes", "name": "Forbes Hall", "roomCapacity": 4}


def pytest_configure(config):
    config.addinivalue_line(
        "markers", "own_site: a site to itself; for a test that stops programs, or looks at what the whole site shares")


@pytest.fixture(scope="module")
def stays():
    """A running site that the tests of a module share; each call returns an unused part of it."""
    site = Site()
    numbers = count(1)
    try:
        site.operator("roomhub.dorm.define", FORBES)
        yield lambda: Stay(site, next(numbers))
    finally:
        site.close()


@pytest.fixture
def site(request):
    """A running site with one dorm: a part of the module's, or a whole one for a test that is marked `own_site`."""
    if not request.node.get_closest_marker("own_site"):
        yield request.getfixturevalue("stays")()
        return
    site = Site()
    try:
        site.operator("roomhub.dorm.define", FORBES)
        yield site
    finally:
        site.close()


@pytest.fixture
def operator(site):
    client = BusClient(site.keys, site.run, "operator")
    yield client
    client.close()


@pytest.fixture
def home(site, tmp_path):
    """A person without an account yet."""
    return Home(site, tmp_path / "home")


@pytest.fixture
def ada(home):
    """A signed-in person who has opened a room."""
    home.sign_up("ada")
    home.run("room", "join", home.site.dorm, "101A")
    return home
