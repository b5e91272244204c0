// The administrators' list of activities, with the meetings of each.

import { get } from "../../../api.js";
import { meetingText } from "../../../components/activitypieces.js";
import { field } from "../../../components/form.js";
import { barButton, given, managedList, orNull } from "../../../components/managed.js";
import { repeated } from "../../../components/repeated.js";
import { weekdayName } from "../../../components/schoolday.js";
import { words } from "../../../words/words.js";

const maxMeetings = 10;
const limits = { name: 120, adviser: 120, place: 120, link: 500, about: 1000 };
const kinds = ["afterSchool", "lunch", "period", "fixed"];

/** The page at /admin/school/activities. */
export function adminActivitiesPage() {
  const text = words.schoolAdmin.activities;
  let dayTypes = [];
  const list = managedList({
    name: "/admin/school/activities", sign: "🎭", text, path: "/v1/admin/school/activities",
    load: async () => {
      const [found, types] = await Promise.all([get("/v1/school/activities"), get("/v1/school/daytypes")]);
      dayTypes = types.items;
      return found.items;
    },
    titleOf: ({ name }) => name,
    noteOf: (one) => [meetingText(one), one.place, words.activities.people(one.members)]
      .filter(Boolean).join(" · "),
    form: (activity) => activityForm(activity, dayTypes),
  });
  list.load();
  return {
    name: "admin-activities", tab: "admin", title: text.title, parent: "/admin/school",
    action: barButton(text.add, () => list.add()), body: [list.element],
    onEvent: (topic) => { if (topic === "reset") list.load(); },
    stop: () => { list.isOver = true; },
  };
}

function activityForm(activity, dayTypes) {
  const text = words.schoolAdmin.activities;
  const line = (name, more) => field({ name, label: text.fields[name], maxLength: limits[name],
    autocomplete: "off", value: activity?.[name] ?? "", ...more });
  const meets = repeated({
    name: "meets", label: text.meets, hint: text.meetsHint, add: text.addMeeting, limit: maxMeetings,
    lineName: text.meeting, first: (last) => last ?? { at: "afterSchool", minutes: "60" },
    value: (activity?.meets ?? []).map(asLine),
    columns: [
      { name: "day", label: text.day, kind: "select", options: [["", words.activities.everyDay],
        ...[1, 2, 3, 4, 5, 6, 7].map((one) => [`weekday ${one}`, weekdayName(one)]),
        ...dayTypes.map(({ id, name }) => [`type ${id}`, name])] },
      { name: "at", label: text.when, kind: "select", value: "afterSchool",
        options: kinds.map((kind) => [kind, text.at[kind]]) },
      { name: "starts", label: text.starts, kind: "time" },
      { name: "period", label: text.period, kind: "number", min: 1, max: 12 },
      { name: "minutes", label: text.minutes, kind: "number", min: 1, max: 720, value: "60" },
    ],
  });
  return {
    parts: [line("name", { required: true }), line("about", { kind: "textarea", isOptional: true }),
      line("adviser", { isOptional: true }), line("place", { isOptional: true }),
      line("link", { isOptional: true, kind: "url" }), meets],
    blames: { activity_name_taken: "name" },
    body: (values) => {
      const sent = { name: values.name.trim(), about: orNull(values.about), adviser: orNull(values.adviser),
        place: orNull(values.place), link: orNull(values.link), meets: values.meets.map(asMeeting) };
      return activity ? sent : given(sent);
    },
  };
}

function asLine({ weekday, dayType, at, period, starts, minutes }) {
  return { day: weekday ? `weekday ${weekday}` : dayType ? `type ${dayType}` : "", at,
    period: period ? String(period) : "", starts: starts?.slice(0, 5) ?? "", minutes: String(minutes) };
}

// Only what the kind of start needs is sent.
function asMeeting({ day, at, starts, period, minutes }) {
  const [kind, value] = day.split(" ");
  return given({
    weekday: kind === "weekday" ? Number(value) : null, dayType: kind === "type" ? value : null, at,
    starts: at === "fixed" ? orNull(starts) : null, period: at === "period" ? Number(period) || null : null,
    minutes: Number(minutes) || 0,
  });
}
