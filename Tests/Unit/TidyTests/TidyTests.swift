import Testing

@Suite("The sources keep the rules of the house")
struct TidyTests {
  @Test("every file keeps the rule", arguments: Rule.all)
  func keeps(rule: Rule) throws {
    let found = try Tree.files().filter(rule.applies).flatMap(rule.find)
    #expect(found.isEmpty, "\(found.report)")
  }

  @Test("a rule looks at files at all", arguments: Rule.all)
  func looks(rule: Rule) throws {
    #expect(try Tree.files().contains(where: rule.applies))
  }

  @Test("a rule sees what breaks it and nothing else", arguments: Rule.all)
  func sees(rule: Rule) {
    for text in rule.breaking {
      let file = SourceFile(path: rule.path, text: text)
      #expect(rule.applies(file) && !rule.find(file).isEmpty, "not seen: \(text)")
    }
    for text in rule.keeping {
      let found = rule.find(SourceFile(path: rule.path, text: text))
      #expect(found.isEmpty, "seen without need: \(text) \(found.report)")
    }
  }
}
