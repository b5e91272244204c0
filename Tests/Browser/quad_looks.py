"""Every page of the web client in every situation that looks different: the person, the window and the steps before."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import expect

from quad_aid_looks import aid_looks
from quad_event_looks import event_looks
from quad_page import poll, tap
from quad_school_looks import school_looks
from quad_schoolday_looks import schoolday_looks
from quad_search_looks import search_looks

APP = Path(__file__).resolve().parents[2] / "Services" / "gateway" / "web" / "app"


def routes():
    """The addresses of the client's table of routes, each with the file of its page."""
    table = (APP / "routes.js").read_text()
    return dict(re.findall(r'\[\s*"(/[^"]*)",\s*"([\w/]+\.js)"', table))


@dataclass(frozen=True)
class Look:
    """`path` may name what is in the world, such as {task}; `then` brings the page into the situation; `refused` is
    what the site answers to it, `may_be_refused` what it answers if it is asked before the page knows better."""

    name: str
    route: str
    person: str | None = None
    path: str | None = None
    then: Callable | None = None
    refused: tuple | None = None
    may_be_refused: tuple | None = None
    shows_loading: bool = False

    def address(self, world):
        return self.within(world, self.path or self.route)

    @staticmethod
    def within(world, path):
        return path.format(
            task=world.task, done=world.done, message=world.message, mate=world.walt.id, person=world.walt.id,
            event=world.event, past=world.past, shared=world.shared, link=world.link, course=world.course,
            advised=world.advised, check_in=world.check_in,
            code_check_in=world.code_check_in, check_in_course=world.check_in_course,
            crisis=world.crisis, activity=world.activity, news=world.news, school_class=world.school_class,
        )


def press(name, *seen, **options):
    """Presses a button and waits for what it shows."""

    def act(page):
        tap(page, "button", name, **options)
        for text in seen:
            expect(page.get_by_text(text).first).to_be_visible()

    return act


def unfold_operation(page):
    page.get_by_text("Add a task to your room's list.").click()
    expect(page.get_by_text("Idempotency-Key").first).to_be_visible()


def unfold(page):
    page.get_by_role("group").locator("summary").first.click()
    expect(page.get_by_label("Dorm")).to_be_visible()


def ask_to_report(page):
    page.get_by_role("button", name="Report").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()


def begin_to_leave(page):
    page.get_by_role("group").locator("summary").click()
    expect(page.get_by_label("Current password")).to_be_visible()


def be_refused(page):
    page.get_by_label("Email").fill("wanda@hilltop.example")
    page.get_by_label("Password", exact=True).fill("not the password")
    press("Sign in", "Wrong email address or password.")(page)


def begin_a_task(page):
    page.get_by_role("textbox", name="Add task").focus()
    tap(page, "button", "Pick…")
    expect(page.get_by_role("link", name="More options")).to_be_visible()


def offer_to_delete_a_line(page):
    tap(page, "button", "Edit", exact=True)
    page.get_by_role("button", name=re.compile("^Delete .*\\?$")).first.click()
    expect(page.get_by_role("button", name=re.compile("^Delete: "))).to_be_visible()


def change_a_line(page):
    page.get_by_role("button", name=re.compile("^Edit: ")).first.click()
    expect(page.get_by_role("button", name="Save")).to_be_visible()


def see_a_notice(page):
    expect(page.get_by_role("link", name="Move-in day")).to_be_visible()


def offer_to_delete_an_alert(page):
    page.get_by_role("button", name="Delete the notification for Mom’s Birthday").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()


def be_quiet(page):
    for name in ("Quiet hours", "Daily digest"):
        page.get_by_role("switch", name=name).check()
    expect(page.get_by_role("img", name="Quiet from")).to_be_visible()


def add_gotify(page):
    page.get_by_text("Your own server or program").click()
    tap(page, "button", "Add Gotify")
    expect(page.get_by_text("In Gotify, create an app")).to_be_visible()


def refuse_a_file(page):
    tap(page, "button", "Import file")
    expect(page.get_by_text("Choose a file first.")).to_be_visible()


def type_an_event(page):
    page.get_by_role("textbox", name="Add a task or an event").fill("event: Dinner fri 19:00")
    expect(page.get_by_role("button", name="Not a time")).to_be_visible()


