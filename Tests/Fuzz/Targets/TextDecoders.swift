import HTTPServer
import Schema
import ServiceKit
import Spreadsheet

/// What arrives by HTTP, and texts within it.
extension Decoder {
  static let query = Decoder(
    name: "query", seeds: texts("state=open&limit=20&cursor=abc%2Fd+e", "a=1&a=2&&b", "%C3%A4=%F0%9F%91%A9")
  ) { bytes in
    var input = Input(bytes)
    let text = input.text()
    for plusIsSpace in [true, false] {
      guard let decoded = PercentCoding.decode(text, plusIsSpace: plusIsSpace) else { continue }
      guard PercentCoding.decode(PercentCoding.encode(decoded)) == decoded else {
        return "\(decoded) is another after writing"
      }
    }
    guard let pairs = PercentCoding.query(text) else { return nil }
    let again = pairs.map { PercentCoding.encode($0.name) + "=" + PercentCoding.encode($0.value) }
    let read = PercentCoding.query(again.joined(separator: "&"))
    return read.map { $0.elementsEqual(pairs) { $0 == $1 } } == true ? nil : "the query is another: \(pairs)"
  }

  /// A document that is not UTF-8: any bytes are a text, and each byte is one character of it.
  static let windows1252 = Decoder(
    name: "windows1252", seeds: { [[0x4C, 0xFC, 0x62, 0x80, 0x81, 0xFF], Array("SUMMARY:Caf\u{e9}".utf8)] }
  ) { bytes in
    let text = TextEncoding.windows1252.text(bytes)
    guard text.unicodeScalars.count == bytes.count else {
      return "\(bytes.count) bytes are another number of characters"
    }
    return TextEncoding.windows1252.bytes(text) == bytes ? nil : "the bytes are others after writing"
  }

  static let cookie = Decoder(
    name: "cookie", seeds: texts("sid=abc; device=\"x y\"; __Host-sid=;=;;", "sid = \"\"\t;\tsid=\"")
  ) { bytes in
    var input = Input(bytes)
    let header = input.text()
    guard let value = Cookies.value("sid", in: header) else { return nil }
    return value.contains(";") ? "a cookie's value goes past its end: \(value)" : nil
  }

  static let cursor = Decoder(
    name: "cursor",
    seeds: { [Cursor(texts: ["a", "1"]), Cursor(texts: [""])].map { Array($0.text.utf8) } }
  ) { bytes in
    var input = Input(bytes)
    let text = input.text()
    let parts = Cursor(text).texts
    guard !parts.isEmpty else { return nil }
    return Cursor(texts: parts).text == text ? nil : "the cursor has two spellings: \(text)"
  }

  static let traceparent = Decoder(
    name: "traceparent", seeds: texts("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
  ) { bytes in
    var input = Input(bytes)
    let text = input.text()
    guard let packed = TraceContext.parse(text) else { return nil }
    guard packed.count == 26 else { return "a trace of \(packed.count) bytes" }
    return text.lowercased().contains(TraceContext.traceID(packed)) ? nil : "another trace: \(text)"
  }

  static let instant = Decoder(
    name: "instant",
    seeds: texts(
      "2026-09-01T12:00:00.000Z", "2024-02-29T23:59:59.123456789+05:30", "0001-01-01T00:00:00Z",
      "9999-12-31T23:59:59-00:00")
  ) { bytes in
    var input = Input(bytes)
    let text = input.text()
    guard let instant = Instant(text) else { return nil }
    guard Instant(instant.description) == instant else { return "\(text) is another after writing" }
    return instant.hour <= instant || instant.milliseconds < -62_135_593_200_000
      ? nil : "\(text) is before its hour"
  }

  /// A request's head as libmicrohttpd hands it over: the line, then fields, each ended by a line feed.
  static let head = Decoder(
    name: "head",
    seeds: texts(
      "GET /v1/tasks?limit=20 HTTP/1.1\nHost: a\nContent-Length: 5",
      "POST / HTTP/1.1\nHost: a\nTransfer-Encoding: chunked",
      "OPTIONS * HTTP/1.0\nX: \u{0B}y\nContent-Length: 99999999999999999999")
  ) { bytes in
    var fields = HeaderGuard()
    var size = 0
    let lines = bytes.split(separator: 10, omittingEmptySubsequences: false)
    for line in lines.dropFirst() {
      let parts = line.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
      let value = parts.count == 2 ? parts[1] : []
      parts[0].withUnsafeBytes { name in
        value.withUnsafeBytes { fields.add(name: name, blanks: 0, value: $0) }
      }
      size += parts[0].count + value.count + 3
    }
    let words = lines[0].split(separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    guard words.count == 3 else { return nil }
    size += words.reduce(6) { $0 + $1.utf8.count }
    let fault = fields.judge(method: words[0], target: words[1], version: words[2], wireSize: size)
    if let fault { return fault.message.isEmpty ? "a refusal without words: \(fault)" : nil }
    let lengths = fields.fields.filter { $0.name.lowercased() == "content-length" }.count
    let encodings = fields.fields.filter { $0.name.lowercased() == "transfer-encoding" }.count
    guard lengths + encodings <= 1 else { return "two ways to find the end of the body passed" }
    return (fields.contentLength == nil) == (lengths == 0) ? nil : "the length got lost"
  }

  static let csv = Decoder(
    name: "csv",
    seeds: texts(
      "email,first\r\nada@quad.example,\"Ada, \"\"A\"\"\r\n\"\r\n",
      "\u{FEFF}a;b\n\n=1+1;\"\"\n", "a\tb\rc\td")
  ) { bytes in
    var input = Input(bytes)
    let text = input.text()
    let read: CSVText
    do throws(CSVText.Flaw) { read = try CSVText(text, maxRows: 50) } catch {
      return (1...bytes.count + 1).contains(error.line) ? nil : "a flaw past the text: \(error)"
    }
    // Cells in order: canonically equal texts are not the same bytes.
    let cells = read.rows.map { $0.cells.map { Array(CSVLine.guarded($0).utf8) } }
    let written = read.rows.map { CSVLine($0.cells).text }.joined()
    do {
      let again = try CSVText(written, maxRows: 50).rows.map { $0.cells.map { Array($0.utf8) } }
      return again == cells ? nil : "\(text) is another after writing"
    } catch { return "\(written) is refused after writing: \(error)" }
  }
}
