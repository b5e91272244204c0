internal import FoundationEssentials
internal import Store

/// Settings that weaken a program. They are rejected unless the data folder is marked as a test's, so nobody
/// sets them by accident.
///
/// `QUAD_TEST_SYNCHRONOUS=normal` loses acknowledged writes in a power cut, `QUAD_TEST_ACKNOWLEDGE=early`
/// also when the program is killed: tests prove that they would detect such a loss.
/// `QUAD_TEST_PASSWORDS=cheap` hashes passwords at the lowest possible cost, since the usual cost would be a
/// third of the tests' CPU time.
package enum TestSite {
  static let synchronous = "QUAD_TEST_SYNCHRONOUS"
  static let acknowledge = "QUAD_TEST_ACKNOWLEDGE"
  /// The file that marks a data folder as a test's.
  static let mark = "test-site"

  static func apply(_ settings: Settings, to options: inout StoreOptions, _ log: Log) throws(SettingError) {
    if try chooses("normal", orElse: "full", in: synchronous, settings) {
      log(.warning, "acknowledged writes may be lost: \(synchronous)=normal")
      options.synchronous = .normal
    }
    if try chooses("early", orElse: "committed", in: acknowledge, settings) {
      log(.warning, "acknowledged writes may be lost: \(acknowledge)=early")
      options.acknowledgesEarly = true
    }
  }

  /// The value of a setting that only a test's site may have; nil if it is unset.
  package static func text(_ setting: String, _ settings: Settings) throws(SettingError) -> String? {
    guard let text = settings.text(setting) else { return nil }
    guard FileManager.default.fileExists(atPath: "\(settings.data)/\(mark)") else {
      throw SettingError(name: setting, problem: "is for tests: the data folder holds no file \(mark)")
    }
    return text
  }

  /// True if the setting has the value that only a test's site may use.
  package static func chooses(
    _ worse: String, orElse usual: String, in setting: String, _ settings: Settings
  ) throws(SettingError) -> Bool {
    guard let text = try text(setting, settings) else { return false }
    guard text == usual || text == worse else {
      throw SettingError(name: setting, problem: "\(text) is not \(usual) or \(worse)")
    }
    return text == worse
  }
}
