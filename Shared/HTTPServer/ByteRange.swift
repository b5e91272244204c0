/// The part of a file that a request asks for by the header `Range` (RFC 9110, section 14).
package enum ByteRange: Equatable, Sendable {
  /// The whole file: without a range, and for what a server may pass over: several ranges, another unit, a
  /// range that is not well-formed, or one without a byte of the file.
  case whole
  case part(offset: Int64, length: Int64)

  package init(_ header: String?, size: Int64) {
    self = .whole
    guard let header, header.hasPrefix("bytes="), !header.contains(",") else { return }
    let ends = header.dropFirst("bytes=".count).split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, ends.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }) else {
      return
    }
    switch (Int64(ends[0]), Int64(ends[1])) {
    case (let first?, let last?):
      guard first <= last else { return }
      self = ByteRange.from(first, to: last, size)
    case (let first?, nil) where ends[1].isEmpty: self = ByteRange.from(first, to: .max, size)
    case (nil, let count?) where ends[0].isEmpty:
      self = count == 0 ? .whole : .from(max(0, size - count), to: .max, size)
    default: return
    }
  }

  private static func from(_ first: Int64, to last: Int64, _ size: Int64) -> ByteRange {
    guard first < size else { return .whole }
    return .part(offset: first, length: min(last, size - 1) - first + 1)
  }
}
