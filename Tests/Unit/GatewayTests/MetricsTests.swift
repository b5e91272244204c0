import Bus
import FoundationEssentials
import HTTPServer
import Schema
import ServiceKit
import TestSupport
import Testing

@testable import gateway

@Suite("The page of figures follows Prometheus's text format")
struct MetricsTests {
  @Test("every figure has a kind and a line of help", arguments: Metric.allCases)
  func help(_ metric: Metric) {
    #expect(!metric.help.isEmpty && !metric.help.contains("\n"))
    #expect((metric.kind == .counter) == metric.rawValue.hasSuffix("_total"))
  }

  @Test(
    "O7: the time of the last backup is the one that quadctl left, and 0 where there is none",
    arguments: [
      ("2026-09-01T00:00:00.500Z\n", 1_788_220_800), (nil, 0), ("", 0), ("yesterday", 0),
      (String(repeating: "2", count: 200), 0),
    ] as [(String?, Int64)])
  func backup(mark: String?, seconds: Int64) async throws {
    try await withTemporaryFolder { folder in
      try mark?.write(toFile: "\(folder)/\(Launch.backupMark)", atomically: true, encoding: .utf8)
      #expect(BackupTime.seconds(ofSiteIn: folder) == seconds)
    }
  }

  @Test("values of labels are escaped, figures stand together, buckets add up")
  func text() {
    var page = MetricsPage()
    var histogram = DurationHistogram()
    for milliseconds in [1, 3, 20_000] { histogram.record(.milliseconds(milliseconds)) }
    page.add(
      .httpDuration, histogram,
      bounds: [0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000], [("route", "x")])
    page.add(.up, 1, [("program", "a\"b\\c\nd")])
    let text = String(decoding: page.bytes, as: UTF8.self)
    #expect(text.hasPrefix("# HELP quad_up "))
    #expect(text.contains(#"quad_up{program="a\"b\\c\nd"} 1"#))
    #expect(text.contains("_bucket{route=\"x\",le=\"0.001\"} 1\n"))
    #expect(text.contains("_bucket{route=\"x\",le=\"10.0\"} 2\n"))
    #expect(text.contains("_bucket{route=\"x\",le=\"+Inf\"} 3\n"))
    #expect(text.contains("_sum{route=\"x\"} 20.004\n") && text.contains("_count{route=\"x\"} 3\n"))
  }

  private static func request(_ peer: String, _ headers: [(name: String, value: String)]) -> HTTPRequest {
    HTTPRequest(method: "GET", path: "/metrics", headers: headers, peer: peer)
  }

  @Test(
    "this machine is let in by a name of its own",
    arguments: ["127.0.0.1", "127.0.0.1:\(8080)", "localhost:\(80)", "[::1]:\(8080)"])
  func local(_ host: String) {
    let access = MetricsAccess(token: nil)
    #expect(access.admits(Self.request("127.0.0.1", [("Host", host)])))
    #expect(access.admits(Self.request("::1", [("host", host)])))
    #expect(!access.admits(Self.request("192.0.2.1", [("Host", host)])))
    #expect(!access.admits(Self.request("127.0.0.1", [("Host", host), ("via", "1.1 caddy")])))
  }

  @Test(
    "a name of elsewhere leads nowhere",
    arguments: ["evil.example", "127.0.0.1.evil.example", "", "127.evil.a.b"])
  func rebinding(_ host: String) {
    #expect(!MetricsAccess(token: nil).admits(Self.request("127.0.0.1", [("Host", host)])))
  }

  @Test("the token counts from anywhere, and nothing like it")
  func token() {
    let access = MetricsAccess(token: "sixteen-letters!")
    func isAdmitted(_ value: String) -> Bool {
      access.admits(Self.request("192.0.2.1", [("Authorization", value), ("Via", "1.1 caddy")]))
    }
    #expect(isAdmitted("Bearer sixteen-letters!") && isAdmitted("bearer sixteen-letters!"))
    for wrong in ["Bearer sixteen-letters", "Bearer ", "Basic sixteen-letters!", "sixteen-letters!"] {
      #expect(!isAdmitted(wrong))
    }
  }
}
