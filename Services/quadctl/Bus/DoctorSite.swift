import Bus
import Schema
import SiteCommands

/// Checks of the programs' reports against each other.
struct DoctorSite {
  let views: [ProgramView]
  /// Notes of the bus during the checks.
  let notes: [String]
  /// Programs with a listener at their local socket.
  let open: Set<ProgramName>

  private static let maxSkew = Duration.seconds(1)
  private static let littleFree: Int64 = 1_000_000_000
  private static let tooLittleFree: Int64 = 128_000_000
  private static let muchLag: Int64 = 1000
  private static let muchOfConnections = 0.9
  private static let oldTransaction = Duration.seconds(900)

  var findings: [Finding] {
    views.map(answers) + [versions, clocks].compactMap { $0 } + disks + server
      + views.flatMap(events)
  }

  private func answers(_ view: ProgramView) -> Finding {
    let program = view.program
    guard view.pong != nil else {
      if notes.contains(where: { $0.hasPrefix("\(program) refused the handshake") }) {
        return .fail(
          "\(program) is running with keys that do not match public.json",
          "copy public.json and its newest key to it, then restart it")
      }
      if notes.contains(where: { $0.hasPrefix("\(program) closed the handshake") }) {
        return .fail(
          "\(program) is running with a key that is not in public.json, or is another program",
          "copy \(program).key of the latest rotation to it and restart it, or copy its public.json here")
      }
      if open.contains(program) {
        return .fail(
          "\(program) is listening but does not respond", "it is stuck: check its log, and restart it")
      }
      return .fail(
        "\(program) does not respond", "start it, or check its log: compose/local logs \(program)")
    }
    guard view.isReady else {
      return .fail(
        "\(program) responds but is not ready",
        "check its log: it exits and is restarted, its database is away, or a program that it follows has "
          + "lost data")
    }
    guard view.pong?.isDegraded != true else {
      return .fail(
        "\(program) rejects changes because its disk is full or its database is read-only",
        "free some space, or delete its file `ballast` for now; it then recovers by itself")
    }
    return .ok("\(program) responds within \(Figure.milliseconds(view.took)) ms, and its key matches")
  }

  private var versions: Finding? {
    let told = views.compactMap { view in view.info.map { (view.program.text, $0.version) } }
    guard !told.isEmpty else { return nil }
    let others = told.filter { $0.1 != Release.version }.map { "\($0.0) \($0.1)" }
    guard !others.isEmpty else {
      return .ok("all programs and this command are version \(Release.version)")
    }
    return .warn(
      "this command is version \(Release.version), unlike \(others.joined(separator: ", "))",
      "run all programs from one build: restart the older ones")
  }

  private var clocks: Finding? {
    let asked = views.compactMap { view in view.info.map { (view, $0.system) } }
    guard !asked.isEmpty else { return nil }
    let wrong = asked.filter { view, system in
      guard let (before, after) = view.asked else { return false }
      return system.since(after) > DoctorSite.maxSkew || before.since(system) > DoctorSite.maxSkew
    }
    guard !wrong.isEmpty else { return .ok("all clocks agree to within 1 s") }
    let told = wrong.map { "\($0.0.program) \($0.1)" }.joined(separator: ", ")
    return .fail(
      "clocks differ: it is \(LocalTime.now) here, but \(told)",
      "sessions and assertions need the same time everywhere: synchronize the clocks with NTP")
  }

  /// Free disk space. Programs on one disk report the same figure, so only the lowest is shown.
  private var disks: [Finding] {
    guard
      let least = views.compactMap({ view in view.info?.dataFree.map { (view.program, $0) } })
        .min(by: { $0.1 < $1.1 })
    else { return [] }
    let text = "\(least.0) has \(Figure.bytes(least.1)) free for its data"
    if least.1 < DoctorSite.tooLittleFree {
      return [.fail(text, "free some space: until then, all changes are rejected (storage_full)")]
    }
    return [
      least.1 < DoctorSite.littleFree ? .warn(text, "free some space before changes are rejected") : .ok(text)
    ]
  }

  /// The server of a site on PostgreSQL. The free space of its disk shows there alone.
  private var server: [Finding] {
    let reports = views.compactMap { view in view.stats?.store.map { (program: view.program, store: $0) } }
    guard let report = reports.first(where: { $0.store.databaseBytes != nil })?.store,
      let size = report.databaseBytes, let used = report.connections, let most = report.maxConnections
    else { return [] }
    let text = "the database has \(Figure.bytes(size)), and \(used) of \(most) connections are in use"
    let isTight = Double(used) > DoctorSite.muchOfConnections * Double(most)
    let advice = "raise max_connections of the server, or lower QUAD_STORE_READERS"
    let old = reports.filter {
      .milliseconds($0.store.oldestTransactionMs ?? 0) > DoctorSite.oldTransaction
    }
    return [isTight ? .warn(text, advice) : .ok(text)]
      + old.map {
        .warn(
          "a transaction of \($0.program) has been open for more than 15 minutes",
          "a backup that does not end, or a stuck session: pg_stat_activity on the server shows it")
      }
  }

  private func events(_ view: ProgramView) -> [Finding] {
    var findings: [Finding] = []
    if let lag = ProgramView.lag(of: view, among: views), lag > DoctorSite.muchLag {
      findings.append(
        .warn(
          "\(view.program) is \(lag) events behind",
          "it should catch up by itself; if not, check its log"))
    }
    if let letters = view.letters, letters > 0 {
      findings.append(
        .warn(
          "\(view.program) has \(letters) dead letter\(letters == 1 ? "" : "s")",
          "to list them, run quadctl bus dlq ls \(view.program)"))
    }
    return findings
  }
}
