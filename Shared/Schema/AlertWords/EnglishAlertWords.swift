extension Alerts.Words {
  static let english = Alerts.Words(
    language: .english, late: "Sent late",
    lengths: [
      Alerts.LengthWords(minutes: 10_080, words: "{count:# week|# weeks}"),
      Alerts.LengthWords(minutes: 1440, words: "{count:# day|# days}"),
      Alerts.LengthWords(minutes: 60, words: "{count:# hour|# hours}"),
      Alerts.LengthWords(minutes: 1, words: "{count:# minute|# minutes}"),
    ],
    texts: [
      .eventReminder: Alerts.TextWords(
        title: ["{title}", "Event"], note: [["Starts {start:moment}"], ["{place}"]]),
      .eventDayReminder: Alerts.TextWords(
        title: ["{title}", "Event"], note: [["{start:date}, all day"], ["{place}"]]),
      .taskDue: Alerts.TextWords(title: ["{title}", "Task"], note: [["Due {due:moment}"]]),
      .taskImportant: Alerts.TextWords(
        title: ["{title}", "Task"], note: [["Marked as important by {by:person}", "Marked as important"]]),
      .boardMessage: Alerts.TextWords(
        title: ["New message"], note: [["Someone wrote to your room."]],
        reason: ["Someone wrote to your room. Quad doesn't store who it was."]),
      .joinAsked: Alerts.TextWords(
        title: ["{by:person} wants to join your room", "Someone wants to join your room"],
        note: [["Let them in or decline under Roommates."]]),
      .newSignIn: Alerts.TextWords(
        title: ["New sign-in"],
        note: [
          ["{device}, {address}.", "{device}.", "{address}."],
          ["If this wasn't you, sign that device out and change your password."],
        ]),
      .checkInOpen: Alerts.TextWords(
        title: ["Check in: {course}", "Check-in open"], note: [["Open until {closes:moment}"], ["{place}"]]),
      .checkInSoon: Alerts.TextWords(
        title: ["{course}: check-in closes soon", "A check-in closes soon"],
        note: [["You haven't checked in yet. It's open until {closes:moment}."]]),
      .attendanceMarked: Alerts.TextWords(
        title: [
          "{course}: marked {status:present=present|late=late|excused=excused|absent=absent}",
          "Your attendance was changed",
        ],
        note: [["Class of {start:moment}"], ["Reason: {reason}"]]),
      .attendanceLow: Alerts.TextWords(
        title: ["{course}: your attendance is low", "Your attendance is low"],
        note: [
          ["You've been there {percent} % of the time."],
          ["{absences:You missed the last class.|You missed the last # classes.}"],
          ["Talk to your teacher if something keeps you away."],
        ]),
      .studentLow: Alerts.TextWords(
        title: ["{course}: low attendance of {student}", "A student's attendance is low"],
        note: [
          ["There {percent} % of the time."],
          ["{absences:Missed the last class.|Missed the last # classes.}"],
          ["You are the student's adviser."],
        ]),
      .excuseAnswered: Alerts.TextWords(
        title: [
          "{course}: {answer:accepted=you're excused|declined=your excuse was declined}",
          "Your excuse was answered",
        ],
        note: [["For {day:date}"], ["{note}"]]),
      .classNext: Alerts.TextWords(
        title: ["{title}", "Your next class"],
        note: [["Starts {start:moment}"], ["Room {room}"], ["With {teacher}"]]),
      .classChanged: Alerts.TextWords(
        title: [
          "{title}: {change:cancelled=canceled|changed=changed|usual=meets as usual}", "A class has changed",
        ],
        note: [["{day:date}"], ["Room {room}"], ["With {substitute}"], ["“{note}”"]]),
      .dayClosed: Alerts.TextWords(
        title: ["No school {day:date}", "The school is closed"],
        note: [
          ["{note}"],
          ["School resumes {next:date} with {type}.", "School resumes {next:date}."],
        ],
        reason: ["Everyone at the school gets this."]),
      .dayReopened: Alerts.TextWords(
        title: ["School is on after all: {day:date}", "The school is open after all"],
        note: [["It's {type}.", "The closing was called off."]],
        reason: ["Everyone at the school gets this."]),
      .newsDigest: Alerts.TextWords(
        title: ["{count:School news: # new item|School news: # new items}", "School news"],
        note: [["{titles:list}"]], reason: ["You follow these sources."]),
      .newsItem: Alerts.TextWords(
        title: ["{source}: {title}", "{title}", "School news"], note: [],
        reason: ["You get news from this source at once."]),
      .announcementNew: Alerts.TextWords(
        title: ["{title}", "New announcement"],
        note: [["Announcement by {by:person}", "Announcement to the school"]],
        reason: ["It's for everyone at the school."]),
      .refreshTraining: Alerts.TextWords(
        title: ["Refresh your first-aid training"],
        note: [["You passed the quiz {days:a day|# days} ago."], ["It takes about ten minutes."]]),
      .crisisAlert: Alerts.TextWords(
        title: ["Help needed: {place}", "Someone needs help"],
        note: [
          ["{by:person} needs help.", "Someone needs help."],
          ["AED: {aed}, floor {floor}.", "AED: {aed}.", "AED: floor {floor}."],
          ["Call {number} if nobody has."], ["“{note}”"],
        ]),
      .crisisDrill: Alerts.TextWords(
        title: ["DRILL: help needed, {place}", "DRILL: someone needs help"],
        note: [
          ["This is only a drill by {by:person}.", "This is only a drill."],
          ["AED: {aed}, floor {floor}.", "AED: {aed}.", "AED: floor {floor}."], ["“{note}”"],
        ]),
      .crisisOff: Alerts.TextWords(
        title: ["{drill:yes=DRILL called off|no=Called off}: {place}", "Called off"],
        note: [["You don't need to come anymore."]]),
      .backupOld: Alerts.TextWords(
        title: ["No recent backup"],
        note: [
          ["The last good backup: {last:moment}.", "There is no backup yet."],
          ["Find out why on the server, and make one."],
        ]),
      .siteAlert: Alerts.TextWords(
        title: ["{summary}", "{alert}", "Alert from this site's monitoring"],
        note: [
          [
            "{severity:page=Urgent.|critical=Critical.|ticket=Not urgent.|warning=Warning.}",
            "Severity: {severity}.",
          ],
          ["{do}"], ["Since {start:moment}"],
        ]),
      .siteResolved: Alerts.TextWords(
        title: ["Resolved: {summary}", "Resolved: {alert}", "Alert resolved"],
        note: [["Started {start:moment}."]]),
      .siteMore: Alerts.TextWords(
        title: ["{count:# more alert|# more alerts}", "More alerts"],
        note: [["Too many came at once to list them here. See Alertmanager."]]),
      .missed: Alerts.TextWords(
        title: ["{count:You missed # reminder|You missed # reminders}", "You missed reminders"],
        note: [["{titles:list}"], ["{start:moment}", "{day:date}", "Due {due:moment}"]],
        reason: ["Quad wasn't running when they were due."]),
      .digest: Alerts.TextWords(
        title: ["{count:Your digest: # notification|Your digest: # notifications}", "Your digest"],
        note: [["{titles:list}"]], reason: ["You turned on the daily digest."]),
      .test: Alerts.TextWords(
        title: ["Test notification"],
        note: [["If you can read this, {channel} works.", "If you can read this, notifications work."]],
        reason: ["You sent a test from your settings."]),
    ],
    unknown: Alerts.TextWords(
      title: ["{title}", "New notification"], note: [["Open your inbox to see what's new."]]),
    reasons: [
      .yours: Alerts.ReasonWords(sentence: ["You added this event."], short: ["your event"]),
      .answered: Alerts.ReasonWords(
        sentence: [
          "{answer:yes=You said you're going.|maybe=You said you might go.|no=You said you're not going.}",
          "You answered the invitation.",
        ],
        short: ["{answer:yes=you're going|maybe=you might go|no=you're not going}", "you answered"]),
      .lead: Alerts.ReasonWords(
        sentence: [
          "{minutes:0=The event has a reminder at the start.}",
          "The event has a reminder {minutes:length} before the start.", "The event has a reminder.",
        ],
        short: ["{minutes:0=at the start}", "{minutes:length} before", "reminder"]),
      .taskOfRoom: Alerts.ReasonWords(
        sentence: ["The task is on your room's list."], short: ["your room's task"]),
      .taskImportant: Alerts.ReasonWords(
        sentence: ["Someone marked the task as important."], short: ["important"]),
      .roomOfMember: Alerts.ReasonWords(
        sentence: ["You live there, so you can let people in."], short: ["your room"]),
      .ownSignIn: Alerts.ReasonWords(
        sentence: ["You're notified about every sign-in to your account."], short: ["your account"]),
      .studentOfCourse: Alerts.ReasonWords(
        sentence: ["You're in this course."], short: ["your course"]),
      .studentOfClass: Alerts.ReasonWords(
        sentence: ["You take this class."], short: ["your class"]),
      .classReminder: Alerts.ReasonWords(
        sentence: [
          "{minutes:0=You asked for a reminder at the first bell.}",
          "You asked for a reminder {minutes:length} before class.", "You asked for a reminder before class.",
        ],
        short: ["{minutes:0=at the bell}", "{minutes:length} before", "reminder"]),
      .passedTraining: Alerts.ReasonWords(
        sentence: ["You've done the first-aid training."], short: ["your training"]),
      .calledToHelp: Alerts.ReasonWords(
        sentence: ["You asked to be called when someone needs first aid."], short: ["you help"]),
      .roommateOfSender: Alerts.ReasonWords(
        sentence: ["You share a room with the person who sent it."], short: ["your roommate"]),
      .administrator: Alerts.ReasonWords(
        sentence: ["You administer this site."], short: ["administrator"]),
    ],
    unknownReason: ["No reason was given."])
}
