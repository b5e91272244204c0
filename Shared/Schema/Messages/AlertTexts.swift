extension Alerts {
  /// The sentences that alerts and notifications are made of. A message carries a key and values; `Words` has
  /// the words of each language, and something neutral for a key of a newer release.
  package enum TextKey: String, CaseIterable, Sendable {
    case eventReminder = "event.reminder"
    case eventDayReminder = "event.dayReminder"
    case taskDue = "task.due"
    case taskImportant = "task.important"
    case boardMessage = "board.message"
    case joinAsked = "join.asked"
    case newSignIn = "signin.new"
    case checkInOpen = "checkin.open"
    case checkInSoon = "checkin.soon"
    /// An instructor set or changed a mark.
    case attendanceMarked = "mark.changed"
    case attendanceLow = "course.low"
    /// A student whose adviser the reader is has attended too little.
    case studentLow = "student.low"
    case excuseAnswered = "excuse.answered"
    /// A class begins soon; a class is canceled or different on a date, or meets as usual after all.
    case classNext = "class.next"
    case classChanged = "class.changed"
    /// The school is closed on a date, or open after all.
    case dayClosed = "day.closed"
    case dayReopened = "day.reopened"
    /// New items of followed sources, once a day; one item, at once; an announcement to the school.
    case newsDigest = "news.digest"
    case newsItem = "news.item"
    case announcementNew = "announcement.new"
    /// A first-aid training is some time ago.
    case refreshTraining = "training.refresh"
    /// Somebody needs first aid; a drill of it; the end of either.
    case crisisAlert = "crisis.alert"
    case crisisDrill = "crisis.drill"
    case crisisOff = "crisis.off"
    /// The site's last good backup is too old. For administrators.
    case backupOld = "backup.old"
    /// An alert of the site's monitoring, its end, and how many others came with it. For administrators.
    case siteAlert = "site.alert"
    case siteResolved = "site.resolved"
    case siteMore = "site.more"
    /// Alerts that came due while the site was down. The time is that of a single one; of a repeating one,
    /// the latest.
    case missed
    case digest
    /// A person tries one of their channels.
    case test

    /// The names of the values that the sentence may have. `start`, `due`, `closes` and `last` are instants,
    /// `count` is a number, `titles` has one title a line, `day` is the start of an all-day event as an
    /// instant.
    package var values: [String] {
      switch self {
      case .eventReminder, .eventDayReminder: ["title", "start", "zone", "place"]
      case .taskDue: ["title", "due"]
      case .taskImportant: ["title", "by"]
      case .boardMessage: []
      case .joinAsked: ["by"]
      case .newSignIn: ["device", "address"]
      case .checkInOpen: ["course", "place", "closes"]
      case .checkInSoon: ["course", "closes"]
      case .attendanceMarked: ["course", "status", "start", "reason"]
      case .attendanceLow: ["course", "percent", "absences"]
      case .studentLow: ["course", "student", "percent", "absences"]
      case .excuseAnswered: ["course", "answer", "day", "note"]
      case .classNext: ["title", "start", "zone", "room", "teacher"]
      case .classChanged: ["title", "change", "day", "room", "substitute", "note"]
      case .dayClosed, .dayReopened: ["day", "note", "next", "type"]
      case .newsDigest: ["count", "titles"]
      case .newsItem: ["title", "source"]
      case .announcementNew: ["title", "by"]
      case .refreshTraining: ["days"]
      case .crisisAlert: ["place", "by", "aed", "floor", "note", "number"]
      case .crisisDrill: ["place", "by", "aed", "floor", "note"]
      case .crisisOff: ["place", "drill"]
      case .backupOld: ["last"]
      case .siteAlert: ["summary", "alert", "severity", "do", "start"]
      case .siteResolved: ["summary", "alert", "start"]
      case .siteMore: ["count"]
      case .missed: ["count", "titles", "start", "day", "due", "zone"]
      case .digest: ["count", "titles"]
      case .test: ["channel"]
      }
    }

    /// False for a sentence that channels send and no inbox holds.
    package var isInInbox: Bool { self != .digest }
  }

  /// The reasons for an alert.
  package enum ReasonKey: String, CaseIterable, Sendable {
    case yours = "event.yours"
    /// Value: `answer`.
    case answered = "event.answered"
    /// Value: `minutes` before the start.
    case lead = "event.lead"
    case taskOfRoom = "task.room"
    case taskImportant = "task.important"
    case roomOfMember = "join.room"
    case ownSignIn = "signin.yours"
    case studentOfCourse = "course.student"
    case studentOfClass = "class.student"
    /// Value: `minutes` before the class.
    case classReminder = "class.reminder"
    case passedTraining = "training.passed"
    case calledToHelp = "crisis.trained"
    case roommateOfSender = "crisis.roommate"
    case administrator = "site.administrator"

    /// The names of the values that the reason may have.
    package var values: [String] {
      switch self {
      case .answered: ["answer"]
      case .lead, .classReminder: ["minutes"]
      case .yours, .taskOfRoom, .taskImportant, .roomOfMember, .ownSignIn, .studentOfCourse,
        .studentOfClass, .passedTraining, .calledToHelp, .roommateOfSender, .administrator:
        []
      }
    }
  }

  /// An alert in words, for a program that shows text as it is.
  package struct RenderedAlert: Codable, Hashable, Sendable {
    package let language: Language
    /// The title, at most 120 characters.
    package let title: String
    /// The line below the title, at most 400 characters; empty for a text that has none.
    package let body: String
    /// The reasons as sentences.
    package let reasons: [String]

    /// The limits on title and body, in Unicode scalars, because a push has to stay below 3000 bytes.
    package static let maxTitleLength = 120
    package static let maxBodyLength = 400

    package init(language: Language, title: String, body: String, reasons: [String]) {
      self.language = language
      self.title = title
      self.body = body
      self.reasons = reasons
    }
  }
}

extension Alerts.AlertText {
  package init(_ key: Alerts.TextKey, _ values: [Alerts.AlertValue] = []) {
    self.init(key: key.rawValue, values: values)
  }

  /// Nil for a key of a newer release.
  package var known: Alerts.TextKey? { Alerts.TextKey(rawValue: key) }
}

extension Alerts.AlertReason {
  package init(_ key: Alerts.ReasonKey, _ values: [Alerts.AlertValue] = []) {
    self.init(key: key.rawValue, values: values)
  }

  /// Nil for a key of a newer release.
  package var known: Alerts.ReasonKey? { Alerts.ReasonKey(rawValue: key) }
}
