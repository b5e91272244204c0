import GatewayClient
import Schema
import SiteCommands
import Terminal

/// Check-ins as a teacher holds them: `quad attendance open`, `close`, `register`, `mark`.
enum CheckInVerbs {
  static let kind = "check-in"
  private static let spotKind = "place"

  private static let which = Option.value(
    "checkin", "N", is: "A check-in of that course (default: the open one, or else the latest)")

  static let all = [
    Verb.person(
      "checkins", "COURSE", "List the check-ins of a course, newest first", options: Paging.options,
      run: list),
    .person(
      "open", "COURSE", "Open a check-in in a course you teach",
      options: [
        .value(
          "mode", "MODE", is: "How students check in (default place with --place, or else code)",
          choices: Attendance.CheckInMode.allCases.map(\.rawValue)),
        .value("minutes", "N", is: "Time limit in minutes, 1 to 240 (default 10)"),
        .value("late-after", "N", is: "Students are late after N minutes"),
        .value("place", "NAME", is: "A saved place"),
        .value(
          "range", "RANGE", is: "Range around the place, such as 100ft or 30m (default that of the place)"),
      ], run: open),
    .person(
      "code", "COURSE", "Show the code of an open check-in, each time it changes, until Ctrl-C",
      options: [which, .flag("once", "Print the current code and exit; the default without a terminal")],
      run: code),
    .person(
      "close", "COURSE", "Close a check-in; everyone who hasn't checked in is absent", options: [which],
      run: close),
    .person(
      "reopen", "COURSE", "Open a closed check-in again",
      options: [which, .value("minutes", "N", is: "Time limit in minutes (default 10)")], run: reopen),
    .person("register", "COURSE", "List who is here", options: [which], run: register),
    .person(
      "mark", "COURSE PERSON present|late|excused|absent", "Mark a student",
      options: [which, .value("reason", "TEXT", is: "Reason, which the student sees")], run: mark),
    .person("places", "", "List the saved places", options: Paging.options, run: places),
  ]

  // MARK: - Check-ins

  @Sendable private static func list(_ visit: Visit) async throws {
    let id = try await visit.course(visit.arguments.exactly("COURSE")[0])
    let request = { Attendance.ListCheckIns(id: id, cursor: $0, limit: $1) }
    try await visit.list(request) { (checkIns: [Attendance.CheckIn]) in
      guard !checkIns.isEmpty else { return Output.say("No check-ins yet.") }
      var table = Table([
        .right("#"), .left("CLASS"), .left("STATE"), .left("MODE"), .text("PLACE"), .left("YOU"),
        .text("STUDENTS"),
      ])
      for (index, checkIn) in checkIns.enumerated() {
        table.add([
          "\(index + 1)", StyledText(ShownTime.exact(checkIn.starts)),
          StyledText(checkIn.state.rawValue, checkIn.state == .open ? .green : .plain),
          StyledText(AttendanceRows.mode(checkIn.mode)), StyledText(checkIn.spotName ?? ""),
          checkIn.mine.map { AttendanceRows.status($0.status, checkIn.statusNames) } ?? "",
          StyledText(checkIn.tally.map { AttendanceRows.summary($0, checkIn.statusNames) } ?? ""),
        ])
      }
      Output.say(table.filled)
      visit.number(kind, checkIns.map { $0.id.description })
    }
  }

  @Sendable private static func open(_ visit: Visit) async throws {
    let id = try await visit.course(visit.arguments.exactly("COURSE")[0])
    let chosen: Attendance.CheckInMode? = try visit.choice("mode")
    let place = try await spot(visit)
    let opened = try await visit.send(
      Attendance.OpenCheckIn(
        id: id, mode: chosen ?? (place == nil ? .code : .place), minutes: try minutes(visit),
        lateAfter: try visit.number("late-after").map { number throws(Fault) in
          guard let late = LateMinutes(number) else { throw Fault(.lateBad, field: "late-after") }
          return late
        }, range: try visit.arguments.value("range").map(range), savedSpot: place))
    try await visit.show(opened) {
      visit.number(kind, [opened.id.description])
      Output.say("Check-in open until \(ShownTime.clock(opened.closes))")
      if opened.mode.needsCode {
        Output.note("To show the code, run: quad attendance code \(shortName(opened))")
      }
    }
  }

