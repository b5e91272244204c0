import pytest
from quad_bus import BusClient
from quad_home import Home
from quad_site import Site

FORBES = {"id": "forbes", "name": "Forbes Hall", "roomCapacity": 4}


@pytest.fixture
def site():
    """A running site with one dorm."""
    site = Site()
    operator = BusClient(site.keys, site.run, "operator")
    try:
        operator.call("roomhub.dorm.define", FORBES)
        yield site
    finally:
        operator.close()
        site.close()


@pytest.fixture
def operator(site):
    client = BusClient(site.keys, site.run, "operator")
    yield client
    client.close()


@pytest.fixture
def home(site, tmp_path):
    """Somebody without an account yet."""
    return Home(site, tmp_path / "home")


@pytest.fixture
def ada(home):
    """Somebody signed in who has opened a room."""
    home.sign_up("ada")
    home.run("room", "join", "forbes", "101A")
    return home
