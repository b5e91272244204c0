@testable import HTTPServer

/// One request as bytes, written from RFC 9112 (and RFC 9110 where it refers there).
struct WireCase: Sendable, CustomStringConvertible {
  /// The section that decides.
  let section: String
  let name: String
  let bytes: [UInt8]
  /// 200, or the status of the refusal.
  let status: Int

  init(_ section: String, _ name: String, _ text: String, _ status: Int) {
    self.init(section, name, Array(text.utf8), status)
  }

  init(_ section: String, _ name: String, _ bytes: [UInt8], _ status: Int) {
    (self.section, self.name, self.bytes, self.status) = (section, name, bytes, status)
  }

  var description: String { "\(section) \(name)" }
  var isOld: Bool { String(decoding: bytes, as: UTF8.self).contains("HTTP/1.0\r\n") }

  static let all: [WireCase] =
    requestLines + versions + targets + hosts + fieldNames + fieldValues + lineEnds + framing + chunks
    + trailers
    + limits

  private static func line(_ line: String) -> String { "\(line)\r\nHost: a\r\n\r\n" }
  private static func fields(_ fields: String) -> String { "GET / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n\r\n" }
  private static func body(_ fields: String, _ body: String) -> String {
    "POST / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n\r\n\(body)"
  }
  private static func chunked(_ chunks: String) -> String { body("Transfer-Encoding: chunked", chunks) }

  private static let requestLines: [WireCase] =
    [
      ("usual", "GET / HTTP/1.1", 200), ("extension method", "PROPFIND / HTTP/1.1", 200),
      ("hyphen", "M-SEARCH / HTTP/1.1", 200), ("two spaces first", "GET  / HTTP/1.1", 400),
      ("two spaces last", "GET /  HTTP/1.1", 400), ("leading space", " GET / HTTP/1.1", 400),
      ("trailing space", "GET / HTTP/1.1 ", 400), ("tab first", "GET\t/ HTTP/1.1", 400),
      ("tab last", "GET /\tHTTP/1.1", 400), ("vertical tab", "GET\u{0B}/ HTTP/1.1", 400),
      ("form feed", "GET /\u{0C}HTTP/1.1", 400), ("no version", "GET /", 400),
      ("no target", "GET HTTP/1.1", 400),
      ("method alone", "GET", 400), ("four words", "GET / x HTTP/1.1", 400),
      ("small letters", "get / HTTP/1.1", 400),
      ("mixed letters", "Get / HTTP/1.1", 400), ("method with a digit", "GET2 / HTTP/1.1", 400),
      ("method with a colon", "GET: / HTTP/1.1", 400), ("method with a quote", "\"GET\" / HTTP/1.1", 400),
      ("long method", String(repeating: "A", count: 33) + " / HTTP/1.1", 400),
      ("response", "HTTP/1.1 200 OK", 400),
      ("NUL in the method", "GE\0T / HTTP/1.1", 400), ("CR in the line", "GET /\r HTTP/1.1", 400),
    ].map { WireCase("3", $0.0, line($0.1), $0.2) } + [
      WireCase("2.2", "one empty line before", "\r\n" + line("GET / HTTP/1.1"), 200),
      WireCase("2.2", "four empty lines before", "\r\n\r\n\r\n\r\n" + line("GET / HTTP/1.1"), 200),
      WireCase("2.2", "five empty lines before", "\r\n\r\n\r\n\r\n\r\n" + line("GET / HTTP/1.1"), 400),
      WireCase("2.2", "an empty line of LF before", "\n" + line("GET / HTTP/1.1"), 400),
      WireCase("2.2", "white space between line and fields", "GET / HTTP/1.1\r\n Host: a\r\n\r\n", 400),
    ]

  private static let versions: [WireCase] = [
    ("HTTP/1.0", 200), ("HTTP/1.2", 505), ("HTTP/1.9", 505), ("HTTP/2.0", 505), ("HTTP/3.0", 505),
    ("HTTP/0.9", 505),
    ("HTTP/1", 505), ("HTTP/1.", 505), ("HTTP/11", 505), ("HTTP/1.11", 505), ("HTTP/01.1", 505),
    ("http/1.1", 505),
    ("Http/1.1", 505), ("HTTP /1.1", 400), ("HTTP/ 1.1", 400), ("HTTP/1,1", 505), ("HTTP/a.b", 505),
    ("ICY/1.1", 505),
    ("HTTPS/1.1", 505), ("HTTP/-1.1", 505),
  ].map { WireCase("2.3", $0.0, line("GET / \($0.0)"), $0.1) }

