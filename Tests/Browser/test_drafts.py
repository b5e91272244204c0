"""Drafts: text that was typed and not sent survives Back, a reload and the end of a session, for its author alone."""

import re

import pytest
from people import Person
from playwright.sync_api import expect

from quad_page import poll, sign_in, tap, visit
from quad_windows import DESK, PHONE
from quad_world import add_event, add_task, add_to_do, post_message

DRAFTS = """async () => {
  const database = await new Promise((resolve) => {
    const opening = indexedDB.open("quad");
    opening.onsuccess = () => resolve(opening.result);
  });
  const all = database.transaction("drafts").objectStore("drafts").getAll();
  const found = await new Promise((resolve) => { all.onsuccess = () => resolve(all.result); });
  database.close();
  return found;
}"""
# A draft of another time, put where the client keeps them.
AGE = """async (days) => {
  const database = await new Promise((resolve) => {
    const opening = indexedDB.open("quad");
    opening.onsuccess = () => resolve(opening.result);
  });
  const box = database.transaction("drafts", "readwrite").objectStore("drafts");
  const all = box.getAll();
  await new Promise((resolve) => { all.onsuccess = resolve; });
  for (const draft of all.result) box.put({ ...draft, until: draft.until - days * 86_400_000 });
  await new Promise((resolve) => { box.transaction.oncomplete = resolve; });
  database.close();
}"""


@pytest.fixture(scope="module")
def dora(site):
    """Lives with two others, so that nobody can tell who wrote."""
    dora = Person(site, "dora")
    dora.join("712A")
    for name in ("dirk", "dan"):
        Person(site, name).join("712A", code=dora.code())
    return dora


@pytest.fixture
def phone(windows, dora):
    return windows.open(PHONE, "dora")


def kept(page):
    return [draft["key"] for draft in page.evaluate(DRAFTS)]


def wait_for_drafts(page, count):
    poll(page, lambda: len(kept(page)) == count, f"{count} drafts are kept")


def note(page):
    return page.get_by_text(re.compile("^Draft from "))


def open_all_fields(page):
    page.get_by_role("textbox", name="Add task").focus()
    tap(page, "link", "More options")


def test_w5_a_new_task_survives_back_and_a_reload(phone, dora):
    visit(phone, "/tasks")
    open_all_fields(phone)
    phone.get_by_role("textbox", name="Task").fill("Buy a kettle")
    phone.get_by_label("Notes").fill("Two liters,\nif they have it")
    phone.get_by_role("switch", name="Important").check()
    phone.go_back()
    expect(phone.get_by_role("heading", name="Task list")).to_be_visible()
    open_all_fields(phone)
    for _ in range(2):
        expect(note(phone)).to_be_visible()
        expect(phone.get_by_role("textbox", name="Task")).to_have_value("Buy a kettle")
        expect(phone.get_by_label("Notes")).to_have_value("Two liters,\nif they have it")
        expect(phone.get_by_role("switch", name="Important")).to_be_checked()
        phone.reload()
    tap(phone, "button", "Add")
    expect(phone.get_by_text("Task added")).to_be_visible()
    assert kept(phone) == []
    open_all_fields(phone)
    expect(phone.get_by_role("textbox", name="Task")).to_have_value("")
    expect(note(phone)).to_have_count(0)


def test_w5_a_draft_can_be_discarded(phone, dora):
    task = add_task(dora, "Wash the curtains")
    visit(phone, f"/tasks/{task}/edit")
    phone.get_by_label("Notes").fill("At 40 degrees")
    phone.reload()
    expect(phone.get_by_label("Notes")).to_have_value("At 40 degrees")
    tap(phone, "button", "Discard draft")
    expect(phone.get_by_label("Notes")).to_have_value("")
    expect(note(phone)).to_have_count(0)
    assert kept(phone) == []
    # Typing it back to what it was leaves nothing to keep either.
    phone.get_by_label("Notes").fill("At 60 degrees")
    phone.get_by_label("Notes").fill("")
    phone.reload()
    expect(phone.get_by_label("Notes")).to_have_value("")
    expect(note(phone)).to_have_count(0)


def test_w5_a_message_stays_for_a_day_on_the_device_alone(phone, dora):
    visit(phone, "/board")
    phone.get_by_label("New message").fill("Who ate my\nstrawberry jam?")
    phone.reload()
    expect(phone.get_by_label("New message")).to_have_value("Who ate my\nstrawberry jam?")
    expect(note(phone)).to_be_visible()
    [draft] = phone.evaluate(DRAFTS)
    assert draft["until"] - draft["at"] == 86_400_000
    tap(phone, "button", "Post")
    expect(phone.get_by_text("Posted", exact=True)).to_be_visible()
    expect(note(phone)).to_have_count(0)
    assert kept(phone) == []


def test_w5_what_is_written_stays_when_somebody_moves_in(site, windows):
    dot = Person(site, "dot")
    dot.join("714A")
    Person(site, "dex").join("714A", code=dot.code())
    page = windows.open(PHONE, "dot")
    visit(page, "/board")
    field = page.get_by_label("New message")
    field.fill("Half a thou")
    expect(page.get_by_text("Your roommate will know it's you.")).to_be_visible()
    Person(site, "dina").join("714A", code=dot.code())
    expect(page.get_by_text("Your roommate will know it's you.")).to_have_count(0)
    expect(field).to_have_value("Half a thou")


