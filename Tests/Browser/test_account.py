"""The pages of one's own account: sign-in data, sessions, tokens, and deletion."""

import json
import re
import zipfile

import pytest
from playwright.sync_api import expect

from people import Person
from quad_languages import LANGUAGES, OTHERS
from quad_page import address, secret, sign_in, tap, visit
from quad_site import PASSWORD, wait_until
from quad_uploads import upload
from quad_windows import DESK, PHONE

NEW_PASSWORD = "four quiet purple kettles"
BACKGROUND = "() => getComputedStyle(document.documentElement).backgroundColor"


def row(page, text):
    return page.get_by_role("listitem").filter(has_text=text)


def fill_password(page, current, new):
    page.get_by_label("Current password").last.fill(current)
    page.get_by_label("New password").fill(new)
    tap(page, "button", "Change password")


def test_the_settings_say_how_everything_stands(windows, site):
    Person(site, "stella", {"dorm": "forbes", "number": "301A"})
    page = windows.open(PHONE, "stella")
    visit(page, "/settings")
    for name, fact in (
        ("Email and password", address("stella")), ("Profile", "0 of 6"), ("API tokens", "your own scripts"),
        ("Language and theme", "English"), ("Forbes Hall 301A", "first one here"),
    ):
        expect(page.get_by_role("link", name=name).filter(has_text=fact).last).to_be_visible()
    expect(page.get_by_role("link", name="Administration")).to_have_count(0)
    site.set_roles(Person(site, "boss").id, ["admin"])
    page = windows.open(PHONE, "boss")
    visit(page, "/settings")
    expect(page.get_by_role("link", name="Administration")).to_be_visible()
    expect(page.get_by_role("button", name="Leave room")).to_have_count(0)


INITIALS = """async (people) => {
  const { colorOf, initialsOf } = await import("/app/models/person.js");
  return people.map((one) => one.id ? colorOf(one) : initialsOf(one));
}"""


def test_initials_are_what_a_reader_takes_for_letters(new_windows, source_site):
    windows = new_windows(source_site)
    page = windows.open(DESK)
    visit(page, "/signin")
    names = [
        (("ada", "Okafor"), "AO"), (("Zoe", ""), "Z"), ((" ", None), ""), (("e\u0301mile", "Zola"), "E\u0301Z"),
        (("\U0001f469\u200d\U0001f52c", "Curie"), "\U0001f469\u200d\U0001f52cC"), (("\u00df", "x"), "\u00dfX"),
        (("\u0928\u093f\u0936\u093e", "Rao"), "\u0928\u093fR"), (("\u674e", "\u5c0f\u9f99"), "\u674e\u5c0f"),
        (("\u0645\u0631\u064a\u0645", "\u0639\u0644\u064a"), "\u0645\u200c\u0639"), (("(Bo)", "3rd"), "B3"),
    ]
    people = [{"firstName": first, "lastName": last} for (first, last), _ in names]
    assert page.evaluate(INITIALS, people) == [text for _, text in names]
    id_ = "01890a5d-ac96-774b-bcce-b302099a80"
    # As Auth.ProfileColor.standard picks them.
    colors = [("00", None, "red"), ("09", None, "gray"), ("0a", None, "red"), ("ff", None, "blue"), ("00", "teal", "teal"),
              ("00", "infrared", "red")]
    people = [{"id": id_ + end, "color": color} for end, color, _ in colors]
    assert page.evaluate(INITIALS, people) == [shown for *_, shown in colors]
    windows.close()


def test_a_color_for_the_initials_is_chosen_and_seen_by_others(windows, site):
    mira = Person(site, "mira")
    page = windows.open(PHONE, "mira")
    visit(page, "/settings/profile")
    given = page.get_by_role("radio", checked=True).get_attribute("value")
    name, value = ("Pink", "pink") if given == "teal" else ("Teal", "teal")
    page.get_by_label("Hometown", exact=True).fill("Quito")
    tap(page, "button", "Save")
    expect(page.get_by_text("Saved")).to_be_visible()
    assert "color" not in mira.get("/v1/me").json, "nothing is chosen by saving something else"
    page.get_by_role("radio", name=name).check()
    tap(page, "button", "Save")
    wait_until(lambda: mira.get("/v1/me").json.get("color") == value, "the color is saved")
    visit(page, "/settings")
    expect(page.locator("main .avatar")).to_have_attribute("data-color", value)
    assert Person(site, "orson").get(f"/v1/people/{mira.id}").json["color"] == value


