/// The rules of the house that show in the text of a single file.
extension Rule {
  static let all: [Rule] =
    size + scripts + python + forbidden + imports + words + databases + tests + sleeps + timing + glossary
    + once

  private static let isOurs: @Sendable (SourceFile) -> Bool = { $0.isSwift && $0.isIn("Services", "Shared") }
  private static let isSwift: @Sendable (SourceFile) -> Bool = {
    $0.isSwift && $0.isIn("Services", "Shared", "Tests")
  }
  private static let isScript: @Sendable (SourceFile) -> Bool = { isSwift($0) || $0.path.hasSuffix(".js") }

  /// Texts that Tests/Interop/quad_schema_texts.py writes, a file for each program.
  private static let isGenerated: @Sendable (SourceFile) -> Bool = {
    $0.path.hasPrefix("Services/gateway/OpenAPI/Texts/")
  }

  private static let size: [Rule] = [
    Rule(
      "a file has at most 400 lines", at: "Shared/A/A.swift",
      breaking: [String(repeating: "let a = 1\n", count: 401)],
      keeping: [String(repeating: "let a = 1\n", count: 400)],
      applies: { isScript($0) && !isGenerated($0) }
    ) { file in
      file.lines.count > 400
        ? [Finding(file.path, 401, "the file has \(file.lines.count) lines, not 400")] : []
    },
    Rule(
      "a line has at most 110 characters", at: "Shared/A/A.swift",
      breaking: [String(repeating: "a", count: 111)], keeping: [String(repeating: "é", count: 110)],
      applies: isScript
    ) { file in
      file.lines.enumerated().filter { $0.element.utf8.count > 110 && $0.element.count > 110 }
        .map { Finding(file.path, $0.offset + 1, "the line has \($0.element.count) characters, not 110") }
    },
    Rule(
      "a function has at most 70 lines", at: "Shared/A/A.swift",
      breaking: [
        "func long(\n) {\n" + String(repeating: "  // a brace } in a comment\n", count: 68) + "}",
        "struct A {\n  package init() {\n" + String(repeating: "    a(\"}\")\n", count: 70) + "  }\n}",
      ],
      keeping: [
        "func fits() {\n" + String(repeating: "  if a { b() }\n", count: 68) + "}",
        "struct A {\n" + String(repeating: "  func a() { self.init(b) { c } }\n", count: 200) + "}",
        "protocol P {\n  func a()\n}\nstruct B {\n" + String(repeating: "  let a = 1\n", count: 90) + "}",
      ], applies: isSwift
    ) { file in
      Functions.bodies(file.swift).filter { $0.length > 70 }
        .map { Finding(file.path, $0.firstLine, "`\($0.name)` has \($0.length) lines, not 70") }
    },
    Rule(
      "a main.swift has at most 15 lines", at: "Services/a/main.swift",
      breaking: [String(repeating: "a()\n", count: 16)], keeping: [String(repeating: "a()\n", count: 15)],
      applies: { $0.name == "main.swift" && $0.isIn("Services") }
    ) { file in
      file.lines.count > 15
        ? [Finding(file.path, 16, "main.swift has \(file.lines.count) lines, not 15")] : []
    },
  ]

