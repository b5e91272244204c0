"""Files of the school: checked row by row, imported with a second press, and exported in the same form."""

import json

import pytest
from playwright.sync_api import expect

from conftest import campus_of
from quad_page import poll, tap, visit
from quad_windows import DESK


ROWS = "name,role,phone\nFrau Jäger,Büro – Empfang,555-0145\n"


@pytest.fixture(scope="module")
def campus():
    with campus_of("adele") as site:
        yield site


@pytest.fixture
def windows(campus_windows):
    return campus_windows


def test_a_file_is_checked_row_by_row_then_imported_and_exported(windows):
    page = windows.open(DESK, "adele")
    visit(page, "/admin/school/import?kind=contacts")
    bad = "name,role,phone\nLibrary,Front desk,call us\n"
    page.get_by_label("File").set_input_files({"name": "contacts.csv", "mimeType": "text/csv", "buffer": bad.encode()})
    row = page.get_by_role("row").nth(1)
    expect(row).to_contain_text("phone")
    expect(page.get_by_role("button", name="Import")).to_have_count(0)
    good = bad.replace("call us", "555-0144")
    page.get_by_label("File").set_input_files({"name": "contacts.csv", "mimeType": "text/csv", "buffer": good.encode()})
    tap(page, "button", "Import 1 entry")
    expect(page.get_by_text("Imported: 1 new, 0 changed.").first).to_be_visible()
    page.get_by_label("Kind of data").last.select_option("contacts")
    with page.expect_download() as begun:
        tap(page, "button", "Export file")
    exported = json.loads(begun.value.path().read_text())
    assert "Library" in json.dumps(exported)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_a_file_of_a_spreadsheet_keeps_its_letters(windows, encoding):
    page = windows.open(DESK, "adele")
    visit(page, "/admin/school/import?kind=contacts")
    content = ROWS.encode(encoding)
    page.get_by_label("File").set_input_files({"name": "contacts.csv", "mimeType": "text/csv", "buffer": content})
    expect(page.get_by_role("listitem").filter(has_text="Frau Jäger · Büro – Empfang")).to_be_visible()


def test_a_file_that_is_gone_by_the_second_press_has_to_be_chosen_again(windows, tmp_path):
    page = windows.open(DESK, "adele")
    visit(page, "/admin/school/import?kind=contacts")
    file = tmp_path / "contacts.csv"
    file.write_text(ROWS)
    page.get_by_label("File").set_input_files(file)
    expect(page.get_by_role("button", name="Import 1 entry")).to_be_visible()
    file.unlink()
    tap(page, "button", "Import 1 entry")
    expect(page.get_by_text("This file changed or moved. Choose it again.")).to_be_visible()


def test_pasted_rows_stay_while_another_page_is_looked_at(windows):
    page = windows.open(DESK, "adele")
    visit(page, "/admin/school/import")
    page.get_by_label("Kind of data").first.select_option("contacts")
    pasted = page.get_by_label("Or paste the text")
    pasted.fill(ROWS)
    visit(page, "/admin/school/bells")
    visit(page, "/admin/school/import")
    expect(pasted).to_have_value(ROWS)
    expect(page.get_by_label("Kind of data").first).to_have_value("contacts")
    tap(page, "button", "Check file")
    tap(page, "button", "Import 1 entry")
    expect(page.get_by_text("Imported: 1 new, 0 changed.").first).to_be_visible()
    visit(page, "/admin/school/import")
    expect(pasted).to_have_value("")


def test_only_what_was_checked_is_imported(windows):
    page = windows.open(DESK, "adele")
    visit(page, "/admin/school/import?kind=contacts")
    held = []
    page.route("**/v1/admin/school/import", lambda route: held.append(route))
    chosen = page.get_by_label("File")
    for name in ("Bursar", "Archive"):
        rows = f"name,role,phone\n{name},Desk,555-0146\n".encode()
        chosen.set_input_files({"name": f"{name}.csv", "mimeType": "text/csv", "buffer": rows})
        poll(page, lambda: held, "the file is being checked")
    held.pop().continue_()
    page.unroute("**/v1/admin/school/import")
    button = page.get_by_role("main").locator("form button[type=submit]").first
    expect(button).not_to_have_attribute("aria-busy", "true")
    expect(button).to_have_text("Check file")
    expect(page.get_by_text("Bursar")).to_have_count(0)
    # A press right after the check's reply was meant for the check.
    page.evaluate("""() => {
      const button = document.querySelector("main form button[type=submit]");
      new MutationObserver((_, watch) => {
        if (!button.textContent.startsWith("Import")) return;
        watch.disconnect();
        setTimeout(() => {
          button.click();
          window.wasPressed = true;
        }, 100);
      }).observe(button, { childList: true, subtree: true, characterData: true });
    }""")
    tap(page, "button", "Check file")
    poll(page, lambda: page.evaluate("() => window.wasPressed"), "the button was pressed")
    expect(page.get_by_role("listitem").filter(has_text="Archive")).to_be_visible()
    tap(page, "button", "Import 1 entry")
    expect(page.get_by_text("Imported: 1 new, 0 changed.").first).to_be_visible()