def test_a_profile_is_said_field_by_field_and_to_whom(windows, site):
    person = Person(site, "perla")
    page = windows.open(PHONE, "perla")
    visit(page, "/settings/profile")
    page.get_by_label("Hometown", exact=True).fill("Quito")
    page.get_by_label("Phone", exact=True).fill("12")
    page.get_by_label("Phone: visible to").select_option("Roommates")
    windows.watch.expect(422, "/v1/me")
    tap(page, "button", "Save")
    expect(page.get_by_label("Phone", exact=True)).to_be_focused()
    expect(page.get_by_text("Start with + and the country code").first).to_be_visible()
    page.get_by_label("Phone", exact=True).fill("+1 413 555 0102")
    tap(page, "button", "Save")
    expect(page.get_by_text("Saved")).to_be_visible()
    me = person.get("/v1/me").json
    assert (me["hometown"], me["phone"], me["visibleTo"]["phone"]) == ("Quito", "+14135550102", "room")


def test_a_new_password_ends_the_other_devices(windows, site):
    Person(site, "petra")
    page = windows.open(DESK, "petra")
    other = windows.open(PHONE)
    sign_in(other, "petra")
    visit(page, "/settings/signin")
    windows.watch.expect(403, "/v1/me/password")
    fill_password(page, "not the one I have", NEW_PASSWORD)
    expect(page.get_by_label("Current password").last).to_be_focused()
    expect(page.get_by_label("Current password").last).to_have_attribute("aria-invalid", "true")
    windows.watch.expect(422, "/v1/me/password")
    fill_password(page, PASSWORD, "aaaaaaaaaaaa")
    expect(page.get_by_label("New password")).to_have_attribute("aria-invalid", "true")
    # The other device is told at once, or refused when it asks next.
    windows.watch.allow(401)
    fill_password(page, PASSWORD, NEW_PASSWORD)
    expect(page.get_by_text("Password changed")).to_be_visible()
    other.reload()
    expect(other.get_by_role("button", name="Sign in")).to_be_visible()
    sign_in(other, "petra", NEW_PASSWORD)


def test_an_address_changes_with_the_password(windows, site):
    person = Person(site, "edda")
    page = windows.open(PHONE, "edda")
    visit(page, "/settings/signin")
    page.get_by_role("group").locator("summary").click()
    email, password = page.get_by_label("New email"), page.get_by_label("Current password").first
    email.fill(address("edda"))
    password.fill(PASSWORD)
    tap(page, "button", "Change email")
    expect(page.get_by_text("This is already your address.")).to_be_visible()
    Person(site, "eddy")
    email.fill(address("eddy"))
    windows.watch.expect(409, "/v1/me/email")
    tap(page, "button", "Change email")
    expect(page.get_by_text("There's already an account")).to_be_visible()
    expect(email).to_be_focused()
    email.fill(address("edwina"))
    tap(page, "button", "Change email")
    expect(page.get_by_text("Email changed")).to_be_visible()
    assert person.get("/v1/me").json["email"] == address("edwina")


def test_a_device_is_signed_out_from_another(windows, site):
    Person(site, "dido")
    page = windows.open(DESK, "dido")
    for _ in range(2):
        site.sign_in("dido")
    visit(page, "/settings/devices")
    expect(page.get_by_role("heading", name="This device")).to_be_visible()
    others = page.get_by_role("button", name=re.compile("^Sign out: "))
    count = others.count()
    assert count >= 2
    others.first.click()
    expect(others).to_have_count(count - 1)
    tap(page, "button", "Sign out others")
    expect(page.get_by_role("dialog")).to_contain_text("You stay signed in here.")
    page.get_by_role("dialog").get_by_role("button", name="Sign out", exact=True).click()
    expect(others).to_have_count(0)
    visit(page, "/settings")
    expect(page.get_by_text("Signed in on this device only")).to_be_visible()