  private static let targets: [WireCase] =
    [
      ("path", "GET /a/b", 200), ("query", "GET /?a=1&b=+&c", 200), ("escapes", "GET /%41%2F?a=%20", 200),
      ("asterisk", "OPTIONS *", 200), ("asterisk of GET", "GET *", 400), ("absolute", "GET http://b/", 400),
      ("absolute, TLS", "GET https://b/x", 400), ("authority", "CONNECT b:443", 400),
      ("no slash", "GET a", 400),
      ("fragment", "GET /#x", 400), ("fragment in the query", "GET /?a#x", 400),
      ("control", "GET /\u{01}", 400),
      ("delete", "GET /\u{7F}", 400), ("NUL", "GET /a\0b", 400), ("beyond ASCII", "GET /ä", 400),
      ("half an escape in the query", "GET /?a=%4", 400), ("no digits in the query", "GET /?a=%zz", 400),
      ("NUL in the query", "GET /?a=%00", 400), ("not UTF-8 in the query", "GET /?a=%ff", 400),
      ("backslash", "GET /a\\b", 200), ("two slashes", "GET //a", 200), ("dots", "GET /../a", 200),
    ].map { WireCase("3.2", $0.0, line("\($0.1) HTTP/1.1"), $0.2) }

  private static let hosts: [WireCase] =
    [
      ("name", "quad.example", 200), ("with port", "quad.example:80", 200), ("IPv4", "192.0.2.1", 200),
      ("IPv6", "[2001:db8::1]", 200), ("IPv6 with port", "[2001:db8::1]:80", 200), ("empty", "", 200),
      ("empty port", "a:", 200),
      ("two names", "a b", 400), ("list", "a, b", 400), ("path", "a/b", 400), ("user", "u@a", 400),
      ("query", "a?b", 400),
      ("fragment", "a#b", 400), ("scheme", "http://a", 400), ("letters for a port", "a:b", 400),
      ("long port", "a:123456", 400), ("two ports", "a:1:2", 400), ("open bracket", "[::1", 400),
      ("closed bracket", "::1]", 400), ("bracket without an address", "[]", 400),
      ("text behind", "[::1]a", 400),
      ("beyond ASCII", "ä", 400), ("backslash", "a\\b", 400), ("quote", "\"a\"", 400),
      ("long", String(repeating: "a", count: 300), 400),
    ].map { WireCase("3.2", "host: \($0.0)", "GET / HTTP/1.1\r\nHost: \($0.1)\r\n\r\n", $0.2) } + [
      WireCase("3.2", "no host", "GET / HTTP/1.1\r\nX: y\r\n\r\n", 400),
      WireCase("3.2", "no field at all", "GET / HTTP/1.1\r\n\r\n", 400),
      WireCase("3.2", "no host in HTTP/1.0", "GET / HTTP/1.0\r\n\r\n", 200),
      WireCase("3.2", "two hosts", fields("Host: b"), 400),
      WireCase("3.2", "the same host twice", fields("Host: a"), 400),
      WireCase("3.2", "two hosts in HTTP/1.0", "GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n", 400),
    ]

  private static let fieldNames: [WireCase] =
    " \t\"(),/;<=>?@[\\]{}".map { WireCase("5.1", "a name with \($0)", fields("X\($0)Y: z"), 400) } + [
      WireCase("5.1", "a space before the colon", fields("X : y"), 400),
      WireCase("5.1", "a tab before the colon", fields("X\t: y"), 400),
      WireCase("5.1", "no name", fields(": y"), 400), WireCase("5.1", "no colon", fields("nonsense"), 400),
      WireCase("5.1", "NUL in a name", fields("X\0Y: z"), 400),
      WireCase("5.1", "beyond ASCII", fields("Ä: z"), 400),
      WireCase("5.1", "every mark of a token", fields("!#$%&'*+-.^_`|~: z"), 200),
      WireCase("5.1", "no blank after the colon", fields("X:y"), 200),
      WireCase("5.1", "blanks around the value", fields("X: \t y \t "), 200),
      WireCase("5.1", "no value", fields("X:"), 200),
      WireCase("5.1", "a colon in the value", fields("X: y:z"), 200),
      WireCase(
        "11.6.2", "two Authorization", fields("Authorization: Bearer a\r\nAuthorization: Bearer b"), 400),
      WireCase("11.6.2", "the same Authorization twice", fields("Authorization: a\r\nauthorization: a"), 400),
      WireCase(
        "8.3", "two Content-Type", body("Content-Type: a/b\r\nContent-Type: c/d\r\nContent-Length: 1", "x"),
        400),
      WireCase("5.3", "two Accept", fields("Accept: a/b\r\nAccept: c/d"), 200),
      WireCase("5.3", "two Cookie", fields("Cookie: a=b\r\nCookie: c=d"), 200),
    ]

