import FoundationEssentials
import GatewayClient
import Schema
import TestSupport
import Testing

@testable import quad

@Suite("A session is kept whole, and for its owner's eyes")
struct SiteSessionTests {
  private let session = SiteSession(
    site: "https://quad.example", email: "ada@hilltop.example", person: .random(), token: "secret")

  @Test("folder 0700, file 0600, also where there was a folder open to others")
  func modes() async throws {
    try await withTemporaryFolder { folder in
      let home = try Home(["XDG_CONFIG_HOME": "\(folder)/a/b"])
      #expect(home.path == "\(folder)/a/b/quad")
      #expect(try home.session() == nil)
      try FileManager.default.createDirectory(
        atPath: home.path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o777])
      try home.keep(session)
      #expect(try mode(home.path) == 0o700)
      #expect(try mode("\(home.path)/session.json") == 0o600)
      #expect(try home.session() == session)
      #expect(try FileManager.default.contentsOfDirectory(atPath: home.path) == ["session.json"])
      try home.forget()
      try home.forget()
      #expect(try home.session() == nil)
    }
  }

  @Test("a file that is no session is said to be one, not taken for a signed-out person")
  func refusesBroken() async throws {
    try await withTemporaryFolder { folder in
      let home = try Home(["XDG_CONFIG_HOME": folder])
      try home.keep(session)
      try Data("{".utf8).write(to: URL(filePath: "\(home.path)/session.json"))
      #expect(throws: Failure.self) { try home.session() }
    }
  }

  @Test("the folder is that of the XDG base directories")
  func finds() throws {
    #expect(try Home(["HOME": "/home/ada"]).path == "/home/ada/.config/quad")
    #expect(try Home(["HOME": "/home/ada", "XDG_CONFIG_HOME": "a"]).path == "/home/ada/.config/quad")
    #expect(throws: EnvironmentError.self) { try Home([:]) }
  }

  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }
}

@Suite("Passwords and tokens go to this machine or through TLS")
struct SiteAddressTests {
  @Test(
    "addresses",
    arguments: [
      ("http://127.0.0.9:8080", "http://127.0.0.9:8080"), ("http://127.9.9.9", "http://127.9.9.9"),
      ("http://localhost/", "http://localhost"), ("http://[::1]/", "http://[::1]"),
      ("https://quad.example", "https://quad.example"),
      ("HTTPS://Quad.Example:8443/", "https://quad.example:8443"),
      ("https://192.168.0.7", "https://192.168.0.7"),
    ])
  func takes(text: String, expected: String) throws {
    #expect(try SiteAddress(text).text == expected)
  }

  @Test(
    "what is refused",
    arguments: [
      "", "quad.example", "ftp://127.0.0.1", "http://quad.example", "http://127.0.0.1.evil.example",
      "http://127.1", "http://127.0.0.1@evil.example", "http://127.0.0.9:0", "http://127.0.0.9:99999",
      "http://localhost.evil.example", "http://0x7f000001", "http://[::]", "http://[::ffff:10.0.0.1]",
      "https://quad.example/path", "https://quad.example?a", "https://quad example", "https://",
      "http://[::1",
      "http://127.0.0.1\n", "http://127.0.0.9:080",
    ])
  func refuses(text: String) {
    #expect(throws: UsageError.self) { try SiteAddress(text) }
  }
}

@Suite("A row's number or a part of an id says which thing is meant")
struct ShownListsTests {
  private let ids = [
    "019a0000-0000-7000-8000-00000000abcd", "019a0000-0000-7000-8000-00000000abce",
    "019b0000-0000-7000-8000-00000000ffff",
  ]

  @Test(
    "words",
    arguments: [
      ("1", 0), ("3", 2), ("019b", 2), ("019B0000-0000", 2), ("abcd", 0), ("0abce", 1), ("FFFF", 2),
    ]
  )
  func finds(word: String, row: Int) throws {
    let id: TaskID = try ShownLists.id(word, in: ids, what: "task")
    #expect(id.description == ids[row])
  }

  @Test("a whole id needs no list")
  func takesWhole() throws {
    let id: TaskID = try ShownLists.id(ids[0], in: [], what: "task")
    #expect(id.description == ids[0])
  }

  @Test("others", arguments: ["0", "4", "-1", "999", "abc", "zzzz", "019c", "", "١"])
  func refuses(word: String) {
    #expect(throws: UsageError.self) { () throws -> TaskID in try ShownLists.id(word, in: ids, what: "task") }
  }

  @Test("a part that fits several lists them, ten at most")
  func isAmbiguous() {
    let error = #expect(throws: Failure.self) { () throws -> TaskID in
      try ShownLists.id("019a", in: ids, what: "task")
    }
    #expect(error?.problem == "019a could be any of\n  1  \(ids[0])\n  2  \(ids[1])")
    #expect(error?.status == .usage)
  }

  @Test("rows beyond the last number are not kept")
  func isLimited() {
    var lists = ShownLists(owner: "x")
    lists.show((0..<2000).map { "\($0)" }, of: "task")
    lists.show(["a"], of: "session")
    #expect(lists.ids["task"]?.count == ShownLists.maxRows)
    #expect(lists.ids["session"] == ["a"])
  }
}

@Suite("The bus is a way to the same requests")
struct BusSenderTests {
  @Test("replies, faults and silence come back as over HTTP")
  func sends() async throws {
    try await Site.with([.roomhub]) { site in
      let sender: any Sender = BusSender(bus: site.operator)
      let dorm = Roomhub.DefineDorm(
        id: try #require(DormID("forbes")), name: try DormName("Forbes Hall"), roomCapacity: 2)
      #expect(try await sender.send(dorm).name == "Forbes Hall")
      let large = Roomhub.DefineDorm(id: dorm.id, name: dorm.name, roomCapacity: 99)
      let refused = await #expect(throws: ClientError.self) { try await sender.send(large) }
      #expect(refused.map { Ending.of($0, in: "x").problem.contains("(capacity_bad") } == true)
      let silent = await #expect(throws: ClientError.self) { try await sender.send(Auth.Me()) }
      guard case .unreachable? = silent else { throw TestFailure("\(String(describing: silent))") }
    }
  }
}
