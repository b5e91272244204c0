// The client's routes: the page of each address, and the access it requires. A page's module is loaded on
// demand.

import { hasPlace, runs } from "./apps.js";
import { addressOf, isReplaced } from "./built.js";
import { laterStyles } from "./laterstyles.js";
import { savesData } from "./offline/network.js";
import { addWords } from "./words/words.js";

const schoolAdmin = { roles: ["admin"], app: "school", words: "school campus" };
/** The parts of words whose pages may have styles in a sheet that `index.html` marks with `data-later`. */
const styledParts = new Set(["school", "aid", "admin", "campus", "desk", "site"]);

/**
 * `open`: works without a session, and then without tabs. `framed`: open, but with tabs after a sign-in.
 * `guest`: only without a session. `place`: requires an app of this place, and `app` this very app. `room`:
 * requires a room, and the place of that name. `roles`: requires one of these roles. `words`: the parts of
 * words that it needs besides the first (`areas.js`). `over`: a sheet over any page, opened by its page
 * function; this is the page below a deep link. `aside`: has one.
 */
const table = [
  ["/", "today/today.js", "todayPage"],
  ["/signin", "account/signin.js", "signInPage", { open: true, guest: true }],
  ["/signup", "account/signup.js", "signUpPage", { open: true, guest: true, words: "account" }],
  ["/setup", "account/setup.js", "setupPage", { open: true, words: "site" }],
  ["/confirm", "account/confirm.js", "confirmPage", { open: true, words: "account" }],
  ["/forgot", "account/forgot.js", "forgotPage", { open: true, words: "account" }],
  ["/reset", "account/reset.js", "resetPage", { open: true, words: "account" }],
  ["/room", "room/home.js", "homePage", { place: "room" }],
  ["/join", "room/join.js", "joinPage", { open: true, place: "room", words: "room" }],
  ["/tasks", "room/tasks.js", "tasksPage", { room: true }],
  ["/tasks/new", "room/taskform.js", "newTaskPage", { room: true }],
  ["/tasks/:id", "room/task.js", "taskPage", { room: true, words: "room" }],
  ["/tasks/:id/edit", "room/taskform.js", "editTaskPage", { room: true }],
  ["/completed", "room/completed.js", "completedPage", { room: true, words: "room" }],
  ["/board", "room/board.js", "boardPage", { room: true }],
  ["/board/privacy", "room/boardprivacy.js", "boardPrivacyPage", { room: true, words: "room" }],
  ["/board/:id", "room/message.js", "messagePage", { room: true }],
  ["/roommates", "room/roommates.js", "roommatesPage", { room: true, words: "room" }],
  ["/roommates/:id", "room/roommate.js", "roommatePage", { room: true, words: "room" }],
  ["/events", "events/events.js", "eventsPage", { place: "events" }],
  ["/events/new", "events/eventform.js", "newEventPage", { place: "events", words: "events" }],
  ["/events/:id", "events/event.js", "eventPage", { place: "events", aside: true, words: "events" }],
  ["/events/:id/edit", "events/eventform.js", "editEventPage", { place: "events", words: "events" }],
  ["/events/:id/to-dos", "events/todos.js", "toDosPage", { place: "events", words: "events" }],
  ["/events/:id/budget", "events/budget.js", "budgetPage", { place: "events", words: "events" }],
  ["/school", "school/school.js", "schoolPage", { place: "school", words: "school" }],
  ["/school/schedule", "school/schedule.js", "schedulePage", { app: "school", words: "school" }],
  ["/school/schedule/edit", "school/scheduleform.js", "editSchedulePage", { app: "school", words: "school" }],
  ["/school/classes/:id", "school/class.js", "classPage", { app: "school", words: "school" }],
  ["/school/teachers", "school/teacher.js", "teacherPage", { app: "school", words: "school" }],
  ["/school/news/announcements", "school/news.js", "announcementsPage", { app: "school", words: "school" }],
  ["/school/news/:id", "school/news.js", "newsItemPage", { app: "school", words: "school" }],
  ["/school/together", "school/together.js", "togetherPage", { app: "school", words: "school" }],
  ["/school/attendance", "school/attendance.js", "myAttendancePage", { place: "school" }],
  ["/checkin/:id", "school/checkin.js", "checkInPage", { open: true, framed: true, place: "school" }],
  ["/courses/new", "school/courseform.js", "newCoursePage", { place: "school" }],
  ["/courses/:id", "school/course.js", "coursePage", { place: "school", words: "school aid" }],
  ["/courses/:id/edit", "school/courseform.js", "editCoursePage", { place: "school" }],
  ["/courses/:id/attendance", "school/numbers.js", "courseNumbersPage", { place: "school", words: "school" }],
  ["/courses/:id/advised", "school/advised.js", "advisedPage", { place: "school", words: "school" }],
  ["/courses/:id/check-ins/new", "school/checkinform.js", "newCheckInPage",
    { place: "school", words: "school" }],
  ["/school/checkins/:id", "school/teachcheckin.js", "teachCheckInPage",
    { place: "school", words: "school" }],
  ["/school/checkins/:id/edit", "school/checkinform.js", "editCheckInPage",
    { place: "school", words: "school" }],
  ["/school/checkins/:id/screen", "school/screen.js", "screenPage", { place: "school", words: "school" }],
  ["/school/lunch", "school/lunch.js", "openLunch", { over: "/school", app: "school", words: "school" }],
  ["/school/activities", "school/activities.js", "activitiesPage", { app: "school", words: "school" }],
  ["/school/activities/:id", "school/activity.js", "activityPage", { app: "school", words: "school" }],
  ["/school/contacts", "school/contacts.js", "contactsPage", { app: "school", words: "school" }],
  ["/school/calendar", "school/calendar.js", "schoolCalendarPage", { app: "school", words: "school" }],
  ["/inbox", "alerts/inbox.js", "inboxPage"],
  ["/alerts", "alerts/alerts.js", "alertsPage"],
  ["/shared/:token", "events/shared.js", "sharedEventPage", { open: true, place: "events", words: "events" }],
  ["/settings", "account/settings.js", "settingsPage", { words: "account" }],
  ["/settings/profile", "account/profile.js", "profilePage", { words: "account room events" }],
  ["/settings/signin", "account/credentials.js", "credentialsPage", { words: "account" }],
  ["/settings/devices", "account/devices.js", "devicesPage", { words: "account" }],
  ["/settings/tokens", "account/tokens.js", "tokensPage", { words: "account" }],
  ["/settings/calendar", "account/calendar.js", "calendarPage", { place: "events", words: "account" }],
  ["/settings/data", "account/data.js", "dataPage", { words: "account" }],
  ["/settings/alerts", "alerts/channels.js", "channelsPage", { words: "account" }],
  ["/settings/look", "account/look.js", "lookPage", { words: "account desk" }],
  ["/search", "search.js", "searchPage", { words: "account school admin desk" }],
  ["/outbox", "outbox.js", "outboxPage"],
  ["/crisis", "aid/crisis.js", "crisisPage", { open: true, app: "aid", words: "aid" }],
  ["/admin", "admin/admin.js", "adminPage", { roles: ["admin"], words: "admin" }],
  ["/admin/people", "admin/people.js", "peoplePage", { roles: ["admin"], words: "admin" }],
  ["/admin/people/:id", "admin/person.js", "personPage", { roles: ["admin"], words: "admin" }],
  ["/admin/invites", "admin/invites.js", "invitesPage", { roles: ["admin"], words: "admin" }],
  ["/admin/dorms", "admin/dorms.js", "dormsPage", { roles: ["admin"], words: "admin" }],
  ["/admin/rooms", "admin/rooms.js", "adminRoomsPage", { roles: ["admin"], words: "admin" }],
  ["/admin/reports", "admin/reports.js", "reportsPage", { roles: ["admin"], words: "admin" }],
  ["/admin/deliveries", "admin/deliveries.js", "deliveriesPage",
    { roles: ["admin"], words: "account admin" }],
  ["/admin/pictures", "admin/pictures.js", "adminPicturesPage", { roles: ["admin"], words: "admin" }],
  ["/admin/site", "admin/site.js", "sitePage", { roles: ["admin"], words: "admin site" }],
  ["/admin/audit", "admin/audit.js", "auditPage", { roles: ["admin"], words: "admin campus" }],
  ["/admin/aeds", "admin/aeds.js", "adminAEDsPage", { roles: ["admin"], app: "aid", words: "aid admin" }],
  ["/admin/crisis-alerts", "admin/crises.js", "adminCrisesPage",
    { roles: ["admin"], app: "aid", words: "aid admin" }],
  ["/admin/guide", "admin/guide.js", "adminGuidePage", { roles: ["admin"], app: "aid", words: "aid admin" }],
  ["/admin/school", "admin/school/overview.js", "adminSchoolPage", schoolAdmin],
  ["/admin/school/days", "admin/school/days.js", "adminDaysPage", schoolAdmin],
  ["/admin/school/bells", "admin/school/bells.js", "adminBellsPage", schoolAdmin],
  ["/admin/school/cycle", "admin/school/cycle.js", "adminCyclePage", schoolAdmin],
  ["/admin/school/classes", "admin/school/classes.js", "adminClassesPage", schoolAdmin],
  ["/admin/school/lunch", "admin/school/lunch.js", "adminLunchPage", schoolAdmin],
  ["/admin/school/activities", "admin/school/activities.js", "adminActivitiesPage", schoolAdmin],
  ["/admin/school/contacts", "admin/school/contacts.js", "adminContactsPage", schoolAdmin],
  ["/admin/school/calendar", "admin/school/calendar.js", "adminCalendarPage", schoolAdmin],
  ["/admin/school/sources", "admin/school/sources.js", "adminSourcesPage", schoolAdmin],
  ["/admin/school/import", "admin/school/import.js", "adminImportPage", schoolAdmin],
  ["/aid", "aid/home.js", "aidPage", { open: true, framed: true, app: "aid", words: "aid" }],
  ["/aid/training", "aid/training.js", "trainingPage",
    { open: true, framed: true, app: "aid", words: "aid" }],
  ["/aid/training/quiz", "aid/quiz.js", "quizPage", { open: true, framed: true, app: "aid", words: "aid" }],
  ["/aid/learn", "aid/learn.js", "learnPage", { open: true, framed: true, app: "aid", words: "aid" }],
  ["/aid/learn/:item", "aid/learn.js", "articlePage", { open: true, framed: true, app: "aid", words: "aid" }],
  ["/aid/sources", "aid/sources.js", "sourcesPage", { open: true, framed: true, app: "aid", words: "aid" }],
  ["/aid/help/:id", "aid/help.js", "helpPage", { app: "aid", words: "aid" }],
  ["/aid/:topic", "aid/topic.js", "topicPage", { open: true, framed: true, app: "aid", words: "aid" }],
  ["/credits", "credits.js", "creditsPage", { open: true, framed: true, words: "site" }],
  ["/docs", "docs.js", "docsPage", { open: true, framed: true, words: "site" }],
  ["/design", "design.js", "designPage", { open: true, framed: true, aside: true, words: "campus site" }],
];

