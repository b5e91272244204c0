// English: the calendar of events, and the keyboard shortcuts.

import { formsOf } from "../forms.js";

const { plural } = formsOf("en");

export default {
  eventCalendar: {
    week: ["Previous week", "Next week"],
    month: ["Previous month", "Next month"],
    today: "Today",
    count: (count) => plural(count, { one: "# event", other: "# events" }),
    more: (count) => `+${count} more`,
    nothing: "No events on this day.",
    span: (from, to) => `${from} – ${to}`,
    partly: "No connection. Some events may be missing until you're back online.",
    cut: (count) => `Showing ${count} events. Others may be missing on these dates.`,
  },
  shortcuts: {
    title: "Keyboard shortcuts",
    use: "Use keyboard shortcuts",
    hint: "They do nothing while you type.",
    list: "Show this list",
    search: "Search",
    add: "Add something",
    open: (place) => `Open ${place}`,
    calendar: "In a week or month",
    arrows: ["←", "→", "↑", "↓"],
    days: "Another day",
    ends: ["Home", "End"],
    week: "First or last day of the week",
    pages: ["Page Up", "Page Down"],
    months: "Another week or month",
  },
};
