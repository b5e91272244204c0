import HTTPServer
import Testing

@Suite("Bytes are compressed whole, and alike each time")
struct GzipTests {
  @Test("a gzip member: magic, no name, no time, and at its end the length of what went in")
  func member() throws {
    let bytes = Array(String(repeating: "let quad = 1\n", count: 5000).utf8)
    let gzip = try Gzip.compress(bytes)
    #expect(gzip.prefix(8) == [0x1F, 0x8B, 8, 0, 0, 0, 0, 0])
    #expect(gzip.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) } == bytes.count)
    #expect(gzip.count < bytes.count / 100)
    #expect(try Gzip.compress(bytes) == gzip)
  }

  @Test("what cannot be made smaller grows a little, and nothing is an empty member")
  func noise() throws {
    var generator = SystemRandomNumberGenerator()
    let noise = (0..<100_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
    #expect((noise.count...noise.count + 100).contains(try Gzip.compress(noise).count))
    #expect(try Gzip.compress([]).count == 20)
  }

  @Test("more than the limit is refused")
  func limit() throws {
    #expect(throws: GzipError.tooLong) {
      try Gzip.compress([UInt8](repeating: 0, count: Gzip.maxInputBytes + 1))
    }
    #expect(try Gzip.compress([UInt8](repeating: 0, count: Gzip.maxInputBytes)).count < 20_000)
  }
}

@Suite("Who takes gzip gets it, and nobody else (RFC 9110 section 12.5.3)")
struct AcceptEncodingTests {
  private func prefersGzip(_ values: [String]) -> Bool {
    AcceptEncoding.prefersGzip(
      HTTPRequest(method: "GET", path: "/", headers: values.map { ("accept-encoding", $0) }))
  }

  @Test(
    "admitted",
    arguments: [
      "gzip", "x-gzip", "GZip", "gzip, deflate, br, zstd", "br,gzip", " gzip ", "deflate,\tgzip ; q=0.001",
      "gzip;q=1", "gzip;Q=1.000", "gzip;q=1.", "gzip;q=0.5, *;q=0", "*", "*;q=0.1", "identity;q=0.5, gzip",
      "identity, gzip", "identity;q=0, gzip;q=0.1", "identity;q=0, *", ",,gzip,", "compress;q=9, gzip",
    ])
  func admitted(value: String) { #expect(prefersGzip([value])) }

  @Test(
    "not admitted, or less welcome than the plain form",
    arguments: [
      "", ",", "identity", "br", "deflate, br", "gzip;q=0", "gzip;q=0.", "gzip;q=0.000", "gzip;q=0, *",
      "x-gzip;q=0, *;q=1", "*;q=0", "gzip;q=0.5, identity", "*;q=0.9, identity;q=1.0", "gzip, gzip;q=0",
      "gzipped", "g zip", "gzip/1", "\"gzip\"",
    ])
  func refused(value: String) { #expect(!prefersGzip([value])) }

  @Test(
    "a weight that cannot be read admits nothing",
    arguments: ["q", "q=", "q=2", "q=1.1", "q=-1", "q=0.0001", "q=.5", "q=0,5", "q=+1", "q=1;q=1", "x=1", ""])
  func unreadable(weight: String) {
    #expect(!prefersGzip(["gzip;\(weight)"]))
  }

  @Test("several fields are one list, and no field is a list that admits nothing")
  func fields() {
    #expect(prefersGzip(["br", "gzip"]))
    #expect(!prefersGzip(["gzip", "gzip;q=0"]))
    #expect(!prefersGzip([]))
  }

  private func prefersBrotli(_ value: String) -> Bool {
    AcceptEncoding.prefersBrotli(
      HTTPRequest(method: "GET", path: "/", headers: [("accept-encoding", value)]))
  }

  @Test(
    "brotli is sent to who names it",
    arguments: ["br", "gzip, deflate, br, zstd", "BR", "br;q=0.5, gzip;q=0.5"])
  func brotli(value: String) { #expect(prefersBrotli(value)) }

  @Test(
    "and to nobody else",
    arguments: [
      "", "gzip", "*", "br;q=0", "br;q=0.5, gzip", "br;q=0.9, identity", "br, br;q=0", "brotli", "br;q=x",
    ])
  func noBrotli(value: String) { #expect(!prefersBrotli(value)) }

  @Test("32 members are looked at")
  func members() {
    let others = Array(repeating: "br", count: 31)
    #expect(prefersGzip([(others + ["gzip"]).joined(separator: ",")]))
    #expect(!prefersGzip([(others + ["br", "gzip"]).joined(separator: ",")]))
    #expect(!prefersGzip(others + ["br", "gzip"]))
    #expect(!prefersGzip([String(repeating: ",", count: 30_000)]))
  }
}
