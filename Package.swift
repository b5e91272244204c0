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

/// The folders of GLib's headers, which libvips' need; one of them is named after the machine. Given to SwiftPM
/// as libvips' file of pkg-config, each build would warn of flags that it does not pass on.
let withGLib: [SwiftSetting] = [
  .unsafeFlags(
    [
      "/usr/include/glib-2.0", "/usr/lib/x86_64-linux-gnu/glib-2.0/include",
      "/usr/lib/aarch64-linux-gnu/glib-2.0/include", "/usr/lib64/glib-2.0/include",
    ].flatMap { ["-Xcc", "-I\($0)"] })
]

/// The functions that a program with HTTPServer defines in place of libraries (WireTaps.swift,
/// ShorterWait.swift).
let interposed = ["recv", "gnutls_record_recv", "epoll_wait"]

/// A module of Shared/ that wraps a C library, or one that needs pointers. Libraries call the exported
/// functions of a program in place of their own.
func shared(
  _ name: String, _ dependencies: [Target.Dependency] = [], exporting exported: [String] = [],
  settings: [SwiftSetting] = []
) -> Target {
  let flags = exported.flatMap { ["-Xlinker", "--export-dynamic-symbol=\($0)"] }
  return .target(
    name: name, dependencies: dependencies, path: "Shared/\(name)", exclude: ["README.md"],
    swiftSettings: strict + settings, linkerSettings: flags.isEmpty ? [] : [.unsafeFlags(flags)])
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

/// A suite of Tests/Unit, or one at another path.
func tests(
  _ name: String, _ dependencies: [Target.Dependency], at path: String? = nil, exclude: [String] = [],
  settings: [SwiftSetting] = []
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies, path: path ?? "Tests/Unit/\(name)", exclude: exclude,
    swiftSettings: strict + settings)
}

/// A program of Services/.
func service(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies, path: "Services/\(name)", exclude: ["README.md"] + exclude,
    swiftSettings: memorySafe)
}

/// A program that one of Services/ starts for each job.
func worker(_ name: String, _ path: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(name: name, dependencies: dependencies, path: path, swiftSettings: memorySafe + withGLib)
}

/// The programs of a site; the suites that start a whole one depend on them so that they are built.
let programs: [Target.Dependency] = [
  "auth", "media-fetcher", "image-worker", "roomhub", "attendance", "campus", "events", "guide", "notifier",
  "gateway",
]

/// An executable that only tests or benchmarks run.
func program(
  _ name: String, _ path: String, _ dependencies: [Target.Dependency], settings: [SwiftSetting] = []
) -> Target {
  .executableTarget(name: name, dependencies: dependencies, path: path, swiftSettings: strict + settings)
}

/// The fuzzer's own program. With it `swift test` does not link, so it is there only for Tests/Fuzz/run.
let fuzzing: [Target] =
  Context.environment["QUAD_FUZZ"] == nil
  ? []
  : [
    .executableTarget(
      name: "fuzz-decoders", dependencies: ["FuzzTargets"], path: "Tests/Fuzz/fuzz-decoders",
      swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])])
  ]

