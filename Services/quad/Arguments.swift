/// The words after a command's name, taken apart: `--name value`, `--name=value`, `--flag` and the rest.
struct Arguments {
  private var values: [String: [String]] = [:]
  private var present: Set<String> = []
  /// What belongs to no option, in order.
  private(set) var words: [String] = []

  /// - Parameter options: those with a value.
  /// - Parameter lists: those with a value that may be repeated.
  /// - Parameter flags: those without.
  init(
    _ words: [String], options: Set<String> = [], lists: Set<String> = [], flags: Set<String> = []
  ) throws(UsageError) {
    var rest = words[...]
    while let word = rest.popFirst() {
      guard word.hasPrefix("--") else {
        self.words.append(word)
        continue
      }
      let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      if flags.contains(name), parts.count == 1 {
        present.insert(name)
        continue
      }
      guard options.contains(name) || lists.contains(name) else {
        throw UsageError("there is no option \(word)")
      }
      guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst(), !value.isEmpty else {
        throw UsageError("--\(name) wants a value")
      }
      guard values[name] == nil || lists.contains(name) else { throw UsageError("--\(name) is given twice") }
      values[name, default: []].append(value)
    }
  }

  func value(_ name: String) -> String? { values[name]?.first }

  func list(_ name: String) -> [String] { values[name] ?? [] }

  func required(_ name: String) throws(UsageError) -> String {
    guard let value = value(name) else { throw UsageError("--\(name) is missing") }
    return value
  }

  func has(_ flag: String) -> Bool { present.contains(flag) }

  /// Refuses words beyond the first `count`.
  func refuseMore(than count: Int) throws(UsageError) {
    if words.count > count { throw UsageError("\(words[count]) is one word too many") }
  }
}
