// Lists of courses and of the people in one: their order, and what a search finds.

/** Courses that the person teaches, then those that they take, each in the order of the site. */
export function teachingFirst(courses) {
  const [teaching, rest] = parted(courses);
  return [...teaching, ...rest];
}

/** People of a roster with the instructors first, each in the order of the site, with `id` for a list. */
export function instructorsFirst(entries) {
  return teachingFirst(entries).map((entry) => ({ ...entry, id: entry.person }));
}

/** The courses whose name, code or term contains each word of `query`, whatever its case. */
export function coursesWith(courses, query) {
  return courses.filter(({ name, code, term }) => hasWords([name, code, term], query));
}

/** True if the texts (null for a missing one) contain each word of `query`, whatever its case. */
export function hasWords(texts, query) {
  const text = texts.filter(Boolean).join(" ").toLowerCase();
  return query.toLowerCase().split(/\s+/).every((word) => text.includes(word));
}

/** The statuses that a course may name in its own words, by their members in its `statusNames`. */
export const namedStatuses = {
  present: "present", late: "late", excused: "excused", absent: "absent", notEnrolled: "not_enrolled",
};

/** The course's own name of a status, or null for the usual one. `names` is missing in most courses. */
export function ownName(names, status) {
  return names?.[status === "not_enrolled" ? "notEnrolled" : status] ?? null;
}

function parted(all) {
  const isTeacher = ({ role }) => role === "instructor";
  return [all.filter(isTeacher), all.filter((one) => !isTeacher(one))];
}
