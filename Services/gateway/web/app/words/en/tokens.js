// English: what an API token may do.

export default {
  tokenScopes: {
    names: {
      "room:read": "See your room", "room:write": "Change things in your room",
      "events:read": "See your events", "events:write": "Change your events",
      "courses:read": "See your courses", "courses:write": "Change the courses you teach",
      "profile:read": "See your profile", "profile:write": "Change your profile",
      "alerts:read": "See your notifications", "alerts:write": "Change your notifications",
      "site:alert": "Report alerts to administrators", admin: "Administer this site",
    },
    hints: {
      "room:read": "Tasks, messages, roommates", "room:write": "Add and complete tasks, post messages",
      "events:read": "Including to-dos and budgets", "events:write": "Add, edit, share and answer them",
      "courses:read": "Your attendance, and the rosters and check-ins of courses you teach",
      "courses:write": "Rosters, check-ins, marks and excuses, but never checking in",
      "alerts:read": "Upcoming notifications and your inbox",
      "alerts:write": "Pin, read and clear them, and choose your channels",
      "profile:read": "Including what you hide from others",
      "profile:write": "Your name and details, never your password",
      "site:alert": "For Alertmanager, which watches this site",
      admin: "Everything you can do as an administrator",
    },
  },
};