def test_w5_the_profile_survives_a_reload(phone):
    visit(phone, "/settings/profile")
    phone.get_by_label("Hometown", exact=True).fill("Ulm")
    phone.get_by_label("Hometown: visible to").select_option("Campus")
    phone.reload()
    expect(phone.get_by_label("Hometown", exact=True)).to_have_value("Ulm")
    expect(phone.get_by_label("Hometown: visible to")).to_have_value("campus")
    tap(phone, "button", "Save")
    expect(phone.get_by_text("Saved", exact=True)).to_be_visible()
    expect(note(phone)).to_have_count(0)
    assert kept(phone) == []


def test_w5_lines_of_lists_survive_back(phone, dora):
    event = add_event(dora, "Picnic by the lake", days=9)
    add_to_do(dora, event, "Ask for a blanket")
    visit(phone, f"/events/{event}")
    tap(phone, "button", "Menu")
    phone.get_by_role("dialog").get_by_role("link", name=re.compile("^To-do")).click()
    expect(phone).to_have_url(re.compile("/to-dos$"))
    expect(phone.get_by_role("heading", name="To-dos", level=1)).to_be_visible()
    phone.get_by_role("textbox", name="Add to-do").fill("Bring the good k")
    phone.go_back()
    expect(phone.get_by_role("heading", name="Picnic by the lake")).to_be_visible()
    phone.go_forward()
    expect(phone.get_by_role("textbox", name="Add to-do")).to_have_value("Bring the good k")
    expect(note(phone)).to_be_visible()
    phone.get_by_role("textbox", name="Add to-do").press("Enter")
    expect(phone.get_by_role("listitem").filter(has_text="Bring the good k")).to_be_visible()
    expect(note(phone)).to_have_count(0)
    tap(phone, "button", re.compile("Ask for a blanket$"))
    phone.get_by_role("textbox", name="To-do", exact=True).fill("Ask for two blankets")
    phone.reload()
    tap(phone, "button", re.compile("Ask for a blanket$"))
    expect(phone.get_by_role("textbox", name="To-do", exact=True)).to_have_value("Ask for two blankets")
    tap(phone, "button", "Save")
    expect(phone.get_by_role("listitem").filter(has_text="Ask for two blankets")).to_be_visible()
    assert kept(phone) == []


def test_w5_a_reason_survives_back_and_goes_when_it_is_canceled(phone, dora):
    message = post_message(dora, "Something rude")["id"]
    visit(phone, f"/board/{message}")
    tap(phone, "button", "Report this message")
    phone.get_by_label(re.compile("Reason")).fill("It is rude")
    phone.go_back()
    expect(phone.get_by_role("dialog")).to_have_count(0)
    tap(phone, "button", "Report this message")
    expect(phone.get_by_label(re.compile("Reason"))).to_have_value("It is rude")
    tap(phone, "button", "Cancel")
    expect(phone.get_by_role("dialog")).to_have_count(0)
    assert kept(phone) == []


def test_w5_drafts_expire(phone, dora):
    visit(phone, "/tasks/new")
    phone.get_by_role("textbox", name="Task").fill("Long ago")
    visit(phone, "/tasks")
    [key] = kept(phone)
    assert key.startswith("/tasks/new ")
    phone.evaluate(AGE, 13.9)
    visit(phone, "/tasks/new")
    expect(phone.get_by_role("textbox", name="Task")).to_have_value("Long ago")
    phone.evaluate(AGE, 14)
    visit(phone, "/tasks/new")
    expect(phone.get_by_role("textbox", name="Task")).to_have_value("")
    wait_for_drafts(phone, 0)


def test_w5_the_oldest_of_too_many_drafts_and_too_large_ones_go(source_windows):
    page = source_windows.open(PHONE)
    visit(page, "/signin")
    page.evaluate("""async () => {
      const { draftOf, keepDrafts } = await import("/app/offline/drafts.js");
      for (let at = 0; at < 60; at += 1) draftOf(`/made/${at}`, "somebody").keep({ values: {} });
      draftOf("/made/large", "somebody").keep({ values: { text: "x".repeat(300_000) } });
      keepDrafts();
    }""")
    wait_for_drafts(page, 60)
    page.evaluate("""async () => {
      const { tidyDrafts } = await import("/app/offline/drafts.js");
      await tidyDrafts();
    }""")
    assert len(kept(page)) == 50


def test_w5_a_sign_out_deletes_drafts(windows, site):
    Person(site, "dunja").join("713A")
    page = windows.open(DESK)
    sign_in(page, "dunja")
    visit(page, "/tasks/new")
    page.get_by_role("textbox", name="Task").fill("A private plan")
    wait_for_drafts(page, 1)
    other = page.context.new_page()
    visit(other, "/tasks/new")
    expect(other.get_by_role("textbox", name="Task")).to_have_value("A private plan")
    other.get_by_role("textbox", name="Task").fill("A private plan for two")
    windows.watch.allow(401)
    visit(page, "/settings")
    tap(page, "button", "Sign out")
    for one in (page, other):
        expect(one.get_by_role("button", name="Sign in")).to_be_visible()
    wait_for_drafts(page, 0)


def test_a_task_that_was_added_takes_no_focus_from_the_next_one(phone, dora):
    visit(phone, "/tasks/new")
    phone.get_by_role("textbox", name="Task").fill("Mend the fence")
    held = []
    phone.route("**/v1/tasks?*", lambda route: held.append(route), times=1)
    tap(phone, "button", "Add")
    line = phone.get_by_role("textbox", name="Add task")
    line.focus()
    poll(phone, lambda: held, "the list is asked for")
    held[0].continue_()
    expect(phone.get_by_role("link", name="Mend the fence")).to_be_visible()
    poll(phone, lambda: line.evaluate("(field) => field === document.activeElement"), "it stays there", turns=10)