def test_a_token_is_shown_once_and_does_what_was_ticked(windows, site):
    Person(site, "toni", {"dorm": "forbes", "number": "302A"})
    page = windows.open(PHONE, "toni")
    visit(page, "/settings/tokens")
    expect(page.get_by_role("heading", name="No tokens yet")).to_be_visible()
    tap(page, "button", "Create token")
    expect(page.get_by_label("Name", exact=True)).to_be_focused()
    expect(page.get_by_label("Administer")).to_have_count(0)
    page.get_by_label("Name", exact=True).fill("Door display")
    page.get_by_label("See your room").uncheck()
    tap(page, "button", "Create token")
    expect(page.get_by_text("Choose at least one permission.")).to_be_visible()
    page.get_by_label("See your room").check()
    page.get_by_label("Expires").select_option("in 7 days")
    tap(page, "button", "Create token")
    sheet = page.get_by_role("dialog", name="“Door display” is ready")
    token = secret(page).inner_text()
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(sheet).to_be_visible()
    assert site.request("GET", "/v1/room", token=token).status == 200
    assert site.request("GET", "/v1/me", token=token).json["code"] == "scope_missing"
    tap(sheet, "button", "I've copied it")
    visit(page, "/settings/tokens")
    expect(row(page, "Door display")).to_contain_text("See your room")
    assert token not in page.locator("body").inner_text()
    tap(page, "button", "Revoke the token Door display")
    expect(page.get_by_role("dialog")).to_contain_text("stops working immediately")
    tap(page.get_by_role("dialog"), "button", "Revoke", exact=True)
    expect(page.get_by_role("heading", name="No tokens yet")).to_be_visible()
    assert site.request("GET", "/v1/room", token=token).status == 401


def test_a_copy_of_everything_comes_as_a_file(windows, site):
    person = Person(site, "cora")
    page = windows.open(PHONE, "cora")
    # The number of pictures is not needed for it.
    space = "/v1/me/pictures/space"
    windows.watch.expect(500, space)
    page.route(f"**{space}", lambda route: route.fulfill(status=500, json={"code": "internal"}), times=1)
    visit(page, "/settings/data")
    with page.expect_download() as download:
        tap(page, "button", "Download my data")
    assert re.fullmatch(r"quad-\d{4}-\d\d-\d\d\.json", download.value.suggested_filename)
    with open(download.value.path()) as file:
        document = json.load(file)
    assert (document["format"], document["person"]) == ("quad-person", person.id)
    expect(page.get_by_role("status").filter(has_text="Downloaded")).to_be_visible()
    with_pictures = page.get_by_role("switch", name="Include my pictures")
    expect(with_pictures).to_have_count(0)
    stored = upload(site, person.token)["object"]
    visit(page, "/settings/data")
    with_pictures.check()
    expect(page.get_by_text("1 picture, 0.1 MB.")).to_be_visible()
    windows.shot(page, "data with pictures")
    with page.expect_download() as download:
        tap(page, "button", "Download my data")
    assert download.value.suggested_filename == "quad-export.zip"
    with zipfile.ZipFile(download.value.path()) as files:
        assert files.namelist() == ["quad-export.json", f"pictures/{stored}.jpg"]
    expect(page.get_by_role("status").filter(has_text="has started")).to_be_visible()