def list_shortcuts(page):
    """The client listens for keys once it is idle."""
    poll(page, lambda: page.keyboard.press("?") or page.get_by_role("dialog").count(), "the shortcuts are listed")


def enroll_nobody(page):
    tap(page, "button", "Enroll people")
    page.get_by_label("Email addresses").fill("nobody@hilltop.example, Winona <winona@hilltop.example>, wood")
    tap(page, "button", "Enroll", exact=True)
    expect(page.get_by_text("Nobody here has this address.")).to_be_visible()


def check_a_list(page):
    tap(page, "button", "Import", exact=True)
    rows = ["email;first;role", "winona@hilltop.example;W;", "waltraud@hilltop.example;Waltraud;", "wood;;", "w@x.example;;dean"]
    page.get_by_label("Class list").set_input_files(
        {"name": "a.csv", "mimeType": "text/csv", "buffer": "\n".join(rows).encode()})
    expect(page.get_by_role("button", name="Import 1 person")).to_be_visible()


def open_winona(page):
    tap(page, "button", "Winona Example")
    expect(page.get_by_role("button", name="Make instructor")).to_be_visible()


def type_a_place(page):
    for fold in ("More options", "Coordinates"):
        page.locator("summary", has_text=fold).click()
    for name, value in (("Latitude", "42.3184"), ("Longitude", "-72.6361")):
        page.get_by_role("textbox", name=name).fill(value)
    page.get_by_role("textbox", name="Range").fill("60")
    expect(page.get_by_text("Indoor positions can be off")).to_be_visible()
    expect(page.get_by_role("application", name="Map of the place")).to_be_visible()


def unfold_record(page):
    page.locator("summary").filter(has_text="Winds").click()
    expect(page.get_by_text("Came in at ten past.")).to_be_visible()


def search_all_courses(page):
    expect(page.get_by_role("radio", name="All courses")).to_be_checked()
    page.get_by_role("searchbox", name="Search courses").fill("wood 101")
    expect(page.get_by_role("link", name="Donau")).to_have_count(0)
    expect(page.get_by_role("link", name="Woodwork")).to_be_visible()


