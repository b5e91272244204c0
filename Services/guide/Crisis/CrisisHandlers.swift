import Schema
import ServiceKit
import Store

/// Crisis alerts: anybody signed in sends them; trained people who want to be called and the sender's
/// roommates get them.
extension GuideService {
  func registerCrises(in handlers: inout Handlers) {
    handlers.on(Guide.RaiseCrisis.self, raiseCrisis)
    handlers.on(Guide.GetCrisis.self, getCrisis)
    handlers.on(Guide.ListCrises.self, listCrises)
    handlers.on(Guide.CallOffCrisis.self, callOffCrisis)
    handlers.on(Guide.ComeToCrisis.self, comeToCrisis)
    handlers.on(Guide.ListAllCrises.self, listAllCrises)
  }

  /// The time for which alerts are stored.
  static let crisisDays = Duration.seconds(365 * 86_400)
  private static let hour = Duration.seconds(3600)
  private static let day = Duration.seconds(86_400)

  /// The alert and everybody's notification are one transaction: all get it or nobody.
  func raiseCrisis(
    _ request: Guide.RaiseCrisis, _ call: Call
  ) async throws -> EncodedReply<Guide.Crisis> {
    let person = try call.person
    let isDrill = request.drill ?? false
    return try await call.write { db in
      try db.checkLimits(of: person, isDrill: isDrill, mayDrill: call.mayDrill, at: call.now)
      let aed = try db.aed(of: request)
      let helpers = try db.helpers(
        of: person, passedSince: call.now.advanced(by: .seconds(-Guide.passedDays * 86_400)))
      let crisis = CrisisRow(
        id: .timed(call.now), by: person, place: request.place, aed: aed?.shortLine, floor: aed?.floor,
        note: request.note, isDrill: isDrill, raised: call.now, calledOff: nil, people: helpers.count)
      try db.put(crisis, helpers)
      try db.tally(crisis)
      try db.announce(crisis, to: helpers, call)
      try db.audit(
        .crisisAlerted, of: crisis.id.description,
        "\(isDrill ? "drill, " : "")\(helpers.count) people: \(crisis.place)", call)
      return try db.shown(crisis, to: person, isAdministrator: call.isAdministrator)
    }
  }

  func getCrisis(_ request: Guide.GetCrisis, _ call: Call) async throws -> Guide.Crisis {
    let person = try call.person
    return try await call.read { db in
      let crisis = try db.crisis(request.id, seenBy: person, call)
      return try db.shown(crisis, to: person, isAdministrator: call.isAdministrator)
    }
  }

  func listCrises(_ request: Guide.ListCrises, _ call: Call) async throws -> Page<Guide.Crisis> {
    let person = try call.person
    return try await page(request.cursor, request.limit, person, call) { db, since, key, limit in
      try db.crises(of: person, since: since, before: key, limit: limit)
    }
  }

  func listAllCrises(_ request: Guide.ListAllCrises, _ call: Call) async throws -> Page<Guide.Crisis> {
    // The operator's command line is nobody.
    try await page(request.cursor, request.limit, call.identity?.person, call) { db, since, key, limit in
      try db.crises(since: since, before: key, limit: limit)
    }
  }

  private func page(
    _ cursor: Cursor?, _ limit: PageLimit?, _ person: PersonID?, _ call: Call,
    _ read: @Sendable (borrowing Database, Instant, TimeKey, Int) throws -> [CrisisRow]
  ) async throws -> Page<Guide.Crisis> {
    let limit = (limit ?? .standard).count
    let key = try cursor.map { try TimeKey($0) } ?? .last
    let since = call.now.advanced(by: .zero - GuideService.crisisDays)
    let found = try await call.read { db in
      try read(db, since, key, limit + 1).map {
        try db.shown($0, to: person, isAdministrator: call.isAdministrator)
      }
    }
    return Page(found, limit: limit) { TimeKey(time: $0.raised, id: $0.id.raw).cursor }
  }

