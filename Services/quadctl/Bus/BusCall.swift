import Bus
import Crypto
import FoundationEssentials
import Schema
import Terminal

/// `quadctl bus call`: sends one request to a program.
enum BusCall {
  /// The maximum body in bytes, the limit of the bus.
  private static let maxBodyBytes = 4 * 1024 * 1024

  @Sendable static func call(_ arguments: Arguments) async throws {
    let call = try outgoing(arguments)
    try await BusSettings().with(key: .operator) { bus in
      show(try await bus.ask(call), onOneLine: arguments.has("json"))
    }
  }

  static func outgoing(_ arguments: Arguments) throws -> OutgoingCall {
    let words = arguments.words
    guard let subject = words.first, words.count <= 2, let dot = subject.firstIndex(of: ".") else {
      throw UsageError("missing SUBJECT; an example is roomhub.dorm.list '{}'")
    }
    let named = arguments.value("program") ?? (subject.hasPrefix("$") ? nil : String(subject[..<dot]))
    guard let named else {
      throw UsageError("every program answers \(subject); choose one with --program NAME")
    }
    let key = arguments.value("idem")
    var header = Header(id: .random())
    header.subject = subject
    header.idempotencyKey = key
    if let request = Catalogue.requests.first(where: { $0.subject == subject }) {
      header.schema = "\(subject)@\(request.version)"
      if request.repeats.isRepeatable(hasKey: key != nil) { header.flags.insert(.repeatable) }
    }
    if arguments.has("trace") {
      let trace = newTrace()
      header.trace = trace
      Output.note("trace \(trace.dropFirst().prefix(16).hexadecimal)")
    }
    return OutgoingCall(
      program: ProgramName(named), header: header, body: try body(words.dropFirst().first, arguments),
      within: try deadline(arguments))
  }

  private static func deadline(_ arguments: Arguments) throws(UsageError) -> Duration {
    guard let text = arguments.value("deadline") else { return .seconds(5) }
    guard let milliseconds = Int64(text), (1...600_000).contains(milliseconds) else {
      throw UsageError("--deadline \(text): enter a number from 1 to 600000")
    }
    return .milliseconds(milliseconds)
  }

  private static func body(_ word: String?, _ arguments: Arguments) throws -> [UInt8] {
    guard let path = arguments.value("file") else { return Array((word ?? "{}").utf8) }
    guard word == nil else { throw UsageError("use either JSON or --file \(path)") }
    if path == "-" { return Array(try Prompt.standardInput(upTo: maxBodyBytes).utf8) }
    let data: Data
    do { data = try Data(contentsOf: URL(filePath: path)) } catch { throw Failure("cannot read \(path)") }
    guard data.count <= maxBodyBytes else { throw Failure("\(path) has more than \(maxBodyBytes) bytes") }
    return Array(data)
  }

  /// Prints the reply laid out for a person, or on one line for a script. Bytes that are not JSON are only
  /// counted, because they may be anything.
  private static func show(_ reply: [UInt8], onOneLine: Bool) {
    guard let text = LaidOutJSON.text(reply) else {
      Output.note("the reply has \(reply.count) bytes and is not JSON")
      return
    }
    Output.say(json: onOneLine ? String(decoding: reply, as: UTF8.self) : text)
  }

  /// W3C trace context, packed: version, trace id, span id, sampled.
  private static func newTrace() -> [UInt8] {
    [0] + RawUUID.random().bytes + RawUUID.random().bytes.prefix(8) + [1]
  }
}
