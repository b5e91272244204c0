import FoundationEssentials
import Schema
import SiteCommands
import Synchronization
import Terminal
import Threads

/// `quadctl demo`: a semester of alerts on a site of its own.
enum DemoCommand: Command {
  static let name = "demo"
  static let summary = "Simulate a semester of alerts on a site of its own"
  static let verbs = [
    Verb(
      "", "", summary,
      options: [
        .value("people", "N", is: "Number of people (default \(standardPeople))"),
        .value("events", "N", is: "Number of events of the first person (default \(standardEvents))"),
        .value(
          "calendar", "FILE", is: "Calendar that everyone imports (default seeds/semester.ics)"),
        .flag("keep", "Keep the folder with data and logs"),
      ], run: run)
  ]
  static let notes = """
    This starts the programs next to quadctl in a folder under /tmp, with their own clock; no other site is
    touched. Ctrl-C stops them and removes the folder. The exit status is 0 only if all alerts are
    accounted for and none was sent twice.
    """

  private static let standardPeople = 40
  private static let standardEvents = 90
  private static let maxPeople = 500
  private static let maxEvents = 1000

  @Sendable private static func run(_ arguments: Arguments) async throws {
    try arguments.refuseMore(than: 0)
    let people = try number("people", standardPeople, limit: maxPeople, arguments)
    let events = try number("events", standardEvents, limit: maxEvents, arguments)
    let calendar = try DemoCalendar(arguments.value("calendar"))
    // From here on a signal ends the demo in an orderly way: the programs are stopped first.
    Signals.prepare()
    let site = try DemoSite(keepsFolder: arguments.has("keep"))
    let isPlayed = Atomic(false)
    let play = Task {
      defer { Signals.requestTermination() }
      defer { isPlayed.store(true, ordering: .sequentiallyConsistent) }
      try await site.start()
      try await site.with { try await DemoSemester($0, people: people, events: events, calendar).play() }
    }
    try await Signals.waitForTermination()
    let isInterrupted = !isPlayed.load(ordering: .sequentiallyConsistent)
    if isInterrupted { play.cancel() }
    await site.stop()
    let result = await play.result
    if isInterrupted { throw Failure("interrupted; its programs were stopped") }
    try result.get()
  }

  private static func number(
    _ option: String, _ standard: Int, limit: Int, _ arguments: Arguments
  ) throws(UsageError) -> Int {
    guard let text = arguments.value(option) else { return standard }
    guard let number = Int(text), (1...limit).contains(number) else {
      throw UsageError("--\(option) \(text): enter a number from 1 to \(limit)")
    }
    return number
  }
}

/// The calendar file that all people of the demo import.
struct DemoCalendar: Sendable {
  let name: String
  let file: CalendarFile

  private static let path = "seeds/semester.ics"
  /// The maximum number of folders searched above the program's own.
  private static let maxFolders = 6

  init(_ path: String?) throws {
    guard let found = path ?? DemoCalendar.standard else {
      throw UsageError("cannot find \(DemoCalendar.path) near quadctl; use --calendar")
    }
    let bytes = try ByteFile.open(found).read(CalendarFile.maxBytes + 1)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Failure("\(found) is not UTF-8 text")
    }
    name = URL(filePath: found).lastPathComponent
    file = try Typed.value(text, "calendar")
  }

  /// The path of the calendar in the repository of the build, in its image, or in the current folder.
  private static var standard: String? {
    var candidates = [path]
    do {
      var folder = URL(filePath: try DemoSite.programs())
      candidates.append(folder.appending(path: "../share/quad/\(path)").path())
      for _ in 0..<maxFolders {
        candidates.append(folder.appending(path: path).path())
        folder = folder.deletingLastPathComponent()
      }
    } catch { return nil }
    return candidates.first { FileManager.default.fileExists(atPath: $0) }
  }
}
