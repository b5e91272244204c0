// The sources of the search: each asks the owner of its data, and knows how to search what is kept on the
// device. The board is searched on the device alone, so that no program learns what somebody looks for in it.

import { get } from "../api.js";
import { hasPlace, runs } from "../apps.js";
import { guide } from "../guide.js";
import { inWords } from "../models/guide.js";
import { matching } from "../models/wordforms.js";
import { keptAnswers } from "../offline/keptanswers.js";
import { state } from "../state.js";
import { dateNamed, languageCode, moment, sentence, words } from "../words/words.js";
import { fullName } from "./directory.js";
import { titleOf } from "./newsitems.js";

/** The limit of results of a group that is searched on the device, and of messages that are looked at. */
const most = 30;
const messages = 100;
/** The number of items of a source of news that are looked at, the newest ones. */
const newest = 50;

/**
 * The sources of this person, in the order of their groups. `ask(query, signal)` returns groups of rows
 * `{ name, title, items, isNear }`, and so does `kept(query)` without a network. Rows that are `isNear` have
 * the words with a typing error. `fetched` keeps the lists that are fetched once for the page.
 */
export function searchSources(fetched) {
  const hasRoom = hasPlace("room") && Boolean(state.home?.room);
  const isAdmin = state.me?.roles.includes("admin");
  return [
    hasRoom && { ask: askTasks, kept: keptTasks },
    hasPlace("events") && { ask: askEvents, kept: keptEvents },
    hasRoom && listed(fetched, "roommates", /^\/v1\/roommates$/, () => get("/v1/roommates"),
      ({ profile }) => [fullName(profile), profile.concentration, profile.hometown],
      ({ profile }) => ({ href: `/roommates/${profile.id}`, sign: "🙂", title: fullName(profile) })),
    isAdmin && { ask: askPeople },
    hasPlace("school") && listed(fetched, "courses", /^\/v1\/courses(?:\?|$)/,
      () => get("/v1/courses", { limit: 100 }),
      ({ name, code, location }) => [name, code, location],
      ({ id, name, code }) => ({ href: `/courses/${id}`, sign: "📚", title: name, note: code })),
    runs("school") && { ask: askSchool, kept: keptSchool },
    runs("school") && listed(fetched, "news", /^\/v1\/school\/sources\/[^/]+\/items(?:\?|$)/, loadNews,
      ({ title, text, author }) => [title, text, author],
      (item) => ({ href: `/school/news/${item.id}`, sign: "📰", title: titleOf(item),
        note: sentence(moment(item.published)) })),
    runs("aid") && { ask: findInGuide, kept: findInGuide },
    { ask: findPages, kept: findPages },
    { ask: findInSettings, kept: findInSettings },
    hasRoom && listed(fetched, "board", /^\/v1\/messages(?:\?|$)/,
      () => get("/v1/messages", { limit: messages }), ({ text }) => [text],
      ({ id, text }) => ({ href: `/board/${id}`, sign: "💬", title: firstLine(text),
        note: words.search.onDevice })),
  ].filter(Boolean);
}

function group(name, items, isNear) {
  return { name, title: words.search.groups[name], items, isNear };
}

// The group of what is searched on the device.
function foundOf(name, query, all, textsOf, rowOf = (item) => item) {
  const { items, isNear } = matching(query, all, textsOf);
  return group(name, items.slice(0, most).map(rowOf), isNear);
}

// A list that is fetched once for the page and searched on the device.
function listed(fetched, name, addresses, load, textsOf, rowOf) {
  const found = (query, items) => [foundOf(name, query, items, textsOf, rowOf)];
  const fetch = () => {
    if (!fetched.has(name)) {
      fetched.set(name, load().catch((problem) => {
        fetched.delete(name);
        throw problem;
      }));
    }
    return fetched.get(name);
  };
  return {
    ask: async (query) => found(query, (await fetch()).items),
    kept: async (query) => found(query, await keptItems(addresses)),
  };
}

// The items of stored replies, each once.
async function keptItems(addresses) {
  const items = (await keptAnswers(addresses)).flatMap(({ value }) => value?.items ?? []);
  return [...new Map(items.map((item) => [item.id ?? item.profile.id, item])).values()];
}

function taskGroups({ items, isNear }) {
  const row = (task) => ({ href: `/tasks/${task.id}`, sign: task.completed ? "✅" : "⬜", title: task.title,
    note: task.completed ? words.search.completed(moment(task.completed))
      : task.due ? words.search.due(moment(task.due)) : null });
  return [group("tasks", items.filter(({ completed }) => !completed).map(row), isNear),
    group("completed", items.filter(({ completed }) => completed).map(row), isNear)];
}

