/// Lines of unit suites that expect something to have taken no longer than so: a busy machine breaks them.
/// What is judged in a suite is what was computed (`ProcessorTime`), what came first, or a `.timeLimit` far
/// beyond it; elapsed time is judged by proofs that run alone, and drawn by benchmarks.
enum Timing {
  private static let elapsed = [
    "Clock.now - ", "clock.now - ", ".duration(to: .now)", "Clock().measure", "clock.measure",
  ]

  static func judged(_ file: SourceFile) -> [Finding] {
    file.swift.code.indices.filter { index in
      let line = file.swift.code[index]
      guard elapsed.contains(where: line.contains) else { return false }
      let isLimit = line.has(" < ") || line.has(" <= ")
      return line.has("measure") || isLimit && line.has("#expect(")
    }.map { Finding(file.path, $0 + 1, "elapsed time is judged in a unit suite") }
  }
}

extension Rule {
  static let timing: [Rule] = [
    Rule(
      "no unit suite judges elapsed time", at: "Tests/Unit/ATests/A.swift",
      breaking: [
        "#expect(clock.now - began < .seconds(3))", "#expect(ContinuousClock.now - begin <= .seconds(1))",
        "#expect(a && began.duration(to: .now) < .seconds(60))",
        "let took = ContinuousClock().measure { a() }",
      ],
      keeping: [
        "#expect(ContinuousClock.now - begin > .milliseconds(500))", "#expect(took < .seconds(10))",
        "// #expect(clock.now - began < .seconds(3))", "record(took: clock.now - began)",
      ],
      applies: isOfUnitSuite, find: Timing.judged)
  ]

  // SystemTests is Swift's part of the proofs.
  private static let isOfUnitSuite: @Sendable (SourceFile) -> Bool = {
    $0.isSwift && $0.isIn("Tests")
      && !$0.isIn("Tests/System", "Tests/Unit/TidyTests", "Tests/Benchmarks", "Tests/Tools")
  }
}
