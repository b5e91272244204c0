/// Collects the header fields of one request as libmicrohttpd has read them, and checks the head.
package struct HeaderGuard {
  package private(set) var fields: [(name: String, value: String)] = []
  private var rules = FieldRules()
  /// True if the `WireFilter` has passed the head: then only its size is compared.
  private let isPassed: Bool
  /// Bytes of the fields as they must have been on the wire.
  private var size = 0

  /// The length of the announced body; nil without Content-Length.
  package var contentLength: Int? { rules.contentLength }
  package var fault: GuardFault? { rules.fault }
  /// True if a body is announced. Otherwise none follows.
  package var announcesBody: Bool { rules.isChunked || contentLength ?? 0 > 0 }

  package init(isPassed: Bool = false) {
    self.isPassed = isPassed
    fields.reserveCapacity(12)
  }

  /// - Parameter blanks: The number of blanks between the colon and the value.
  package mutating func add(name: UnsafeRawBufferPointer, blanks: Int, value: UnsafeRawBufferPointer) {
    size += name.count + 1 + blanks + value.count + 2
    if isPassed {
      rules.addFraming(name: name, value: value)
    } else {
      rules.add(name: name, value: value)
    }
    fields.append((String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self)))
  }

  /// Checks the whole head.
  /// - Parameter wireSize: Bytes of the head as sent. libmicrohttpd accepts a bare LF as a line end, unfolds
  ///   lines, cuts a value at a NUL and treats a field without a name as the end of the head. In each case
  ///   this size differs from that of the reported head, written out.
  package func judge(method: String, target: String, version: String, wireSize: Int) -> GuardFault? {
    if let fault { return fault }
    let line = method.utf8.count + 1 + target.utf8.count + 1 + version.utf8.count + 2
    guard line + size + 2 == wireSize else { return .lines }
    guard !isPassed else { return nil }
    var words = [Array(method.utf8), Array(target.utf8), Array(version.utf8)]
    let version = words.removeLast()
    return words[0].withUnsafeBytes { method in
      words[1].withUnsafeBytes { target in
        version.withUnsafeBytes { rules.judge(method: method, target: target, version: $0) }
      }
    }
  }
}
