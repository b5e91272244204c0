import Testing

@Suite("Dependencies point the way the architecture says")
struct DirectionTests {
  private func targets() throws -> [Target] { Target.all(in: try Tree.file("Package.swift")) }

  @Test("Package.swift is read to its end: every folder of sources is a target")
  func complete() throws {
    let paths = Set(try targets().map(\.path))
    let folders = try ["Services", "Shared"].flatMap { top in
      try Tree.names(in: top).map { "\(top)/\($0)" }.filter(Tree.isFolder)
    }
    let missing = folders.filter { !paths.contains($0) }.map { Finding($0, 1, "no target in Package.swift") }
    #expect(!folders.isEmpty && missing.isEmpty, "\(missing.report)")
  }

  @Test("a target depends only on what its entry allows")
  func allowed() throws {
    let found = Directions.findings(try targets())
    #expect(found.isEmpty, "\(found.report)")
  }

  @Test("what a target imports is what it declares")
  func imports() throws {
    let files = try Tree.files()
    let targets = try targets()
    let found = targets.flatMap { Directions.findings($0, files, beside: targets) }
    #expect(found.isEmpty, "\(found.report)")
  }

  @Test("no module holds a type of its own name")
  func names() throws {
    let files = try Tree.files()
    for target in try targets() where target.kind != .system && !target.path.hasPrefix("Tests") {
      let pattern = ["class", "struct", "enum", "actor", "protocol"].map { "\($0) \(target.name) " }
      for file in files where file.isSwift && file.isIn(target.path) {
        let text = file.lines.joined(separator: " \n").map { ":{<".contains($0) ? " " : $0 }
        let holds = pattern.contains { String(text).contains($0) }
        #expect(!holds, "\(file.path) holds a type called \(target.name)")
      }
    }
  }

  @Test("a C library has one owner")
  func owners() throws {
    let targets = try targets()
    for system in targets where system.kind == .system {
      let owners = targets.filter { $0.dependencies.contains(system.name) }.map(\.name)
      #expect(owners.count == 1, "Package.swift:\(system.line): \(system.name) is used by \(owners)")
    }
  }

  @Test(
    "a wrong direction is seen",
    arguments: [
      "    shared(\"Schema\", [\"Bus\"]),", "    safe(\"Unheard\"),",
      "    service(\"auth\", [\"HTTPServer\"]),",
      "    service(\"roomhub\", [\"auth\"]),", "    service(\"quad\", [\"Bus\"]),",
      "    service(\"quadctl\", [\"ServiceKit\"]),", "    safe(\"Terminal\", [\"Schema\"]),",
      "    service(\"new\", []),",
      "    tests(\"BusTests\", [\"CZMQ\"]),", "    shared(\"Bus\", [\"Store\"]),",
      "    .executableTarget(\n      name: \"x-bench\", dependencies: [\"CSQLite\"], path: \"Tests/x\"),",
    ])
  func wrong(line: String) {
    let manifest = SourceFile(path: "Package.swift", text: "  targets: [\n\(line)\n  ],\n")
    #expect(Directions.findings(Target.all(in: manifest)).count == 1)
  }

  @Test("an import that is not declared is seen, and a dependency that is not used")
  func undeclared() throws {
    let manifest = SourceFile(
      path: "Package.swift", text: "  targets: [\n    shared(\"Bus\", [\"Schema\"]),\n  ],\n")
    let target = try #require(Target.all(in: manifest).first)
    let source = SourceFile(
      path: "Shared/Bus/A.swift", text: "internal import Store\nimport Synchronization\n")
    #expect(
      Directions.findings(target, [source]).map(\.what) == [
        "Bus does not declare Store", "Bus never imports Schema",
      ])
  }
}

@Suite("The folders are those of the architecture")
struct LayoutTests {
  private static let top = [
    "CHANGELOG.md", "LICENSE", "Package.swift", "README.md", "Services", "Shared", "Tests", "compose",
    "seeds",
  ]

  @Test("the top level holds what the architecture names, dot files, and nothing else")
  func topLevel() throws {
    let names = try Tree.names(in: "")
    // Made by hand on one machine, kept out of version control.
    let made: Set<String> = ["var", "Package.resolved"]
    let extra = names.filter { !$0.hasPrefix(".") && !made.contains($0) && !Self.top.contains($0) }
    #expect(extra == [], "not named in the architecture")
    #expect(Self.top.filter { !names.contains($0) } == [], "missing at the top level")
  }

  @Test("every program and every module has a README.md", arguments: ["Services", "Shared"])
  func readmes(top: String) throws {
    for name in try Tree.names(in: top) where Tree.isFolder("\(top)/\(name)") {
      // A module map is explained by the module that uses it.
      let isOfC = top == "Shared" && Import(module: name, line: 1, isInternal: true).isOfC
      let names = try Tree.names(in: "\(top)/\(name)")
      #expect(isOfC || names.contains("README.md"), "\(top)/\(name):1: no README.md")
    }
  }

  @Test("a folder of a C library holds a module map and shims, nothing else")
  func moduleMaps() throws {
    for name in try Tree.names(in: "Shared") where Import(module: name, line: 1, isInternal: true).isOfC {
      let others = try Tree.names(in: "Shared/\(name)").filter {
        $0 != "module.modulemap" && !$0.hasSuffix(".h")
      }
      #expect(others == [], "Shared/\(name)")
    }
  }

  @Test("a program starts in a main.swift")
  func mains() throws {
    for name in try Tree.names(in: "Services") where Tree.isFolder("Services/\(name)") {
      #expect(try Tree.names(in: "Services/\(name)").contains("main.swift"), "Services/\(name)")
    }
  }
}
