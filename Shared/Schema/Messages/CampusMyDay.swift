/// A person's own day, and what they choose about it.
extension Campus {
  /// Returns your day with its bells: the classes that you take or teach, your lunch and your free blocks.
  package struct GetMyDay: Request {
    package typealias Reply = MyDay
    package static let subject = "campus.day.mine"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/me/day")
    package static let summary = "Get your school day with its bells."
    /// The date; today at the school without it.
    package let date: CivilDate?

    package init(date: CivilDate? = nil) {
      self.date = date
    }
  }

  /// A person's day. Its times are those of the school's own clock: a client adds `offsetMs` to the time that
  /// it shows, and corrects its clock by `now`.
  package struct MyDay: Codable, Hashable, Sendable {
    package let date: CivilDate
    /// The time of the site's clock, from which a client corrects its own.
    package let now: Instant
    /// The number of milliseconds that the school's bells are ahead of the site's clock.
    package let offsetMs: Int
    /// The day as it is for everybody.
    package let day: Day
    /// The person's slots in order; empty on a day without school.
    package let slots: [MySlot]
    /// The next school day after this date; absent if none is known.
    package let next: NextDay?

    package init(date: CivilDate, now: Instant, offsetMs: Int, day: Day, slots: [MySlot], next: NextDay?) {
      self.date = date
      self.now = now
      self.offsetMs = offsetMs
      self.day = day
      self.slots = slots
      self.next = next
    }
  }

  /// A later day of a person.
  package struct NextDay: Codable, Hashable, Sendable {
    package let date: CivilDate
    /// The day as it is for everybody.
    package let day: Day
    /// The person's slots in order.
    package let slots: [MySlot]

    package init(date: CivilDate, day: Day, slots: [MySlot]) {
      self.date = date
      self.day = day
      self.slots = slots
    }
  }

  /// A slot of a person's day.
  package struct MySlot: Codable, Hashable, Sendable {
    package let kind: SlotKind
    /// The position among the class slots of the day; absent for other slots.
    package let period: Int?
    /// The block that the day has in this period.
    package let block: BlockNumber?
    /// The school's own name of the slot, if it has one.
    package let name: String?
    /// The time of the first bell.
    package let starts: Instant
    /// The time of the last bell.
    package let ends: Instant
    /// The class; a class slot without one is free.
    package let `class`: SlotClass?
    /// The notice about the class on this date.
    package let notice: SlotNotice?

    package init(
      kind: SlotKind, period: Int?, block: BlockNumber?, name: String?, starts: Instant, ends: Instant,
      class taken: SlotClass?, notice: SlotNotice?
    ) {
      self.kind = kind
      self.period = period
      self.block = block
      self.name = name
      self.starts = starts
      self.ends = ends
      self.class = taken
      self.notice = notice
    }
  }

  /// The class of a slot.
  package struct SlotClass: Codable, Hashable, Sendable {
    package let id: ClassID
    /// The full name of the class.
    package let name: String
    /// The room on this date.
    package let room: String?
    /// The name of who teaches it on this date.
    package let teacher: String?

    package init(id: ClassID, name: String, room: String?, teacher: String?) {
      self.id = id
      self.name = name
      self.room = room
      self.teacher = teacher
    }
  }

  /// A notice about a class on a date: what is different.
  package struct SlotNotice: Codable, Hashable, Sendable {
    /// The other room.
    package let room: String?
    /// The name of the substitute.
    package let substitute: String?
    /// A note to the students.
    package let note: String?
    /// True if the class does not meet.
    package let isCancelled: Bool

    package init(room: String?, substitute: String?, note: String?, isCancelled: Bool) {
      self.room = room
      self.substitute = substitute
      self.note = note
      self.isCancelled = isCancelled
    }
  }

  /// Returns your choices about the school day.
  package struct GetMySchool: Request {
    package typealias Reply = MySchool
    package static let subject = "campus.me.get"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/me/school")
    package static let summary = "Get your choices about the school day."

    package init() {}
  }

  /// A person's choices about the school day.
  package struct MySchool: Codable, Hashable, Sendable {
    /// The number of minutes before a class at which you get a reminder; absent for none.
    package let reminder: ReminderMinutes?
    /// The classes of a day that you get reminders of.
    package let reminderFor: ReminderScope
    /// True if others see when you are free.
    package let sharesFree: Bool
    /// The number of classes that you teach.
    package let teaches: Int

    package init(reminder: ReminderMinutes?, reminderFor: ReminderScope, sharesFree: Bool, teaches: Int) {
      self.reminder = reminder
      self.reminderFor = reminderFor
      self.sharesFree = sharesFree
      self.teaches = teaches
    }
  }

  /// The classes of a day with a reminder.
  package enum ReminderScope: String, Choice {
    /// The first class alone.
    case first
    /// Every class.
    case every
  }

  /// Changes the given choices and keeps the others; `null` as the reminder turns reminders off.
  package struct ChangeMySchool: Request {
    package typealias Reply = MySchool
    package static let subject = "campus.me.change"
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.patch, "/v1/me/school")
    package static let summary = "Change your choices about the school day."
    /// The number of minutes before a class; null for no reminders.
    package let reminder: Patch<ReminderMinutes>
    /// The classes of a day that you get reminders of.
    package let reminderFor: ReminderScope?
    /// True to let others see when you are free.
    package let sharesFree: Bool?

    package init(
      reminder: Patch<ReminderMinutes> = .keep, reminderFor: ReminderScope? = nil, sharesFree: Bool? = nil
    ) {
      self.reminder = reminder
      self.reminderFor = reminderFor
      self.sharesFree = sharesFree
    }
  }
}

/// The minutes between a reminder and the first bell of a class, 0 to 120.
package struct ReminderMinutes: CheckedNumber {
  package let count: Int
  package init(checked count: Int) { self.count = count }
  package static let limits = 0...120
  package static let bad = FaultCode.reminderBad
  package static let sample = ReminderMinutes(checked: 10)
}

extension FaultCode {
  package static let reminderBad = FaultCode(
    .invalidArgument, "reminder_bad", "Enter a time from 0 to 120 minutes.")
}
