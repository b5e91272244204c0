/// An unfolded line of a calendar file.
struct CalendarLine {
  /// The number of its first line in the file, from 1.
  let number: Int
  /// The bytes without line ends; at most `CalendarReader.maxLineBytes`.
  let bytes: [UInt8]
  /// True if the line was longer and is cut off.
  let isTooLong: Bool

  /// `DTSTART`, in capital letters; nil for text that is not a line of a calendar.
  let name: String?
  /// The index of the value, after the first unquoted colon.
  private let valueIndex: Int

  init(number: Int, bytes: [UInt8], isTooLong: Bool) {
    self.number = number
    self.bytes = bytes
    self.isTooLong = isTooLong
    let name = bytes.prefix { $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "-") }
    var index = name.endIndex
    var isQuoted = false
    while index < bytes.count, isQuoted || bytes[index] != UInt8(ascii: ":") {
      if bytes[index] == UInt8(ascii: "\"") { isQuoted.toggle() }
      index += 1
    }
    let next = name.endIndex < bytes.count ? bytes[name.endIndex] : 0
    let isLine =
      !name.isEmpty && index < bytes.count && (next == UInt8(ascii: ":") || next == UInt8(ascii: ";"))
    self.name = isLine ? String(decoding: name, as: UTF8.self).uppercased() : nil
    valueIndex = min(index + 1, bytes.count)
  }

  /// The value as written in the file.
  var value: String { String(decoding: bytes[valueIndex...], as: UTF8.self) }

  /// The line with only the parameters that are used, each once: libical takes seconds for a line with many
  /// thousand.
  var essential: [UInt8] {
    let start = (name ?? "").utf8.count
    var kept = Array(bytes[..<start])
    var seen: Set<String> = []
    var index = start
    while index < valueIndex - 1 {
      let from = index
      var isQuoted = false
      index += 1
      while index < valueIndex - 1, isQuoted || bytes[index] != UInt8(ascii: ";") {
        if bytes[index] == UInt8(ascii: "\"") { isQuoted.toggle() }
        index += 1
      }
      let parameter = bytes[from..<index]
      let name = String(
        decoding: parameter.dropFirst().prefix(8).prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self
      )
      .uppercased()
      guard CalendarLine.parameters.contains(name), parameter.count <= CalendarLine.maxParameterLength,
        seen.insert(name).inserted
      else { continue }
      kept += parameter
    }
    return kept + bytes[(valueIndex - 1)...]
  }

  /// True for a change to one occurrence and all later ones (RFC 5545 3.2.13).
  var isForLater: Bool {
    String(decoding: bytes[..<valueIndex], as: UTF8.self).uppercased().contains(";RANGE=THISANDFUTURE")
  }

  private static let parameters: Set<String> = ["TZID", "VALUE", "RELATED"]
  private static let maxParameterLength = 256

  /// False if a number is too long: libical overflows beyond the largest number.
  var hasShortNumbers: Bool {
    bytes[valueIndex...].split { !$0.isASCIIDigit }.allSatisfy { $0.count <= 8 }
  }

  /// True if it is UTF-8 without control characters other than tabs.
  var isText: Bool {
    bytes.allSatisfy { $0 >= 32 && $0 != 127 || $0 == 9 } && String(validating: bytes, as: UTF8.self) != nil
  }
}

/// Splits a file into lines. A line that begins with a space or tab continues the one before it.
struct LineScanner {
  private let bytes: [UInt8]
  private var index = 0
  private var number = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    // The byte order mark that some programs write before UTF-8.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
  }

  /// Returns the next nonempty line.
  mutating func next() -> CalendarLine? {
    while index < bytes.count {
      let first = number + 1
      var line = physical()
      var isTooLong = line.count > CalendarReader.maxLineBytes
      var kept = Array(line.prefix(CalendarReader.maxLineBytes))
      while index < bytes.count, bytes[index] == 32 || bytes[index] == 9 {
        line = physical().dropFirst()
        let room = CalendarReader.maxLineBytes - kept.count
        if line.count > room { isTooLong = true }
        kept += line.prefix(room)
      }
      if !kept.isEmpty { return CalendarLine(number: first, bytes: kept, isTooLong: isTooLong) }
    }
    return nil
  }

  /// Returns the bytes up to the next end of a line: CR LF, or LF or CR alone.
  private mutating func physical() -> ArraySlice<UInt8> {
    let start = index
    while index < bytes.count, bytes[index] != 10, bytes[index] != 13 { index += 1 }
    let line = bytes[start..<index]
    if index < bytes.count {
      let isPair = bytes[index] == 13 && index + 1 < bytes.count && bytes[index + 1] == 10
      index += isPair ? 2 : 1
    }
    number += 1
    return line
  }
}