  private static let fieldValues: [WireCase] =
    ((1...31).filter { ![9, 10, 13].contains($0) } + [127]).map { code in
      WireCase("5.5", "byte \(code) in a value", fields("X: a\(Character(UnicodeScalar(UInt8(code))))b"), 400)
    } + [
      WireCase("5.5", "NUL in a value", fields("X: a\0b"), 400),
      WireCase("5.5", "CR in a value", fields("X: a\rb"), 400),
      WireCase("5.5", "tab in a value", fields("X: a\tb"), 200),
      WireCase(
        "5.5", "obs-text",
        Array("GET / HTTP/1.1\r\nHost: a\r\nX: ".utf8) + [0xE4, 0xFF] + Array("\r\n\r\n".utf8), 200),
    ]

  private static let lineEnds: [WireCase] = [
    WireCase("2.2", "LF after the request line", "GET / HTTP/1.1\nHost: a\r\n\r\n", 400),
    WireCase("2.2", "LF after a field", "GET / HTTP/1.1\r\nHost: a\nX: y\r\n\r\n", 400),
    WireCase("2.2", "LF at the end", "GET / HTTP/1.1\r\nHost: a\r\n\n", 400),
    WireCase("2.2", "LF everywhere", "GET / HTTP/1.1\nHost: a\n\n", 400),
    WireCase("2.2", "CR CR LF", "GET / HTTP/1.1\r\nHost: a\r\r\n\r\n", 400),
    WireCase("5.2", "folded with a space", fields("X: a\r\n b"), 400),
    WireCase("5.2", "folded with a tab", fields("X: a\r\n\tb"), 400),
    WireCase("5.2", "folded at once", fields("X:\r\n b"), 400),
    WireCase("5.2", "a line of blanks", fields("X: a\r\n  "), 400),
    WireCase("5.2", "folded encoding", body("Transfer-Encoding:\r\n chunked", "0\r\n\r\n"), 400),
  ]

