import FoundationEssentials
import Schema

/// How this person writes numbers: what the environment says, as for any program.
enum MoneyLocale {
  /// Of `LC_ALL`, `LC_MONETARY`, `LANG` the first that is set; nil, which is English, for `C` and `POSIX`.
  static let environment = named(ProcessInfo.processInfo.environment)

  static func named(_ environment: [String: String]) -> LocaleName? {
    let names = ["LC_ALL", "LC_MONETARY", "LANG"].compactMap { environment[$0] }
    guard let text = names.first(where: { !$0.isEmpty }) else { return nil }
    // de_DE.UTF-8@euro
    let name = text.prefix { $0 != "." && $0 != "@" }
    return name == "C" || name == "POSIX" ? nil : LocaleName(String(name))
  }
}
