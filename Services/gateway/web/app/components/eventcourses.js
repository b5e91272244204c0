// Courses as events name them: whom an event is shared with, and with whom it can be.

import { loadCourses, state } from "../state.js";
import { words } from "../words/words.js";
import { segmented } from "./choices.js";
import { field } from "./form.js";

/** Calls `named()` when the courses of these events have become known that were not known yet. */
export function nameCourses(events, named) {
  if (state.courses || !events.some(({ visibility }) => visibility === "course")) return;
  // Without its name a course is a course all the same.
  loadCourses().then(named, () => {});
}

/** An event about courses and rosters: what is known of one's own courses is fetched again. */
export function onCourseEvent(topic) {
  if (!/^attendance\.(course|roster)\./.test(topic) || !state.courses) return;
  // The names stay as they were until the next event.
  loadCourses().catch(() => {});
}

/** The name of a course, or a word for one without a name. */
export function courseName(id) {
  return state.courses?.find((course) => course.id === id)?.name ?? words.events.aCourse;
}

/**
 * The part of a form that says who sees an event, as `models/eventvalues.js` has it; null for whom there is
 * nobody to share with. Somebody without courses sees both choices at once.
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
