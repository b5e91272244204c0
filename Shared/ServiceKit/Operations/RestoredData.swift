internal import FoundationEssentials

/// The marks that `quadctl restore` leaves in a data folder.
enum RestoredData {
  /// In the site's folder while files are being restored: it holds a mixture of two sites.
  static let unfinished = "restoring"
  /// In a program's folder until its restored store was opened. Other programs have received events that the
  /// store does not contain, so its stream starts a new epoch.
  static let restored = "restored"

  static func refuseUnfinished(_ data: String) throws(SettingError) {
    guard FileManager.default.fileExists(atPath: "\(data)/\(unfinished)") else { return }
    throw SettingError(
      name: "QUAD_DATA", problem: "holds a restore that was broken off: run `quadctl restore` again")
  }

  static func isMarked(_ folder: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(folder)/\(restored)")
  }

  /// Deletes the mark once the new epoch is on disk. A crash before that only results in another new epoch.
  static func unmark(_ folder: String) throws {
    try FileManager.default.removeItem(atPath: "\(folder)/\(restored)")
  }
}
