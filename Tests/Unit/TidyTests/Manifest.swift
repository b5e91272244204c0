/// The targets of Package.swift, read from its text.
struct Target: Hashable, Sendable {
  enum Kind { case system, module, service, worker, tests, program }

  let name: String
  let kind: Kind
  let path: String
  let dependencies: [String]
  let line: Int

  static func all(in manifest: SourceFile) -> [Target] {
    guard let start = manifest.lines.firstIndex(where: { $0.contains("targets: [") }) else { return [] }
    var targets: [Target] = []
    var call = ""
    var first = 0
    for (index, line) in manifest.lines.enumerated() where index > start {
      if line.hasPrefix("  ]") { break }
      if call.isEmpty { first = index + 1 }
      call += line
      guard call.count(of: "(") == call.count(of: ")") else { continue }
      if let target = Target(call, line: first) { targets.append(target) }
      call = ""
    }
    return targets
  }

  /// `service("auth", ["Bus", "Store"]),`, or SwiftPM's own `.executableTarget(name: …, dependencies: […])`.
  private init?(_ call: String, line: Int) {
    let word = String(call.prefix { $0 != "(" }.filter { $0.isLetter })
    let texts = Target.literals(call)
    guard let name = texts.first else { return nil }
    self.name = name
    self.line = line
    let folder: String
    switch word {
    case "system": (kind, folder) = (.system, "Shared")
    case "shared", "safe": (kind, folder) = (.module, "Shared")
    case "service": (kind, folder) = (.service, "Services")
    case "tests": (kind, folder) = (.tests, "Tests/Unit")
    case "worker": (kind, folder) = (.worker, "Services")
    default: (kind, folder) = (.program, "Tests")
    }
    let listed = call.firstIndex(of: "[").map { call[$0...].prefix { $0 != "]" } } ?? ""
    let isExclusion = call.firstIndex(of: "[").map { call[..<$0].hasSuffix("exclude: ") } ?? false
    dependencies = isExclusion ? [] : Target.literals(String(listed))
    let top = folder.prefix { $0 != "/" } + "/"
    path = texts.first { $0.hasPrefix(top) } ?? "\(folder)/\(name)"
  }

  private static func literals(_ text: String) -> [String] {
    text.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map { String($0.element) }
  }
}

extension String {
  fileprivate func count(of character: Character) -> Int { count { $0 == character } }
}

/// Which target may depend on which: architecture.md and its list of directions.
enum Directions {
  /// Every module of Shared. Threads is a leaf that each of them may use.
  static let modules: [String: Set<String>] = [
    "Threads": [],
    "Schema": [],
    "JSON": [],
    "Bus": ["JSON", "Schema", "Threads", "CZMQ"],
    "Store": ["Schema", "Threads", "CSQLite", "CPostgreSQL"],
    "Crypto": ["Threads", "CSodium", "CCrypto"],
    "HTTPServer": ["Schema", "Threads", "CMicroHTTPD", "CZlib"],
    "ServiceKit": ["Bus", "JSON", "Store", "Schema", "Crypto", "Threads"],
    "Fetch": ["Schema", "Threads", "CCurl"],
    "GatewayClient": ["JSON", "Schema", "Fetch", "Threads"],
    "Calendar": ["Schema", "Threads", "CICal"],
    "Images": ["JSON", "Threads"],
    "Pixels": ["CVips", "Images", "JSON"],
    "QRCodes": ["CQREncode"],
    "Spreadsheet": [],
    "Feeds": ["JSON", "Schema"],
    "Terminal": [],
    "SiteCommands": ["JSON", "Terminal", "GatewayClient", "Schema", "Crypto", "Calendar"],
  ]

  /// What every program may use.
  static let base: Set<String> = ["ServiceKit", "Bus", "JSON", "Store", "Schema", "Crypto"]

  /// The programs of a site, from the rows of `compose/catalogue.json`, which a contract test compares with
  /// Schema; and the command lines.
  static let programs: Set<String> = {
    do {
      let rows = try Tree.file("compose/catalogue.json").lines.filter { $0.hasPrefix("{\"hasStore\":") }
      let names = rows.compactMap { row in
        row.split(separator: "\"").drop { $0 != "name" }.dropFirst(2).first.map(String.init)
      }
      return Set(names).union(tools.keys)
    } catch {
      // Then none has an entry, and the test that asks for one says so.
      return []
    }
  }()

