// The six tabs of School: home, schedule, activities, lunch, contacts and calendar. A site without the app
// `school` has none of them.

import { runs } from "../apps.js";
import { h, icon } from "../dom.js";
import { words } from "../words/words.js";

const tabs = [
  ["home", "/school", "home"],
  ["schedule", "/school/schedule", "clock"],
  ["activities", "/school/activities", "people"],
  ["lunch", "/school/lunch", "lunch"],
  ["contacts", "/school/contacts", "person"],
  ["calendar", "/school/calendar", "calendar"],
];

/** The tabs with the one of the shown page as current, or null if the site doesn't run `school`. */
export function schoolTabs(current) {
  if (!runs("school")) return null;
  const text = words.schoolTabs;
  return h("nav", { class: "school-tabs", "aria-label": text.label }, tabs.map(([name, href, sign]) =>
    h("a", { class: "school-tab", href, "aria-current": name === current ? "page" : null }, icon(sign),
      h("span", {}, text[name]))));
}
