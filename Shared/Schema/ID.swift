/// The id of one kind of object; ids of different kinds do not mix.
///
/// JSON form: a lower-case UUID. A malformed one is the fault `id_bad`.
package struct ID<Object>: Hashable, Sendable {
  package let raw: RawUUID

  package init(_ raw: RawUUID) {
    self.raw = raw
  }

  /// A UUIDv7, which sorts by the time of creation and reveals it.
  package static func timed(_ now: Instant) -> ID { ID(.timed(now)) }

  /// A UUIDv4, for objects whose time of creation is private.
  package static func random() -> ID { ID(.random()) }
}

extension ID: WrittenValue {
  package init?(_ description: String) {
    guard let raw = RawUUID(description) else { return nil }
    self.init(raw)
  }

  package var description: String { raw.description }

  package static var schema: JSONValue { ["type": "string", "format": "uuid"] }
  package static var sample: ID { ID(RawUUID(high: 0x018F_3A2B_4C5D_7E6F, low: 0x8091_A2B3_C4D5_E6F7)) }
  package static var bad: FaultCode { .idBad }
}

extension Instant: WrittenValue {
  package static var schema: JSONValue { ["type": "string", "format": "date-time"] }
  package static var sample: Instant { Instant(milliseconds: 1_788_264_000_000) }
  package static var bad: FaultCode { .dateBad }
}

package enum Person {}
package enum SignInSession {}
package enum Room {}
package enum RoomTask {}
package enum BoardMessage {}
package enum JoinRequest {}
package enum APITokenRecord {}
package enum InviteRecord {}
package enum AuditRecord {}
package enum CourseRecord {}
package enum ExpectedRecord {}
package enum CalendarEventRecord {}
package enum ToDoRecord {}
package enum BudgetLineRecord {}
package enum AlertObject {}
package enum PlannedAlertRecord {}
package enum NoticeRecord {}
package enum ChannelRecord {}
package enum DeliveryRecord {}
package enum AEDRecord {}
package enum CrisisRecord {}
package enum TermRecord {}
package enum BellRecord {}
package enum DayTypeRecord {}
package enum ClassRecord {}
package enum ActivityRecord {}
package enum ContactRecord {}
package enum CalendarEntryRecord {}
package enum DishRecord {}
package enum NewsSourceRecord {}
package enum NewsRecord {}
package enum AnnouncementRecord {}
package enum ClosingRecord {}

/// The id of a person's account.
package typealias PersonID = ID<Person>
/// The id of a sign-in session.
package typealias SessionID = ID<SignInSession>
/// The id of a room.
package typealias RoomID = ID<Room>
/// The id of a task.
package typealias TaskID = ID<RoomTask>
/// The id of a message on the board. It is random and says nothing about when the message was posted.
package typealias MessageID = ID<BoardMessage>
/// The id of a request to join a room.
package typealias JoinRequestID = ID<JoinRequest>
/// The id of an API token. It is not the token itself.
package typealias TokenID = ID<APITokenRecord>
/// The id of an invitation. It is not its code.
package typealias InviteID = ID<InviteRecord>
/// The id of an entry in the audit log.
package typealias AuditID = ID<AuditRecord>
/// The id of a course.
package typealias CourseID = ID<CourseRecord>
/// The id of a person who is expected on a roster.
package typealias ExpectedID = ID<ExpectedRecord>
/// The id of an event.
package typealias EventID = ID<CalendarEventRecord>
/// The id of a to-do of an event.
package typealias ToDoID = ID<ToDoRecord>
/// The id of a line of an event's budget.
package typealias BudgetLineID = ID<BudgetLineRecord>
/// The id of any object with an alert, from the program that plans the alert.
package typealias AlertObjectID = ID<AlertObject>
/// The id of a planned alert.
package typealias AlertID = ID<PlannedAlertRecord>
/// The id of a notification in the inbox.
package typealias NoticeID = ID<NoticeRecord>
/// The id of a channel.
package typealias ChannelID = ID<ChannelRecord>
/// The id of one delivery to a channel.
package typealias DeliveryID = ID<DeliveryRecord>

/// The id of an AED.
package typealias AEDID = ID<AEDRecord>
/// The id of a crisis alert.
package typealias CrisisID = ID<CrisisRecord>
/// The id of a term.
package typealias TermID = ID<TermRecord>
/// The id of a bell schedule.
package typealias BellID = ID<BellRecord>
/// The id of a day type, a named day of the cycle.
package typealias DayTypeID = ID<DayTypeRecord>
/// The id of a class of the catalogue.
package typealias ClassID = ID<ClassRecord>
/// The id of an activity.
package typealias ActivityID = ID<ActivityRecord>
/// The id of a contact.
package typealias ContactID = ID<ContactRecord>
/// The id of an entry of the school's calendar.
package typealias EntryID = ID<CalendarEntryRecord>
/// The id of a dish of a menu.
package typealias DishID = ID<DishRecord>
/// The id of a source of news.
package typealias SourceID = ID<NewsSourceRecord>
/// The id of an item of a source.
package typealias NewsID = ID<NewsRecord>
/// The id of an announcement.
package typealias AnnouncementID = ID<AnnouncementRecord>
/// The id of an unplanned closing.
package typealias ClosingID = ID<ClosingRecord>
