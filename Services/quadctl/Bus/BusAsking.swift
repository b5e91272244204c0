import Bus
import JSON
import Schema
import SiteCommands
import Terminal

extension Node {
  /// Sends a request and returns the reply as text.
  /// - Throws: `Failure` with the fault's code and message, and the next step.
  func ask(_ program: ProgramName, _ subject: String, _ body: String) async throws(Failure) -> String {
    String(decoding: try await ask(program, subject, bytes: Array(body.utf8)), as: UTF8.self)
  }

  /// Sends a control request and returns the decoded reply.
  func ask<Answer: Decodable>(
    _ program: ProgramName, _ subject: String, _ request: some Encodable = Empty(), as type: Answer.Type,
    within limit: Duration = .seconds(5)
  ) async throws(Failure) -> Answer {
    let body: [UInt8]
    do { body = try JSONCoding.encode(request) } catch { throw Failure("\(subject): \(error)") }
    let reply = try await ask(program, subject, bytes: body, within: limit)
    do { return try JSONCoding.decode(type, from: reply) } catch {
      throw Failure("\(program) sent an unknown reply to \(subject); it may be another version")
    }
  }

  func ask(
    _ program: ProgramName, _ subject: String, bytes: [UInt8], within limit: Duration = .seconds(5)
  ) async throws(Failure) -> [UInt8] {
    var header = Header(id: .random())
    header.subject = subject
    return try await ask(OutgoingCall(program: program, header: header, body: bytes, within: limit))
  }

  func ask(_ call: OutgoingCall) async throws(Failure) -> [UInt8] {
    do { return try await self.call(call).body } catch {
      throw Failure(error, call.header.subject, of: call.program)
    }
  }
}

extension Failure {
  /// A failure with the call's outcome and the next step.
  fileprivate init(_ error: CallError, _ subject: String, of program: ProgramName) {
    let fault = error.fault
    let advice =
      switch fault.code {
      case FaultCode.serviceUnavailable.code, FaultCode.deadlineExceeded.code:
        "\nTo find out what is wrong, run: quadctl bus doctor"
      case FaultCode.unknownSubject.code: "\nTo list its requests, run: quadctl bus info \(program)"
      case FaultCode.signInRequired.code: "\nOnly a signed-in person may send this request: quad --help"
      default: ""
      }
    let isWrite = Catalogue.requests.contains { $0.subject == subject && $0.repeats != .reads }
    let unsure = isWrite && fault.isUnsure ? "\n\(UnsureWrite.advice(subject, Quadctl.name))" : ""
    self.init("\(subject) of \(program): \(fault.forPerson)\(unsure)\(advice)", ExitStatus(fault))
  }
}

extension [Instance] {
  /// The replies of all instances, which are called in parallel: a silent one does not delay the others.
  func ask<Answer: Sendable>(_ body: @escaping @Sendable (Instance) async -> Answer) async -> [Answer] {
    await withTaskGroup(of: (Int, Answer).self) { group in
      for (index, instance) in enumerated() { group.addTask { (index, await body(instance)) } }
      var answers: [(Int, Answer)] = []
      for await answer in group { answers.append(answer) }
      return answers.sorted { $0.0 < $1.0 }.map { $0.1 }
    }
  }
}
