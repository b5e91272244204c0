/// The words after a verb, parsed: `--name value`, `--name=value`, `--flag` and the rest.
package struct Arguments: Sendable {
  private var values: [String: [String]] = [:]
  private var present: Set<String> = []
  /// The words that belong to no option, in order.
  package private(set) var words: [String] = []

  /// Parses the words. Words after a separate `--` belong to no option, even if they begin with dashes.
  package init(_ words: [String], _ options: [Option] = []) throws(UsageError) {
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        self.words += rest
        return
      }
      guard word.hasPrefix("--") else {
        self.words.append(word)
        continue
      }
      let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      guard let option = options.first(where: { $0.name == name }) else {
        throw UsageError(
          "unknown option --\(name)",
          suggestions: Suggestions.near(name, in: options.map(\.name)).map { "--\($0)" })
      }
      if option.values.isEmpty {
        guard parts.count == 1 else { throw UsageError("--\(name) takes no value") }
        present.insert(name)
        continue
      }
      var given = parts.count == 2 ? [String(parts[1])] : []
      while given.count < option.values.count, let value = rest.popFirst() { given.append(value) }
      guard given.count == option.values.count, !given.contains("") else {
        throw UsageError("--\(name) needs \(option.values.joined(separator: " "))")
      }
      guard values[name] == nil || option.isRepeatable else {
        throw UsageError("--\(name) may be used only once")
      }
      values[name, default: []] += given
    }
  }

  package func value(_ name: String) -> String? { values[name]?.first }

  /// The values of an option that may be repeated or has several values.
  package func list(_ name: String) -> [String] { values[name] ?? [] }

  package func required(_ name: String) throws(UsageError) -> String {
    guard let value = value(name) else { throw UsageError("--\(name) is required") }
    return value
  }

  package func has(_ flag: String) -> Bool { present.contains(flag) }

  /// Rejects words beyond the first `count`.
  package func refuseMore(than count: Int) throws(UsageError) {
    if words.count > count { throw UsageError("unexpected argument \"\(words[count])\"") }
  }

  /// Returns exactly these words, such as `["DORM", "NUMBER"]`.
  package func exactly(_ names: String...) throws(UsageError) -> [String] {
    try refuseMore(than: names.count)
    guard words.count == names.count else {
      let missing = names[words.count...].joined(separator: " ")
      throw UsageError("missing \(missing)")
    }
    return words
  }
}
