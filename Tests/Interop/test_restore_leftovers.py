"""O6: the data that a restore moved aside holds people who were erased since, and does not stay."""

import os
import time

import pytest
from quad_backups import empty_site, quadctl
from quad_site import wait_until


@pytest.fixture
def site():
    with empty_site() as site:
        yield site


def test_o6_what_a_restore_moved_aside_goes_after_a_week(site):
    def name(days):
        return time.strftime("replaced-%Y%m%dT%H%M%SZ", time.gmtime(time.time() - days * 24 * 3600))

    kept = [name(6), "replaced-by-hand", "notes"]
    gone = [name(8), name(9) + "-2", os.path.join("roomhub", name(8))]
    for folder in kept + gone:
        os.makedirs(os.path.join(site.data, folder, "roomhub"))
        with open(os.path.join(site.data, folder, "roomhub", "roomhub.sqlite"), "w") as file:
            file.write("people who were erased since")
    site.start("roomhub")
    wait_until(lambda: not any(os.path.exists(os.path.join(site.data, folder)) for folder in gone), "old data is gone")
    wait_until(lambda: site.log("roomhub").count("the data before a restore is kept for 7 days") == 3, "it is logged")
    assert all(os.path.exists(os.path.join(site.data, folder)) for folder in kept)


def test_o6_a_restore_says_how_long_the_previous_data_stays(site):
    site.start("roomhub")
    wait_until(lambda: '"ready"' in site.log("roomhub"), "ready")
    site.stop("roomhub")
    done = quadctl(site, "restore", "--empty", "roomhub", "--data", site.data)
    assert done.returncode == 0 and "the programs delete it after 7 days" in done.stdout, done