  private static func minutes(_ visit: Visit) throws -> CheckInMinutes? {
    try visit.number("minutes").map { number throws(Fault) in
      guard let minutes = CheckInMinutes(number) else { throw Fault(.checkInLimitBad, field: "minutes") }
      return minutes
    }
  }

  /// Parses a range: `100ft`, `30 m`; feet unless the unit says otherwise.
  static func range(_ text: String) throws -> CheckInRange {
    let typed = text.lowercased().filter { $0 != " " }
    let number = typed.prefix { $0.isNumber || $0 == "." }
    let meters: [String: Double] = ["": 0.3048, "ft": 0.3048, "m": 1]
    guard let length = Double(number), let unit = meters[String(typed.dropFirst(number.count))] else {
      throw UsageError("--range \(text): enter a range like 100ft or 30m")
    }
    guard let range = CheckInRange(length * unit) else { throw Fault(.rangeBad, field: "range") }
    return range
  }

  @Sendable private static func code(_ visit: Visit) async throws {
    try visit.arguments.refuseMore(than: 1)
    let checkIn = try await checkIn(visit)
    let code = try await visit.send(Attendance.GetCheckInCode(id: checkIn.id))
    if !visit.arguments.has("once"), !visit.wantsJSON, Output.isTerminal, !Output.isDumb {
      return try await CodeWall(visit, checkIn).run(code)
    }
    try await visit.show(code) {
      Output.say(code.code)
      let seconds = max(code.until.milliseconds - code.now.milliseconds, 0) / 1000
      Output.note("changes in \(seconds) s; each code works for 30 s")
    }
  }

  @Sendable private static func close(_ visit: Visit) async throws {
    try visit.arguments.refuseMore(than: 1)
    let checkIn = try await checkIn(visit)
    let closed = try await visit.send(Attendance.CloseCheckIn(id: checkIn.id))
    try await visit.show(closed) {
      Output.say("closed: \(closed.tally.map { AttendanceRows.summary($0, closed.statusNames) } ?? "")")
    }
  }

  @Sendable private static func reopen(_ visit: Visit) async throws {
    try visit.arguments.refuseMore(than: 1)
    let checkIn = try await checkIn(visit)
    let opened = try await visit.send(
      Attendance.ReopenCheckIn(id: checkIn.id, minutes: try minutes(visit) ?? .standard))
    try await visit.show(opened) { Output.say("open again until \(ShownTime.clock(opened.closes))") }
  }

  // MARK: - The register

  @Sendable private static func register(_ visit: Visit) async throws {
    try visit.arguments.refuseMore(than: 1)
    let checkIn = try await checkIn(visit)
    let rows = try await rows(of: checkIn.id, visit)
    try await visit.show(Page(items: rows, next: nil)) {
      guard !rows.isEmpty else { return Output.say("No students yet.") }
      var table = Table([
        .right("#"), .text("STUDENT"), .left("STATUS"), .left("TIME"), .left("EXCUSE"), .text("REASON"),
        .text("FLAGS"),
      ])
      for (index, row) in rows.enumerated() {
        table.add([
          "\(index + 1)", StyledText(AttendanceRows.name(row.firstName, row.lastName)),
          AttendanceRows.status(row.status, checkIn.statusNames),
          StyledText(row.at.map { ShownTime.clock($0) } ?? ""),
          StyledText(row.excuse?.rawValue ?? ""), StyledText(row.reason ?? "", .dim),
          StyledText(AttendanceRows.flags(row.flags), .dim),
        ])
      }
      Output.say(table.filled)
      visit.number(AdminPeople.kind, rows.map { $0.person.description })
    }
  }

