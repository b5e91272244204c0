internal import FoundationEssentials

/// The marks that `quad restore` leaves in a data folder.
enum RestoredData {
  /// In the site's folder while files are put in place: what is there is of two sites.
  static let unfinished = "restoring"
  /// In a program's folder until its restored store was opened: other programs have seen events that it does
  /// not know, so its stream begins a new epoch.
  static let restored = "restored"

  static func refuseUnfinished(_ data: String) throws(SettingError) {
    guard FileManager.default.fileExists(atPath: "\(data)/\(unfinished)") else { return }
    throw SettingError(
      name: "QUAD_DATA", problem: "holds a restore that was broken off: run `quad restore` again")
  }

  static func isMarked(_ folder: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(folder)/\(restored)")
  }

  /// Once the new epoch is on disk; a crash before it only means another new epoch.
  static func unmark(_ folder: String) throws {
    try FileManager.default.removeItem(atPath: "\(folder)/\(restored)")
  }
}
