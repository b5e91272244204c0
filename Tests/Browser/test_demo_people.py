"""The demo campus, and only it, can be looked at as a student and as a teacher (C1)."""

from pathlib import Path

from playwright.sync_api import expect

from quad_page import visit
from quad_windows import PHONE


def test_the_demo_is_seen_as_a_student_and_as_a_teacher(windows, site):
    for name in ("ada", "magnus"):
        answer = site.request("POST", "/v1/signup", {
            "email": f"{name}@hilltop.example", "password": "hilltop-demo-2026", "firstName": name.title(),
            "lastName": "Demo"})
        assert answer.status == 201, answer.body
    page = windows.open(PHONE)
    visit(page, "/signin")
    expect(page.get_by_role("button", name="Look around as Ada (student)")).to_have_count(0)
    # The launcher leaves this mark when it has loaded the seeds.
    mark = Path(site.data, "seeded")
    mark.touch()
    try:
        visit(page, "/signin")
        page.get_by_role("button", name="Look around as Ada (student)").click()
        page.wait_for_url("**/")
        visit(page, "/settings")
        expect(page.locator(".person-card")).to_contain_text("ada@hilltop.example")
        expect(page.get_by_role("button", name="Look around as Ada (student)")).to_have_count(0)
        page.get_by_role("button", name="Look around as Magnus (teacher)").click()
        page.wait_for_url("**/")
        visit(page, "/settings")
        expect(page.locator(".person-card")).to_contain_text("magnus@hilltop.example")
    finally:
        mark.unlink()