async function askTasks(q, signal) {
  return taskGroups(await get("/v1/search/tasks", { q }, { signal }));
}

async function keptTasks(query) {
  const items = await keptItems(/^\/v1\/tasks(?:\?|$)/);
  return taskGroups(matching(query, items, ({ title, notes }) => [title, notes]));
}

function eventGroups({ items, isNear }) {
  const row = ({ id, title, next, isAllDay, isPast, toDo }) => toDo
    ? { href: `/events/${id}/to-dos`, sign: toDo.isDone ? "✅" : "⬜", title: toDo.text, note: title }
    : { href: `/events/${id}`, sign: isPast ? "🗄️" : "🎉", title,
      note: isAllDay ? dateNamed(next.slice(0, 10)) : sentence(moment(next)) };
  return [group("events", items.filter(({ toDo }) => !toDo).map(row), isNear),
    group("toDos", items.filter(({ toDo }) => toDo).map(row), isNear)];
}

async function askEvents(q, signal) {
  return eventGroups(await get("/v1/search/events", { q }, { signal }));
}

async function keptEvents(query) {
  const events = await keptItems(/^\/v1\/events(?:\?|$)/);
  const titles = new Map(events.map(({ id, title }) => [id, title]));
  const toDos = (await keptAnswers(/^\/v1\/events\/[^/]+\/to-dos$/)).flatMap(({ address, value }) => {
    const id = address.split("/")[3];
    return value.items.map((toDo) => ({ id, title: titles.get(id) ?? "", toDo }));
  });
  const [found, lines] = [matching(query, events, ({ title, place, notes }) => [title, place, notes]),
    matching(query, toDos, ({ toDo }) => [toDo.text])];
  const shown = found.items.map((event) => ({ ...event, isAllDay: !event.when.time }));
  return [...eventGroups({ items: shown, isNear: found.isNear }), ...eventGroups(lines)];
}

async function askPeople(query, signal) {
  const { items } = await get("/v1/admin/people", { query, limit: 12 }, { signal });
  return [group("people", items.map((one) => ({ href: `/admin/people/${one.id}`, sign: "👤",
    title: fullName(one), note: one.email })))];
}

const ofSchool = {
  class: ["classes", "🏫", ({ id }) => `/school/classes/${id}`],
  activity: ["activities", "🎭", ({ id }) => `/school/activities/${id}`],
  contact: ["contacts", "📇", () => "/school/contacts"],
  dish: ["menus", "🍽️", ({ date }) => `/school/lunch?date=${date}`],
  entry: ["calendar", "🗓️", () => "/school/calendar"],
};

function schoolGroups({ items, isNear }, query) {
  return [teachersOf(items, query), ...Object.entries(ofSchool).map(([kind, [name, sign, address]]) =>
    group(name, items.filter((one) => one.kind === kind).map((one) => ({
      href: address(one), sign, title: one.title,
      note: [one.date && dateNamed(one.date), one.note].filter(Boolean).join(" · ") || null,
    })), isNear))];
}

// The teachers of found classes whose names were searched for, each with their classes.
function teachersOf(items, query) {
  const byName = Map.groupBy(items.filter(({ kind, note }) => kind === "class" && note), ({ note }) => note);
  const all = [...byName].map(([name, classes]) => ({ sign: "🧑‍🏫",
    href: `/school/teachers?name=${encodeURIComponent(name)}`, title: name,
    note: classes.map(({ title }) => title).join(", ") }));
  return foundOf("teachers", query, all, ({ title }) => [title]);
}

async function askSchool(q, signal) {
  return schoolGroups(await get("/v1/search/school", { q }, { signal }), q);
}

async function keptSchool(query) {
  const [classes, activities, contacts] = await Promise.all([/^\/v1\/school\/classes(?:\?|$)/,
    /^\/v1\/school\/activities(?:\?|$)/, /^\/v1\/school\/contacts$/].map(keptItems));
  const menus = (await keptAnswers(/^\/v1\/school\/lunch\?/)).flatMap(({ value }) =>
    value.stations.flatMap((station) => station.dishes.map((dish) =>
      ({ kind: "dish", title: dish.name, note: station.name, date: value.date }))));
  const found = (all, textsOf, asFound) => {
    const { items, isNear } = matching(query, all, textsOf);
    return schoolGroups({ items: items.map(asFound), isNear }, query);
  };
  return [
    found(classes, ({ name, code, teacher, room }) => [name, code, teacher?.name, room],
      ({ id, name, teacher }) => ({ kind: "class", id, title: name, note: teacher?.name })),
    found(activities, ({ name, about, place }) => [name, about, place],
      ({ id, name, place }) => ({ kind: "activity", id, title: name, note: place })),
    found(contacts, ({ name, role, department, room }) => [name, role, department, room],
      ({ name, role }) => ({ kind: "contact", title: name, note: role })),
    found(menus, ({ title, note }) => [title, note], (dish) => dish),
  ].flat();
}

