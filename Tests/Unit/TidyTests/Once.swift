/// What all programs do in one way, which ServiceKit has.
extension Rule {
  private static let isProgram: @Sendable (SourceFile) -> Bool = { $0.isSwift && $0.isIn("Services") }

  static let once: [Rule] = [
    .without(
      [".cursorBad", "Cursor(texts"], "a cursor is made, read and rejected by ServiceKit's PageKey",
      at: "Services/a/A.swift",
      breaking: ["throw Fault(.cursorBad, field: \"cursor\")", "let a = Cursor(texts: [b, c])"],
      keeping: ["throw Fault.badCursor", "let a = Cursor(of: b, c)", "// no .cursorBad"], applies: isProgram),
    .without(
      ["AuditEntry("], "an audit entry is written with `db.audit`", at: "Services/a/A.swift",
      breaking: ["try db.append(Auth.AuditEntry(id: a, at: b))"],
      keeping: ["try db.audit(.roomChanged, of: a, nil, call)", "let a: [Auth.AuditEntry]"],
      applies: isProgram),
    Rule(
      "what a snapshot does not list is swept by a CopiedTable", at: "Services/a/A.swift",
      breaking: ["try db.run(\"UPDATE member SET is_stale = 1\")"],
      keeping: [
        "ON CONFLICT(id) DO UPDATE SET is_stale = 0", "CREATE INDEX a ON b(id) WHERE is_stale = 1;",
      ],
      applies: isProgram
    ) { file in
      file.lines.enumerated().filter { $0.element.has("SET is_stale = 1") }
        .map { Finding(file.path, $0.offset + 1, "a CopiedTable marks the rows of a snapshot") }
    },
  ]
}
