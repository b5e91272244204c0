internal import FoundationEssentials
internal import Store

/// Settings that let a program lose acknowledged writes, so that tests see that they would find such a loss:
/// `QUAD_TEST_SYNCHRONOUS=normal` in a power cut, `QUAD_TEST_ACKNOWLEDGE=early` also when it is killed.
/// Refused unless the data folder is marked: nobody sets them by accident.
enum TestDurability {
  static let synchronous = "QUAD_TEST_SYNCHRONOUS"
  static let acknowledge = "QUAD_TEST_ACKNOWLEDGE"
  /// The file that marks a data folder whose content may be lost.
  static let mark = "test-durability"

  static func apply(_ settings: Settings, to options: inout StoreOptions, _ log: Log) throws(SettingError) {
    if try value(of: synchronous, in: settings, usual: "full", lossy: "normal", log) {
      options.synchronous = .normal
    }
    if try value(of: acknowledge, in: settings, usual: "committed", lossy: "early", log) {
      options.acknowledgesEarly = true
    }
  }

  /// Whether the lossy value is set.
  private static func value(
    of setting: String, in settings: Settings, usual: String, lossy: String, _ log: Log
  ) throws(SettingError) -> Bool {
    guard let text = settings.text(setting) else { return false }
    guard FileManager.default.fileExists(atPath: "\(settings.data)/\(mark)") else {
      throw SettingError(name: setting, problem: "is for tests: the data folder holds no file \(mark)")
    }
    guard text == usual || text == lossy else {
      throw SettingError(name: setting, problem: "\(text) is not \(usual) or \(lossy)")
    }
    if text == lossy { log(.warning, "acknowledged writes may be lost: \(setting)=\(text)") }
    return text == lossy
  }
}
