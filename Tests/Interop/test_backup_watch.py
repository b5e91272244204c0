"""O7: administrators hear of it when the last good backup is older than 26 hours."""

import os
import time

import pytest
from quad_backups import back_up
from quad_site import problem, wait_until
from quad_stores import database, reading

HOUR = 3600
pytestmark = pytest.mark.own_site


def leave_mark(site, hours):
    made = time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(time.time() - hours * HOUR))
    with open(os.path.join(site.data, "backed-up"), "w") as file:
        file.write(made + "\n")
    return made


def restart(site, *changes):
    """Starts auth again, which looks at the last backup at once."""
    site.stop("auth")
    if changes:
        with database(site, "auth") as store:
            for change in changes:
                store.execute(change)
    site.start("auth")
    site.wait_ready()


def notices(site, token):
    items = site.request("GET", "/v1/inbox", token=token).json["items"]
    return [item for item in items if item["text"]["key"] == "backup.old"]


def state(site, token):
    return site.request("GET", "/v1/admin/backup", token=token)


def test_o7_an_old_backup_reaches_administrators_once_a_day_and_their_page(site):
    ada, ben = site.sign_up("ada"), site.sign_up("ben")
    site.set_roles(ada["person"], ["admin", "student"])
    admin, ben = site.sign_in("ada"), ben["token"]
    assert state(site, admin).json == {"isOld": False}, "a new site has a day for its first backup"
    assert problem(state(site, ben)) == (403, "not_allowed")
    made = leave_mark(site, 25)
    restart(site)
    assert state(site, admin).json == {"isOld": False, "last": made}

    made = leave_mark(site, 27)
    assert state(site, admin).json == {"isOld": True, "last": made}
    restart(site)
    [notice] = wait_until(lambda: notices(site, admin), "the administrator is notified")
    assert notice["text"]["values"] == [{"name": "last", "text": made}] and notice["importance"] == "high"
    assert [reason["key"] for reason in notice["because"]] == ["site.administrator"]
    assert notice["rendered"]["title"] == "No recent backup"
    restart(site)
    [(since, told)] = sql(site)
    assert told is not None
    # A day later again, and only then.
    restart(site, f"UPDATE backup_watch SET told_at = told_at - {24 * HOUR * 1000}")
    wait_until(lambda: len(notices(site, admin)) == 2, "the administrator is notified again")
    assert notices(site, ben) == []

    back_up(site, "--plain")
    assert state(site, admin).json["isOld"] is False
    restart(site)
    wait_until(lambda: sql(site)[0][1] is None, "the next old backup is news")
    os.unlink(os.path.join(site.data, "backed-up"))
    restart(site, f"UPDATE backup_watch SET since = {since} - {27 * HOUR * 1000}")
    wait_until(lambda: len(notices(site, admin)) == 3, "no backup at all is too old, too")
    assert notices(site, admin)[0]["text"]["values"] == [] and state(site, admin).json == {"isOld": True}


def sql(site):
    with reading(site, "auth") as store:
        return store.execute("SELECT since, told_at FROM backup_watch").fetchall()