  private static let forbidden: [Rule] = [
    .without(
      ["JSONDecoder(", "JSONSerialization"], "JSON is read by the module JSON, which is strict",
      at: "Shared/A/A.swift",
      breaking: ["try JSONDecoder().decode(A.self, from: data)", "JSONSerialization.jsonObject(with: data)"],
      keeping: ["try JSONCoding.decode(A.self, from: bytes)"], applies: isOurs),
    .without(
      ["@unchecked Sendable", "nonisolated(unsafe)"], "data races are the compiler's to find",
      at: "Shared/A/A.swift",
      breaking: ["final class A: @unchecked Sendable {}", "nonisolated(unsafe) var a = 1"],
      keeping: ["// no @unchecked Sendable here", "final class A: Sendable {}"], applies: isSwift),
    .without(
      ["try!", "fatalError(", "preconditionFailure("], "a program does not crash on purpose",
      at: "Tests/ATests/A.swift",
      breaking: ["let a = try! b()", "fatalError(\"x\")"], keeping: ["let a = \"try! fatalError(\""],
      applies: isSwift),
    .without(
      ["print(", "debugPrint(", "NSLog("], "output goes through Log", at: "Services/a/A.swift",
      breaking: ["print(\"a\")", "  debugPrint(a)"], keeping: ["let a = fingerprint(b)", "say(\"print(\")"],
      applies: isOurs),
    .without(
      ["try?"], "an error is handled or passed on, not dropped", at: "Shared/A/A.swift",
      breaking: ["let a = try? b()"], keeping: ["let a = try b()?.c", "/// `try?` hides"], applies: isOurs),
    .without(
      ["Thread.sleep", "usleep(", "nanosleep("], "nothing sleeps on a thread", at: "Shared/A/A.swift",
      breaking: ["usleep(10)", "Thread.sleep(forTimeInterval: 1)"],
      keeping: ["try await Task.sleep(for: .seconds(1))"], applies: isOurs),
    Rule(
      "an AsyncStream has a limit", at: "Shared/A/A.swift",
      breaking: [
        "let a = AsyncStream<Int> { b in c() }", "let a = AsyncStream.makeStream(of: Int.self)",
        "let a = AsyncThrowingStream<Int, any Error>(\n  bufferingPolicy: .unbounded) { b in c() }",
      ],
      keeping: [
        "let a: AsyncStream<Int>",
        "let a = AsyncStream.makeStream(\n  of: Int.self, bufferingPolicy: .bufferingNewest(8))",
      ], applies: isOurs, find: unboundedStreams),
  ]

  private static func unboundedStreams(_ file: SourceFile) -> [Finding] {
    let code = file.swift.code
    return code.indices.filter { index in
      let makes = code[index].has("makeStream(")
      let names = ["AsyncStream", "AsyncThrowingStream"].contains { code[index].holds(word: $0) }
      let opens = code[index].contains("{") || code[index].contains("(")
      guard makes || names && opens && !code[index].holds(word: "func") else { return false }
      let whole = code[index..<min(index + 4, code.count)].joined()
      return !whole.contains("bufferingNewest") && !whole.contains("bufferingOldest")
    }
    .map { Finding(file.path, $0 + 1, "an AsyncStream without a limit grows with whoever fills it") }
  }

  private static let imports: [Rule] = [
    .without(
      ["import Foundation", "import FoundationNetworking", "import FoundationXML"],
      "FoundationEssentials is enough, and 6 MB smaller a process", at: "Services/a/A.swift",
      breaking: ["import Foundation", "internal import FoundationNetworking"],
      keeping: ["import FoundationEssentials"], applies: isOurs),
    Rule(
      "a C library is imported with `internal import`, and in Shared alone", at: "Shared/A/A.swift",
      breaking: ["import CSQLite", "package import CZMQ", "@preconcurrency import CSodium"],
      keeping: ["internal import CSQLite", "import Crypto"], applies: isOurs
    ) { file in
      Import.all(in: file).filter { $0.isOfC && !($0.isInternal && file.isIn("Shared")) }
        .map { Finding(file.path, $0.line, "`\($0.module)` needs `internal import`, in a module of Shared") }
    },
  ]

  private static let words: [Rule] = [
    Rule(
      "a type says what it is, not that it manages, helps or implements", at: "Shared/A/A.swift",
      breaking: [
        "final class RoomManager {", "enum TextUtils {", "actor StoreImpl {", "struct AHelper: B {",
      ],
      keeping: ["let manager = FileManager.default", "struct Utility {", "// class AManager"],
      applies: isSwift, find: emptyNames),
    Rule(
      "what is left to do is an issue, not a comment", at: "Services/a/A.swift",
      breaking: ["// TO" + "DO: more", "# FIX" + "ME"], keeping: ["// todo lists", "let a = Mastodon()"],
      applies: { _ in true }
    ) { file in
      lines(
        of: file.lines, in: file, holding: ["TO" + "DO", "FIX" + "ME", "XX" + "X", "HA" + "CK"],
        "a note of unfinished work")
    },
    Rule(
      "nothing names a folder of one machine", at: "README.md",
      breaking: ["see /wo" + "rk/notes", "key = /ro" + "ot/.ssh/id"],
      keeping: ["a network/working day", "the root folder"], applies: { _ in true }
    ) { file in
      file.lines.enumerated().flatMap { index, line in
        ["/wo" + "rk/", "/ro" + "ot/."].filter { namesFolder($0, in: line) }
          .map { Finding(file.path, index + 1, "`\($0)` is a folder of one machine") }
      }
    },
  ]

