internal import JSON
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
  private let declared: DeclaredMembers
  private let seen = Mutex<Set<String>>([])

  init<R: Request>(_ type: R.Type) {
    subject = R.subject
    declared = DeclaredMembers(type)
  }

  /// Logs new names.
  func look(at document: JSONDocument, _ log: Log) {
    guard !document.isEmptyObject else { return }
    let known = declared.names
    let unknown = document.memberNames.filter { !known.contains($0) }
    guard !unknown.isEmpty else { return }
    for name in unknown where isNew(name) {
      log(.info, "\(subject): the member \(name.prefix(UnknownMembers.maxNameLength)) is unknown and ignored")
    }
  }

  private func isNew(_ name: String) -> Bool {
    seen.withLock { seen in seen.count < UnknownMembers.maxNames && seen.insert(name).inserted }
  }
}
