// English: the search.

import { formsOf } from "../forms.js";

const { plural } = formsOf("en");

export default {
  search: {
    title: "Search",
    label: "Tasks, events, people, menus…",
    hint: "Search everything you can see",
    hintText: "Tasks, events, to-dos, people, courses, menus, contacts, first aid and settings. "
      + "A typo or a missing accent is fine.",
    away: "Some results may be missing: not everything can be reached right now.",
    nothing: (query) => `Nothing found for “${query}”`,
    near: (query) => `Nothing has exactly “${query}”. These come close.`,
    nothingText: "Try fewer or other words.",
    all: (count) => `Show all ${count}`,
    due: (when) => `Due ${when}`,
    completed: (when) => `Done ${when}`,
    onDevice: "Searched on this device only",
    found: (count) => count === 0 ? "Nothing found"
      : plural(count, { one: "# result", other: "# results" }),
    groups: {
      tasks: "Tasks", completed: "Completed", events: "Events", toDos: "To-dos",
      roommates: "Roommates", people: "People", teachers: "Teachers", courses: "Courses", classes: "Classes",
      activities: "Activities", contacts: "Contacts", menus: "Lunch menus", calendar: "School calendar",
      news: "News",
      pages: "Pages", guides: "First aid", settings: "Settings", board: "Messages",
    },
  },
};
