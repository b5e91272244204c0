"""The objects of guide in the access matrix: AEDs, and a crisis alert of the owner."""

from quad_site import wait_until
from quad_stores import database


def new_aed(world, role):
    return {"id": world.admin("POST", "/v1/admin/aeds", {"building": "Gym"}).json["id"]}


def drop_aeds(world, role):
    for aed in world.ask("anon", "GET", "/v1/aeds").json["items"]:
        world.admin("DELETE", f"/v1/admin/aeds/{aed['id']}")


def forget_crises(world, role):
    """A person may send three an hour, and the matrix sends more."""
    with database(world.site, "guide") as rows:
        rows.execute("DELETE FROM crisis_person")
        rows.execute("DELETE FROM crisis")


def crisis(world, role):
    """An alert that the roommate got."""
    forget_crises(world, role)

    def members():
        with database(world.site, "guide") as rows:
            return rows.execute("SELECT count(*) FROM membership").fetchone()[0] >= 2

    wait_until(members, "guide knows the room")
    return {"id": world.ask("owner", "POST", "/v1/crisis-alerts", {"place": "Gym"}).json["id"]}
