import QRCodes
import Testing

@Suite("A text becomes a QR code of the smallest size that holds it")
struct QRCodeTests {
  /// Versions 1 to 23 of ISO/IEC 18004, table 7: bytes of data at error correction M.
  static let sizes = [
    (1, 21), (14, 21), (15, 25), (26, 25), (27, 29), (213, 57), (214, 61), (779, 105), (800, 109),
  ]

  @Test("the size follows from the length in bytes", arguments: sizes)
  func grows(length: Int, size: Int) throws {
    let code = try QRCode.encode(String(repeating: "x", count: length))
    #expect(code.size == size)
    #expect(code.rows.allSatisfy { $0.count == size })
  }

  @Test("the three finder patterns stand in their corners")
  func hasFinders() throws {
    let code = try QRCode.encode("https://quad.example/check-in?code=482913")
    let finder = [
      "#######", "#.....#", "#.###.#", "#.###.#", "#.###.#", "#.....#", "#######",
    ]
    let far = code.size - 7
    for (top, left) in [(0, 0), (0, far), (far, 0)] {
      let found = code.rows[top..<top + 7].map { row in
        row[left..<left + 7].map { $0 ? "#" : "." }.joined()
      }
      #expect(found == finder, "at \(top), \(left)")
    }
  }

  @Test("lengths count bytes, and what is too long or empty is refused")
  func refuses() throws {
    #expect(throws: QRCodeError.empty) { try QRCode.encode("") }
    let longest = String(repeating: "é", count: QRCode.maxTextLength / 2)
    #expect(try QRCode.encode(longest).size == 109)
    #expect(throws: QRCodeError.tooLong) { try QRCode.encode(longest + "x") }
  }

  @Test("the same text gives the same code on many threads at once")
  func isThreadSafe() async throws {
    let expected = try QRCode.encode("the same for everybody")
    try await withThrowingTaskGroup(of: QRCode.self) { group in
      for _ in 0..<200 { group.addTask { try QRCode.encode("the same for everybody") } }
      for try await code in group { #expect(code == expected) }
    }
  }
}
