/// The rules for the length of the web client's scripts and style sheets.
extension Rule {
  static let scripts: [Rule] = [
    Rule(
      "a JavaScript function has at most 70 lines", at: "Services/a/web/a.js",
      breaking: [
        "function long(\n) {\n" + String(repeating: "  // a brace } in a comment\n", count: 68) + "}",
        "const long = async (a, { b }) => {\n" + String(repeating: "  b(`}${c(\"}\")}`);\n", count: 69)
          + "};",
        "const long = a => {\n" + String(repeating: "  b(/[}/]}/);\n", count: 69) + "};",
        "class A {\n  async long() {\n" + String(repeating: "    if (a) { b(); }\n", count: 69) + "  }\n}",
      ],
      keeping: [
        "function fits() {\n" + String(repeating: "  if (a) { b(() => { c(); }); }\n", count: 68) + "}",
        "class A {\n" + String(repeating: "  get a() { return b / c / d; }\n", count: 200) + "}",
        "export const words = {\n" + String(repeating: "  a: (b) => `${b} {`,\n", count: 200) + "};",
        "for (const a of b) {\n" + String(repeating: "  a();\n", count: 90) + "}",
      ], applies: { $0.path.hasSuffix(".js") }
    ) { file in
      ScriptFunctions.bodies(ScriptText(file.lines.joined(separator: "\n"))).filter { $0.length > 70 }
        .map { Finding(file.path, $0.firstLine, "the function \($0.name) has \($0.length) lines, not 70") }
    },
    Rule(
      "a style sheet has at most 400 lines", at: "Services/a/web/a.css",
      breaking: [String(repeating: "p { margin: 0; }\n", count: 401)],
      keeping: [String(repeating: "p { margin: 0; }\n", count: 400)], applies: isStyleSheet
    ) { file in
      file.lines.count > 400
        ? [Finding(file.path, 401, "the style sheet has \(file.lines.count) lines, not 400")] : []
    },
    Rule(
      "a line of a style sheet has at most 110 characters", at: "Services/a/web/a.css",
      breaking: [String(repeating: "a", count: 111)], keeping: [String(repeating: "é", count: 110)],
      applies: isStyleSheet
    ) { file in
      file.lines.enumerated().filter { $0.element.count > 110 }
        .map { Finding(file.path, $0.offset + 1, "the line has \($0.element.count) characters, not 110") }
    },
  ]

  private static let isStyleSheet: @Sendable (SourceFile) -> Bool = { $0.path.hasSuffix(".css") }
}
