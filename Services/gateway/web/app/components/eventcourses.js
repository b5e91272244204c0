// The courses that events are, or can be, shared with.

import { loadCourses, state } from "../state.js";
import { words } from "../words/words.js";
import { segmented } from "./choices.js";
import { field } from "./form.js";

/** Loads the courses if one of these events needs a name that isn't loaded yet, then calls `named()`. */
export function nameCourses(events, named) {
  if (state.courses || !events.some(({ visibility }) => visibility === "course")) return;
  // Without a name, a course gets a generic one.
  loadCourses().then(named, () => {});
}

/** Reloads the person's courses after an event about courses or rosters. */
export function onCourseEvent(topic) {
  if (!/^attendance\.(course|roster)\./.test(topic) || !state.courses) return;
  // The old names stay until the next event.
  loadCourses().catch(() => {});
}

/** The name of a course, or a generic one. */
export function courseName(id) {
  return state.courses?.find((course) => course.id === id)?.name ?? words.events.aCourse;
}

/**
 * The form field for an event's visibility, with values as in `models/eventvalues.js`. Null if there is
 * nobody to share with. Without courses it is a segmented control.
 */
export function sharingField(value) {
  const text = words.events;
  const courses = state.courses ?? [];
  const own = value.startsWith("course:") ? [value.slice("course:".length)] : [];
  const ids = [...new Set([...courses.map(({ id }) => id), ...own])];
  const hasRoom = Boolean(state.home?.room) || value === "room";
  const options = [["private", text.onlyMe], ...(hasRoom ? [["room", text.myRoom]] : [])];
  if (ids.length === 0) {
    return hasRoom ? segmented({ name: "visibility", label: text.whoSees, options, value,
      hint: text.whoSeesHint }) : null;
  }
  return field({ name: "visibility", label: text.whoSees, kind: "select", value, hint: text.courseSeesHint,
    options: [...options, ...ids.map((id) => [`course:${id}`, courseName(id)])] });
}
