// English: the other pages of a room.

import { formsOf } from "../forms.js";

const { plural } = formsOf("en");

export default {
  join: {
    title: "Your invitation",
    invited: (place) => `Join ${place}`,
    guest: "A roommate shared the room code with you. Create an account to join right away.",
    haveAccount: "I have an account",
    member: "A roommate shared the room code with you, so you can join right away.",
    enter: (place) => `Join ${place}`,
    later: "Not now",
    waits: (place) => `You're waiting to join ${place}. Joining this room withdraws that request.`,
    isIn: (place) => `You already live in ${place}`,
    toRoom: "Go to room",
    elsewhere: (own) => `You live in ${own}`,
    leaveFirst: (own, place) => `You can live in only one room. To join ${place}, first leave ${own}: `
      + `Settings, `
      + "“Leave room”. Then open the invitation again.",
    toSettings: "Open Settings",
    stay: (own) => `Stay in ${own}`,
    badTitle: "This link doesn't work",
    bad: "Part of it is missing. Ask for the link again, or enter the room code yourself.",
    noDorm: "Its dorm isn't on this campus. Ask for the link again, or choose the dorm yourself.",
    ask: "Ask to join",
    troubles: {
      join_code_wrong: "This code is no longer valid. Ask for the new link, or ask to join.",
      join_code_bad: "The code is incomplete. Ask for the link again, or ask to join.",
      room_full: "This room is full. Ask the people there or an administrator to make room, and keep the "
        + "link.",
    },
  },
  completed: {
    title: "Completed items",
    empty: "Nothing completed yet",
    emptyText: "Tasks your room completes show up here.",
    reopened: "Back on the list",
    reopen: (title) => `Reopen: ${title}`,
    filter: "Filters",
    byWhom: "Completed by",
    when: "When",
    everyone: "Everyone",
    anyDay: "Any day",
    today: "Today",
    yesterday: "Yesterday",
    week: "Last 7 days",
    chooseDays: "Choose days…",
    days: "Days",
    from: "First day",
    until: "Last day",
    show: "Show",
    since: (day) => `Since ${day}`,
    upTo: (day) => `Until ${day}`,
    span: (from, until) => `${from} – ${until}`,
    backwards: "Choose a last day after the first.",
    none: "No results",
    noneText: "No completed tasks match. Try other days or another person.",
    showAll: "Show all",
  },
  boardPrivacy: {
    title: "Message privacy",
    keptTitle: "What's stored",
    kept: "For each message: its room, its hour, its text and a random number. Nothing else.",
    notKept: [
      "No author: not in the database, not in a log, not encrypted for administrators.",
      "No minute, only the hour. The order within the hour is random.",
      "No entry in the access log, and no trace between programs.",
      "A message you haven't posted stays on this device only, for a day at most. Posting, discarding or "
        + "signing out deletes it.",
      "What you've read and reported is stored under your name, without a time. Nobody is shown what you "
        + "reported.",
    ],
    remainsTitle: "What others can still find out",
    remains: "No software can promise more than this. Here's what it can't prevent:",
    remaining: [
      "The people who run the site can watch requests as they arrive.",
      "For a week, the files on its disk show roughly in which order things were written. Anyone who has "
        + "them can narrow a message down to minutes, but not to a person.",
      "Everyone's phone shows right away that there's a new message, including yours. Someone looking over "
        + "your shoulder learns when.",
      "In a small room, others can guess from how you write, or because you were the only one awake.",
    ],
    rulesTitle: "The rules",
    five: "Five messages an hour per person, counted in memory and reset when Quad restarts.",
    final: "Nobody can edit or delete a message: not you, not administrators.",
    votes: (count) => count === null
      ? "A report is a vote. When more than half of the room votes, the message is hidden."
      : plural(count, {
        one: "A report is a vote. After # report in your room, the message is hidden.",
        other: "A report is a vote. After # reports in your room, the message is hidden. An administrator "
          + "who sees a report can hide it, too.",
      }),
    tombstone: "A hidden message keeps its place and its seal.",
    chainTitle: "How tampering shows",
    chain: "A few minutes after each hour, its messages are sealed with a number computed from all of them "
      + "and the seal before. Changing or removing an old message breaks every seal after it.",
    verify: "Check it on a computer, with the program that comes with Quad:",
    verifyNote: "It stores the newest seal and compares it next time. Or write a seal down today, and look "
      + "for it here next month.",
    seals: "Sealed hours",
    messages: (count) => plural(count, { one: "# message", other: "# messages" }),
    noSeals: "No sealed hours yet.",
  },
  roommates: {
    title: "Roommates",
    empty: "You're the first one here",
    emptyText: "Share the room code so your roommates can join right away.",
    code: "Room code",
    codeHint: "Anyone who has it can join without asking.",
    placesLeft: (count) => plural(count, { one: "#\u00a0spot left.", other: "#\u00a0spots left." }),
    full: "The room is full.",
    qr: (place) => `QR code with the link to ${place}`,
    showQr: "Enlarge QR code",
    qrHint: "Your roommate can scan it with their phone's camera.",
    newCode: "New code",
    newCodeTitle: "Create a new code?",
    newCodeText: "The old code, link and QR code stop working immediately. Everyone who lives here stays.",
    newCodeMade: "New code created",
    isNew: "new",
    share: "Share",
    copy: "Copy link",
    copied: "Link copied",
    shareText: (place) => `Join our room on Quad: ${place}`,
    waiting: "Requests to join",
    approve: "Approve",
    decline: "Decline",
    approved: (name) => `${name} joined`,
    declined: "Request declined",
    answered: "Someone already answered this request.",
    asked: (when) => `asked ${when}`,
    letIn: (name) => `Approve: ${name}`,
    turnAway: (name) => `Decline: ${name}`,
    waitingFull: "Your room is full. Someone has to move out before you can approve anyone.",
    since: (when) => `Here since ${when}`,
    fields: {
      pronouns: "Pronouns", concentration: "Concentration", hometown: "Hometown", phone: "Phone",
      languages: "Languages", allergies: "Allergies",
    },
    message: (name) => `Text ${name}`,
    copyNumber: "Copy",
    numberCopied: "Number copied",
    nothing: (name) => `${name} hasn't shared anything else yet.`,
  },
};
