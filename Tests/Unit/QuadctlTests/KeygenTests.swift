import Bus
import FoundationEssentials
import Schema
import TestSupport
import Testing

@Suite("Keys are made once, whole, and for their owner's eyes")
struct KeygenTests {
  @Test("each program gets a key only its owner reads; public.json names them all")
  func makesKeys() async throws {
    try await withTemporaryFolder { folder in
      let keys = "\(folder)/keys"
      try await keygen(keys, ["--program", "events"])
      #expect(try mode(keys) == 0o700)
      let everybody = try publicKeys(keys)
      for program in ["auth", "roomhub", "gateway", "operator", "seed", "events"] {
        #expect(try mode("\(keys)/\(program).key") == 0o400, "\(program)")
        let own = try KeyRing.load(ProgramName(program), from: keys).own
        #expect(everybody.curve[program] == [own.curve.publicKey], "\(program)")
        #expect((own.signing != nil) == (program == "auth"), "\(program)")
      }
      #expect(try mode("\(keys)/public.json") == 0o644)
      #expect(everybody.signing.count == 1)
      let names = try FileManager.default.contentsOfDirectory(atPath: keys)
      #expect(names.allSatisfy { !$0.hasPrefix(".") }, "\(names)")
    }
  }

  @Test("a second run changes nothing")
  func keepsKeys() async throws {
    try await withTemporaryFolder { folder in
      let keys = "\(folder)/keys"
      try await keygen(keys)
      let before = try contents(keys)
      let again = try await keygen(keys)
      #expect(again.output == "all keys exist\n")
      #expect(try contents(keys) == before)
    }
  }

  @Test("a new program gets a key and nobody else a new one")
  func addsKeys() async throws {
    try await withTemporaryFolder { folder in
      let keys = "\(folder)/keys"
      try await keygen(keys)
      let before = try contents(keys)
      let again = try await keygen(keys, ["--program", "laundry"])
      #expect(again.output == "created keys for laundry\n")
      var after = try contents(keys)
      #expect(after.removeValue(forKey: "laundry.key") != nil)
      after["public.json"] = before["public.json"]
      #expect(after == before)
    }
  }

  @Test("a rotated program has two public keys, the newest first, and never three")
  func rotates() async throws {
    try await withTemporaryFolder { folder in
      let keys = "\(folder)/keys"
      try await keygen(keys)
      let first = try publicKeys(keys)
      try await keygen(keys, ["--rotate", "auth"])
      let second = try publicKeys(keys)
      let own = try KeyRing.load(.auth, from: keys).own.curve.publicKey
      #expect(second.curve["auth"] == [own, try #require(first.curve["auth"]?.first)])
      #expect(second.signing.count == 2)
      #expect(second.signing.last == first.signing.first)
      #expect(second.curve["roomhub"] == first.curve["roomhub"])
      try await keygen(keys, ["--rotate", "auth"])
      let third = try publicKeys(keys)
      #expect(third.curve["auth"]?.count == 2)
      #expect(third.curve["auth"]?.last == own)
      #expect(try mode("\(keys)/auth.key") == 0o400)
    }
  }

  @Test("a run that was broken off before public.json was written is completed")
  func completes() async throws {
    try await withTemporaryFolder { folder in
      let keys = "\(folder)/keys"
      try await keygen(keys)
      let before = try contents(keys)
      try FileManager.default.removeItem(atPath: "\(keys)/public.json")
      try await keygen(keys)
      #expect(try contents(keys) == before)
    }
  }

  @Test("a key that is kept elsewhere is not made anew")
  func leavesElsewhere() async throws {
    try await withTemporaryFolder { folder in
      let keys = "\(folder)/keys"
      try await keygen(keys)
      try FileManager.default.removeItem(atPath: "\(keys)/roomhub.key")
      let again = try await keygen(keys)
      #expect(again.errors.contains("--rotate roomhub"))
      #expect(!FileManager.default.fileExists(atPath: "\(keys)/roomhub.key"))
    }
  }

  @Test(
    "a command line that makes no sense ends with status 64",
    arguments: [
      [], ["nonsense"], ["keygen"], ["keygen", "--keys"],
      ["keygen", "--keys", "/proc/none", "--program", "../x"],
      ["keygen", "--keys", "/proc/none", "more"], ["seed"], ["clock"], ["bus", "ping", "--from", "1"],
      ["clock", "set"],
    ])
  func refuses(words: [String]) async throws {
    let ended = try await RunningProgram.run("quadctl", words)
    #expect(ended.status == 64)
    #expect(!ended.errors.isEmpty)
    #expect(ended.output.isEmpty)
  }

  @Test("a missing setting ends with status 78 and is named")
  func namesSetting() async throws {
    let ended = try await RunningProgram.run("quadctl", ["bus", "ping"])
    #expect(ended.status == 78)
    #expect(ended.errors.contains("QUAD_KEYS"))
  }

  @Test(
    "help and version go to standard output", arguments: [["--help"], ["keygen", "--help"], ["--version"]])
  func helps(words: [String]) async throws {
    let ended = try await RunningProgram.run("quadctl", words)
    #expect(ended.status == 0)
    #expect(ended.output.contains("quad"))
    #expect(ended.errors.isEmpty)
  }

  @discardableResult
  private func keygen(_ keys: String, _ more: [String] = []) async throws -> Ended {
    let ended = try await RunningProgram.run("quadctl", ["keygen", "--keys", keys] + more)
    #expect(ended.status == 0, "\(ended.errors)")
    return ended
  }

  private func publicKeys(_ keys: String) throws -> PublicKeys {
    try JSONDecoder().decode(PublicKeys.self, from: Data(contentsOf: URL(filePath: "\(keys)/public.json")))
  }

  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  /// Every file of a folder by name.
  private func contents(_ folder: String) throws -> [String: Data] {
    var contents: [String: Data] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      contents[name] = try Data(contentsOf: URL(filePath: "\(folder)/\(name)"))
    }
    return contents
  }
}
