import Bus
import FoundationEssentials
import JSON
import Schema
import Testing

/// What is pinned of one message: its sample as JSON and its schema, under its name and version.
struct Form: Sendable, CustomTestStringConvertible {
  /// One of the values a message consists of: request and reply, or the event.
  struct Part: Sendable {
    /// `request`, `reply` or `event`.
    let name: String
    /// The sample and the schema of today.
    let describe: @Sendable () throws -> (sample: [UInt8], schema: JSONValue)
    /// Decodes as today's type and encodes again.
    let recode: @Sendable ([UInt8]) throws -> [UInt8]
  }

  let name: String
  let version: String
  let parts: [Part]

  var testDescription: String { "\(name) \(version)" }
  var major: Substring { version.prefix { $0 != "." } }

  static let all =
    Catalogue.requests.map { ofRequest($0) } + Catalogue.events.map { ofEvent($0) }
    + Catalogue.controlRequests.map { ofControl($0) }

  private static func ofControl<R: ControlRequest>(_ type: R.Type) -> Form {
    let reply = R.Reply.self == RawReply.self ? [] : [part("reply", type.Reply.self)]
    return Form(name: type.subject, version: type.version, parts: [part("request", type)] + reply)
  }

  private static func ofRequest<R: Request>(_ type: R.Type) -> Form {
    Form(
      name: type.subject, version: type.version,
      parts: [part("request", type), part("reply", type.Reply.self)])
  }

  private static func ofEvent<E: Event>(_ type: E.Type) -> Form {
    Form(name: type.topic, version: type.version, parts: [part("event", type)])
  }

  private static func part<Value: Codable & Sendable>(_ name: String, _ type: Value.Type) -> Part {
    Part(
      name: name,
      describe: {
        let (description, sample) = try SchemaRecorder.describe(type)
        let components = description.components.sorted { $0.key < $1.key }
        var schema = description.schema
        if !components.isEmpty {
          schema = schema.setting(
            "components", .object(components.map { JSONValue.Member($0.key, $0.value) }))
        }
        return (try JSONCoding.encode(sample), schema.withSortedRequired)
      },
      recode: { try JSONCoding.encode(try JSONCoding.decode(type, from: $0)) })
  }
}

extension JSONValue {
  /// The order of members is no part of a form.
  fileprivate var withSortedRequired: JSONValue {
    switch self {
    case .object(let members):
      .object(
        members.map { member in
          guard member.name == "required", case .array(let names) = member.value else {
            return Member(member.name, member.value.withSortedRequired)
          }
          return Member(member.name, .array(names.sorted { "\($0)" < "\($1)" }))
        })
    case .array(let elements): .array(elements.map(\.withSortedRequired))
    default: self
    }
  }
}

/// The files of `Tests/Contract/Golden/<name>/<version>/`.
enum Golden {
  static let root: String = {
    var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    parts.removeLast()
    return parts.joined(separator: "/") + "/Golden"
  }()

  /// Whether files that are missing are written. One that exists is never overwritten.
  static let writes = ProcessInfo.processInfo.environment["QUAD_WRITE_GOLDEN"] == "1"
  static let command = "QUAD_WRITE_GOLDEN=1 swift test --filter ContractTests"

  static func names(in folder: String) throws -> [String] {
    let path = "\(root)/\(folder)"
    guard FileManager.default.fileExists(atPath: path) else { return [] }
    return try FileManager.default.contentsOfDirectory(atPath: path).filter { !$0.hasPrefix(".") }.sorted()
  }

  /// Nil when there is none. The line end at its end is not part of it.
  static func read(_ path: String) throws -> [UInt8]? {
    let place = "\(root)/\(path)"
    guard FileManager.default.fileExists(atPath: place) else { return nil }
    let bytes = Array(try Data(contentsOf: URL(filePath: place)))
    return bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes
  }

  static func write(_ path: String, _ bytes: [UInt8]) throws {
    let place = URL(filePath: "\(root)/\(path)")
    try FileManager.default.createDirectory(
      at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes + [UInt8(ascii: "\n")]).write(to: place, options: .withoutOverwriting)
  }

  /// The pinned bytes; a missing file is written if that was asked for, and is an issue otherwise.
  static func pinned(_ path: String, now bytes: [UInt8]) throws -> [UInt8]? {
    if let pinned = try read(path) { return pinned }
    guard writes else {
      Issue.record("Golden/\(path) is missing; write it with: \(command)")
      return nil
    }
    try write(path, bytes)
    return bytes
  }
}
