/// The functions of a Python file, by indentation.
enum PythonFunctions {
  struct Body: Equatable {
    let name: Substring
    let firstLine: Int
    var lastLine: Int

    var length: Int { lastLine - firstLine + 1 }
  }

  /// Functions and methods, nested ones too, without their decorators.
  static func bodies(_ file: SourceFile) -> [Body] {
    var bodies: [Body] = []
    /// The functions around a line: their index and indentation.
    var open: [(index: Int, depth: Int)] = []
    var isText = false
    for (index, line) in file.lines.enumerated() {
      let wasText = isText
      let quotes = ["\"\"\"", "'''"].filter(line.has).map { line.ranges(of: $0).count }
      if quotes.reduce(0, +) % 2 == 1 { isText.toggle() }
      let depth = line.prefix { $0 == " " }.count
      let code = line.dropFirst(depth)
      // Text and comments stand at any indentation, and a closing bracket ends no function.
      if !wasText, let first = code.first, !")]}#".contains(first) {
        while let last = open.last, depth <= last.depth { open.removeLast() }
        if let name = defined(by: code) {
          open.append((bodies.count, depth))
          bodies.append(Body(name: name, firstLine: index + 1, lastLine: index + 1))
        }
      }
      guard !code.isEmpty else { continue }
      // A comment at the margin is the next function's.
      for function in open where wasText || code.first != "#" || depth > function.depth {
        bodies[function.index].lastLine = index + 1
      }
    }
    return bodies
  }

  private static func defined(by code: Substring) -> Substring? {
    let words = code.split(separator: " ", maxSplits: 2)
    guard words.first == "def" || words.starts(with: ["async", "def"]) else { return nil }
    return words.drop { $0 != "def" }.dropFirst().first?.prefix(while: \.isOfName)
  }
}

extension Rule {
  static let python: [Rule] = [
    Rule(
      "a Python file has at most 400 lines", at: "Tests/A/test_a.py",
      breaking: [String(repeating: "a = 1\n", count: 401)],
      keeping: [String(repeating: "a = 1\n", count: 400)], applies: isPythonOfOurs
    ) { file in
      file.lines.count > 400
        ? [Finding(file.path, 401, "the file has \(file.lines.count) lines, not 400")] : []
    },
    Rule(
      "a Python function has at most 70 lines", at: "compose/a.py",
      breaking: [
        "def long():\n" + String(repeating: "    a()\n", count: 70),
        "class A:\n    async def long(\n        self,\n    ):\n"
          + String(repeating: "        a()\n", count: 68),
        "def long():\n    a = \"\"\"\n" + String(repeating: "b\n", count: 68) + "\"\"\"\n",
        "def long():\n" + String(repeating: "    def b():\n        c()\n\n", count: 24) + "    d()\n",
      ],
      keeping: [
        "def fits():\n" + String(repeating: "    a()\n", count: 69) + "\n\nb = 1\n",
        "class A:\n" + String(repeating: "    def a(self):\n        b()\n\n", count: 100),
        "def a():\n    b()\n" + String(repeating: "c()\n", count: 90),
        "def a():\n    b()\n" + String(repeating: "# c\n", count: 90),
        "# def a\n" + String(repeating: "b\n", count: 90),
      ], applies: isPythonOfOurs
    ) { file in
      PythonFunctions.bodies(file).filter { $0.length > 70 }
        .map { Finding(file.path, $0.firstLine, "`\($0.name)` has \($0.length) lines, not 70") }
    },
  ]

  private static let isPythonOfOurs: @Sendable (SourceFile) -> Bool = {
    $0.isPython && $0.isIn("Tests", "compose")
  }
}