async function loadNews() {
  const { items: sources } = await get("/v1/school/sources");
  const pages = await Promise.all(sources.map(({ id }) =>
    get(`/v1/school/sources/${encodeURIComponent(id)}/items`, { limit: newest })));
  return { items: pages.flatMap(({ items }) => items) };
}

// The guide is on the device.
async function findInGuide(query) {
  const { bundle, site } = await guide();
  const own = (text) => inWords(text, { language: languageCode, number: site.number });
  const addressOf = { training: "/aid/training", crisis: "/crisis" };
  const topics = bundle.topics.map((topic) => ({ sign: "⛑️", title: own(topic.title),
    href: addressOf[topic.mode] ?? `/aid/${topic.id}`, note: own(topic.summary),
    texts: topic.steps.flatMap((step) => [step.title, ...step.text]).map(own) }));
  const articles = bundle.items.filter(({ kind }) => kind === "article").map((item) => ({ sign: "📄",
    title: own(item.title), href: `/aid/learn/${item.id}`, note: null, texts: [own(item.text)] }));
  return [foundOf("guides", query, [...topics, ...articles],
    ({ title, note, texts }) => [title, note, texts.join(" ")])];
}

// The places of the frame and their parts, as the frame and the tabs of School call them.
async function findPages(query) {
  const { nav, schoolTabs, myAttendance, search } = words;
  const hasRoom = hasPlace("room") && Boolean(state.home?.room);
  const ofRoom = [["tasks", "✅"], ["board", "💬"], ["roommates", "🙂"]]
    .map(([name, sign]) => [`/${name}`, sign, nav[name]]);
  const tabs = [["schedule", "🕐"], ["activities", "🎭"], ["lunch", "🍽️"], ["contacts", "📇"], ["calendar", "🗓️"]]
    .map(([name, sign]) => [`/school/${name}`, sign, schoolTabs[name], nav.school]);
  const pages = [
    hasPlace("today") && ["/", "☀️", nav.today], hasPlace("room") && ["/room", "🏠", nav.room],
    ...hasRoom ? ofRoom : [], hasPlace("events") && ["/events", "🎉", nav.events],
    hasPlace("school") && ["/school", "🎓", nav.school], ...runs("school") ? tabs : [],
    hasPlace("school") && ["/school/attendance", "🙋", myAttendance.title], ["/inbox", "🔔", nav.inbox],
    runs("aid") && ["/crisis", "🚨", nav.aid], runs("aid") && ["/aid", "⛑️", search.groups.guides],
    ["/settings", "⚙️", nav.settings],
  ].filter(Boolean);
  return [foundOf("pages", query, pages, ([, , title]) => [title],
    ([href, sign, title, note]) => ({ href, sign, title, note }))];
}

// The pages of settings, and those of administrators.
async function findInSettings(query) {
  const { account, admin } = words;
  const pages = [
    ["/settings/profile", "🙂", words.settings.profile], ["/settings/signin", "🔑", account.signin.title],
    ["/settings/devices", "📱", words.settings.sessions], ["/settings/tokens", "🤖", account.tokens.title],
    hasPlace("events") && ["/settings/calendar", "🗓️", account.calendar.title],
    ["/settings/data", "📦", account.data.title], ["/settings/alerts", "🔔", words.channels.title],
    ["/settings/look", "🎨", account.look.title], ["/alerts", "⏰", words.alerts.title],
    ...state.me?.roles.includes("admin") ? ["people", "invites", "dorms", "rooms", "reports", "deliveries",
      "pictures", "audit", "site"].map((key) => [`/admin/${key}`, "🛠️", admin[key].title]) : [],
  ].filter(Boolean);
  return [foundOf("settings", query, pages, ([, , title]) => [title, words.search.groups.settings],
    ([href, sign, title]) => ({ href, sign, title }))];
}

function firstLine(text) {
  const line = text.split("\n", 1)[0];
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}
