import FoundationEssentials
import Schema
import SiteCommands
import Terminal
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