  @Sendable private static func mark(_ visit: Visit) async throws {
    let words = try visit.arguments.exactly("COURSE", "PERSON", "STATUS")
    let reason: MarkReason? = try visit.option("reason")
    let checkIn = try await checkIn(visit)
    let id = checkIn.id
    guard let status = StatusWords.mark(words[2], checkIn.statusNames) else {
      throw UsageError("unknown status \"\(words[2])\"", choices: Attendance.Mark.allCases.map(\.rawValue))
    }
    let person: PersonID = try await visit.id(
      words[1], of: AdminPeople.kind,
      {
        TitledList(
          try await rows(of: id, visit).map {
            TitledObject(
              $0.person, AttendanceRows.name($0.firstName, $0.lastName), $0.firstName, $0.lastName)
          })
      })
    let row = try await visit.send(
      Attendance.SetMark(id: id, person: person, status: status, reason: reason))
    try await visit.show(row) {
      Output.say(
        StyledText("\(AttendanceRows.name(row.firstName, row.lastName)): ")
          + AttendanceRows.status(row.status, checkIn.statusNames))
    }
  }

  /// The limit of rows: a full roster, and as many who have left it.
  private static let maxRows = 1000

  private static func rows(of id: CheckInID, _ visit: Visit) async throws -> [Attendance.RegisterRow] {
    try await visit.all(upTo: maxRows) { Attendance.ListRegister(id: id, cursor: $0, limit: $1) }.rows
  }

  /// The check-in that `--checkin` names; else the open one of the course, or the latest that has begun.
  private static func checkIn(_ visit: Visit) async throws -> Attendance.CheckIn {
    guard let word = visit.arguments.words.first else { throw UsageError("missing COURSE") }
    let course = try await visit.course(word)
    if let named = visit.arguments.value("checkin") {
      let id: CheckInID = try await visit.id(named, of: kind)
      return try await visit.send(Attendance.GetCheckIn(id: id))
    }
    let latest = try await visit.send(Attendance.ListCheckIns(id: course, limit: Paging.standard)).items
    guard
      let found = latest.first(where: { $0.state == .open }) ?? latest.first(where: { $0.state == .closed })
        ?? latest.first
    else { throw Failure("this course has no check-ins yet; to open one: quad attendance open COURSE") }
    return found
  }

  private static func shortName(_ checkIn: Attendance.CheckIn) -> String {
    let name = Plain.line(checkIn.courseCode ?? checkIn.courseName)
    return name.contains(" ") ? "'\(name)'" : name
  }

  // MARK: - Saved places

  private static func spot(_ visit: Visit) async throws -> SpotID? {
    guard let word = visit.arguments.value("place") else { return nil }
    return try await visit.id(
      word, of: spotKind,
      visit.titles({ Attendance.ListSpots(cursor: $0, limit: $1) }) { spot in
        TitledObject(spot.id, spot.name.text)
      })
  }

  @Sendable private static func places(_ visit: Visit) async throws {
    try visit.arguments.refuseMore(than: 0)
    try await visit.list({ Attendance.ListSpots(cursor: $0, limit: $1) }) { spots in
      guard !spots.isEmpty else {
        return Output.say("No saved places yet. Save one in the browser when you open a check-in.")
      }
      var table = Table([.right("#"), .text("PLACE"), .right("RANGE")])
      for (index, spot) in spots.enumerated() {
        let feet = Int((spot.range.value / 0.3048).rounded())
        table.add([
          "\(index + 1)", StyledText(spot.name.text), "\(feet) ft (\(Int(spot.range.value.rounded())) m)",
        ])
      }
      Output.say(table)
      visit.number(spotKind, spots.map { $0.id.description })
    }
  }
}
