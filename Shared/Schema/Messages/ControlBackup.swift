/// The messages by which an operator copies a program's store: begin, read its bytes in order, end.
extension Control {
  /// The maximum number of bytes in one reply to `ReadBackup`.
  package static let maxBackupBytes = 1024 * 1024

  /// A request to copy the store.
  package struct BeginBackup: ControlRequest {
    package typealias Reply = Backup
    package static let subject = "$srv.backup.begin"
    package static let callers = ControlCallers.operatorOnly

    package init() {}
  }

  /// The copy made by `$srv.backup.begin`.
  package struct Backup: Codable, Sendable {
    package let id: String
    package let program: String
    package let size: Int64
    /// BLAKE2b-256 of all bytes of the copy, base64url.
    package let hash: String
    /// The number of migration steps in the program's schema.
    package let steps: Int
    package let epoch: String
    /// The newest event in the copy.
    package let head: Int64

    package init(
      id: String, program: ProgramName, size: Int64, hash: String, steps: Int, epoch: RawUUID, head: Int64
    ) {
      self.id = id
      self.program = program.text
      self.size = size
      self.hash = hash
      self.steps = steps
      self.epoch = epoch.description
      self.head = head
    }
  }

  /// A request for part of the copy. The reply's body is the raw bytes: `length` of them, or fewer at the
  /// end.
  package struct ReadBackup: ControlRequest {
    package typealias Reply = RawReply
    package static let subject = "$srv.backup.read"
    package static let callers = ControlCallers.operatorOnly

    package let id: String
    package let offset: Int64
    package let length: Int

    package init(id: String, offset: Int64, length: Int) {
      self.id = id
      self.offset = offset
      self.length = length
    }
  }

  package struct EndBackup: ControlRequest {
    package typealias Reply = Empty
    package static let subject = "$srv.backup.end"
    package static let callers = ControlCallers.operatorOnly

    package let id: String

    package init(id: String) { self.id = id }
  }
}
