import Bus
import FoundationEssentials
import GatewayClient
import Glibc
import Schema
import Synchronization
import Terminal

/// A whole site in a folder of its own: the programs next to quadctl, keys, data and a test clock.
///
/// The programs end with quadctl, however it ends: a shell waits for the end of a pipe that only it holds
/// open.
final class DemoSite: Sendable {
  let folder: String
  private let bin: String
  private let keepsFolder: Bool
  private let state = Mutex(State())

  private struct State {
    var children: [ChildProcess] = []
    var guardian: ChildProcess?
    /// The write end of the pipe, open as long as quadctl runs.
    var lifeline: Int32 = -1
    var isStopping = false
  }

  /// The start of its clock: two days before people move in.
  static let start = Instant(milliseconds: 1_787_227_200_000)  // 2026-08-20T12:00:00Z
  private static let pollPause = Duration.milliseconds(10)
  private static let names = Catalogue.rows.map(\.name.text)

  /// The script that ends the programs and deletes the folder if quadctl cannot do it. It reads each
  /// program's id as soon as that program has been started, and finds one that was started just before the
  /// end by the folder of its data.
  private static let guardScript = """
    trap '' INT TERM HUP
    keeps=no
    programs=
    while read -r word; do
      case $word in
        keeps) keeps=yes ;;
        *) programs="$programs $word" ;;
      esac
    done
    found=$(grep -lszxF "QUAD_DATA=$1/data" /proc/[0-9]*/environ | cut -d / -f 3)
    programs="$programs $found"
    kill -TERM $programs
    for _ in 1 2 3 4 5 6 7 8; do
      kill -0 $programs || break
      sleep 1
    done
    kill -KILL $programs
    [ "$keeps" = yes ] || rm -rf "$1"
    """

