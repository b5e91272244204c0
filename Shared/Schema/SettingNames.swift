/// The names of settings that a program accepts, so that a typing mistake ends its start.
extension Setting {
  /// The beginning of the names that belong to the tests, which make up new ones. Those that weaken a program
  /// are in the table, and count only in a data folder of a test.
  package static let testPrefix = "QUAD_TEST_"
  /// The beginning of the names that a program must know.
  package static let prefix = "QUAD_"
  private static let names = Set(all.map(\.name))
  /// Names of the tools that build and test Quad, which their child processes inherit.
  private static let ofTools: Set<String> = [
    "QUAD_DEBIAN_IMAGE", "QUAD_ENGINE", "QUAD_FUZZ", "QUAD_FUZZ_SEEDS", "QUAD_FUZZ_TARGET",
    "QUAD_ONLY_PROGRAMS", "QUAD_PICTURES", "QUAD_SCOREBOARD", "QUAD_SOAK_MINUTES", "QUAD_SWIFT_IMAGE",
    "QUAD_WEIGH", "QUAD_WRITE_GOLDEN",
  ]

  /// Returns the names among these that nothing of a site reads, sorted. Most are typing mistakes, and the
  /// program would run with a default that nobody chose.
  package static func unknown(among names: some Sequence<String>) -> [String] {
    names.filter { name in
      name.hasPrefix(prefix) && !name.hasPrefix(testPrefix) && !self.names.contains(name)
        && !ofTools.contains(name)
    }.sorted()
  }

  /// Returns the first of these names that nothing of a site reads, and what is wrong with it; nil if all are
  /// known.
  package static func firstUnknown(among names: some Sequence<String>) -> (name: String, problem: String)? {
    unknown(among: names).first.map { name in
      let hint = nearest(to: name).map { "; did you mean \($0)?" } ?? ""
      return (name, "is not a setting of Quad \(Release.version)\(hint)")
    }
  }

  /// Returns the setting whose name has at most three mistakes less than this one; nil if there is none.
  package static func nearest(to name: String) -> String? {
    let found = all.map { ($0.name, distance(name, $0.name)) }.min { $0.1 < $1.1 }
    return found.flatMap { $0.1 <= 3 ? $0.0 : nil }
  }

  /// The number of inserted, missing and wrong characters.
  private static func distance(_ left: String, _ right: String) -> Int {
    let right = Array(right.utf8)
    var row = Array(0...right.count)
    for (index, character) in left.utf8.enumerated() {
      var next = [index + 1]
      for (other, before) in zip(right, zip(row, row.dropFirst())) {
        next.append(min(before.0 + (character == other ? 0 : 1), before.1 + 1, next[next.count - 1] + 1))
      }
      row = next
    }
    return row[right.count]
  }
}
