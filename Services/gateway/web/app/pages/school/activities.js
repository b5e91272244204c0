// Activities: clubs, teams and groups of the school, those that the person has joined first.

import { get } from "../../api.js";
import { meetingText } from "../../components/activitypieces.js";
import { dotted, shortName } from "../../components/coursepieces.js";
import { searchField } from "../../components/filters.js";
import { empty, failed, label, skeleton } from "../../components/pieces.js";
import { schoolTabs } from "../../components/schooltabs.js";
import { fill, h, icon } from "../../dom.js";
import { keepFocus } from "../../frame.js";
import { words } from "../../words/words.js";

/** The page at /school/activities. */
export function activitiesPage() {
  const text = words.activities;
  const list = h("div", { class: "stack" }, skeleton(4));
  const search = h("div", { class: "filters", role: "search", hidden: true });
  let [isOver, items, query] = [false, [], ""];

  const load = async () => {
    try {
      ({ items } = await get("/v1/school/activities"));
      if (!isOver) paint();
    } catch (problem) {
      if (!isOver) fill(list, failed(problem, load));
    }
  };
  const paint = () => {
    search.hidden = items.length === 0;
    const shown = items.filter((one) => matches(one, query));
    fill(list, items.length === 0 ? empty("🎭", text.empty, text.emptyText)
      : shown.length === 0 ? empty("🔍", text.nothing, text.nothingText)
        : [group(text.mine, shown.filter(({ isMember }) => isMember)),
          group(text.others, shown.filter(({ isMember }) => !isMember))]);
    keepFocus();
  };

  fill(search, searchField({ label: text.search, onsearch: (typed) => {
    query = typed;
    paint();
  } }));
  load();
  return {
    name: "activities", tab: "school", title: text.title, parent: "/school",
    body: [schoolTabs("activities"), search, list],
    onEvent: (topic) => {
      if (/^campus\.(activity|day)\.changed$|^reset$/.test(topic)) load();
    },
    stop: () => { isOver = true; },
  };
}

function matches({ name, about, adviser, place }, query) {
  const typed = query.toLocaleLowerCase();
  return [name, about, adviserName(adviser), place].some((one) => one?.toLocaleLowerCase().includes(typed));
}

function adviserName(adviser) {
  return typeof adviser === "object" ? adviser?.name : adviser;
}

function group(title, items) {
  if (items.length === 0) return null;
  return h("section", {}, h("h2", { class: "group" }, title), h("ul", { class: "list" }, items.map(row)));
}

function row(activity) {
  const note = dotted([meetingText(activity), activity.place && shortName(activity.place)]);
  return h("li", { class: "row" }, h("a", { class: "row-link course-link",
    href: `/school/activities/${activity.id}` },
  h("span", { class: "course-words" }, h("span", { class: "row-title" }, activity.name),
    h("span", { class: "row-note" }, note)),
  activity.isMember && label(words.activities.joined, "good"), icon("next")));
}
