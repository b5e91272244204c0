/// A person's schedule: a class for each block.
extension Campus {
  static let scheduleRequests: [any Request.Type] = [
    GetSchedule.self, SaveSchedule.self, ListScheduleVersions.self, RestoreSchedule.self, CopySchedule.self,
    GetMyDay.self, GetMySchool.self, ChangeMySchool.self,
  ]
  static let scheduleEvents: [any Event.Type] = [ScheduleChanged.self]

  /// The earlier versions of a schedule that are kept.
  package static let keptVersions = 5

  /// A student's schedule for a term. It always lists every block of the school.
  package struct Schedule: Codable, Hashable, Sendable {
    package let term: TermID
    /// The student's grade; absent until the schedule has been saved.
    package let grade: Grade?
    /// Every block of the school in order.
    package let blocks: [ScheduleBlock]
    /// The number of saves, 0 for a blank schedule; a save names the version that it began from.
    package let version: Int64
    /// The time of the last save.
    package let savedAt: Instant?
    /// The choices that were left out because they no longer fit, after a restore or a copy.
    package let cleared: [ClearedChoice]?

    package init(
      term: TermID, grade: Grade?, blocks: [ScheduleBlock], version: Int64, savedAt: Instant?,
      cleared: [ClearedChoice]? = nil
    ) {
      self.term = term
      self.grade = grade
      self.blocks = blocks
      self.version = version
      self.savedAt = savedAt
      self.cleared = cleared
    }
  }

  /// A block of a schedule.
  package struct ScheduleBlock: Codable, Hashable, Sendable {
    package let block: BlockNumber
    /// The chosen class; a block without one is free.
    package let `class`: SchoolClass?

    package init(block: BlockNumber, class chosen: SchoolClass?) {
      self.block = block
      self.class = chosen
    }
  }

  /// A choice that no longer fits: the class is gone or has lost the block or the grade.
  package struct ClearedChoice: Codable, Hashable, Sendable {
    package let block: BlockNumber
    /// The name of the class; absent for one that was deleted.
    package let name: String?

    package init(block: BlockNumber, name: String?) {
      self.block = block
      self.name = name
    }
  }

  /// Returns your schedule. A blank one lists every block as free.
  package struct GetSchedule: Request {
    package typealias Reply = Schedule
    package static let subject = "campus.schedule.get"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/me/schedule")
    package static let faults = [FaultCode.notFound, .noTerm]
    package static let summary = "Get your schedule of a term."
    /// The term; without it the current one, or the next one between terms.
    package let term: TermID?

    package init(term: TermID? = nil) {
      self.term = term
    }
  }

  /// A class chosen for a block.
  package struct ScheduleChoice: Codable, Hashable, Sendable, SchemaDescribed {
    package let block: BlockNumber
    /// The class that is chosen for it.
    package let `class`: ClassID

    package init(block: BlockNumber, class chosen: ClassID) {
      self.block = block
      self.class = chosen
    }

    package static var schema: JSONValue {
      [
        "type": "object",
        "properties": [
          "block": BlockNumber.schema.setting("description", "The number of the block."),
          "class": ClassID.schema.setting("description", "The class that is chosen for it."),
        ],
        "required": ["block", "class"],
      ]
    }
    package static var sample: ScheduleChoice { ScheduleChoice(block: .sample, class: .sample) }
    package static var faults: [FaultCode] { BlockNumber.faults + [ClassID.bad] }
  }

  /// The choices of a schedule: at most one for each block.
  package struct ScheduleChoices: DistinctList {
    package let all: [ScheduleChoice]
    package init(checked all: [ScheduleChoice]) { self.all = all }
    package static let minCount = 0
    package static let maxCount = 12
    package static let bad = FaultCode.choicesBad
    package static let sample = ScheduleChoices(checked: [.sample])
  }

  /// Saves the whole schedule at once: either every choice fits, or nothing changes.
  package struct SaveSchedule: Request {
    package typealias Reply = Schedule
    package static let subject = "campus.schedule.save"
    package static let repeats = Repeats.stored
    package static let route: HTTPRoute? = HTTPRoute(.put, "/v1/me/schedule")
    package static let faults = [
      FaultCode.notFound, .changedElsewhere, .gradeUnknown, .blockUnknown, .classGone, .classNotInGrade,
      .classNotInBlock, .sameClassTwice, .blockTwice, .termOver,
    ]
    package static let summary = "Save your schedule of a term."
    package let term: TermID
    /// The grade that the student is in.
    package let grade: Grade
    /// The version that the edit began from, 0 for a blank schedule.
    package let version: Int64
    /// The chosen classes; a block that is left out is free.
    package let choices: ScheduleChoices

    package init(term: TermID, grade: Grade, version: Int64, choices: ScheduleChoices) {
      self.term = term
      self.grade = grade
      self.version = version
      self.choices = choices
    }
  }

