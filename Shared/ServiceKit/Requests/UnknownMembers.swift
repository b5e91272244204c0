internal import Schema
internal import Synchronization

/// Members of a body that the request does not declare. They are ignored, and each name is logged once, which
/// reveals a client that misspells a member or is newer than this program.
final class UnknownMembers: Sendable {
  /// The maximum number of names logged for one request. Later ones are not logged.
  static let maxNames = 100
  /// Longer names are truncated in the log.
  static let maxNameLength = 60

  private let subject: String
  private let known: Set<String>
  private let seen = Mutex<Set<String>>([])

  init<R: Request>(_ type: R.Type) {
    subject = R.subject
    var names: Set<String> = []
    do { names = Set(try SchemaRecorder.describe(type).0.members.map(\.name)) } catch {
      // Every request has a description, or the tests of declarations fail. Without one, no name is known
      // here.
    }
    known = names
  }

  /// Logs new names. `body` has been decoded, so it is JSON.
  func look(at body: [UInt8], _ log: Log) {
    guard body.count > 2 else { return }
    let unknown = UnknownMembers.names(in: body).filter { !known.contains($0) }
    guard !unknown.isEmpty else { return }
    for name in unknown where isNew(name) {
      log(.info, "\(subject): the member \(name.prefix(UnknownMembers.maxNameLength)) is unknown and ignored")
    }
  }

  private func isNew(_ name: String) -> Bool {
    seen.withLock { seen in seen.count < UnknownMembers.maxNames && seen.insert(name).inserted }
  }

  /// Returns the names of the members of the outermost object. Escapes in a name are kept, since no declared
  /// name has one.
  static func names(in body: [UInt8]) -> [String] {
    var names: [String] = []
    var depth = 0
    var isName = true
    var index = 0
    while index < body.count {
      switch body[index] {
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ":") where depth == 1: isName = false
      case UInt8(ascii: ",") where depth == 1: isName = true
      case UInt8(ascii: "\""):
        let start = index + 1
        index = start
        while index < body.count, body[index] != UInt8(ascii: "\"") {
          index += body[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        if depth == 1, isName {
          names.append(String(decoding: body[start..<min(index, body.count)], as: UTF8.self))
        }
      default: break
      }
      index += 1
    }
    return names
  }
}
