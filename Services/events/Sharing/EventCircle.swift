import Schema
import Store

/// The people an event is shared with, besides its owner.
enum EventCircle: Sendable, Hashable {
  /// The members of a room, as published by roomhub.
  case room(RoomID)
  /// The people on the roster of a course, as published by attendance.
  case course(CourseID)

  /// The column of `event` that stores the circle.
  var column: String {
    switch self {
    case .room: "room"
    case .course: "course"
    }
  }

  var raw: RawUUID {
    switch self {
    case .room(let id): id.raw
    case .course(let id): id.raw
    }
  }

  /// The table of the circle's members.
  var table: String {
    switch self {
    case .room: "membership"
    case .course: "roster"
    }
  }
}

extension EventRow {
  var circle: EventCircle? {
    get { course.map { .course($0) } ?? room.map { .room($0) } }
    set {
      (room, course) = (nil, nil)
      switch newValue {
      case .room(let id): room = id
      case .course(let id): course = id
      case nil: break
      }
    }
  }

  var visibility: Events.Visibility {
    switch circle {
    case nil: .private
    case .room: .room
    case .course: .course
    }
  }
}

extension Database {
  /// A limit far above the number of circles a person can have: attendance limits the courses.
  static var maxCircles: Int { 100 }

  func belongs(_ person: PersonID, to circle: EventCircle) throws -> Bool {
    try one(
      "SELECT 1 FROM \(circle.table) WHERE person = ? AND \(circle.column) = ?", person.raw, circle.raw,
      map: { _ in true }) ?? false
  }

  /// The members of a circle, at most an audience without its owner. Rooms and rosters are smaller.
  func members(of circle: EventCircle) throws -> [PersonID] {
    try all(
      "SELECT person FROM \(circle.table) WHERE \(circle.column) = ? ORDER BY person LIMIT ?", circle.raw,
      Audience.maxPeople - 1
    ) { PersonID(try $0.id("person")) }
  }

  /// The room and the courses of a person.
  func circles(of person: PersonID) throws -> [EventCircle] {
    let courses = try all(
      "SELECT course FROM roster WHERE person = ? ORDER BY course LIMIT ?", person.raw, Database.maxCircles
    ) { EventCircle.course(CourseID(try $0.id("course"))) }
    return (try room(of: person).map { [.room($0)] } ?? []) + courses
  }

  /// The circle that this person shares an event with.
  /// - Throws: `no_room`, `no_course` if they belong to none, or not to this one.
  func circle(
    _ visibility: Events.Visibility, _ course: CourseID?, of person: PersonID
  ) throws -> EventCircle? {
    switch visibility {
    case .private: return nil
    case .room:
      guard let room = try room(of: person) else { throw Fault(.noRoom, field: "visibility") }
      return .room(room)
    case .course:
      guard let course else { throw Fault(.fieldMissing, field: "course") }
      guard try belongs(person, to: .course(course)) else { throw Fault(.noCourse, field: "course") }
      return .course(course)
    }
  }

  /// The circle of an event after an edit. An event that is shared with a room stays with that room.
  func circle(after edit: Events.EditEvent, of event: EventRow) throws -> EventCircle? {
    let visibility = edit.visibility.applied(to: event.visibility) ?? .private
    if visibility == .room, event.room != nil { return event.circle }
    return try circle(visibility, edit.course.applied(to: event.course), of: event.owner)
  }
}