let package = Package(
  name: "Quad",
  targets: [
    system("CSQLite"),
    system("CPostgreSQL"),
    system("CSodium"),
    system("CCrypto"),
    system("CZMQ"),
    system("CMicroHTTPD"),
    system("CCurl"),
    system("CQREncode"),
    system("CZlib"),
    system("CICal"),
    system("CVips"),
    shared("Threads"),
    safe("Schema"),
    shared("JSON"),
    shared("Bus", ["JSON", "Schema", "Threads", "CZMQ"]),
    tests("JSONTests", ["JSON", "Schema"], exclude: ["JSONTestSuite.txt"]),
    safe("ServiceKit", ["JSON", "Bus", "Store", "Schema", "Crypto", "Threads"]),
    service("auth", ["ServiceKit", "Bus", "Store", "Schema", "Crypto", "Fetch", "Calendar"]),
    service(
      "gateway", ["JSON", "ServiceKit", "Bus", "Schema", "Crypto", "HTTPServer", "Fetch", "Threads"],
      exclude: ["web"]
    ),
    service(
      "media-fetcher", ["JSON", "ServiceKit", "Store", "Schema", "Crypto", "Fetch", "Images"],
      exclude: ["pictures", "worker"]),
    tests(
      "MediaFetcherTests",
      ["media-fetcher", "Fetch", "Images", "Schema", "ServiceKit", "Store", "TestSupport"]),
    service("roomhub", ["JSON", "ServiceKit", "Store", "Schema", "Crypto", "QRCodes", "Calendar"]),
    service(
      "attendance",
      ["Bus", "Calendar", "Crypto", "QRCodes", "ServiceKit", "Spreadsheet", "Store", "Schema"]),
    service("events", ["JSON", "ServiceKit", "Store", "Schema", "Crypto", "Calendar"]),
    service(
      "campus",
      ["Calendar", "Crypto", "Feeds", "JSON", "ServiceKit", "Spreadsheet", "Store", "Schema"],
      exclude: ["News/README.md", "Templates"]),
    tests(
      "CampusTests",
      [
        "campus", "Bus", "Calendar", "Crypto", "JSON", "Schema", "ServiceKit", "Store", "TestSupport",
      ]),
    service("guide", ["JSON", "ServiceKit", "Store", "Schema", "Crypto"], exclude: ["Content"]),
    tests("GuideTests", ["guide", "Bus", "JSON", "Schema", "ServiceKit", "Store", "TestSupport"]),
    service("notifier", ["JSON", "ServiceKit", "Bus", "Store", "Schema", "Crypto", "Fetch", "Calendar"]),
    service(
      "quad",
      [
        "JSON", "SiteCommands", "Spreadsheet", "Terminal", "GatewayClient", "Schema", "Crypto", "Calendar",
        "Threads",
      ]),
    service(
      "quadctl",
      [
        "JSON", "SiteCommands", "Terminal", "GatewayClient", "Bus", "Schema", "Crypto", "Calendar", "Store",
        "Threads",
      ]),
    .target(
      name: "TestSupport",
      dependencies: ["JSON", "Bus", "Crypto", "Schema", "ServiceKit", "Store", "Terminal"],
      path: "Tests/Support",
      exclude: ["README.md"],
      swiftSettings: strict),
    tests(
      "QuadTests",
      [
        "quad", "JSON", "Calendar", "Crypto", "GatewayClient", "Schema", "SiteCommands", "Terminal",
        "TestSupport",
      ]),
    tests(
      "QuadctlTests",
      [
        "JSON", "quadctl", "Bus", "Crypto", "GatewayClient", "Schema", "SiteCommands", "Terminal",
        "TestSupport",
      ]
        + programs),
    tests("AuthTests", ["auth", "Crypto", "JSON", "Schema", "ServiceKit", "Store", "TestSupport"]),
    tests(
      "SchemaTests", ["JSON", "Schema", "TestSupport"],
      exclude: [
        "alert_vectors.json", "countdown_vectors.json", "countdown_vectors.py", "drawing_vectors.json",
        "word_vectors.json",
      ]),
    // It reads every source letter by letter.
    tests("TidyTests", [], settings: [.unsafeFlags(["-O"])]),
    tests(
      "ContractTests",
      [
        "JSON",
        "Schema", "Bus", "ServiceKit", "Store", "Crypto", "TestSupport", "quadctl", "attendance", "auth",
        "campus", "events", "gateway", "guide", "media-fetcher", "notifier", "roomhub",
      ],
      at: "Tests/Contract", exclude: ["Golden"]),
    tests(
      "GatewayTests",
      ["JSON", "gateway", "Bus", "HTTPServer", "Schema", "ServiceKit", "TestSupport"]),
    tests(
      "RoomhubTests",
      ["JSON", "roomhub", "Bus", "Calendar", "Crypto", "Schema", "ServiceKit", "Store", "TestSupport"]),
    tests("AttendanceTests", ["attendance", "Crypto", "Schema", "ServiceKit", "Store", "TestSupport"]),
    tests(
      "EventsTests",
      ["events", "Bus", "Calendar", "JSON", "Schema", "ServiceKit", "Store", "TestSupport"]),
    tests(
      "NotifierTests",
      [
        "JSON", "notifier", "ServiceKit", "Bus", "Calendar", "Crypto", "Fetch", "Schema", "Store",
        "TestSupport",
      ]),
    tests(
      "SimulationTests",
      ["JSON", "events", "roomhub", "notifier", "ServiceKit", "Bus", "Schema", "Store", "TestSupport"]),
    tests("BusTests", ["JSON", "Bus", "Schema", "TestSupport", "Threads"]),
    program("echo", "Tests/Tools/echo", ["JSON", "ServiceKit", "Bus", "Schema", "Threads"]),
    shared("Store", ["Schema", "Threads", "CSQLite", "CPostgreSQL"]),
    tests("StoreTests", ["Store", "Schema", "TestSupport"]),
    shared("Crypto", ["Threads", "CSodium", "CCrypto"]),
    tests("CryptoTests", ["Crypto", "TestSupport", "Threads"]),
    program(
      "bus-bench", "Tests/Benchmarks/bus-bench", ["JSON", "Bus", "ServiceKit", "Store", "Schema", "Threads"]),
    tests("ServiceKitTests", ["JSON", "ServiceKit", "Bus", "Crypto", "Schema", "Store", "TestSupport"]),
    tests(
      "SystemTests",
      [
        "JSON",
        "Bus", "Crypto", "Schema", "ServiceKit", "Store", "TestSupport", "Threads", "auth", "quadctl",
        "roomhub",
      ],
      at: "Tests/System", exclude: ["powerloss.c"]),
    program("store-writer", "Tests/Tools/store-writer", ["Store", "Schema"]),
    program("store-bench", "Tests/Benchmarks/store-bench", ["Store", "Schema"]),
    shared("HTTPServer", ["Schema", "Threads", "CMicroHTTPD", "CZlib"], exporting: interposed),
    tests("HTTPServerTests", ["HTTPServer", "TestSupport", "Threads"]),
    shared("Fetch", ["Schema", "Threads", "CCurl"]),
    tests("FetchTests", ["Fetch", "HTTPServer", "Schema", "TestSupport", "Threads"]),
    program("mail-sender", "Tests/Tools/mail-sender", ["Fetch", "Schema"]),
    program("fetch-many", "Tests/Tools/fetch-many", ["Fetch"]),
    safe("GatewayClient", ["Fetch", "JSON", "Schema"]),
    shared("Calendar", ["Schema", "CICal"]),
    tests("CalendarTests", ["Calendar", "Schema", "TestSupport"], exclude: ["Vectors"]),
    safe("Terminal"),
    tests("TerminalTests", ["Terminal"]),
    safe("SiteCommands", ["JSON", "Terminal", "GatewayClient", "Schema", "Crypto", "Calendar"]),
    tests("SiteCommandsTests", ["SiteCommands", "Calendar", "Schema", "Terminal"]),
    safe("Spreadsheet"),
    safe("Feeds", ["JSON", "Schema"]),
    tests("FeedsTests", ["Feeds", "Schema", "TestSupport"]),
    tests("SpreadsheetTests", ["Spreadsheet"]),
    shared("QRCodes", ["CQREncode"]),
    shared("Images", ["JSON", "Threads"]),
    tests("ImagesTests", ["Images", "TestSupport", "image-worker"]),
    shared("Pixels", ["CVips", "Images", "JSON"], settings: withGLib),
    worker("image-worker", "Services/media-fetcher/worker", ["Pixels"]),
    tests("QRCodesTests", ["QRCodes"]),
    program("picture-maker", "Tests/Tools/picture-maker", ["Images", "JSON"]),
    program(
      "picture-fuzz", "Tests/Fuzz/picture-fuzz", ["Images", "JSON", "Pixels"], settings: withGLib),
    program("qr-writer", "Tests/Tools/qr-writer", ["QRCodes"]),
    program("json-judge", "Tests/Tools/json-judge", ["JSON"]),
    program("json-bench", "Tests/Benchmarks/json-bench", ["JSON", "Schema"]),
    tests(
      "GatewayClientTests",
      ["GatewayClient", "Fetch", "TestSupport", "Bus", "Schema", "quadctl"] + programs),
    .executableTarget(
      name: "http-bench", dependencies: ["HTTPServer"], path: "Tests/Benchmarks/http-bench",
      swiftSettings: strict),
    program("planted-faults", "Tests/Tools/planted-faults", ["Threads"]),
    .target(
      name: "FuzzTargets",
      dependencies: [
        "JSON", "Bus", "Calendar", "Feeds", "HTTPServer", "Schema", "ServiceKit", "Spreadsheet",
      ],
      path: "Tests/Fuzz/Targets", swiftSettings: strict),
    tests(
      "FuzzTests", ["FuzzTargets", "TestSupport", "Calendar", "JSON", "Schema", "campus"],
      at: "Tests/Fuzz/FuzzTests"),
  ] + fuzzing,
  swiftLanguageModes: [.v6]
)

// The container's image is built without Tests/, so that a change there does not compile it again.
if Context.environment["QUAD_ONLY_PROGRAMS"] != nil {
  package.targets.removeAll { $0.path?.hasPrefix("Tests/") == true }
}
