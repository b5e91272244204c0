// English: checking in, and a student's own attendance.

import { formsOf } from "../forms.js";

const { plural } = formsOf("en");
const grouped = new Intl.NumberFormat("en");
const feet = (count) => `${grouped.format(count)} ft`;

export default {
  checkingIn: {
    one: "Check-in",
    of: (course) => `Check-in: ${course}`,
    title: "Check in",
    act: "Check in",
    open: "Check-in open",
    closesIn: (left) => `Closes in ${left}`,
    opensIn: (left) => `Opens in ${left}`,
    opensAt: (when) => `Opens at ${when}`,
    closedAt: (when) => `Closed ${when}`,
    soon: "Not open yet",
    unavailable: "Unavailable",
    byTeacher: "Your teacher takes attendance",
    asking: "Checking where you are …",
    sending: "Checking you in …",
    scanned: "Code scanned",
    scanAgain: "Scan the code again",
    held: "Saved on this device",
    heldText: (when) => `You pressed at ${when}, but there's no connection. It's sent as soon as you're back `
      + "online, and your teacher confirms it.",
    atTheEdge: "You're at the edge of the range. Enter the code shown in the room, or your teacher has to "
      + "confirm you.",
    privacy: "Your position is compared once and never stored.",
    otherwise: "If it doesn't work, your teacher can mark you present.",
    code: "Code",
    codeHint: "8 characters, shown in the room",
    enterCode: "Enter code",
    scan: "Scan code",
    scanHint: "Or point your phone's camera at the QR code in the room.",
    scanLead: "Point the camera at the QR code in the room.",
    scanOther: "This isn't the code of a check-in.",
    outcomes: {
      present: "You're checked in", late: "You're checked in, but late", pending: "Waiting for your teacher",
      excused: "You're excused", absent: "You were marked absent", other: "Recorded",
    },
    receipt: (means, when) => means ? `${when} · ${means}` : when,
    reasons: {
      no_checkin: () => "Your teacher hasn't opened a check-in.",
      not_open_yet: ({ opens }) => `You can check in from ${opens}.`,
      closed: ({ closes }) => `This check-in closed at ${closes}. Talk to your teacher if you were there.`,
      out_of_range: ({ feet: far }) => far === null
        ? "You're too far away. Go to the classroom and try again."
        : `You're too far away, about ${feet(far)}. Go to the classroom and try again.`,
      accuracy_low: () => "Your device only knows roughly where it is. Turn on Wi-Fi or go to a window, then "
        + "try again.",
      fix_stale: () => "Your position is more than 30 seconds old. Try again.",
      fix_needed: () => "This check-in needs your position.",
      location_denied: () => "Location is blocked for this site. Allow it in your browser: tap the icon next "
        + "to the address, then Location. Then try again.",
      location_missing: () => "This browser can't tell where you are. Open Quad in another browser or on "
        + "your phone.",
      location_failed: () => "Your device couldn't find where you are. Turn on location and Wi-Fi, then try "
        + "again.",
      code_needed: () => "Enter the code shown in the room.",
      checkin_code_wrong: () => "This isn't the current code. It changes every 15 seconds.",
      checkin_code_bad: () => "The code has 8 letters and digits. Check what you typed.",
      ticket_expired: () => "Your scan is more than two minutes old.",
      ticket_used: () => "Somebody else has used this scan. Scan the code yourself.",
      ticket_bad: () => "This scan can't be read.",
      instructor_only: () => "You don't have to do anything.",
      not_enrolled: () => "You aren't a student of this course.",
      not_allowed: () => "You aren't a student of this course.",
      term_locked: () => "This term is closed. Nothing can be changed anymore.",
    },
    gone: "Check-in not available",
    goneText: "It was deleted, or you're not in its course.",
    guestTitle: "Almost there",
    guestText: (left) => `Your scan is kept for ${left}. Sign in to check in.`,
    guestPlain: "Sign in to check in.",
    guestExpired: "Your scan has expired. Sign in, then scan the code again.",
    signIn: "Sign in",
    toSchool: "View courses",
    noPast: "No classes yet",
  },
  myAttendance: {
    title: "My attendance",
    open: "My attendance",
    lead: "Everything that's recorded about your attendance. You, your teachers, and administrators can see "
      + "it. If you have an adviser in a course, they see your numbers there.",
    percent: (value) => `${value}%`,
    none: "–",
    counts: (attended, counted) =>
      `${attended} of ${plural(counted, { one: "# class", other: "# classes" })}`,
    excused: (count) => plural(count, { one: "# excused", other: "# excused" }),
    records: "Classes",
    all: "All courses",
    filter: "Course",
    empty: "Nothing recorded yet",
    emptyText: "Your classes show up here once you've checked in.",
    noCourses: "You aren't taking any courses",
    statuses: {
      present: "Present", late: "Late", excused: "Excused", absent: "Absent", pending: "To be confirmed",
      unmarked: "Not marked", not_enrolled: "Not enrolled",
    },
    means: {
      place: "by position", code: "by code", place_and_code: "by position and code",
      instructor: "by your teacher", excuse: "by your excuse", closing: "when the check-in closed",
      offline: "sent later",
    },
    details: "Details",
    recorded: "Recorded",
    changed: "Changed",
    changedBy: (name, from) => `${name} changed it from “${from}”`,
    changedFrom: (from) => `Changed from “${from}”`,
    markedBy: (name) => `Marked by ${name}`,
    by: "Marked",
    reason: "Reason",
    distance: "Distance",
    upTo: (count) => `Up to ${feet(count)} away`,
    accuracy: "Accuracy",
    within: (meters) => `Within ${feet(Math.round(meters / 0.3048))}`,
    flags: "Notes",
    flagWords: {
      borderline: "at the edge of the range", arrived_late: "sent after a lost connection",
      same_coordinates: "same position as another student", same_accuracy: "same accuracy several times",
      too_fast: "far from your last position", shared_device: "same device as another student",
    },
    receiptID: "Receipt",
  },
};
