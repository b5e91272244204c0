import JSON

// Reads documents, each a line of hexadecimal digits. Writes a line for each: its flaw, or a blank and the
// document's canonical bytes.
while let line = readLine() {
  let digits = Array(line.utf8)
  let bytes = stride(from: 0, to: digits.count, by: 2).compactMap { index in
    UInt8(String(decoding: digits[index..<(index + 2)], as: UTF8.self), radix: 16)
  }
  do {
    print(" " + String(decoding: try JSONDocument(bytes).canonical(), as: UTF8.self))
  } catch { print("\(error.reason.rawValue) \(error.offset)") }
}
