// English: the page Today.

import { formsOf } from "../forms.js";

const { plural } = formsOf("en");

export default {
  today: {
    title: "Today",
    add: "Add a task or an event",
    addButton: "Add",
    example: "Buy milk tomorrow 6pm",
    exampleEvent: "Dinner fri 19:00",
    kind: "Type",
    hint: "Add a task. For an event, start with “event:”",
    hintEvent: "Add an event. End it with a day and a time.",
    addDay: "add a day and a time",
    needsDay: "End the event with a day, like “Fri 19:00”.",
    past: "that time has passed",
    allDay: "all day",
    notATime: "Not a time",
    tooMany: "Too many lines are waiting. Try again in a moment.",
    cards: {
      checkin: "Check-in", class: "Next class",
      room: "Room", event: "Next event", tasks: "Tasks", board: "Messages", inbox: "Notifications",
      courses: "Courses",
    },
    due: (count) => plural(count, { one: "# due", other: "# due" }),
    nothingDue: "Nothing due today",
    moreDue: (count) => plural(count, { one: "# more due", other: "# more due" }),
    next: "Next",
    noMessages: "Ask your room something. It's anonymous.",
    noCourses: "Add your first course",
    noCoursesText: "Then enroll your students by email.",
    moreCourses: (count) => plural(count, { one: "# more course", other: "# more courses" }),
    noNotices: "Reminders and news from your room show up here.",
    asOf: (when) => `As of ${when}.`,
    away: {
      checkin: "Check-ins are not reachable right now.",
      event: "Events are not reachable right now.",
      tasks: "Tasks are not reachable right now.",
      board: "Messages are not reachable right now.",
      inbox: "Notifications are not reachable right now.",
      class: "The school day is not reachable right now.",
      courses: "Courses are not reachable right now.",
    },
    bell: (when, isOn) => isOn ? `until ${when}` : `at ${when}`,
    cancelled: "canceled",
    checkedIn: (there, all, when) => `${there} of ${all} checked in · open until ${when}`,
    free: "Your day is free",
    freeText: "Nothing is due and everything is read. Plan something: type it in the line at the top.",
    arrangeLead: "Move what you need most to the top, and hide what you don't need.",
    show: "Show",
    moveUp: (card) => `Move up: ${card}`,
    moveDown: (card) => `Move down: ${card}`,
    movedTo: (card, position, count) => `${card}: ${position} of ${count}`,
  },
};