def test_a_deletion_is_asked_for_with_the_password_and_taken_back(windows, site):
    person = Person(site, "dana")
    page = windows.open(PHONE, "dana")
    visit(page, "/settings/data")
    page.get_by_role("group").locator("summary").click()
    windows.watch.expect(403, "/v1/me/delete")
    page.get_by_label("Current password").fill("not the one I have")
    tap(page, "button", "Delete my account")
    expect(page.get_by_text("This isn't your current password.")).to_be_visible()
    for path in ("/v1/home", "/v1/me", "/v1/stream", "/v1/events", "/v1/inbox", "/v1/tasks", "/v1/messages"):
        windows.watch.expected[401, path] = 1
    page.get_by_label("Current password").fill(PASSWORD)
    tap(page, "button", "Delete my account")
    expect(page.get_by_role("status").filter(has_text="Changed your mind?")).to_be_visible()
    expect(page.get_by_role("button", name="Sign in")).to_be_visible()
    assert person.get("/v1/me").status == 401
    page.get_by_label("Email").fill(address("dana"))
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    tap(page, "button", "Sign in")
    expect(page.get_by_role("heading", name="Your account will be deleted")).to_be_visible()
    expect(page).to_have_url(re.compile("/settings/data$"))
    expect(page.get_by_role("heading", name="Delete account")).to_have_count(0)
    tap(page, "button", "Keep my account")
    expect(page.get_by_role("heading", name="Delete account")).to_be_visible()
    expect(page.get_by_role("heading", name="Your account will be deleted")).to_have_count(0)


@pytest.mark.parametrize("device, chosen", [("light", "Dark"), ("dark", "Light")])
def test_chosen_colours_win_over_those_of_the_device(windows, site, device, chosen):
    Person(site, f"luca{device}")
    page = windows.open(DESK, f"luca{device}", color_scheme=device)
    visit(page, "/settings/look")
    own = page.evaluate(BACKGROUND)
    page.emulate_media(color_scheme=chosen.lower())
    wanted = page.evaluate(BACKGROUND)
    page.emulate_media(color_scheme=device)
    assert wanted != own
    page.get_by_label(chosen, exact=True).check()
    assert page.evaluate(BACKGROUND) == wanted
    page.reload()
    expect(page.get_by_label(chosen, exact=True)).to_be_checked()
    assert page.evaluate(BACKGROUND) == wanted
    page.get_by_label("Auto").check()
    assert page.evaluate(BACKGROUND) == own


@pytest.mark.parametrize("language", OTHERS)
def test_another_language_is_spoken_at_once_and_kept(windows, site, language):
    Person(site, f"lena-{language}")
    page = windows.open(PHONE, f"lena-{language}")
    visit(page, "/settings/look")
    page.get_by_label(LANGUAGES[language]).check()
    expect(page.locator("html")).to_have_attribute("lang", language)
    for path in ("/settings", "/settings/data", "/settings/tokens", "/settings/signin", "/settings/devices"):
        visit(page, path)
        assert page.evaluate("() => document.documentElement.lang") == language


def test_a_password_can_be_looked_at_and_is_hidden_when_it_is_sent(windows, site):
    page = windows.open(PHONE)
    visit(page, "/signin")
    password, eye = page.get_by_label("Password", exact=True), page.get_by_role("button", name="Show password")
    password.fill("short")
    eye.click()
    expect(password).to_have_attribute("type", "text")
    expect(eye).to_have_attribute("aria-pressed", "true")
    page.get_by_label("Email").fill("nobody@hilltop.example")
    tap(page, "button", "Sign in")
    expect(page.get_by_text("Wrong email address or password.")).to_be_visible()
    expect(password).to_have_attribute("type", "password")


def test_i1_a_sign_up_without_an_answer_says_what_to_do(windows):
    page = windows.open(PHONE)
    unsure = {"code": "service_unavailable", "processed": "maybe"}
    page.route("**/v1/signup", lambda route: route.fulfill(status=503, json=unsure), times=1)
    visit(page, "/signup")
    for label, text in (("First name", "Uma"), ("Last name", "Unsure"), ("Email", address("uma")), ("Password", PASSWORD)):
        page.get_by_label(label, exact=True).fill(text)
    windows.watch.expect(503, "/v1/signup")
    tap(page, "button", "Create account")
    expect(page.get_by_role("alert")).to_contain_text("try to sign in")
