import Bus
import FoundationEssentials
import JSON
import Schema
import Store
import TestSupport
import Testing

@testable import ServiceKit

@Suite("An operator reads the file, what is wrong and what to do")
struct StartProblemTests {
  private static let path = "/data/roomhub/roomhub.sqlite"

  @Test("E9: every failure of a store names the file or says what to do, in words")
  func stores() {
    let failures: [StoreError] = [
      .inUse(path: Self.path), .cannotOpen(detail: "\(Self.path): Permission denied"),
      .lost(path: Self.path, what: "is missing"), .newer(found: 9, known: 5),
      .migration(detail: "step 3 rooms"),
      .otherStream(found: "auth"), .full, .broken(detail: "database disk image is malformed (SQLite 11)"),
    ]
    for failure in failures {
      let text = StartProblem.text(failure, of: .roomhub, at: Self.path)
      #expect(text.contains(Self.path), "\(text)")
      #expect(!text.contains("detail:") && !text.contains("(path:"), "\(text)")
      #expect(text.contains(". "), "a second sentence says what to do: \(text)")
    }
  }

  @Test("a server of PostgreSQL is named, not a folder")
  func servers() {
    let place = "postgres://db/quad?schema=roomhub"
    for failure in [StoreError.cannotOpen(detail: place), .unreachable(detail: place)] {
      let text = StartProblem.text(failure, of: .roomhub, at: place)
      #expect(text.contains(place) && text.contains("server") && !text.contains("folder"), "\(text)")
    }
    for code in ServerRefusal.allCases {
      let problem = StoreProblem(failure: .refused(code, detail: place), path: place)
      let text = StartProblem.text(problem, of: .roomhub)
      #expect(text.contains("\(place) (\(code.rawValue)). ") && StartProblem.status(problem) == 78, "\(text)")
    }
    let crowd = StoreProblem(failure: .tooFewConnections(there: 97, needed: 153), path: place)
    #expect(StartProblem.text(crowd, of: .roomhub).contains("97") && StartProblem.status(crowd) == 78)
  }

  @Test("E9: errors of the libraries are words, too")
  func libraries() throws {
    struct Form: Decodable { let curve: [String: [String]] }
    for (json, words) in [
      ("{}", "curve is missing"), (#"{"curve": 1}"#, "curve has a value of the wrong kind"),
      (#"{"curve": {"auth": [1]}}"#, "curve.auth[0] has a value of the wrong kind"),
    ] {
      let error = try #require(throws: DecodingError.self) {
        try JSONCoding.decode(Form.self, from: Array(json.utf8))
      }
      #expect(ErrorText.of(error) == words)
    }
    let missing = try #require(throws: (any Error).self) {
      try Data(contentsOf: URL(filePath: "/nowhere/public.json"))
    }
    #expect(ErrorText.of(missing).hasPrefix("/nowhere/public.json: "), "\(ErrorText.of(missing))")
    let fault = CallError.refused(Fault(.busy))
    #expect(ErrorText.of(fault) == "\(fault.fault.message) (busy)")
  }

  @Test("E9: a setting that nothing reads is refused, with the one that was perhaps meant")
  func unknown() throws {
    func start(_ more: [String: String]) throws {
      let folders = Dictionary(uniqueKeysWithValues: ["DATA", "KEYS", "RUN"].map { ("QUAD_\($0)", "/") })
      _ = try Settings(environment: folders.merging(more) { $1 })
    }
    for (name, hint) in [
      ("QUAD_SIGNUPS", "did you mean QUAD_SIGNUP?"), ("QUAD_SMPT", "did you mean QUAD_SMTP?"),
    ] {
      let error = try #require(throws: SettingError.self) { try start([name: "open"]) }
      #expect(error.name == name && "\(error)".contains(hint), "\(error)")
    }
    let strange = try #require(throws: SettingError.self) { try start(["QUAD_ENTIRELY_ELSEWHERE": ""]) }
    #expect(!"\(strange)".contains("did you mean"))
    // Everything that a launcher, a test or a tool sets beside a program is known.
    try start([
      "QUAD_PORT": "8080", "QUAD_TEST_SEED": "1", "QUAD_SCOREBOARD": "/tmp/x", "HOME": "/", "QUADRANT": "1",
    ])
    try start(
      Dictionary(uniqueKeysWithValues: Setting.all.map { ($0.name, "") }.filter { $0.0.hasPrefix("QUAD_") })
        .filter { !["QUAD_DATA", "QUAD_KEYS", "QUAD_RUN", "QUAD_LOG", "QUAD_APPS"].contains($0.key) })
  }

  @Test("E9: a key that everybody can read is refused, and a damaged one named")
  func keys() async throws {
    try await withTemporaryFolder { folder in
      let pair = try CurveKeyPair.generate()
      let secret = SecretKeys(program: .roomhub, curve: pair, signing: nil)
      let everybody = PublicKeys(curve: ["roomhub": [pair.publicKey]], signing: [])
      let key = "\(folder)/roomhub.key"
      try Data(try JSONCoding.encode(everybody)).write(to: URL(filePath: "\(folder)/public.json"))
      try Data(try JSONCoding.encode(secret)).write(to: URL(filePath: key))
      func refusal() throws -> String {
        "\(try #require(throws: KeyError.self) { try KeyRing.load(.roomhub, from: folder) })"
      }
      func set(_ mode: Int) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: key)
      }
      for mode in [0o444, 0o644, 0o604] {
        try set(mode)
        #expect(try refusal().contains("chmod 400 \(key)"))
      }
      for mode in [0o400, 0o600, 0o440] {
        try set(mode)
        _ = try KeyRing.load(.roomhub, from: folder)
      }
      try set(0o600)
      try Data("{}".utf8).write(to: URL(filePath: key))
      try set(0o600)
      #expect(try refusal().hasPrefix("\(key) is not a file of keys"))
    }
  }
}
