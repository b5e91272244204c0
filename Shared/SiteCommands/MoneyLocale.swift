import FoundationEssentials
package import Schema

/// The number format of this person, taken from the environment as in any program.
package enum MoneyLocale {
  /// The first of `LC_ALL`, `LC_MONETARY` and `LANG` that is set; nil, which means English, for `C` and
  /// `POSIX`.
  package static let environment = named(ProcessInfo.processInfo.environment)

  package static func named(_ environment: [String: String]) -> LocaleName? {
    let names = ["LC_ALL", "LC_MONETARY", "LANG"].compactMap { environment[$0] }
    guard let text = names.first(where: { !$0.isEmpty }) else { return nil }
    // The name without its suffixes: de_DE.UTF-8@euro
    let name = text.prefix { $0 != "." && $0 != "@" }
    return name == "C" || name == "POSIX" ? nil : LocaleName(String(name))
  }
}
