import Bus
import Schema
import Synchronization
import Terminal

/// `quadctl bus doctor`: checks everything an operator would check, and gives advice.
enum BusDoctor {
  @Sendable static func run(_ arguments: Arguments) async throws {
    try arguments.refuseMore(than: 0)
    let settings = try BusSettings()
    let isJSON = arguments.has("json")
    var failures = 0
    func report(_ findings: [Finding]) throws {
      for finding in findings {
        if finding.grade == .fail { failures += 1 }
        if isJSON { try Output.say(asJSON: finding) } else { say(finding) }
      }
    }
    let keys = DoctorKeys(folder: settings.keys)
    try report(keys.findings)
    guard let everybody = keys.everybody, keys.canSpeak else {
      throw Failure("the programs could not be checked")
    }
    let programs = settings.programs(of: everybody)
    try report(DoctorAddresses(address: settings.address).findings(of: programs))
    let notes = Notes()
    let open = Set(programs.filter { DoctorAddresses(address: settings.address).isOpen($0) })
    try await settings.withInstances(of: programs, note: { notes.add($0) }) { instances in
      let views = await instances.ask { await ProgramView.of($0) }
      try report(DoctorSite(views: views, notes: notes.all, open: open).findings)
    }
    guard failures == 0 else {
      throw Failure(failures == 1 ? "found 1 problem" : "found \(failures) problems")
    }
    if !isJSON { Output.say("No problems found.") }
  }

  private static func say(_ finding: Finding) {
    Output.say(finding.grade.shown + StyledText("  " + Plain.line(finding.what)))
    if let advice = finding.advice { Output.say(StyledText("      " + Plain.line(advice), .dim)) }
  }

  /// Notes of the bus during the checks, such as rejected handshakes.
  private final class Notes: Sendable {
    private static let maxCount = 1000
    private let notes = Mutex<[String]>([])

    func add(_ note: String) { notes.withLock { if $0.count < Notes.maxCount { $0.append(note) } } }

    var all: [String] { notes.withLock { $0 } }
  }
}
