/// The bell schedules of the school.
extension Campus {
  /// A bell schedule: the slots of a day.
  package struct Bell: Codable, Hashable, Sendable {
    package let id: BellID
    package let name: BellName
    /// The slots by their times.
    package let slots: [Slot]
    /// True for the schedule of days without one of their own.
    package let isUsual: Bool
    /// The number of edits; an edit names the version that it began from.
    package let version: Int64

    package init(id: BellID, name: BellName, slots: [Slot], isUsual: Bool, version: Int64) {
      self.id = id
      self.name = name
      self.slots = slots
      self.isUsual = isUsual
      self.version = version
    }
  }

  package struct ListBells: Request {
    package typealias Reply = Bells
    package static let subject = "campus.bell.list"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/school/bells")
    package static let summary = "List the bell schedules of the school."

    package init() {}
  }

  /// The bell schedules of the school.
  package struct Bells: Codable, Hashable, Sendable {
    /// The schedules, the usual one first, the others by name.
    package let items: [Bell]

    package init(items: [Bell]) {
      self.items = items
    }
  }

  /// Adds a bell schedule. The first one is the usual one.
  package struct AddBell: Request {
    package typealias Reply = Bell
    package static let subject = "campus.bell.add"
    package static let access = Access.role(.admin)
    package static let repeats = Repeats.stored
    package static let deadline = Duration.seconds(10)
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/admin/school/bells", status: 201)
    package static let faults = [
      FaultCode.slotTimesBad, .slotsOverlap, .slotPeriodMissing, .bellExists, .tooManyBells,
    ]
    package static let summary = "Add a bell schedule to the school."
    package let name: BellName
    package let slots: Slots
    /// True to make it the usual one.
    package let isUsual: Bool?

    package init(name: BellName, slots: Slots, isUsual: Bool? = nil) {
      self.name = name
      self.slots = slots
      self.isUsual = isUsual
    }
  }

  /// Replaces a bell schedule. Days to come that have it follow at once.
  package struct SetBell: Request {
    package typealias Reply = Bell
    package static let subject = "campus.bell.set"
    package static let access = Access.role(.admin)
    package static let repeats = Repeats.stored
    package static let deadline = Duration.seconds(10)
    package static let route: HTTPRoute? = HTTPRoute(.put, "/v1/admin/school/bells/{id}")
    package static let faults = [
      FaultCode.notFound, .changedElsewhere, .slotTimesBad, .slotsOverlap, .slotPeriodMissing, .bellExists,
    ]
    package static let summary = "Replace a bell schedule of the school."
    package let id: BellID
    /// The version that the edit began from; any without it.
    package let version: Int64?
    package let name: BellName
    package let slots: Slots
    /// True to make it the usual one. The usual one stays so until another one is.
    package let isUsual: Bool?

    package init(id: BellID, version: Int64? = nil, name: BellName, slots: Slots, isUsual: Bool? = nil) {
      self.id = id
      self.version = version
      self.name = name
      self.slots = slots
      self.isUsual = isUsual
    }
  }

  /// Deletes a bell schedule that no weekday, day type or date to come uses. It also succeeds for one that
  /// doesn't exist.
  package struct DeleteBell: Request {
    package typealias Reply = Empty
    package static let subject = "campus.bell.delete"
    package static let access = Access.role(.admin)
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.delete, "/v1/admin/school/bells/{id}", status: 204)
    package static let faults = [FaultCode.bellInUse]
    package static let summary = "Delete a bell schedule of the school."
    package let id: BellID

    package init(id: BellID) {
      self.id = id
    }
  }
}

extension FaultCode {
  package static let slotTimesBad = FaultCode(
    .invalidArgument, "slot_times_bad", "Enter a slot that ends after it starts.")
  package static let slotsOverlap = FaultCode(
    .invalidArgument, "slots_overlap", "Two slots overlap. Change their times or their lunches.")
  package static let slotPeriodMissing = FaultCode(
    .invalidArgument, "slot_period_missing", "Enter the period of each class, and of each split lunch.")
  package static let bellExists = FaultCode(
    .alreadyExists, "bell_exists", "Another bell schedule has this name. Choose another one.")
  package static let bellInUse = FaultCode(
    .failedPrecondition, "bell_in_use",
    "Some days use this bell schedule. Choose another one for them first.")
  package static let tooManyBells = FaultCode(
    .resourceExhausted, "too_many_bells", "The school has 60 bell schedules. Delete one first.")
}
