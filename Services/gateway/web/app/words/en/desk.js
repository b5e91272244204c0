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
};
