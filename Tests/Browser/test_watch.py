"""`Watch` itself: a test with a browser fails when the browser reports an error."""

import pytest

from quad_page import address, poll, visit


@pytest.mark.parametrize(
    "fault, why",
    [
        ("console.error('broken')", "console error: broken"),
        ("console.warn('old')", "console warning: old"),
        ("setTimeout(() => { throw new Error('lost') })", "lost"),
        ("setTimeout(() => Promise.reject(new Error('left alone')))", "left alone"),
        ("document.body.setAttribute('style', 'color: red')", "content security policy: style-src-attr"),
        ("document.body.append(Object.assign(new Image(), { src: 'http://hilltop.example/a.png' }))", "img-src"),
        ("open('http://hilltop.example/')", "request to another host: http://hilltop.example/"),
        ("fetch('/v1/me')", "401 for GET /v1/me"),
        ("fetch('/none.js')", "404 for GET /none.js"),
    ],
)
def test_what_goes_wrong_in_a_window_is_seen(windows, fault, why):
    page = windows.open()
    visit(page, "/signin")
    page.evaluate(f"() => {{ {fault}; }}")
    faults = windows.watch.faults
    poll(page, lambda: any(why in line for line in faults), why)
    with pytest.raises(AssertionError, match="the browser complains"):
        windows.watch.check()
    # A host that is not found is told a moment after it was asked for.
    page.context.close()
    faults.clear()


def test_a_wrong_password_is_expected_and_said(windows, world):
    page = windows.open()
    windows.watch.expect(401, "/v1/signin")
    visit(page, "/signin")
    page.get_by_label("Email").fill(address("wanda"))
    page.get_by_label("Password", exact=True).fill("not the password")
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("alert").get_by_text("Wrong email address or password.").wait_for()


def test_what_is_expected_has_to_happen(windows):
    windows.watch.expect(401, "/v1/signin")
    with pytest.raises(AssertionError, match="did not happen"):
        windows.watch.check()
    windows.watch.expected.clear()