/** The pages for an unknown address and for a missing room. */
export const notFound = { file: "notfound.js", name: "notFoundPage", open: true, framed: true };
export const roomless = { file: "notfound.js", name: "roomlessPage" };

const routes = table.map(([pattern, file, name, access = {}]) => {
  const names = [];
  const source = pattern.replace(/:(\w+)/g, (_, value) => {
    names.push(value);
    return "([^/]+)";
  });
  const place = access.room ? "room" : access.place;
  return { match: new RegExp(`^${source}/?$`), names, route: { pattern, file, name, ...access, place } };
});
const modules = new Map();
/** The parts of words of each page's file. */
const partsOf = new Map(table.map(([, file, , access]) => [file, access?.words?.split(" ") ?? []]));

/** The route of a path with its parameters, or null. */
export function find(path) {
  for (const { match, names, route } of routes) {
    const found = match.exec(path);
    if (!found) continue;
    try {
      const values = names.map((name, at) => [name, decodeURIComponent(found[at + 1])]);
      return { route, params: Object.fromEntries(values) };
    } catch {
      return null;
    }
  }
  return null;
}

/** The page function of a route, or null if its module is not loaded yet. */
export function loaded({ file, name }) {
  return modules.get(file)?.[name] ?? null;
}

/** The pause before a failed module is fetched again (ms). */
const breath = 300;

