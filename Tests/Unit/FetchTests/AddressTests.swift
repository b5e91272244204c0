import Testing

@testable import Fetch

@Suite("Only global unicast is public")
struct AddressTests {
  @Test(
    "reserved nets are not",
    arguments: [
      "0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.255.255", "127.0.0.1",
      "127.255.255.254", "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.2.1",
      "192.88.99.1", "192.168.1.1", "198.18.0.1", "198.19.255.255", "198.51.100.7", "203.0.113.9",
      "224.0.0.1",
      "239.255.255.255", "240.0.0.1", "255.255.255.255", "::", "::1", "::ffff:8.8.8.8", "::127.0.0.1",
      "64:ff9b::808:808", "100::1", "fc00::1", "fd12::1", "fe80::1", "fe80::1%eth0", "ff02::1", "2001::1",
      "2001:1ff::1", "2001:db8::1", "2002:7f00:1::1", "3fff::1", "4000::1",
    ])
  func reserved(text: String) throws {
    #expect(try !#require(IPAddress(text)).isPublic)
  }

  @Test(
    "their neighbours are",
    arguments: [
      "1.0.0.1", "8.8.8.8", "9.255.255.255", "11.0.0.1", "100.63.255.255", "100.128.0.1", "126.255.255.255",
      "128.0.0.1", "169.253.255.255", "169.255.0.1", "172.15.255.255", "172.32.0.1", "192.0.1.1", "192.0.3.1",
      "192.167.255.255", "192.169.0.1", "198.17.255.255", "198.20.0.1", "223.255.255.255", "2001:200::1",
      "2001:4860:4860::8888", "2003::1", "2606:4700::1111", "3ffe::1",
    ])
  func open(text: String) throws {
    let address = try #require(IPAddress(text))
    #expect(address.isPublic)
    #expect(IPAddress(address.description) == address)
  }

  @Test(
    "what is no numeric address is none",
    arguments: ["", "localhost", "1.2.3", "1.2.3.4.5", "::g", "[::1]", "0x7f.1"])
  func malformed(text: String) {
    #expect(IPAddress(text) == nil)
  }
}

@Suite("A URL is judged as libcurl reads it")
struct TargetURLTests {
  @Test(
    "what is not http or https, has no host or holds credentials is refused",
    arguments: [
      "", "ftp://example.org/", "file:///etc/passwd", "gopher://example.org/", "//example.org/", "http://",
      "http://a b/", "http://example.org:99999/", "javascript:alert(1)",
      "http://ex\0ample.org/",
      "http://user@example.org/", "http://user:secret@example.org/", "http://:@example.org/",
    ])
  func refused(url: String) {
    #expect(throws: FetchError.self) { try TargetURL(url, .configuredHost) }
    #expect(throws: FetchError.self) { try TargetURL(url, .guarded) }
  }

  @Test(
    "guarded requests go to 80 and 443 alone", arguments: [("http", 8080), ("https", 80 + 1), ("http", 22)])
  func ports(scheme: String, port: Int) throws {
    #expect(throws: FetchError.refused(.port(port))) {
      try TargetURL("\(scheme)://example.org:\(port)/", .guarded)
    }
    #expect(try TargetURL("\(scheme)://example.org:\(port)/", .configuredHost).port == port)
  }

  @Test("a fragment is dropped and a redirect read relative to its page")
  func relative() throws {
    let page = try TargetURL("https://example.org/a/b?c#d", .guarded)
    #expect(page.text == "https://example.org/a/b?c")
    #expect(try page.redirect(to: "../x", .guarded).text == "https://example.org/x")
    #expect(try page.redirect(to: "//other.org/", .guarded).host == "other.org")
    #expect(throws: FetchError.refused(.redirect("http://other.org/"))) {
      try page.redirect(to: "http://other.org/", .guarded)
    }
    #expect(throws: FetchError.refused(.url)) { try page.redirect(to: "file:///etc/passwd", .guarded) }
    #expect(throws: FetchError.refused(.credentials)) {
      try page.redirect(to: "https://u:p@other.org/", .guarded)
    }
    #expect(throws: FetchError.refused(.port(22))) {
      try page.redirect(to: "https://other.org:22/", .guarded)
    }
  }
}
