// The words of alerts. Generated: quadctl catalogue --alert-words en

export default {
  "alertTexts": {
    "singulars": [1],
    "late": "Sent late",
    "lengths": [
      { "minutes": 10080, "words": "{count:# week|# weeks}" },
      { "minutes": 1440, "words": "{count:# day|# days}" },
      { "minutes": 60, "words": "{count:# hour|# hours}" },
      { "minutes": 1, "words": "{count:# minute|# minutes}" },
    ],
    "texts": {
      "event.reminder": {
        "title": ["{title}", "Event"],
        "note": [["Starts {start:moment}"], ["{place}"]],
        "reason": [],
      },
      "event.dayReminder": {
        "title": ["{title}", "Event"],
        "note": [["{start:date}, all day"], ["{place}"]],
        "reason": [],
      },
      "task.due": { "title": ["{title}", "Task"], "note": [["Due {due:moment}"]], "reason": [] },
      "task.important": {
        "title": ["{title}", "Task"],
        "note": [["Marked as important by {by:person}", "Marked as important"]],
        "reason": [],
      },
      "board.message": {
        "title": ["New message"],
        "note": [["Someone wrote to your room."]],
        "reason": ["Someone wrote to your room. Quad doesn't store who it was."],
      },
      "join.asked": {
        "title": ["{by:person} wants to join your room", "Someone wants to join your room"],
        "note": [["Let them in or decline under Roommates."]],
        "reason": [],
      },
      "signin.new": {
        "title": ["New sign-in"],
        "note": [
          ["{device}, {address}.", "{device}.", "{address}."],
          ["If this wasn't you, sign that device out and change your password."],
        ],
        "reason": [],
      },
      "checkin.open": {
        "title": ["Check in: {course}", "Check-in open"],
        "note": [["Open until {closes:moment}"], ["{place}"]],
        "reason": [],
      },
      "checkin.soon": {
        "title": ["{course}: check-in closes soon", "A check-in closes soon"],
        "note": [["You haven't checked in yet. It's open until {closes:moment}."]],
        "reason": [],
      },
      "mark.changed": {
        "title": [
          "{course}: marked {status:present=present|late=late|excused=excused|absent=absent}",
          "Your attendance was changed",
        ],
        "note": [["Class of {start:moment}"], ["Reason: {reason}"]],
        "reason": [],
      },
      "course.low": {
        "title": ["{course}: your attendance is low", "Your attendance is low"],
        "note": [
          ["You've been there {percent} % of the time."],
          ["{absences:You missed the last class.|You missed the last # classes.}"],
          ["Talk to your teacher if something keeps you away."],
        ],
        "reason": [],
      },
      "student.low": {
        "title": ["{course}: low attendance of {student}", "A student's attendance is low"],
        "note": [
          ["There {percent} % of the time."],
          ["{absences:Missed the last class.|Missed the last # classes.}"],
          ["You are the student's adviser."],
        ],
        "reason": [],
      },
      "excuse.answered": {
        "title": [
          "{course}: {answer:accepted=you're excused|declined=your excuse was declined}",
          "Your excuse was answered",
        ],
        "note": [["For {day:date}"], ["{note}"]],
        "reason": [],
      },
      "class.next": {
        "title": ["{title}", "Your next class"],
        "note": [["Starts {start:moment}"], ["Room {room}"], ["With {teacher}"]],
        "reason": [],
      },
      "class.changed": {
        "title": [
          "{title}: {change:cancelled=canceled|changed=changed|usual=meets as usual}",
          "A class has changed",
        ],
        "note": [["{day:date}"], ["Room {room}"], ["With {substitute}"], ["“{note}”"]],
        "reason": [],
      },
      "day.closed": {
        "title": ["No school {day:date}", "The school is closed"],
        "note": [["{note}"], ["School resumes {next:date} with {type}.", "School resumes {next:date}."]],
        "reason": ["Everyone at the school gets this."],
      },
      "day.reopened": {
        "title": ["School is on after all: {day:date}", "The school is open after all"],
        "note": [["It's {type}.", "The closing was called off."]],
        "reason": ["Everyone at the school gets this."],
      },
      "news.digest": {
        "title": ["{count:School news: # new item|School news: # new items}", "School news"],
        "note": [["{titles:list}"]],
        "reason": ["You follow these sources."],
      },
      "news.item": {
        "title": ["{source}: {title}", "{title}", "School news"],
        "note": [],
        "reason": ["You get news from this source at once."],
      },
      "announcement.new": {
        "title": ["{title}", "New announcement"],
        "note": [["Announcement by {by:person}", "Announcement to the school"]],
        "reason": ["It's for everyone at the school."],
      },
      "training.refresh": {
        "title": ["Refresh your first-aid training"],
        "note": [["You passed the quiz {days:a day|# days} ago."], ["It takes about ten minutes."]],
        "reason": [],
      },
      "crisis.alert": {
        "title": ["Help needed: {place}", "Someone needs help"],
        "note": [
          ["{by:person} needs help.", "Someone needs help."],
          ["AED: {aed}, floor {floor}.", "AED: {aed}.", "AED: floor {floor}."],
          ["Call {number} if nobody has."],
          ["“{note}”"],
        ],
        "reason": [],
      },
      "crisis.drill": {
        "title": ["DRILL: help needed, {place}", "DRILL: someone needs help"],
        "note": [
          ["This is only a drill by {by:person}.", "This is only a drill."],
          ["AED: {aed}, floor {floor}.", "AED: {aed}.", "AED: floor {floor}."],
          ["“{note}”"],
        ],
        "reason": [],
      },
      "crisis.off": {
        "title": ["{drill:yes=DRILL called off|no=Called off}: {place}", "Called off"],
        "note": [["You don't need to come anymore."]],
        "reason": [],
      },
      "backup.old": {
        "title": ["No recent backup"],
        "note": [
          ["The last good backup: {last:moment}.", "There is no backup yet."],
          ["Find out why on the server, and make one."],
        ],
        "reason": [],
      },
      "site.alert": {
        "title": ["{summary}", "{alert}", "Alert from this site's monitoring"],
        "note": [
          [
            "{severity:page=Urgent.|critical=Critical.|ticket=Not urgent.|warning=Warning.}",
            "Severity: {severity}.",
          ],
          ["{do}"],
          ["Since {start:moment}"],
        ],
        "reason": [],
      },
      "site.resolved": {
        "title": ["Resolved: {summary}", "Resolved: {alert}", "Alert resolved"],
        "note": [["Started {start:moment}."]],
        "reason": [],
      },
      "site.more": {
        "title": ["{count:# more alert|# more alerts}", "More alerts"],
        "note": [["Too many came at once to list them here. See Alertmanager."]],
        "reason": [],
      },
      "missed": {
        "title": ["{count:You missed # reminder|You missed # reminders}", "You missed reminders"],
        "note": [["{titles:list}"], ["{start:moment}", "{day:date}", "Due {due:moment}"]],
        "reason": ["Quad wasn't running when they were due."],
      },
      "digest": {
        "title": ["{count:Your digest: # notification|Your digest: # notifications}", "Your digest"],
        "note": [["{titles:list}"]],
        "reason": ["You turned on the daily digest."],
      },
      "test": {
        "title": ["Test notification"],
        "note": [["If you can read this, {channel} works.", "If you can read this, notifications work."]],
        "reason": ["You sent a test from your settings."],
      },
    },
    "unknown": {
      "title": ["{title}", "New notification"],
      "note": [["Open your inbox to see what's new."]],
      "reason": [],
    },
    "reasons": {
      "event.yours": { "sentence": ["You added this event."], "short": ["your event"] },
      "event.answered": {
        "sentence": [
          "{answer:yes=You said you're going.|maybe=You said you might go.|no=You said you're not going.}",
          "You answered the invitation.",
        ],
        "short": ["{answer:yes=you're going|maybe=you might go|no=you're not going}", "you answered"],
      },
      "event.lead": {
        "sentence": [
          "{minutes:0=The event has a reminder at the start.}",
          "The event has a reminder {minutes:length} before the start.",
          "The event has a reminder.",
        ],
        "short": ["{minutes:0=at the start}", "{minutes:length} before", "reminder"],
      },
      "task.room": { "sentence": ["The task is on your room's list."], "short": ["your room's task"] },
      "task.important": { "sentence": ["Someone marked the task as important."], "short": ["important"] },
      "join.room": { "sentence": ["You live there, so you can let people in."], "short": ["your room"] },
      "signin.yours": {
        "sentence": ["You're notified about every sign-in to your account."],
        "short": ["your account"],
      },
      "course.student": { "sentence": ["You're in this course."], "short": ["your course"] },
      "class.student": { "sentence": ["You take this class."], "short": ["your class"] },
      "class.reminder": {
        "sentence": [
          "{minutes:0=You asked for a reminder at the first bell.}",
          "You asked for a reminder {minutes:length} before class.",
          "You asked for a reminder before class.",
        ],
        "short": ["{minutes:0=at the bell}", "{minutes:length} before", "reminder"],
      },
      "training.passed": { "sentence": ["You've done the first-aid training."], "short": ["your training"] },
      "crisis.trained": {
        "sentence": ["You asked to be called when someone needs first aid."],
        "short": ["you help"],
      },
      "crisis.roommate": {
        "sentence": ["You share a room with the person who sent it."],
        "short": ["your roommate"],
      },
      "site.administrator": { "sentence": ["You administer this site."], "short": ["administrator"] },
    },
    "unknownReason": ["No reason was given."],
  },
};
