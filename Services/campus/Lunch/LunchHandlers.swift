import Schema
import ServiceKit
import Store

/// The menus of lunch: everybody reads them, administrators set them day by day.
extension CampusService {
  func registerLunch(in handlers: inout Handlers) {
    handlers.on(Campus.GetLunch.self, getLunch)
    handlers.on(Campus.SetLunch.self, setLunch)
  }

  func getLunch(_ request: Campus.GetLunch, _ call: Call) async throws -> Campus.Lunch {
    try request.date?.checkEntered("date")
    return try await call.read { db in
      try db.shownLunch(on: try request.date ?? db.schoolDate(at: call.now))
    }
  }

  func setLunch(_ request: Campus.SetLunch, _ call: Call) async throws -> EncodedReply<Campus.Lunch> {
    try request.date.checkEntered("date")
    return try await call.write { db in
      let old = try db.lunch(on: request.date)
      if let version = request.version, version != old?.version ?? 0 {
        throw try Fault.changedElsewhere(current: try db.shownLunch(on: request.date))
      }
      let menu = try LunchMenu(
        request.stations, replacing: old?.stations ?? [], locale: request.locale, at: call.now)
      if try db.setLunch(menu, on: request.date, call) {
        try db.audit(.schoolChanged, of: request.date.description, "set the lunch menu", call)
      }
      return try db.shownLunch(on: request.date)
    }
  }
}

extension Database {
  /// The menu as everybody sees it. A closing cancels lunch; a menu outside of the terms shows all the same.
  fileprivate func shownLunch(on date: CivilDate) throws -> Campus.Lunch {
    let (day, menu) = (try schoolDay(on: date), try lunch(on: date))
    let isClosed = day.state == .closed
    return Campus.Lunch(
      date: date, isPublished: menu?.stations.isEmpty == false, isSchoolDay: day.isSchool,
      isClosed: isClosed, nextDate: try nextSchoolDay(after: date)?.date,
      stations: isClosed ? [] : menu?.stations ?? [], version: menu?.version ?? 0)
  }
}
