/// The words after a verb, parsed: `--name value`, `--name=value`, `--flag` and the rest.
struct Arguments: Sendable {
  private var values: [String: [String]] = [:]
  private var present: Set<String> = []
  /// The words that belong to no option, in order.
  private(set) var words: [String] = []

  /// Parses the words. Words after a separate `--` belong to no option, even if they begin with dashes.
  init(_ words: [String], _ options: [Option] = []) throws(UsageError) {
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
        throw UsageError("there is no option \(word)")
      }
      if option.values.isEmpty {
        guard parts.count == 1 else { throw UsageError("--\(name) takes no value") }
        present.insert(name)
        continue
      }
      var given = parts.count == 2 ? [String(parts[1])] : []
      while given.count < option.values.count, let value = rest.popFirst() { given.append(value) }
      guard given.count == option.values.count, !given.contains("") else {
        throw UsageError("--\(name) wants \(option.values.count == 1 ? "a value" : option.usage)")
      }
      guard values[name] == nil || option.isRepeatable else { throw UsageError("--\(name) is given twice") }
      values[name, default: []] += given
    }
  }

  func value(_ name: String) -> String? { values[name]?.first }

  /// The values of an option that may be repeated or has several values.
  func list(_ name: String) -> [String] { values[name] ?? [] }

  func required(_ name: String) throws(UsageError) -> String {
    guard let value = value(name) else { throw UsageError("--\(name) is missing") }
    return value
  }

  func has(_ flag: String) -> Bool { present.contains(flag) }

  /// Rejects words beyond the first `count`.
  func refuseMore(than count: Int) throws(UsageError) {
    if words.count > count { throw UsageError("\(words[count]) is one word too many") }
  }

  /// Returns exactly these words, such as `["DORM", "NUMBER"]`.
  func exactly(_ names: String...) throws(UsageError) -> [String] {
    try refuseMore(than: names.count)
    guard words.count == names.count else {
      let missing = names[words.count...].joined(separator: " ")
      throw UsageError("\(missing) \(names.count - words.count == 1 ? "is" : "are") missing")
    }
    return words
  }
}
