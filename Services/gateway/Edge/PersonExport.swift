import Bus
import HTTPServer
import JSON
import Schema
import ServiceKit

/// `GET /v1/me/export`: everything the programs store about a person, as one JSON document. The pages of the
/// programs are joined as bytes; the gateway decodes only the cursor of the next page.
final class PersonExport: Sendable {
  /// The version of the document's format. A reader rejects a higher one.
  static let format = 1
  static let maxBytes = 64 * 1024 * 1024
  static let maxPages = 10_000
  static let maxConcurrent = 4
  static let timePerPage = Duration.seconds(5)

  private let bus: Node
  private let programs: [any Request.Type]
  private let turnstile = Turnstile(limit: PersonExport.maxConcurrent, retryAfterMs: 2000)

  /// - Parameter programs: The export request of each program, in the order of the document.
  init(bus: Node, programs: [any Request.Type]) {
    self.bus = bus
    self.programs = programs
  }

  /// - Throws: `busy` while too many others are in progress, `CallError` of a program that does not answer.
  func document(for who: SessionCache.Resolved, now: Instant = SiteClock.system) async throws -> [UInt8] {
    try await turnstile.pass { try await joined(for: who, now) }
  }

  private func joined(for who: SessionCache.Resolved, _ now: Instant) async throws -> [UInt8] {
    let head =
      #"{"format":"quad-person","version":\#(PersonExport.format),"made":"\#(now)","#
      + #""person":"\#(who.person)","programs":{"#
    var bytes = Array(head.utf8)
    for (index, request) in programs.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes += Array(#""\#(request.program)":["#.utf8)
      try await appendPages(of: request, who, to: &bytes)
      bytes.append(UInt8(ascii: "]"))
    }
    return bytes + Array("}}".utf8)
  }

  private struct Next: Decodable { let next: Cursor? }
  private struct Question: Encodable { let cursor: Cursor? }

  private func appendPages(
    of request: any Request.Type, _ who: SessionCache.Resolved, to bytes: inout [UInt8]
  ) async throws {
    var cursor: Cursor?
    for page in 0..<PersonExport.maxPages {
      var header = Header(id: .random())
      header.subject = request.subject
      header.schema = "\(request.subject)@\(request.version)"
      header.flags = .repeatable
      header.assertion = who.assertion
      let reply = try await bus.call(
        OutgoingCall(
          program: request.program, header: header, body: JSONCoding.encode(Question(cursor: cursor)),
          within: PersonExport.timePerPage))
      if page > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes += reply.body
      guard bytes.count <= PersonExport.maxBytes else { throw Fault(.exportTooLarge) }
      cursor = try JSONCoding.decode(Next.self, from: reply.body).next
      if cursor == nil { return }
    }
    throw Fault(.exportTooLarge)
  }
}

extension FaultCode {
  static let exportTooLarge = FaultCode(
    .resourceExhausted, "export_too_large",
    "Your data doesn't fit in one file. Ask your administrator for a copy.")
}
