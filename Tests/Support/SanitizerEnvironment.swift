internal import FoundationEssentials

/// The sanitizer settings of the test process, which a program built with a sanitizer also needs: how and
/// where to report, and the library to load.
package enum SanitizerEnvironment {
  private static let names = ["TSAN_OPTIONS", "ASAN_OPTIONS", "LSAN_OPTIONS"]

  /// True if this process was built with a sanitizer.
  package static var isOn: Bool { names.contains { ProcessInfo.processInfo.environment[$0] != nil } }

  /// Returns the words `NAME=value` of a child's environment with the sanitizer's added. A library that the
  /// child preloads comes before the sanitizer's.
  package static func added(to words: [String]) -> [String] {
    let own = ProcessInfo.processInfo.environment
    var words = words + names.compactMap { name in own[name].map { "\(name)=\($0)" } }
    if let library = own["LD_PRELOAD"] {
      let prefix = "LD_PRELOAD="
      if let place = words.firstIndex(where: { $0.hasPrefix(prefix) }) {
        words[place] += ":" + library
      } else {
        words.append(prefix + library)
      }
    }
    return words
  }
}