  init(keepsFolder: Bool) throws {
    bin = try DemoSite.programs()
    self.keepsFolder = keepsFolder
    for name in DemoSite.names where !FileManager.default.isExecutableFile(atPath: "\(bin)/\(name)") {
      throw Failure("\(bin)/\(name) is missing: the demo starts the programs next to quadctl")
    }
    var template = Array("/tmp/quad-demo-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else { throw Failure("cannot create a folder under /tmp") }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The folder of the executable.
  static func programs() throws -> String {
    let path: String
    do { path = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") } catch {
      throw Failure("cannot read /proc/self/exe to find the programs next to quadctl")
    }
    return URL(filePath: path).deletingLastPathComponent().path()
  }

  // MARK: - Start

  func start() async throws {
    for name in ["data", "run", "log"] {
      try FileManager.default.createDirectory(
        atPath: "\(folder)/\(name)", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700]
      )
    }
    try ByteFile.write(Array("\(DemoSite.start)\n".utf8), whole: "\(folder)/data/test-clock")
    try FileManager.default.createDirectory(
      atPath: keys, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    var made = try KeyFolder.open(keys)
    for program in Catalogue.keys { _ = try made.complete(program) }
    try startPrograms()
    let end = ContinuousClock.now.advanced(by: Launch.maxReady)
    while try await !isReady() {
      try Task.checkCancellation()
      if let ended = state.withLock({ $0.children.first { $0.hasEnded() } }) {
        throw Failure("\(ended.name) ended while starting: \(lastLine(of: ended.name))")
      }
      guard ContinuousClock.now < end else { throw Failure("not all programs were ready in time") }
      try await Task.sleep(for: DemoSite.pollPause)  // poll
    }
  }

  private func startPrograms() throws {
    try state.withLock { state in
      guard !state.isStopping else { throw CancellationError() }
      var ends: [Int32] = [-1, -1]
      guard unsafe pipe(&ends) == 0 else { throw Failure("no file descriptor is left") }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      let lifeline = ends[1]
      state.lifeline = lifeline
      defer { close(ends[0]) }
      state.guardian = try ChildProcess.start(
        "/bin/sh", ["-c", DemoSite.guardScript, "sh", folder], environment: ["PATH": "/usr/bin:/bin"],
        log: "/dev/null", input: ends[0])
      func send(_ word: String) {
        let line = Array("\(word)\n".utf8)
        _ = unsafe line.withUnsafeBytes { unsafe write(lifeline, $0.baseAddress, $0.count) }
      }
      if keepsFolder { send("keeps") }
      for name in DemoSite.names {
        let child = try ChildProcess.start("\(bin)/\(name)", environment: environment, log: log(of: name))
        send("\(child.pid)")
        state.children.append(child)
      }
    }
  }

  private var keys: String { "\(folder)/keys" }
  private var run: String { "\(folder)/run" }

  private func log(of name: String) -> String { "\(folder)/log/\(name).log" }

  /// The environment of the programs. Other Quad settings of this shell are dropped, because they belong to
  /// another site.
  private var environment: [String: String] {
    let own = ProcessInfo.processInfo.environment
    var settings = own.filter { name, _ in
      !name.hasPrefix("BUS_") && (!name.hasPrefix("QUAD_") || name == "QUAD_ZONEINFO")
    }
    let words = ["data": "\(folder)/data", "keys": keys, "run": run, "port": "0"]
    settings.merge(Launch.environment(of: .demo, words)) { $1 }
    settings["TZ"] = "America/New_York"
    return settings
  }

  private func isReady() async throws -> Bool {
    guard port != nil else { return false }
    var isReady = true
    try await settings().with(key: .operator) { bus in
      for program in Catalogue.programs where isReady {
        do { isReady = try await bus.ask(program, Control.Ping.subject, as: Control.Pong.self).isReady } catch
        {
          isReady = false
        }
      }
    }
    return isReady
  }

  private var port: Int? {
    guard let data = FileManager.default.contents(atPath: "\(folder)/data/\(Catalogue.edge)/port") else {
      return nil
    }
    return Int(String(decoding: data, as: UTF8.self).filter { !$0.isWhitespace })
  }

  private func settings() throws -> BusSettings {
    try BusSettings(environment)
  }

  private func lastLine(of name: String) -> String {
    let data = FileManager.default.contents(atPath: log(of: name)) ?? Data()
    return String(decoding: data, as: UTF8.self).split(separator: "\n").last.map(String.init) ?? "no word"
  }

  // MARK: - Use

  /// The running site: its clock, and a client without a session.
  struct Running: Sendable {
    let clock: TestClock
    let client: SiteClient
    let folder: String
  }

  nonisolated(nonsending) func with(_ body: nonisolated(nonsending) (Running) async throws -> Void)
    async throws
  {
    let client = try SiteClient(base: "http://127.0.0.1:\(port ?? 0)")
    try await settings().with(key: .operator) { bus in
      try await body(Running(clock: TestClock(bus: bus), client: client, folder: folder))
    }
  }

  // MARK: - Stop

  /// Drains the programs, kills those that do not end, and deletes the folder. It may run at any moment, but
  /// only once.
  func stop() async {
    let (children, guardian, lifeline) = state.withLock { state in
      state.isStopping = true
      return (state.children, state.guardian, state.lifeline)
    }
    for child in children { child.send(SIGTERM) }
    var running = children
    let end = ContinuousClock.now.advanced(by: Launch.maxStop)
    while !running.isEmpty, ContinuousClock.now < end {
      running.removeAll { $0.hasEnded() }
      if !running.isEmpty { await pause() }
    }
    for child in running {
      Output.note("\(child.name) did not drain and was killed: \(lastLine(of: child.name))")
      child.send(SIGKILL)
    }
    while !running.isEmpty {
      running.removeAll { $0.hasEnded() }
      if !running.isEmpty { await pause() }
    }
    if let guardian {
      guardian.send(SIGKILL)
      while !guardian.hasEnded() { await pause() }
      close(lifeline)
    }
    if keepsFolder { return Output.note("data and logs are in \(folder)") }
    do { try FileManager.default.removeItem(atPath: folder) } catch {
      Output.note("could not remove \(folder): \(error)")
    }
  }

  /// Pauses even in a canceled task.
  private func pause() async {
    await Task.detached { do { try await Task.sleep(for: DemoSite.pollPause) } catch {} }.value  // poll
  }
}
