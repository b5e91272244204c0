extension Auth {
  /// Returns the time of the site's last good backup, for administrators.
  package struct GetBackup: Request {
    package typealias Reply = BackupState
    package static let subject = "auth.backup.get"
    package static let access = Access.role(.admin)
    package static let callers = [ProgramName.operator]
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/admin/backup")
    package static let summary = "Get the time of the site's last good backup."

    package init() {}
  }

  /// The last good backup of the site.
  package struct BackupState: Codable, Hashable, Sendable {
    /// The time at which it was complete. Absent if there is none.
    package let last: Instant?
    /// True if it is older than 26 hours, or if there is none and the site is that old.
    package let isOld: Bool

    package init(last: Instant?, isOld: Bool) {
      self.last = last
      self.isOld = isOld
    }
  }
}
