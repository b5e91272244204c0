// English: the administrators' start page.

import { formsOf } from "../forms.js";

const { plural } = formsOf("en");

export default {
  overview: {
    health: { good: "All is well", look: "Needs a look", bad: "Something isn't working" },
    levels: { good: "OK", look: "Check", bad: "Problem" },
    programs: "Programs",
    parts: { auth: "Accounts", roomhub: "Rooms and boards", attendance: "Courses", events: "Events",
      campus: "School day", "media-fetcher": "Pictures", guide: "First aid",
      notifier: "Notifications", gateway: "Web server" },
    states: { ready: "Ready", starting: "Starting", degraded: "Can't save", away: "Not responding" },
    since: (version, when) => `Version ${version}, since ${when}`,
    gigabytes: (count) => `${count} GB`,
    checks: {
      programs: {
        title: "Programs",
        ready: { says: ({ count, version, since }) => `All ${count} are ready. Version ${version}, `
          + `last started ${since}.` },
        away: { says: ({ programs }) => `Not responding: ${programs}. Their pages don't work right now.`,
          act: "On the server, compose/local status or docker compose ps says what runs, and the logs say "
            + "why." },
        starting: { says: ({ programs }) => `Starting or catching up: ${programs}.`,
          act: "This usually takes a moment. If it lasts, read the program's log." },
        versions: { says: ({ versions }) => `Different versions are running: ${versions}.`,
          act: "Restart the site to finish the upgrade." },
      },
      disk: {
        title: "Disk",
        free: { says: ({ free, part }) => `${free} free (${part}).` },
        low: { says: ({ free, part }) => `Only ${free} free (${part}).`,
          act: "Delete what the server doesn't need, such as old backups, or enlarge the disk. When it's "
            + "full, nobody can save anything." },
        full: { says: "Nothing can be saved: the disk is full, or the database takes no changes.",
          act: "Make room on the server now, or check the database. Nothing that was saved is lost." },
      },
      updates: {
        title: "Updates between programs",
        sent: { says: ({ count }) => count === 0 ? "Nothing is waiting."
          : plural(count, { one: "# is on its way.", other: "# are on their way." }) },
        behind: { says: ({ count }) => plural(count, { one: "# is waiting.", other: "# are waiting." }),
          act: "Changes show up late. If the number keeps growing, restart the site." },
        dead: { says: ({ count }) => plural(count, { one: "# couldn't be applied.",
          other: "# couldn't be applied." }),
          act: "On the server, quadctl bus dlq shows them and tries again." },
      },
      notifications: {
        title: "Notifications",
        onTime: { says: ({ count }) => count === 0 ? "On time. Nothing is waiting to be sent."
          : plural(count, { one: "On time. # is being sent.", other: "On time. # are being sent." }) },
        late: { says: ({ count }) => plural(count, { one: "# reminder is late.",
          other: "# reminders are late." }),
          act: "The server may be overloaded, or its clock was changed." },
      },
      backup: {
        title: "Backup",
        recent: { says: ({ last, age }) => `Last backup: ${last} (${age}).` },
        due: { says: "None yet. The first one is due within a day.",
          act: "With a passphrase in QUAD_BACKUP_PASSPHRASE, backups are made every night." },
        old: { says: ({ last }) => `The last good backup is older than 26 hours: ${last}.`,
          act: "On the server, docker compose logs backup or journalctl -u quad-backup says why. "
            + "compose/local backup makes one now." },
        none: { says: "There is no backup of this site yet. If a disk fails, everything on it is lost.",
          act: "On the server, docker compose logs backup or journalctl -u quad-backup says why. "
            + "With a passphrase in QUAD_BACKUP_PASSPHRASE, compose/local backup makes one now." },
      },
    },
    decisions: "Waiting for you",
    noDecisions: "Nothing is waiting for a decision.",
    waits: {
      reports: (count) => plural(count, { one: "# reported message", other: "# reported messages" }),
      deadDeliveries: (count) => plural(count, { one: "# notification not delivered",
        other: "# notifications not delivered" }),
      expiredInvites: (count) => plural(count, { one: "# expired invitation",
        other: "# expired invitations" }),
    },
    todo: {
      reports: "Hide them or dismiss the reports",
      deadDeliveries: "In the last 7 days; see why",
      expiredInvites: "They were never used up; create new ones",
    },
    inNumbers: "In numbers",
    numbers: {
      people: (count) => plural(count, { one: "person", other: "people" }),
      rooms: (count) => plural(count, { one: "room", other: "rooms" }),
      dorms: (count) => plural(count, { one: "dorm", other: "dorms" }),
      joinRequests: () => "waiting for roommates",
      courses: (count) => plural(count, { one: "course", other: "courses" }),
      events: (count) => plural(count, { one: "event", other: "events" }),
      pictures: (count) => plural(count, { one: "picture", other: "pictures" }),
      messages: (count) => plural(count, { one: "board message", other: "board messages" }),
      alerts: (count) => plural(count, { one: "reminder", other: "reminders" }),
    },
    peopleNote: ({ newPeople, students, staff, admins }) => [
      `${newPeople} new this week`, plural(students, { one: "# student", other: "# students" }),
      `${staff} staff`, plural(admins, { one: "# administrator", other: "# administrators" })].join(" · "),
    roomsNote: ({ rooms, fullRooms }) => `${rooms - fullRooms} with space · ${fullRooms} full`,
    joinRequestsNote: "asked to join a room",
    messagesNote: "in the last 24 hours",
    alertsNote: "scheduled",
    places: "Manage",
  },
};
