package import Schema

/// The subjects by which an operator copies a program's store: begin, read its bytes in order, end.
extension Control {
  package static let beginBackup = "$srv.backup.begin"
  package static let readBackup = "$srv.backup.read"
  package static let endBackup = "$srv.backup.end"

  /// The maximum number of bytes in one reply to `ReadBackup`.
  package static let maxBackupBytes = 1024 * 1024

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
  package struct ReadBackup: Codable, Sendable {
    package let id: String
    package let offset: Int64
    package let length: Int

    package init(id: String, offset: Int64, length: Int) {
      self.id = id
      self.offset = offset
      self.length = length
    }
  }

  package struct EndBackup: Codable, Sendable {
    package let id: String

    package init(id: String) { self.id = id }
  }
}
