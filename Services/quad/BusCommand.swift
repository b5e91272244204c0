import Bus
import Schema

/// `quad bus …`: a look at the programs of a running site, with the operator's key.
enum BusCommand: Command {
  static let name = "bus"
  static let summary = "ask programs how they are, call them, follow their events"
  static let audience = Audience.operators
  static let verbs = [
    Verb("ping", "[PROGRAM …]", "who answers, and how fast; status 1 if one does not", run: ping),
    Verb("info", "PROGRAM", "what it answers and hears") { try await control(Control.info, $0) },
    Verb("stats", "PROGRAM", "its counters") { try await control(Control.stats, $0) },
    Verb(
      "call", "SUBJECT [JSON]", "send a request that the operator may send; prints the reply", run: call),
    Verb(
      "sub", "PROGRAM [--from SEQ]", "its events, one JSON object a line, from now on",
      options: [.value("from", "SEQ", is: "the number of the event to begin with")], run: subscribe),
  ]
  static let notes = "Environment: QUAD_KEYS, QUAD_RUN, BUS_ADDRESS."

  @Sendable private static func ping(_ arguments: Arguments) async throws {
    let settings = try BusSettings()
    let named = arguments.words.map { ProgramName($0) }
    let programs = named.isEmpty ? try settings.programs() : named
    try await settings.with(key: .operator) { try await ping(programs, $0) }
  }

  private static func control(_ subject: String, _ arguments: Arguments) async throws {
    let program = ProgramName(try arguments.exactly("PROGRAM")[0])
    try await BusSettings().with(key: .operator) { bus in
      Output.say(json: try await bus.ask(program, subject, "{}"))
    }
  }

  @Sendable private static func call(_ arguments: Arguments) async throws {
    let words = arguments.words
    guard let subject = words.first, words.count <= 2, let dot = subject.firstIndex(of: ".") else {
      throw UsageError("SUBJECT and JSON are expected, such as roomhub.dorm.list '{}'")
    }
    let program = ProgramName(String(subject[..<dot]))
    let body = words.count == 2 ? words[1] : "{}"
    try await BusSettings().with(key: .operator) { bus in
      Output.say(json: try await bus.ask(program, subject, body))
    }
  }

  @Sendable private static func subscribe(_ arguments: Arguments) async throws {
    let program = ProgramName(try arguments.exactly("PROGRAM")[0])
    let from = try arguments.value("from").map(sequence)
    try await BusSettings().with(key: .operator) { bus in
      try await StreamPrinter(program: program, bus: bus).run(from: from)
    }
  }

  private static func sequence(_ text: String) throws(UsageError) -> Int64 {
    guard let number = Int64(text), number > 0 else {
      throw UsageError("--from \(text) is no event's number")
    }
    return number
  }

  private static func ping(_ programs: [ProgramName], _ bus: Node) async throws {
    var silent: [String] = []
    for program in programs {
      let began = ContinuousClock.now
      do {
        let reply = try await bus.ask(program, Control.ping, "{}")
        let pong = try JSONCoding.decode(Control.Pong.self, from: Array(reply.utf8))
        let took = began.duration(to: .now) / .microseconds(1)
        Output.say("\(program)\t\(pong.health)\t\(Int(took)) µs\t\(pong.instance)")
        if !pong.isReady { silent.append(program.text) }
      } catch let failure as Failure {
        Output.say("\(program)\tsilent")
        Output.tell("\(program): \(failure.problem)")
        silent.append(program.text)
      }
    }
    guard silent.isEmpty else { throw Failure("not ready: \(silent.joined(separator: ", "))") }
  }
}

extension BusSettings {
  /// Those of `public.json` that answer: everybody but the keys that only call.
  func programs() throws -> [ProgramName] {
    do {
      return try KeyRing.load(.operator, from: keys).everybody.curve.keys.sorted().map { ProgramName($0) }
        .filter { $0 != .operator && $0 != .seed }
    } catch let error as KeyError { throw EnvironmentError(problem: "\(error)") }
  }
}

extension Node {
  /// The reply as text.
  /// - Throws: `Failure` with the fault's code and message.
  func ask(_ program: ProgramName, _ subject: String, _ body: String) async throws(Failure) -> String {
    var header = Header(id: .random())
    header.subject = subject
    let call = OutgoingCall(program: program, header: header, body: Array(body.utf8), within: .seconds(5))
    do { return String(decoding: try await self.call(call).body, as: UTF8.self) } catch {
      throw Failure("\(subject) of \(program): \(error.fault.code): \(error.fault.message)")
    }
  }
}
