"""A teacher fills a roster from a class list or an export of a school system."""

import io
import zipfile

import pytest
from people import Person
from playwright.sync_api import expect

from quad_page import poll, tap, visit
from quad_windows import DESK, PHONE
from quad_world import add_course, teacher


def path_of(course, rest):
    return f"/v1/courses/{course}{rest}"


@pytest.fixture(scope="module")
def dorit(site):
    return teacher(site, "dorit")


@pytest.fixture(scope="module")
def dalila(site):
    return Person(site, "dalila")


def archive(**files):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as made:
        for name, text in files.items():
            made.writestr(f"export/{name}.csv", text)
    return packed.getvalue()


def class_list(*lines):
    return {"name": "class.csv", "mimeType": "text/csv", "buffer": "\n".join(lines).encode("windows-1252")}


def test_a_class_list_is_checked_imported_and_joined_later(windows, dorit, dalila):
    course = add_course(dorit, name="Bridges")
    page = windows.open(PHONE, "dorit")
    visit(page, f"/courses/{course}")
    tap(page, "button", "Import", exact=True)
    windows.watch.expect(422, path_of(course, "/imports"))
    chosen = page.get_by_label("Class list")
    chosen.set_input_files(class_list("Name;Telefon", "Zoë;1"))
    expect(page.get_by_text("The first line has to name the columns")).to_be_visible()
    good = class_list("E-Mail;Vorname;Nachname;Matrikelnummer", "DALILA@hilltop.example;C.;Z.;4711",
                      "delphine@hilltop.example;Delphine;Noël;4712", "dalila@hilltop.example;;;", "birds;;;")
    with windows.offline(page):
        chosen.set_input_files(good)
        expect(page.get_by_role("dialog").get_by_role("alert")).to_be_visible()
    tap(page, "button", "Check file")
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("listitem")).to_have_text([
        "1 person joins now", "1 person has no account yet and joins after signing up", "1 duplicate is skipped",
        "Line 5: This isn't an email address."])
    assert len(dorit.get(path_of(course, "/roster")).json["items"]) == 1
    tap(page, "button", "Import 2 people")
    expect(page.get_by_text("1 person added · 1 joins after signing up")).to_be_visible()
    expect(page.get_by_role("heading", name="No account yet")).to_be_visible()
    tap(page, "button", "Dalila Example")
    expect(page.get_by_text("Student ID 4711")).to_be_visible()
    page.keyboard.press("Escape")
    waiting = page.get_by_role("main").get_by_role("button", name="Delphine Noël")
    expect(waiting).to_contain_text("delphine@hilltop.example")
    waiting.click()
    expect(page.get_by_text("Student ID 4712")).to_be_visible()
    page.keyboard.press("Escape")
    Person(dorit.site, "delphine")
    expect(page.get_by_role("button", name="Delphine Example")).to_be_visible()
    expect(page.get_by_role("heading", name="No account yet")).to_be_hidden()


def test_oneroster_files_are_dropped_and_a_class_is_chosen(windows, dorit):
    course = add_course(dorit, name="Canals")
    page = windows.open(DESK, "dorit")
    visit(page, f"/courses/{course}")
    tap(page, "button", "Import", exact=True)
    page.evaluate("""() => {
      const given = new DataTransfer();
      given.items.add(new File(["sourcedId,email\\nu1,demi@hilltop.example"], "users.csv"));
      given.items.add(new File(["classSourcedId,userSourcedId,role\\nc1,u1,student\\nc2,u1,student"], "enrollments.csv"));
      document.querySelector(".import-form").dispatchEvent(new DragEvent("drop", { dataTransfer: given, bubbles: true }));
    }""")
    expect(page.get_by_label("Class", exact=True)).to_be_visible()
    packed = archive(manifest="x", users="sourcedId,email\nu1,demi@hilltop.example", classes="sourcedId,title\nc2,Locks",
                     enrollments="classSourcedId,userSourcedId,role\nc1,u1,student\nc2,u1,student")
    chosen = page.get_by_label("Class list")
    large = archive(users="sourcedId,email\n" + "0" * (2 << 20), enrollments="")
    for bad in (packed[:-30], large, archive(users="a")[:-4]):
        chosen.set_input_files({"name": "a.zip", "mimeType": "application/zip", "buffer": bad})
        expect(page.get_by_text("This file can't be read.")).to_be_visible()
        chosen.set_input_files([])
    chosen.set_input_files({"name": "a.zip", "mimeType": "application/zip", "buffer": packed})
    page.get_by_label("Class", exact=True).select_option("Locks · 1 person")
    tap(page, "button", "Import 1 person")
    waiting = page.get_by_role("main").get_by_role("button", name="demi@hilltop.example")
    waiting.click()
    tap(page, "button", "Remove", exact=True)
    expect(page.get_by_text("demi@hilltop.example removed")).to_be_visible()
    expect(page.get_by_role("heading", name="No account yet")).to_be_hidden()
    assert dorit.get(path_of(course, "/expected")).json["items"] == []
    tap(page, "button", "Undo")
    expect(waiting).to_be_visible()


def test_a_removed_person_without_an_account_comes_back_with_everything_that_was_known(windows, dorit):
    course = add_course(dorit, name="Viaducts")
    rows = ("email,first,last,student_id,role,adviser\n"
            "dune@hilltop.example,\"D., \"\"Du\"\"\",Noël,4713,student,dorit@hilltop.example\n")
    assert dorit.post(path_of(course, "/imports"), {"files": [rows]}).status == 200
    [before] = dorit.get(path_of(course, "/expected")).json["items"]
    assert before["adviser"] == "dorit@hilltop.example"
    # The guide may not know the new course yet.
    windows.watch.allow(404, path_of(course, "/first-aid"))
    page = windows.open(PHONE, "dorit")
    visit(page, f"/courses/{course}")
    page.get_by_role("main").get_by_role("button", name="dune@hilltop.example").click()
    tap(page, "button", "Remove", exact=True)
    expect(page.get_by_role("heading", name="No account yet")).to_be_hidden()
    tap(page, "button", "Undo")
    expect(page.get_by_role("heading", name="No account yet")).to_be_visible()
    [after] = dorit.get(path_of(course, "/expected")).json["items"]
    assert {**after, "id": 0, "added": 0} == {**before, "id": 0, "added": 0}


def test_a_press_that_was_meant_for_the_check_imports_nothing(windows, dorit):
    course = add_course(dorit, name="Weirs")
    page = windows.open(PHONE, "dorit")
    visit(page, f"/courses/{course}")
    tap(page, "button", "Import", exact=True)
    # Pressed right after the check's reply made another button of it.
    page.evaluate("""() => {
      const button = document.querySelector(".import-form button[type=submit]");
      new MutationObserver((_, watch) => {
        if (!button.textContent.startsWith("Import")) return;
        watch.disconnect();
        setTimeout(() => {
          button.click();
          window.wasPressed = true;
        }, 100);
      }).observe(button, { childList: true, subtree: true, characterData: true });
    }""")
    page.get_by_label("Class list").set_input_files(class_list("email", "dario@hilltop.example"))
    expect(page.get_by_text("1 person has no account yet")).to_be_visible()
    poll(page, lambda: page.evaluate("() => window.wasPressed"), "the button was pressed")
    assert dorit.get(path_of(course, "/expected")).json["items"] == []
    tap(page, "button", "Import 1 person")
    expect(page.get_by_text("1 joins after signing up")).to_be_visible()
    [one] = dorit.get(path_of(course, "/expected")).json["items"]
    assert one["email"] == "dario@hilltop.example"