  func callOffCrisis(
    _ request: Guide.CallOffCrisis, _ call: Call
  ) async throws -> EncodedReply<Guide.Crisis> {
    let person = try call.person
    return try await call.write { db in
      var crisis = try db.crisis(request.id, seenBy: person, call)
      guard crisis.by == person || call.isAdministrator else { throw Fault(.notAllowed) }
      if crisis.calledOff == nil {
        // Later than the alert, so that it is another one.
        crisis = crisis.callingOff(at: max(call.now, crisis.raised.advanced(by: .milliseconds(1))))
        try db.run(
          "UPDATE crisis SET called_off_at = ? WHERE id = ?", crisis.calledOff, crisis.id.raw)
        try db.tallyCallingOff(of: crisis)
        try db.announce(crisis, to: try db.alerted(of: crisis.id), call)
        try db.audit(.crisisCalledOff, of: crisis.id.description, crisis.place.text, call)
        try db.publishChange(of: crisis, call)
      }
      return try db.shown(crisis, to: person, isAdministrator: call.isAdministrator)
    }
  }

  func comeToCrisis(
    _ request: Guide.ComeToCrisis, _ call: Call
  ) async throws -> EncodedReply<Guide.Crisis> {
    let person = try call.person
    return try await call.write { db in
      guard let crisis = try db.crisis(request.id), try db.wasAlerted(person, to: crisis.id) else {
        throw Fault(.notFound)
      }
      guard crisis.calledOff == nil else { throw Fault(.crisisOver) }
      let isNew =
        try db.change(
          """
          UPDATE crisis_person SET coming_at = ? WHERE crisis = ? AND person = ? AND coming_at IS NULL
          """,
          call.now, crisis.id.raw, person.raw) > 0
      if isNew { try db.publishChange(of: crisis, call) }
      return try db.shown(crisis, to: person, isAdministrator: call.isAdministrator)
    }
  }

  /// The limits of a person.
  fileprivate static func limit(isDrill: Bool, mayDrill: Bool) -> (count: Int, since: Duration) {
    isDrill && !mayDrill ? (1, day) : (Guide.maxCrisesPerHour, hour)
  }
}

extension Call {
  var isAdministrator: Bool { identity?.roles.contains(.admin) ?? false }

  /// True for those who may have more than one drill a day.
  fileprivate var mayDrill: Bool { isAdministrator || identity?.roles.contains(.staff) ?? false }
}

extension Database {
  /// Drills count apart: none keeps a person from a real alert.
  fileprivate func checkLimits(
    of person: PersonID, isDrill: Bool, mayDrill: Bool, at now: Instant
  ) throws {
    let limit = GuideService.limit(isDrill: isDrill, mayDrill: mayDrill)
    let sent = try crises(by: person, areDrills: isDrill, since: now.advanced(by: .zero - limit.since))
    guard sent < limit.count else { throw Fault(isDrill ? .tooManyDrills : .tooManyCrises) }
  }

  /// The AED that the request names, or the nearest one.
  fileprivate func aed(of request: Guide.RaiseCrisis) throws -> Guide.AED? {
    if let id = request.aed {
      guard let aed = try aed(id) else { throw Fault(.notFound, field: "aed") }
      return aed
    }
    guard let position = request.position else { return nil }
    return try aeds().nearest(to: position)
  }

  /// The alert, if the person sent or received it or is an administrator.
  fileprivate func crisis(_ id: CrisisID, seenBy person: PersonID, _ call: Call) throws -> CrisisRow {
    guard let crisis = try crisis(id),
      try call.isAdministrator || crisis.by == person || wasAlerted(person, to: id)
    else { throw Fault(.notFound) }
    return crisis
  }

  fileprivate func announce(_ crisis: CrisisRow, to people: [Alerted], _ call: Call) throws {
    let number = try guideSite().number
    let name = try crisis.by.flatMap { try fullName(of: $0) }
    for one in people {
      try publish(crisis.alert(to: one, from: name, number: number), to: .programs, call)
    }
  }

  fileprivate func publishChange(of crisis: CrisisRow, _ call: Call) throws {
    guard let sender = crisis.by else { return }
    try publish(Guide.CrisisChanged(id: crisis.id), to: .people([sender]), call)
  }
}