  private static let framing: [WireCase] =
    [
      ("5", 200), ("05", 200), ("+5", 400), ("-5", 400), ("5,5", 400), ("5, 5", 400), ("0x5", 400),
      ("5 5", 400),
      ("", 400), ("five", 400), ("5.0", 400), ("5e0", 400), ("18446744073709551621", 400),
      ("9999999999999999999999", 400), ("\"5\"", 400), ("5;", 400),
    ].map { WireCase("6.3", "length \($0.0)", body("Content-Length: \($0.0)", "hello"), $0.1) }
    + [
      ("xchunked", 501), ("identity", 501), ("gzip", 501), ("gzip, chunked", 501), ("gzip;q=1, chunked", 501),
      ("br , \tgzip", 501), ("chunked, chunked", 400), ("chunked, identity", 400),
      ("chunked, gzip, chunked", 400),
      ("\u{0B}chunked", 400), ("\"chunked\"", 400), ("chunked;q=1", 400), ("chunked,", 400),
      (",chunked", 400),
      ("", 400), (";", 400), ("a b", 400),
    ].map { WireCase("6.1", "encoding \($0.0)", body("Transfer-Encoding: \($0.0)", "0\r\n\r\n"), $0.1) } + [
      WireCase("6.1", "unknown in HTTP/1.0", "POST / HTTP/1.0\r\nTransfer-Encoding: gzip\r\n\r\n", 400),
      WireCase(
        "6.1", "unknown and a length", body("Transfer-Encoding: gzip\r\nContent-Length: 5", "hello"), 400),
      WireCase(
        "6.1", "unknown and chunked",
        body("Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked", "0\r\n\r\n"), 400),
      WireCase("6.1", "Chunked", body("Transfer-Encoding: Chunked", "0\r\n\r\n"), 200),
      WireCase(
        "6.1", "two encodings", body("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", "0\r\n\r\n"),
        400),
      WireCase(
        "6.1", "chunked in HTTP/1.0", "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
      WireCase(
        "6.3", "length and encoding", body("Content-Length: 5\r\nTransfer-Encoding: chunked", "0\r\n\r\n"),
        400),
      WireCase(
        "6.3", "encoding and length", body("Transfer-Encoding: chunked\r\nContent-Length: 5", "0\r\n\r\n"),
        400),
      WireCase("6.3", "the same length twice", body("Content-Length: 5\r\nContent-Length: 5", "hello"), 400),
      WireCase("6.3", "two lengths", body("Content-Length: 5\r\nContent-Length: 0", "hello"), 400),
      WireCase("6.3", "a body of GET", "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello", 200),
      WireCase("6.3", "no length", "POST / HTTP/1.1\r\nHost: a\r\n\r\n", 200),
    ]

  private static let chunks: [WireCase] =
    [
      ("one", "5\r\nhello\r\n0\r\n\r\n", 200), ("several", "2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n", 200),
      ("capital digits", "A\r\n0123456789\r\n0\r\n\r\n", 200),
      ("leading zeros", "005\r\nhello\r\n000\r\n\r\n", 200),
      ("extension", "5;a=b\r\nhello\r\n0\r\n\r\n", 200),
      ("quoted extension", "5;a=\"b c\"\r\nhello\r\n0;x\r\n\r\n", 200),
      ("blanks before an extension", "5 \t;a\r\nhello\r\n0\r\n\r\n", 200),
      ("LF after the size", "5\nhello\r\n0\r\n\r\n", 400),
      ("LF after the data", "5\r\nhello\n0\r\n\r\n", 400),
      ("LF after the last", "5\r\nhello\r\n0\n\r\n", 400),
      ("LF at the end", "5\r\nhello\r\n0\r\n\n", 400), ("LF in an extension", "5;a\nhello\r\n0\r\n\r\n", 400),
      ("CR in an extension", "5;a\rb\r\nhello\r\n0\r\n\r\n", 400),
      ("NUL in an extension", "5;\0\r\nhello\r\n0\r\n\r\n", 400),
      ("not a number", "zz\r\nhello\r\n0\r\n\r\n", 400), ("0x", "0x5\r\nhello\r\n0\r\n\r\n", 400),
      ("plus", "+5\r\nhello\r\n0\r\n\r\n", 400), ("minus", "-5\r\nhello\r\n0\r\n\r\n", 400),
      ("space before", " 5\r\nhello\r\n0\r\n\r\n", 400), ("space behind", "5 \r\nhello\r\n0\r\n\r\n", 400),
      ("no size", "\r\nhello\r\n0\r\n\r\n", 400),
      ("extension without a size", ";a\r\nhello\r\n0\r\n\r\n", 400),
      ("text behind the size", "5 a\r\nhello\r\n0\r\n\r\n", 400),
      ("too short", "6\r\nhello\r\n0\r\n\r\n", 400),
      ("too long", "4\r\nhello\r\n0\r\n\r\n", 400), ("no CRLF behind", "5\r\nhello0\r\n\r\n", 400),
      ("64 bits", "10000000000000005\r\nhello\r\n0\r\n\r\n", 400),
      ("63 bits", "7fffffffffffffff\r\nhello", 400),
    ].map { WireCase("7.1", "chunk: \($0.0)", chunked($0.1), $0.2) }

  private static let trailers: [WireCase] =
    [
      ("field", "X: y\r\n", 200), ("two fields", "X: y\r\nZ: w\r\n", 200), ("no colon", "nonsense\r\n", 400),
      ("LF", "X: y\n", 400), ("space in a name", "X Y: z\r\n", 400), ("folded", "X: y\r\n z\r\n", 400),
      ("no name", ": y\r\n", 400), ("NUL", "X: \0\r\n", 400), ("CR", "X: a\rb\r\n", 400),
      ("too large", "X: " + String(repeating: "y", count: 5000) + "\r\n", 400),
    ].map { WireCase("7.1.2", "trailer: \($0.0)", chunked("5\r\nhello\r\n0\r\n\($0.1)\r\n"), $0.2) }

  private static let limits: [WireCase] = [
    WireCase("3", "a long target", line("GET /" + String(repeating: "x", count: 9000) + " HTTP/1.1"), 414),
    WireCase("3", "an endless target", "GET /" + String(repeating: "x", count: 200_000), 414),
    WireCase("3", "480 members", line("GET /?" + String(repeating: "a&", count: 480) + " HTTP/1.1"), 414),
    WireCase("3", "128 members", line("GET /?" + String(repeating: "a&", count: 127) + " HTTP/1.1"), 200),
    WireCase("5", "a long field", fields("X: " + String(repeating: "x", count: 20_000)), 431),
    WireCase(
      "5", "an endless field", "GET / HTTP/1.1\r\nHost: a\r\nX: " + String(repeating: "x", count: 200_000),
      431),
    WireCase("5", "many fields", fields((0..<120).map { "X\($0): y" }.joined(separator: "\r\n")), 431),
    WireCase("5", "100 fields", fields((1..<100).map { "X\($0): y" }.joined(separator: "\r\n")), 200),
    WireCase("5", "many cookies", fields("Cookie: " + String(repeating: "a; ", count: 200)), 431),
    WireCase("5", "the largest head", fields("Cookie: a=" + String(repeating: "x", count: 16_000)), 200),
    WireCase(
      "7.1.1", "a long extension",
      chunked("5;" + String(repeating: "x", count: 100_000) + "\r\nhello\r\n0\r\n\r\n"), 400),
    WireCase(
      "7.1.1", "long extensions together",
      chunked(
        String(repeating: "1;" + String(repeating: "x", count: 1000) + "\r\na\r\n", count: 5) + "0\r\n\r\n"),
      400),
  ]
}
