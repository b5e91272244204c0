internal import FoundationEssentials
internal import Store

/// The marks of an operator in a data folder, from `quadctl restore`.
enum RestoredData {
  /// In the site's folder while files are being restored: it holds a mixture of two sites.
  static let unfinished = "restoring"
  /// In a program's folder until its restored store was opened. Other programs have received events that the
  /// store does not contain, so its stream starts a new epoch.
  static let restored = "restored"
  /// In a program's folder until its store was created: the program begins with an empty store although it
  /// had one, and its stream starts a new epoch.
  static let anew = "anew"

  static func refuseUnfinished(_ data: String) throws(SettingError) {
    guard FileManager.default.fileExists(atPath: "\(data)/\(unfinished)") else { return }
    throw SettingError(
      name: "QUAD_DATA", problem: "holds a restore that was broken off: run `quadctl restore` again")
  }

  /// Sets what the marks in a program's folder say of its store.
  static func apply(_ folder: String, to options: inout StoreOptions) {
    options.startsNewEpoch = isMarked(folder, restored)
    options.beginsAnew = isMarked(folder, anew)
  }

  /// Deletes the marks once the new epoch is on disk. A crash before that only results in another new epoch.
  static func unmark(_ folder: String) throws {
    for name in [restored, anew] where isMarked(folder, name) {
      try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
    }
  }

  private static func isMarked(_ folder: String, _ name: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(folder)/\(name)")
  }
}
