import Bus
import Crypto
import JSON
import Schema
import Terminal

/// Requests of the loader. Each is retried while a program is starting or busy, and its failure names the
/// row.
struct SeedBus: Sendable {
  let bus: Node

  func call<R: Request>(_ request: R, _ context: CallContext = CallContext(), row: String) async throws
    -> R.Reply
  {
    var patience = Patience()
    while true {
      do { return try await bus.call(request, context: context) } catch {
        if await patience.allows(error.fault) { continue }
        if case .unreadable(let what) = error { throw Failure("\(row): unreadable: \(what)") }
        throw SeedFailure(row: row, subject: R.subject, fault: error.fault)
      }
    }
  }

  /// The idempotency key of a row, the same at every load, so that a repeated load has one effect.
  static func key(_ kind: String, _ row: some Encodable) throws -> String {
    let hash = BLAKE2b.hash(parts: [Array(kind.utf8), try JSONCoding.encode(row)])
    return "seed.\(kind).\(Base64URL.encode(hash))"
  }

  /// The key of a row as a UUID, for a request that must not be linked to a person.
  static func unlinkableKey(_ kind: String, _ row: some Encodable) throws -> String {
    let hash = BLAKE2b.hash(parts: [Array(kind.utf8), try JSONCoding.encode(row)])
    guard let key = RawUUID(bytes: hash.prefix(16)) else { throw Failure("no key for a row of \(kind)") }
    return key.description
  }
}

/// A row that a program rejected.
struct SeedFailure: Error, CustomStringConvertible {
  let row: String
  let subject: String
  let fault: Fault

  var description: String {
    var text = "\(row): \(subject): \(fault.code): \(fault.message)"
    if let fields = fault.fields { text += " (\(fields.map(\.field).joined(separator: ", ")))" }
    if fault.code == FaultCode.notAllowed.code {
      text += "\nSeeds can be loaded only while the site's data folder holds a file named seeding."
    }
    if fault.code == FaultCode.keyReused.code {
      text += "\nThis row was loaded before with other times; start again from an empty site."
    }
    return text
  }
}
