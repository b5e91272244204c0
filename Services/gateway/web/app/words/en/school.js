// English: School, with courses and their rosters.

import { formsOf } from "../forms.js";

const { plural } = formsOf("en");

export default {
  school: {
    title: "School",
    courses: "Courses",
    teach: "Courses you teach",
    take: "Courses you take",
    add: "Add course",
    empty: "No courses yet",
    emptyStudent: "Your teachers add you to their courses.",
    emptyStaff: "Add a course, then enroll your students by email.",
    emptyAll: "No teacher has added a course yet.",
    show: "Show",
    own: "My courses",
    all: "All courses",
    search: "Search courses",
    found: (count) => plural(count, { one: "# course", other: "# courses" }),
    count: (here, everyone) => `${here} of ${everyone}`,
    isOpen: (count) => `Open · ${count}`,
    nothing: "No courses found",
    nothingText: "Search by name, code or term.",
  },
  course: {
    one: "Course",
    students: (count) => plural(count, { one: "# student", other: "# students" }),
    teaching: "You teach this course",
    taking: "You take this course",
    taughtBy: (names) => `Taught by ${names}`,
    managing: "You manage this course as an administrator",
    gone: "Course not available",
    goneText: "It was deleted, or you're no longer in it.",
    toSchool: "View courses",
    edit: "Edit",
    events: "Events",
    addEvent: "Add event",
    noEvents: "Nothing coming up. Events shared with this course show up here.",
    newTitle: "New course",
    editTitle: "Edit course",
    name: "Name",
    code: "Code",
    ofClass: "Name and code come from the school's class list.",
    codeHint: "For example STAT 101",
    term: "Term",
    termHint: "For example Fall 2026",
    statuses: "Attendance words",
    statusesLead: "Your own words for attendance, here and in CSV files. Leave a field empty to use the "
      + "usual word.",
    usualStatuses: "The usual words",
    added: "Course added",
    delete: "Delete course",
    deleteTitle: (name) => `Delete ${name}?`,
    deleteText: (count) => (count === 0
      ? "The course and its roster are deleted for good. Events shared with it become private."
      : plural(count, {
        one: "The course and its roster are deleted for good. # student loses access, and events shared with "
          + "the course become private.",
        other: "The course and its roster are deleted for good. # students lose access, and events shared "
          + "with the course become private.",
      })),
    deleted: (name) => `${name} deleted`,
    conflict: {
      title: "Changed elsewhere",
      lead: "This course was changed while you were editing. Which version do you want to keep?",
      same: "The same changes were already saved.",
      members: { name: "Name", code: "Code", term: "Term" },
    },
  },
  schoolDays: { closed: "Closed", closedShort: "Closed", none: "No school" },
};