  /// Lists the earlier versions of your schedule, the newest first.
  package struct ListScheduleVersions: Request {
    package typealias Reply = ScheduleVersions
    package static let subject = "campus.schedule.versions"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/me/schedule/versions")
    package static let faults = [FaultCode.notFound, .noTerm]
    package static let summary = "List the last five versions of your schedule."
    /// The term; without it the current one, or the next one between terms.
    package let term: TermID?

    package init(term: TermID? = nil) {
      self.term = term
    }
  }

  /// The earlier versions of a schedule.
  package struct ScheduleVersions: Codable, Hashable, Sendable {
    /// At most five earlier schedules, the newest first.
    package let items: [Schedule]

    package init(items: [Schedule]) {
      self.items = items
    }
  }

  /// Restores an earlier version as a new save. Choices that no longer fit are left out and listed in the
  /// reply.
  package struct RestoreSchedule: Request {
    package typealias Reply = Schedule
    package static let subject = "campus.schedule.restore"
    package static let repeats = Repeats.stored
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/me/schedule/versions/{version}/restore")
    package static let faults = [FaultCode.notFound, .noTerm, .gradeUnknown, .termOver]
    package static let summary = "Restore an earlier version of your schedule."
    /// The version to restore.
    package let version: Int64
    /// The term; without it the current one, or the next one between terms.
    package let term: TermID?

    package init(version: Int64, term: TermID? = nil) {
      self.version = version
      self.term = term
    }
  }

  /// Copies your schedule to another term. Choices that don't fit there are left out and listed in the
  /// reply.
  package struct CopySchedule: Request {
    package typealias Reply = Schedule
    package static let subject = "campus.schedule.copy"
    package static let repeats = Repeats.stored
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/me/schedule/copy")
    package static let faults = [
      FaultCode.notFound, .changedElsewhere, .gradeUnknown, .sameTerm, .termOver,
    ]
    package static let summary = "Copy your schedule to another term."
    /// The term that is copied.
    package let from: TermID
    /// The term that gets the schedule.
    package let to: TermID
    /// The grade in the other term; without it the same grade.
    package let grade: Grade?
    /// The version of the schedule that is replaced; without it there must be none.
    package let version: Int64?

    package init(from: TermID, to: TermID, grade: Grade? = nil, version: Int64? = nil) {
      self.from = from
      self.to = to
      self.grade = grade
      self.version = version
    }
  }

  /// Your schedule of a term changed: fetch it again.
  package struct ScheduleChanged: Event {
    package static let topic = "campus.schedule.changed"
    package static let audience = AudienceKind.people
    package let term: TermID

    package init(term: TermID) {
      self.term = term
    }
  }
}

extension FaultCode {
  package static let choicesBad = FaultCode(
    .invalidArgument, "choices_bad", "Choose at most 12 classes, each once.")
  package static let classGone = FaultCode(
    .invalidArgument, "class_gone", "This class isn't in the catalogue anymore.")
  package static let classNotInGrade = FaultCode(
    .invalidArgument, "class_not_in_grade", "This class isn't offered in your grade.")
  package static let classNotInBlock = FaultCode(
    .invalidArgument, "class_not_in_block", "This class isn't taught in this block.")
  package static let sameClassTwice = FaultCode(
    .failedPrecondition, "same_class_twice", "You've chosen this class for two blocks. Keep one of them.")
  package static let blockTwice = FaultCode(
    .invalidArgument, "block_twice", "Choose one class for each block.")
  package static let noTerm = FaultCode(
    .failedPrecondition, "no_term", "The school hasn't entered a term yet.")
  package static let sameTerm = FaultCode(
    .invalidArgument, "same_term", "Choose a different term to copy to.")
  package static let termOver = FaultCode(
    .failedPrecondition, "term_over", "This term is over. Choose a later one.")
}
