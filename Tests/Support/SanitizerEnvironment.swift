internal import FoundationEssentials

/// A program built with a sanitizer needs what the test process was given for it: how and where to report,
/// what to load.
package enum SanitizerEnvironment {
  private static let names = ["TSAN_OPTIONS", "ASAN_OPTIONS", "LSAN_OPTIONS"]

  /// The words `NAME=value` of a child's environment, and ours for the sanitizer. A library that the child
  /// preloads comes before that of the sanitizer.
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
