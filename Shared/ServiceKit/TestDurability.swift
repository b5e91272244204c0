internal import FoundationEssentials
internal import Store

/// `QUAD_TEST_SYNCHRONOUS=normal` lets a program lose acknowledged writes in a power cut, so that tests see
/// that they would find such a loss. Refused unless the data folder is marked: nobody sets it by accident.
enum TestDurability {
  static let setting = "QUAD_TEST_SYNCHRONOUS"
  /// The file that marks a data folder whose content may be lost.
  static let mark = "test-durability"

  static func synchronous(_ settings: Settings, _ log: Log) throws(SettingError) -> StoreOptions.Synchronous {
    guard let text = settings.text(setting) else { return .full }
    guard FileManager.default.fileExists(atPath: "\(settings.data)/\(mark)") else {
      throw SettingError(name: setting, problem: "is for tests: the data folder holds no file \(mark)")
    }
    switch text {
    case "full": return .full
    case "normal":
      log(.warning, "acknowledged writes may be lost in a power cut: \(setting)=normal")
      return .normal
    default: throw SettingError(name: setting, problem: "\(text) is not full or normal")
    }
  }
}
