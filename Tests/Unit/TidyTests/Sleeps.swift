/// Lines that sleep where no loop looks at a condition again: what they wait for comes too early or too late.
/// A pause that is the point says so on its line: `// not a wait: the seed decides when`.
enum Sleeps {
  static func outsideLoops(_ file: SourceFile) -> [Finding] {
    let lines = file.isSwift ? inSwift(file) : file.isPython ? inPython(file) : inBash(file)
    return lines.filter { !file.lines[$0].has("not a wait: ") }.map {
      Finding(file.path, $0 + 1, "a sleep outside a loop that waits for a condition")
    }
  }

  private static func inSwift(_ file: SourceFile) -> [Int] {
    var found: [Int] = []
    var loops: [Int] = []
    var braces = 0
    var parentheses = 0
    /// At how many parentheses a loop was begun whose body has not come yet.
    var begun: Int?
    for (index, line) in file.swift.code.enumerated() {
      if line.has("Task.sleep("), loops.isEmpty { found.append(index) }
      var before: Character = "{"
      var word = ""
      var startsStatement = true
      for character in line + " " {
        if character.isOfName {
          word.append(character)
          continue
        }
        let isLoop = ["while", "for", "repeat"].contains(word) && startsStatement && character != ":"
        if isLoop { begun = parentheses }
        if !word.isEmpty { startsStatement = false }
        word = ""
        switch character {
        case "(", "[": parentheses += 1
        case ")", "]": parentheses -= 1
        case "{":
          braces += 1
          if begun == parentheses {
            loops.append(braces)
            begun = nil
          }
          startsStatement = true
        case "}":
          if loops.last == braces { loops.removeLast() }
          braces -= 1
          startsStatement = true
        case " ": break
        default: startsStatement = character == ";" || character == ":" && before.isOfName
        }
        before = character
      }
    }
    return found
  }

  private static func inPython(_ file: SourceFile) -> [Int] {
    file.lines.indices.filter { index in
      let line = file.lines[index]
      guard ["time.sleep(", "asyncio.sleep(", ".wait_for_timeout("].contains(where: line.holds(word:)),
        !words(line).starts(with: "#"), let own = indentation(line)
      else { return false }
      var least = own
      for above in file.lines[..<index].reversed() {
        guard let depth = indentation(above), depth < least else { continue }
        least = depth
        let first = words(above)
        if first.starts(with: "while ") || first.starts(with: "for ") { return false }
        if first.starts(with: "def ") || first.starts(with: "async def ") { return true }
      }
      return true
    }
  }

  private static func inBash(_ file: SourceFile) -> [Int] {
    var found: [Int] = []
    var depth = 0
    for (index, line) in file.lines.enumerated() where !words(line).starts(with: "#") {
      // A command begins the line or follows one of these.
      let parts = line.split { " \t;&|(){}".contains($0) }.map(String.init)
      let commands = line.split { ";&|(){}".contains($0) }.map { words(String($0)) }
      if parts.contains("do") { depth += 1 }
      let sleeps = commands.contains { $0.starts(with: "sleep ") || $0.starts(with: "do sleep ") }
      if sleeps, depth == 0 { found.append(index) }
      if commands.contains(where: { $0 == "done" || $0.starts(with: "done ") }) { depth -= 1 }
    }
    return found
  }

  private static func words(_ line: String) -> String { String(line.drop { $0 == " " || $0 == "\t" }) }

  /// Nil for an empty line.
  private static func indentation(_ line: String) -> Int? {
    let depth = line.prefix { $0 == " " }.count
    return depth == line.count ? nil : depth
  }
}

extension SourceFile {
  var isPython: Bool { path.hasSuffix(".py") || (lines.first ?? "").hasPrefix("#!/usr/bin/env python3") }
  var isBash: Bool { path.hasSuffix(".sh") || (lines.first ?? "").hasPrefix("#!/usr/bin/env bash") }
}

extension Rule {
  static let sleeps: [Rule] = [
    Rule(
      "a Swift test sleeps only in a loop that waits for a condition", at: "Tests/ATests/A.swift",
      breaking: [
        "func a() async throws {\n  try await Task.sleep(for: .seconds(1))\n}",
        "while a() {\n  b()\n}\ntry await Task.sleep(for: .seconds(1))",
        "func wait(\n  for a: Int\n) {\n  try await Task.sleep(for: .seconds(1))\n}",
      ],
      keeping: [
        "while try await !a() {\n  try await Task.sleep(for: .seconds(1))\n}",
        "for _ in 0..<9 {\n  if a() { return }\n  try await Task.sleep(for: .seconds(1))\n}",
        "go { while a() { try await b() }\n  while c() {\n    try await Task.sleep(for: d)\n  }\n}",
        "try await Task.sleep(for: a)  // not a wait: the seed decides when", "// Task.sleep(for: a)",
      ], applies: { isTestOrTool($0) && $0.isSwift }, find: Sleeps.outsideLoops),
    Rule(
      "a Python test sleeps only in a loop that waits for a condition", at: "Tests/A/test_a.py",
      breaking: [
        "def a():\n    b()\n    time.sleep(1)\n", "for a in b:\n    def c():\n        time.sleep(1)\n",
        "while a():\n    b()\ntime.sleep(1)\n", "def a(page):\n    page.wait_for_timeout(9)\n",
      ],
      keeping: [
        "def a():\n    while b():\n        if c():\n            d()\n\n        time.sleep(1)\n",
        "time.sleep(1)  # not a wait: the seed decides when\n", "# time.sleep(1)\n",
      ], applies: { isTestOrTool($0) && $0.isPython }, find: Sleeps.outsideLoops),
    Rule(
      "a script sleeps only in a loop that waits for a condition", at: "compose/a.sh",
      breaking: ["a\nsleep 1\n", "while a; do\n  b\ndone\nsleep 1\n", "a && sleep 1\n"],
      keeping: [
        "while a; do sleep 1; done\n", "until a; do\n  if b; then c; fi\n  sleep 1\ndone\n", "# sleep 1\n",
        "sleep 1 # not a wait: it is what is measured\n",
      ], applies: { $0.isBash && $0.isIn("Tests", "compose") }, find: Sleeps.outsideLoops),
  ]

  // A measurement lasts as long as it says; only there is sleeping the point.
  private static let isTestOrTool: @Sendable (SourceFile) -> Bool = {
    $0.isIn("Tests") && !$0.isIn("Tests/Unit/TidyTests", "Tests/Benchmarks")
  }
}
