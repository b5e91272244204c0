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

  var findings: [Finding] {
    views.map(answers) + [versions, clocks].compactMap { $0 } + disks + views.flatMap(events)
  }

  private func answers(_ view: ProgramView) -> Finding {
    let program = view.program
    guard view.pong != nil else {
      if notes.contains(where: { $0.hasPrefix("\(program) refused the handshake") }) {
        return .fail(
          "\(program) runs with keys that do not fit public.json",
          "give it the same public.json and its newest key, then restart it")
      }
      if notes.contains(where: { $0.hasPrefix("\(program) closed the handshake") }) {
        return .fail(
          "\(program) runs with another key than public.json names, or is something else",
          "bring \(program).key of the newest rotation and restart it; or bring its public.json here")
      }
      if open.contains(program) {
        return .fail("\(program) listens and does not answer", "it hangs: see its log, and restart it")
      }
      return .fail(
        "\(program) does not answer", "start it, or look into its log: compose/local logs \(program)")
    }
    guard view.isReady else {
      return .fail("\(program) answers and is not ready", "its log says why; it ends and is restarted")
    }
    guard view.pong?.isDegraded != true else {
      return .fail(
        "\(program) refuses changes: its disk is full",
        "free some space, or delete its file `ballast` for the moment; it goes on by itself then")
    }
    return .ok("\(program) answers within \(Figure.milliseconds(view.took)) ms, and its key fits")
  }

  private var versions: Finding? {
    let told = views.compactMap { view in view.info.map { (view.program.text, $0.version) } }
    guard !told.isEmpty else { return nil }
    let others = told.filter { $0.1 != Release.version }.map { "\($0.0) \($0.1)" }
    guard !others.isEmpty else {
      return .ok("every program is of version \(Release.version), as this command")
    }
    return .warn(
      "this command is of version \(Release.version), but \(others.joined(separator: ", "))",
      "programs of one build belong together: restart the ones built earlier")
  }

  private var clocks: Finding? {
    let asked = views.compactMap { view in view.info.map { (view, $0.system) } }
    guard !asked.isEmpty else { return nil }
    let wrong = asked.filter { view, system in
      guard let (before, after) = view.asked else { return false }
      return system.since(after) > DoctorSite.maxSkew || before.since(system) > DoctorSite.maxSkew
    }
    guard !wrong.isEmpty else { return .ok("the clocks of all programs agree with this one within 1 s") }
    let told = wrong.map { "\($0.0.program) \($0.1)" }.joined(separator: ", ")
    return .fail(
      "here it is \(LocalTime.now), but \(told)",
      "sessions and assertions need one time: set the clocks by NTP")
  }

  /// Free disk space. Programs on one disk report the same figure, so only the lowest is shown.
  private var disks: [Finding] {
    guard
      let least = views.compactMap({ view in view.info?.dataFree.map { (view.program, $0) } })
        .min(by: { $0.1 < $1.1 })
    else { return [] }
    let text = "\(least.0) has \(Figure.bytes(least.1)) free for its data"
    if least.1 < DoctorSite.tooLittleFree {
      return [.fail(text, "free some: without it every change is refused (storage_full)")]
    }
    return [least.1 < DoctorSite.littleFree ? .warn(text, "free some before changes are refused") : .ok(text)]
  }

  private func events(_ view: ProgramView) -> [Finding] {
    var findings: [Finding] = []
    if let lag = ProgramView.lag(of: view, among: views), lag > DoctorSite.muchLag {
      findings.append(
        .warn(
          "\(view.program) is \(lag) events behind",
          "it catches up by itself; if it does not, its log says why"))
    }
    if let letters = view.letters, letters > 0 {
      findings.append(
        .warn(
          "\(view.program) has put \(letters) event\(letters == 1 ? "" : "s") aside",
          "quadctl bus dlq ls \(view.program)"))
    }
    return findings
  }
}
