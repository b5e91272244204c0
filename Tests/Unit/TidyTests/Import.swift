/// One import of a source file.
struct Import: Hashable {
  let module: String
  let line: Int
  let isInternal: Bool

  /// A module map of Shared/C…: a capital C and another capital.
  var isOfC: Bool {
    module.hasPrefix("C") && module.dropFirst().first.map { $0.isUppercase } ?? false
  }

  static func all(in file: SourceFile) -> [Import] {
    file.swift.code.enumerated().compactMap { index, line in
      let words = line.split(separator: " ")
      guard let place = words.firstIndex(of: "import"),
        words[..<place].allSatisfy({ $0.hasPrefix("@") || levels.contains($0) })
      else { return nil }
      // `import struct Module.Type`
      var named = words[(place + 1)...]
      if let kind = named.first, ["struct", "class", "enum", "func", "protocol", "var"].contains(kind) {
        named = named.dropFirst()
      }
      guard let module = named.first?.prefix(while: { $0 != "." }) else { return nil }
      return Import(module: String(module), line: index + 1, isInternal: words[..<place].contains("internal"))
    }
  }

  private static let levels: Set<Substring> = ["internal", "package", "public", "private", "fileprivate"]
}