/** Loads the module of a route's page, and its words. A failure is not cached. */
export async function load({ file, name }) {
  if (!modules.has(file)) {
    const parts = partsOf.get(file) ?? [];
    const [module] = await Promise.all([
      fetched(addressOf(source(file))), addWords(...parts),
      parts.some((part) => styledParts.has(part)) && laterStyles()]);
    modules.set(file, module);
  }
  return modules.get(file)[name];
}

/** True if the page cannot be fetched because a newer version of the client has replaced it. */
export function isOutdated({ file }) {
  return isReplaced(source(file)).catch(() => false);
}

function source(file) {
  return `/app/pages/${file}`;
}

// The connection may break during the fetch. Some browsers cache a failed module under its address, so the
// retry uses another one.
async function fetched(address) {
  try {
    return await import(address);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    await new Promise((resolve) => { setTimeout(resolve, breath); });
    return import(`${address}?again`);
  }
}

/** Preloads the pages that are likely to be opened next, when the browser is idle. */
export function loadLikely() {
  if (savesData()) return;
  const rooms = ["home", "tasks", "taskform", "task", "board", "roommates", "completed"];
  const likely = [
    ...(hasPlace("room") ? rooms.map((name) => `room/${name}.js`) : []),
    ...(hasPlace("events") ? ["event", "events", "eventform"].map((name) => `events/${name}.js`) : []),
    ...(hasPlace("school") ? ["school", "course", "checkin"].map((name) => `school/${name}.js`) : []),
    ...(hasPlace("today") ? ["today/today.js"] : []), "alerts/inbox.js", "outbox.js",
    ...(runs("aid") ? ["aid/crisis.js"] : []),
  ];
  const idle = window.requestIdleCallback ?? ((action) => setTimeout(action, 500));
  idle(() => {
    // A page that can't be loaded now is loaded when it is opened.
    for (const file of likely) load({ file }).catch(() => {});
  });
}
