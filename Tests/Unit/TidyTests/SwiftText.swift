/// Swift source with its parts told apart, line by line, columns kept: in `code` comments and the insides of
/// string literals are blanks, in `strings` everything but them is.
struct SwiftText {
  private(set) var code: [String] = []
  private(set) var strings: [String] = []

  private enum State {
    case code
    case lineComment
    case blockComment(depth: Int)
    case string(isLong: Bool, hashes: Int)
  }

  init(_ text: String) {
    let bytes = Array(text.utf8)
    var code: [UInt8] = []
    var strings: [UInt8] = []
    code.reserveCapacity(bytes.count)
    strings.reserveCapacity(bytes.count)
    var state = State.code
    var index = 0
    /// Moves `count` bytes into the one view and blanks into the other.
    func take(_ count: Int, isCode: Bool, isString: Bool) {
      for byte in bytes[index..<min(index + count, bytes.count)] {
        let isBreak = byte == UInt8(ascii: "\n")
        code.append(isCode || isBreak ? byte : UInt8(ascii: " "))
        strings.append(isString || isBreak ? byte : UInt8(ascii: " "))
      }
      index += count
    }
    while index < bytes.count {
      if case .code = state, !SwiftText.starts(bytes[index]) {
        take(1, isCode: true, isString: false)
        continue
      }
      let rest = bytes[index...]
      switch state {
      case .code:
        if rest.starts(with: "//".utf8) {
          state = .lineComment
          take(2, isCode: false, isString: false)
        } else if rest.starts(with: "/*".utf8) {
          state = .blockComment(depth: 1)
          take(2, isCode: false, isString: false)
        } else if let opening = SwiftText.opening(rest) {
          state = .string(isLong: opening.isLong, hashes: opening.hashes)
          take(opening.length, isCode: true, isString: false)
        } else {
          take(1, isCode: true, isString: false)
        }
      case .lineComment:
        if bytes[index] == UInt8(ascii: "\n") { state = .code }
        take(1, isCode: false, isString: false)
      case .blockComment(let depth):
        if rest.starts(with: "*/".utf8) {
          state = depth == 1 ? .code : .blockComment(depth: depth - 1)
          take(2, isCode: false, isString: false)
        } else if rest.starts(with: "/*".utf8) {
          state = .blockComment(depth: depth + 1)
          take(2, isCode: false, isString: false)
        } else {
          take(1, isCode: false, isString: false)
        }
      case .string(let isLong, let hashes):
        let mark = Array(repeating: UInt8(ascii: "#"), count: hashes)
        let closing = (isLong ? Array("\"\"\"".utf8) : Array("\"".utf8)) + mark
        if rest.starts(with: Array("\\".utf8) + mark) {
          take(2 + hashes, isCode: false, isString: true)
        } else if rest.starts(with: closing) {
          state = .code
          take(closing.count, isCode: true, isString: false)
        } else {
          take(1, isCode: false, isString: true)
        }
      }
    }
    self.code = SwiftText.lines(code)
    self.strings = SwiftText.lines(strings)
  }

  /// Whether a comment or a string may start here.
  private static func starts(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "#")
  }

  private static func opening(_ rest: ArraySlice<UInt8>) -> (length: Int, isLong: Bool, hashes: Int)? {
    guard let first = rest.first, first == UInt8(ascii: "\"") || first == UInt8(ascii: "#") else {
      return nil
    }
    let hashes = rest.prefix { $0 == UInt8(ascii: "#") }.count
    let quotes = rest.dropFirst(hashes)
    guard quotes.first == UInt8(ascii: "\"") else { return nil }
    let isLong = quotes.starts(with: "\"\"\"".utf8)
    return (hashes + (isLong ? 3 : 1), isLong, hashes)
  }

  private static func lines(_ bytes: [UInt8]) -> [String] {
    bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }
}

extension String {
  /// Where `word` stands with no letter, digit or underscore before it, and none behind it if it ends in one.
  func holds(word: String) -> Bool {
    guard has(word) else { return false }
    var rest = self[...]
    while let range = rest.firstRange(of: word) {
      let before = range.lowerBound > startIndex ? self[index(before: range.lowerBound)] : " "
      let after = range.upperBound < endIndex ? self[range.upperBound] : " "
      let endsInName = word.last.map(\.isOfName) ?? false
      let startsInName = word.first.map(\.isOfName) ?? false
      if !(startsInName && before.isOfName), !(endsInName && after.isOfName) { return true }
      rest = self[index(after: range.lowerBound)...]
    }
    return false
  }
}

extension String {
  /// Whether the text has these bytes. The standard library's search makes a table for each call, which takes
  /// longer than any line.
  func has(_ part: String) -> Bool {
    var (text, part) = (self, part)
    return text.withUTF8 { text in
      part.withUTF8 { part in
        guard let first = part.first else { return true }
        guard text.count >= part.count else { return false }
        return (0...text.count - part.count).contains { place in
          text[place] == first && text[place..<place + part.count].elementsEqual(part)
        }
      }
    }
  }
}

extension Character {
  var isOfName: Bool { isLetter || isNumber || self == "_" }
}
