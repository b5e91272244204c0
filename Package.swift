// swift-tools-version: 6.2
import PackageDescription

/// The flags of every Swift target.
let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

/// Targets that touch no C pointer say so to the compiler.
let memorySafe: [SwiftSetting] = strict + [.strictMemorySafety()]

/// A module of Shared/ that wraps a C library, or one that needs pointers.
func shared(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Shared/\(name)", exclude: ["README.md"],
    swiftSettings: strict)
}

/// A module of Shared/ without unsafe code.
func safe(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Shared/\(name)", exclude: ["README.md"],
    swiftSettings: memorySafe)
}

/// A module map and shims of a C library of the system.
func system(_ name: String) -> Target {
  .systemLibrary(name: name, path: "Shared/\(name)")
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(
    name: name, dependencies: dependencies, path: "Tests/\(name)",
    swiftSettings: strict)
}

let package = Package(
  name: "Quad",
  targets: [
    system("CSQLite"),
    system("CSodium"),
    system("CZMQ"),
    system("CMicroHTTPD"),
    system("CCurl"),
    shared("Threads"),
    safe("Schema"),
    tests("SchemaTests", ["Schema"]),
    shared("HTTPServer", ["Schema", "Threads", "CMicroHTTPD"]),
    tests("HTTPServerTests", ["HTTPServer", "Threads"]),
    shared("Fetch", ["Schema", "Threads", "CCurl"]),
    tests("FetchTests", ["Fetch", "HTTPServer", "Threads"]),
    .executableTarget(
      name: "http-bench", dependencies: ["HTTPServer"], path: "Tests/Benchmarks/http-bench",
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
