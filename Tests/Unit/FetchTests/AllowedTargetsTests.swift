import HTTPServer
import Testing

@testable import Fetch

@Suite("What an operator lists may be connected to, and nothing more")
struct AllowedTargetsTests {
  @Test("the example of the README works")
  func readme() throws {
    let targets = try AllowedTargets("ntfy.school.example:8080, 10.1.0.0/16, [fd00::/8]:8443")
    let policy = FetchPolicy.guarded(besides: targets)
    let inside = [
      ("http://NTFY.school.example.:8080/x", "192.168.0.9"), ("https://a.example/", "10.1.255.255"),
      ("http://10.1.0.0/", "10.1.0.0"), ("https://[fd12::1]:8443/", "fd12::1"),
      // As before: a public address at a usual port.
      ("https://example.org/", "1.1.1.1"),
    ]
    for (url, address) in inside {
      let target = try TargetURL(url, policy)
      #expect(try policy.mayConnect(to: #require(IPAddress(address)), for: target), "\(url)")
    }
    let outside = [
      ("https://ntfy.school.example/", "192.168.0.9"), ("https://a.example/", "10.2.0.0"),
      ("https://a.example:8443/", "10.1.0.1"),
      ("https://[fd12::1]/", "fd12::1"), ("https://a.example/", "::ffff:10.1.0.1"),
      // The port of a listed net opens no public address.
      ("https://a.example:8443/", "1.1.1.1"),
    ]
    for (url, address) in outside {
      let target = try TargetURL(url, policy)
      #expect(try !policy.mayConnect(to: #require(IPAddress(address)), for: target), "\(url)")
    }
    for (host, port) in [("example.org", 22), ("other.example", 8080)] {
      #expect(throws: FetchError.refused(.port(port))) { try TargetURL("http://\(host):\(port)/", policy) }
    }
  }

  @Test(
    "a bad entry is named",
    arguments: [
      ("a b", AllowedTargetError.Problem.host), ("http://a.example", .host), ("a.example/x", .net),
      ("", .host),
      ("a.example:0", .port), ("a.example:65536", .port), ("a.example:", .port), ("a.example:+1", .port),
      ("10.0.0.0/33", .net), ("10.0.0.1/8", .net), ("10.0.0.0/", .net), ("10.0.0.0/x", .net), ("/8", .net),
      ("fd00::/129", .net), ("fe80::1%eth0", .host), ("[fd00::1", .host), ("[fd00::1]x", .host),
      ("[10.0.0.1]", .host), ("0x7f000001", .host), ("2130706433", .host), ("127.1", .host),
      ("user@a.example", .host), ("*.example", .host), ("m\u{fc}nchen.example", .host),
    ])
  func bad(entry: String, problem: AllowedTargetError.Problem) {
    let list = "ok.example,\(entry)"
    #expect(throws: AllowedTargetError(entry: entry, problem: problem)) { try AllowedTargets(list) }
  }

  @Test("an empty list allows nothing, a long one is refused")
  func sizes() throws {
    #expect(try AllowedTargets("") == .none)
    #expect(try AllowedTargets("  ") == .none)
    let names = (0..<64).map { "h\($0).example" }.joined(separator: ",")
    #expect(try AllowedTargets(names).lists("https://h63.example/"))
    #expect(throws: AllowedTargetError(entry: "x.example", problem: .tooMany)) {
      try AllowedTargets(names + ",x.example")
    }
  }

  @Test("a URL is listed by its own words")
  func lists() throws {
    let targets = try AllowedTargets("ntfy.lan:8080,192.168.0.1:9,10.0.0.0/8,::1")
    for url in ["http://ntfy.lan:8080/a", "http://192.168.0.1:9/", "http://10.9.9.9/", "https://[::1]/"] {
      #expect(targets.lists(url), "\(url)")
    }
    for url in ["http://ntfy.lan/", "http://192.168.0.1:8/", "http://10.9.9.9:81/", "ftp://10.9.9.9/", "x"] {
      #expect(!targets.lists(url), "\(url)")
    }
  }

  @Test("a listed address is connected to over plain HTTP, its neighbour is not")
  func connects() async throws {
    let listener = try ScriptedListener { _ in "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok" }
    let client = try FetchClient.start()
    defer { client.stop() }
    let byAddress = FetchPolicy.guarded(besides: try AllowedTargets("127.0.0.1:\(listener.port)"))
    let byName = FetchPolicy.guarded(besides: try AllowedTargets("localhost:\(listener.port)"))
    let byNet = FetchPolicy.guarded(besides: try AllowedTargets("127.0.0.0/24:\(listener.port)"))
    for (host, policy) in [("127.0.0.1", byAddress), ("localhost", byName), ("127.0.0.1", byNet)] {
      let response = try await client.send(
        FetchRequest(method: "POST", url: "http://\(host):\(listener.port)/"), policy: policy)
      #expect(response.body == Array("ok".utf8))
    }
    let refused = [
      ("127.0.0.2", byAddress, FetchError.refused(.address("127.0.0.2"))),
      ("127.0.0.1", byName, .refused(.port(listener.port))),
      ("127.0.1.1", byNet, .refused(.address("127.0.1.1"))),
      ("127.0.0.1", .guarded, .refused(.port(listener.port))),
    ]
    for (host, policy, error) in refused {
      await #expect(throws: error, "\(host)") {
        _ = try await client.send(FetchRequest(url: "http://\(host):\(listener.port)/"), policy: policy)
      }
    }
    #expect(listener.connections == 3)
  }

  @Test("a redirect leads to what is listed, by plain HTTP too, and nowhere else inside")
  func redirects() async throws {
    let inner = try ScriptedListener { _ in "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok" }
    let innerPort = inner.port
    let outer = try ScriptedListener { number in
      let host = number == 1 ? "127.0.0.1" : "127.0.0.2"
      return "HTTP/1.1 302 Found\r\nLocation: http://\(host):\(innerPort)/\r\nContent-Length: 0\r\n\r\n"
    }
    let client = try FetchClient.start()
    defer { client.stop() }
    let policy = FetchPolicy.guarded(
      besides: try AllowedTargets("127.0.0.1:\(outer.port),127.0.0.1:\(inner.port)"))
    let request = FetchRequest(url: "http://127.0.0.1:\(outer.port)/")
    #expect(try await client.send(request, policy: policy).status == 200)
    await #expect(throws: FetchError.self) { _ = try await client.send(request, policy: policy) }
    #expect(inner.connections == 1)
  }
}