  /// What a program may use besides.
  static let services: [String: Set<String>] = [
    // A profile's zone is one that exists.
    "auth": ["Fetch", "Calendar"],
    "roomhub": ["Calendar", "QRCodes"],
    "events": ["Calendar"],
    "attendance": ["Calendar", "QRCodes", "Spreadsheet"],
    "notifier": ["Fetch", "Calendar"],
    "media-fetcher": ["Fetch", "Images"],
    "campus": ["Calendar", "Feeds", "Spreadsheet"],
    // It has no store and waits for its signals itself; it hands the traces of all programs to a collector.
    "gateway": ["HTTPServer", "Fetch", "Threads"],
  ]

  /// What a command line may use. `quad` is for people: it knows a site by its HTTP API alone. `quadctl`
  /// speaks on the bus; only its demo acts as people do, and a move of a stopped site opens stores.
  static let tools: [String: Set<String>] = [
    "quad": [
      "SiteCommands", "Spreadsheet", "Terminal", "GatewayClient", "JSON", "Schema", "Crypto", "Calendar",
      "Threads",
    ],
    "quadctl": [
      "SiteCommands", "Terminal", "GatewayClient", "Bus", "JSON", "Schema", "Crypto", "Calendar", "Store",
      "Threads",
    ],
  ]

  /// A program that another one starts for each job; it does one thing and is on no bus.
  static let workers: [String: Set<String>] = ["image-worker": ["Pixels"]]

  /// Nil for a target without an entry.
  static func allowed(_ target: Target) -> Set<String>? {
    switch target.kind {
    case .system: []
    case .module: modules[target.name]
    case .service:
      tools[target.name]
        ?? (programs.contains(target.name) ? base.union(services[target.name] ?? []) : nil)
    case .worker: workers[target.name]
    // Tests look at anything of ours, but C libraries stay behind the module that owns them.
    case .tests:
      Set(modules.keys).union(programs).union(workers.keys).union(["TestSupport", "FuzzTargets"])
    case .program: Set(modules.keys)
    }
  }

  static func findings(_ targets: [Target]) -> [Finding] {
    targets.flatMap { target in
      guard let allowed = allowed(target) else {
        return [Finding("Package.swift", target.line, "\(target.name) has no entry in Directions")]
      }
      return target.dependencies.filter { !allowed.contains($0) }
        .map { Finding("Package.swift", target.line, "\(target.name) may not depend on \($0)") }
    }
  }

  /// What comes with the toolchain.
  static let toolchain: Set<String> = [
    "Swift", "Glibc", "Dispatch", "Synchronization", "FoundationEssentials", "Foundation", "FoundationXML",
    "Testing",
  ]

  /// Imports that are not declared, and declarations without an import.
  /// - Parameter others: a target whose folder is in another's has its files.
  static func findings(_ target: Target, _ files: [SourceFile], beside others: [Target] = []) -> [Finding] {
    guard target.kind != .system else { return [] }
    let nested = others.map(\.path).filter { $0.hasPrefix(target.path + "/") }
    let own = files.filter { file in
      file.isSwift && file.isIn(target.path) && !nested.contains { file.isIn($0) }
    }
    // The module of a target with a hyphen has an underscore there.
    let module: (String) -> String = { $0.replacing("-", with: "_") }
    let declared = Set(target.dependencies.map(module))
    var used: Set<String> = []
    var findings: [Finding] = []
    for file in own {
      for item in Import.all(in: file) {
        used.insert(item.module)
        guard !toolchain.contains(item.module), !declared.contains(item.module) else { continue }
        findings.append(Finding(file.path, item.line, "\(target.name) does not declare \(item.module)"))
      }
    }
    // A test that runs programs depends on them so that they are built; it does not import them.
    let isRun: (String) -> Bool = {
      target.kind == .tests && (programs.contains($0) || workers[$0] != nil)
    }
    let unused = Set(target.dependencies).filter { !used.contains(module($0)) && !isRun($0) }.sorted()
    return findings
      + unused.map { Finding("Package.swift", target.line, "\(target.name) never imports \($0)") }
  }
}