  /// An absolute path: nothing of a name stands before its slash.
  private static func namesFolder(_ folder: String, in line: String) -> Bool {
    guard line.has(folder) else { return false }
    var rest = line[...]
    while let range = rest.firstRange(of: folder) {
      let before = range.lowerBound > line.startIndex ? line[line.index(before: range.lowerBound)] : " "
      if !before.isOfName, before != ".", before != "}" { return true }
      rest = line[range.upperBound...]
    }
    return false
  }

  private static func emptyNames(_ file: SourceFile) -> [Finding] {
    let endings = ["Manager", "Helper", "Helpers", "Util", "Utils", "Impl"]
    let kinds: Set<Substring> = ["class", "struct", "enum", "actor", "protocol", "typealias", "extension"]
    return file.swift.code.enumerated().flatMap { index, line in
      let words = line.split { !$0.isOfName }
      return zip(words, words.dropFirst()).filter { kind, name in
        kinds.contains(kind) && kind != "extension" && endings.contains { name.hasSuffix($0) }
      }
      .map { Finding(file.path, index + 1, "`\($0.1)` does not say what it is") }
    }
  }

  private static let databases: [Rule] = [
    Rule(
      "the SQL of services is what SQLite and PostgreSQL share", at: "Services/a/AStore.swift",
      breaking: [
        "let a = \"SELECT strftime('%s', b)\"", "let a = \"\"\"\n  insert or ignore INTO b\n  \"\"\"",
        "let a = \"SELECT rowid FROM b\"", "let a = \"PRAGMA user_version\"",
      ],
      // DDL is SQLite's until the second engine comes.
      keeping: [
        "let a = \"INSERT INTO b ON CONFLICT DO NOTHING\"", "let a = \"STRICT, WITHOUT ROWID\"",
        "// INSERT OR IGNORE is SQLite's alone",
      ],
      applies: { $0.isSwift && $0.isIn("Services") }
    ) { file in
      let words = [
        "strftime(", "julianday(", "unixepoch(", "json_extract(", "printf(", "ifnull(", "group_concat(",
        "insert or replace", "insert or ignore", "rowid", "pragma",
      ]
      return lines(
        of: file.swift.strings.map { $0.lowercased().replacing("without rowid", with: "") }, in: file,
        holding: words, "only SQLite knows this")
    }
  ]

  private static let isTest: @Sendable (SourceFile) -> Bool = {
    $0.isIn("Tests") && !$0.isIn("Tests/Unit/TidyTests") && ($0.isSwift || $0.path.hasSuffix(".py"))
  }

  private static let tests: [Rule] = [
    .without(
      ["Thread.sleep", "usleep(", "nanosleep("], "nothing sleeps on a thread",
      at: "Tests/ATests/A.swift", breaking: ["usleep(10)", "Thread.sleep(forTimeInterval: 1)"],
      keeping: ["try await Task.sleep(for: .milliseconds(5))"],
      applies: { isTest($0) && $0.isSwift && !$0.isIn("Tests/Benchmarks") }),
    Rule(
      "a test binds to free ports", at: "Tests/ATests/A.swift",
      breaking: [
        "let a = \"127.0.0.1:8080\"", "connect(\"tcp://localhost:5501\")", "bind(\"tcp://*:5501\")",
        "options.port = 8080", "serve(port: 80)",
      ],
      keeping: ["let a = \"127.0.0.1:0\"", "let a = \"127.0.0.1:\\(port)\"", "serve(port: 0)"],
      applies: isTest
    ) { file in
      file.lines.enumerated().compactMap { index, line in
        let hosts = [
          "127.0.0.1:", "localhost:", "0.0.0.0:", "[::1]:", "tcp://*:", "port: ", "port = ", "port=",
        ]
        return hosts.contains { names(port: line, after: $0) }
          ? Finding(file.path, index + 1, "a fixed port: bind to 0 and ask which it became") : nil
      }
    },
  ]

  private static func names(port line: String, after host: String) -> Bool {
    guard line.has(host) else { return false }
    var rest = line[...]
    while let range = rest.firstRange(of: host) {
      rest = rest[range.upperBound...]
      if let digit = rest.first, ("1"..."9").contains(digit) { return true }
    }
    return false
  }
}