LOOKS = [
    Look("home", "/room", "wanda"),
    Look("home without a room", "/room", "willow"),
    Look("home while asking", "/room", "waldo"),
    Look("home of an empty room", "/room", "wren"),
    Look("today", "/", "wanda"),
    Look("today, an event being typed", "/", "wanda", then=type_an_event),
    Look("today, its cards being arranged", "/", "wanda", then=press("Edit", "Move what you need most", exact=True)),
    Look("today without a room", "/", "willow"),
    Look("today while asking", "/", "waldo"),
    Look("today of an empty room", "/", "wren"),
    Look("no such page", None, None, "/nowhere/at/all"),
    Look("no such page, signed in", None, "wanda", "/nowhere"),
    Look("tasks without a room", "/tasks", "willow", may_be_refused=(409, "/v1/tasks")),
    Look("sign-in", "/signin"),
    Look("sign-in with the room", "/signin", then=unfold),
    Look("sign-in refused", "/signin", then=be_refused, refused=(401, "/v1/signin")),
    Look("sign-up", "/signup"),
    Look("sign-up with the room", "/signup", then=unfold),
    Look("sign-up with errors", "/signup", then=press("Create account", "Required")),
    Look("sign-up by a link", "/join", path="/join#forbes/901A/ABCD2345"),
    Look("invited without a room", "/join", "willow", "/join#forbes/901A/ABCD2345"),
    Look("invited while asking", "/join", "waldo", "/join#forbes/902B/ABCD2345"),
    Look("invited with another room", "/join", "wren", "/join#forbes/901A/ABCD2345"),
    Look("invited into the own room", "/join", "wanda", "/join#forbes/901A/ABCD2345"),
    Look("invited by a broken link", "/join", path="/join#forbes/901A"),
    Look("invited by an old link", "/join", "willow", "/join#forbes/901A/ABCD2345", refused=(403, "/v1/room/join"),
         then=press("Join", "This code is no longer valid")),
    Look("confirm", "/confirm", path="/confirm#none", refused=(422, "/v1/email/confirm")),
    Look("setup", "/setup"),
    Look("forgot", "/forgot"),
    Look("reset", "/reset"),
    Look("tasks", "/tasks", "wanda"),
    Look("no tasks", "/tasks", "wren"),
    Look("tasks, adding one", "/tasks", "wanda", then=begin_a_task),
    Look("new task", "/tasks/new", "wanda"),
    Look("new task without a title", "/tasks/new", "wanda", then=press("Add task", "Required")),
    Look("task", "/tasks/:id", "wanda", "/tasks/{task}"),
    Look("completed task", "/tasks/:id", "wanda", "/tasks/{done}"),
    Look("edit task", "/tasks/:id/edit", "wanda", "/tasks/{task}/edit"),
    Look("completed", "/completed", "wanda"),
    Look("nothing completed", "/completed", "wren"),
    Look("nothing completed then", "/completed", "wanda", "/completed?until=2020-01-01"),
    Look("board", "/board", "wanda"),
    Look("empty board", "/board", "wren"),
    Look("message, reporting", "/board/:id", "wanda", "/board/{message}", then=ask_to_report),
    Look("board privacy", "/board/privacy", "wanda"),
    Look("message", "/board/:id", "wanda", "/board/{message}"),
    Look("roommates", "/roommates", "wanda"),
    Look("no roommates", "/roommates", "wren"),
    Look("roommates, showing the code", "/roommates", "wanda", then=press("Enlarge QR code", "Your roommate can scan it")),
    Look("roommate", "/roommates/:id", "wanda", "/roommates/{mate}"),
    *event_looks(Look, press),
    Look("to-do list", "/events/:id/to-dos", "wanda", "/events/{event}/to-dos"),
    Look("to-do list, one being changed", "/events/:id/to-dos", "wanda", "/events/{event}/to-dos", change_a_line),
    Look("to-do list, one about to be deleted", "/events/:id/to-dos", "wanda", "/events/{event}/to-dos",
         offer_to_delete_a_line),
    Look("no to-dos", "/events/:id/to-dos", "wanda", "/events/{shared}/to-dos"),
    Look("budget", "/events/:id/budget", "wanda", "/events/{event}/budget"),
    Look("budget, a line being changed", "/events/:id/budget", "wanda", "/events/{event}/budget", change_a_line),
    Look("budget, a line about to be deleted", "/events/:id/budget", "wanda", "/events/{event}/budget",
         offer_to_delete_a_line),
    Look("budget, its cap", "/events/:id/budget", "wanda", "/events/{event}/budget",
         press("Limit and currency", "Leave empty for no limit.")),
    Look("no budget", "/events/:id/budget", "wanda", "/events/{shared}/budget"),
    Look("today of a teacher", "/", "wesley"),
    Look("school of a teacher", "/school", "wesley"),
    Look("school without courses", "/school", "wren"),
    Look("school, all courses", "/school", "warden", "/school?all", search_all_courses),
    Look("course, its roster", "/courses/:id", "wesley", "/courses/{course}", open_winona),
    Look("course, enrolling", "/courses/:id", "wesley", "/courses/{course}", enroll_nobody,
         refused=(404, "/v1/courses/{course}/roster")),
    Look("course, importing", "/courses/:id", "wesley", "/courses/{course}", check_a_list),
    Look("new course", "/courses/new", "wesley", then=press("Add course", "Required")),
    Look("edit course", "/courses/:id/edit", "wesley", "/courses/{course}/edit",
         press("Delete course", "1 student loses access")),
    Look("today with check-ins", "/", "wolfgang"),
    Look("course with a check-in", "/courses/:id", "wolfgang", "/courses/{check_in_course}"),
    Look("course, asking to be excused", "/courses/:id", "wolfgang", "/courses/{check_in_course}",
         then=press("Ask to be excused", "Only your teachers can read it.")),
    Look("course with an open check-in", "/courses/:id", "winthrop", "/courses/{check_in_course}"),
    Look("new check-in", "/courses/:id/check-ins/new", "winthrop", "/courses/{check_in_course}/check-ins/new",
         then=type_a_place),
    Look("check-in of a teacher", "/school/checkins/:id", "winthrop", "/school/checkins/{check_in}"),
    Look("check-in of a teacher, a student", "/school/checkins/:id", "winthrop", "/school/checkins/{code_check_in}",
         press("Wolfgang Example Unmarked", "Unmarked")),
    Look("edit check-in", "/school/checkins/:id/edit", "winthrop", "/school/checkins/{check_in}/edit"),
    Look("code of a check-in", "/school/checkins/:id/screen", "winthrop", "/school/checkins/{code_check_in}/screen"),
    Look("attendance of a course", "/courses/:id/attendance", "winthrop", "/courses/{check_in_course}/attendance",
         press("Accept", "Add a note if you like.")),
    Look("check-in of a guest", "/checkin/:id", None, "/checkin/{check_in}"),
    Look("students whose adviser one is", "/courses/:id/advised", "wesley", "/courses/{advised}/advised"),
    Look("own attendance", "/school/attendance", "wolfgang", then=unfold_record),
    Look("inbox", "/inbox", "wanda", then=see_a_notice),
    Look("inbox, one opened", "/inbox", "wanda", then=press("More about Move-in day", "Why you got this")),
    Look("empty inbox", "/inbox", "wren"),
    Look("alerts", "/alerts", "wanda"),
    Look("no alerts", "/alerts", "wren"),
    Look("alert about to be deleted", "/alerts", "wanda", then=offer_to_delete_an_alert),
    Look("channels", "/settings/alerts", "wanda"),
    Look("channels with quiet hours", "/settings/alerts", "wanda", then=be_quiet),
    Look("new gotify channel", "/settings/alerts", "wanda", then=add_gotify),
    Look("new ntfy channel", "/settings/alerts", "wanda", then=press("Add ntfy", "Anyone who knows the topic can read along")),
    Look("shared event", "/shared/:token", None, "/shared/{link}"),
    Look("shared event, signed in", "/shared/:token", "walt", "/shared/{link}"),
    Look("shared event that is gone", "/shared/:token", None, f"/shared/{'A' * 43}",
         refused=(404, f"/v1/shared-events/{'A' * 43}")),
    Look("calendars", "/settings/calendar", "wanda", then=refuse_a_file, may_be_refused=(404, "/v1/event-feed")),
    Look("settings", "/settings", "wanda"),
    Look("settings without a room", "/settings", "willow"),
    Look("profile", "/settings/profile", "wanda"),
    Look("credentials", "/settings/signin", "wanda"),
    Look("credentials with errors", "/settings/signin", "wanda", then=press("Change password", "Required")),
    Look("devices", "/settings/devices", "wanda"),
    Look("tokens", "/settings/tokens", "wanda"),
    Look("new token", "/settings/tokens", "warden", then=press("Create token", "Permissions")),
    Look("data", "/settings/data", "wanda"),
    Look("leaving for good", "/settings/data", "wanda", then=begin_to_leave),
    Look("look", "/settings/look", "wanda"),
    Look("look, the shortcuts", "/settings/look", "wanda", then=list_shortcuts),
    Look("outbox", "/outbox", "wanda"),
    Look("admin", "/admin", "warden"),
    Look("admin site", "/admin/site", "warden"),
    Look("admin people", "/admin/people", "warden"),
    Look("admin person", "/admin/people/:id", "warden", "/admin/people/{person}"),
    Look("admin person, roles", "/admin/people/:id", "warden", "/admin/people/{person}",
         press("Change", "Walt's roles")),
    Look("admin invites", "/admin/invites", "warden"),
    Look("admin invites, new", "/admin/invites", "warden", then=press("New", "New invitation")),
    Look("admin dorms", "/admin/dorms", "warden"),
    Look("admin dorms, one", "/admin/dorms", "warden", then=press("Forbes Hall", "Remove dorm")),
    Look("admin rooms", "/admin/rooms", "warden"),
    Look("admin rooms, one open", "/admin/rooms", "warden", "/admin/rooms?number=901A"),
    Look("admin reports", "/admin/reports", "warden"),
    Look("admin deliveries", "/admin/deliveries", "warden"),
    Look("admin pictures", "/admin/pictures", "warden"),
    Look("admin audit", "/admin/audit", "warden"),
    Look("credits", "/credits"),
    Look("api, one open", "/docs", then=unfold_operation),
    Look("design", "/design", shows_loading=True),
    Look("design, signed in", "/design", "wanda", shows_loading=True),
    *aid_looks(Look, press),
    *school_looks(Look, press),
    *schoolday_looks(Look),
    *search_looks(Look),
]
