internal import FoundationEssentials
internal import Schema
package import Terminal

extension EnvironmentError {
  /// Throws for a name that begins with `QUAD_` and that nothing of a site reads: most are typing mistakes,
  /// and the command would use a default instead.
  package static func refuseUnknownSetting(
    in environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(EnvironmentError) {
    guard let (name, problem) = Setting.firstUnknown(among: environment.keys) else { return }
    throw EnvironmentError(problem: "\(name) \(problem)")
  }
}
