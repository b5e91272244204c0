internal import CSodium

/// Base64 of RFC 4648 section 5, without padding. Runs in constant time for bytes of the same length.
package enum Base64URL {
  package static func encode(_ bytes: [UInt8]) -> String {
    Sodium.prepare()
    let capacity = sodium_base64_encoded_len(bytes.count, sodium_base64_VARIANT_URLSAFE_NO_PADDING)
    return String(unsafeUninitializedCapacity: capacity) { buffer in
      buffer.withMemoryRebound(to: CChar.self) { characters in
        guard let start = characters.baseAddress else { return 0 }
        sodium_bin2base64(
          start, capacity, bytes, bytes.count, sodium_base64_VARIANT_URLSAFE_NO_PADDING)
        return capacity - 1  // the NUL at its end
      }
    }
  }

  /// Returns nil for padding, spaces, characters of another alphabet, an impossible length, and stray bits at
  /// the end: any bytes have exactly one text.
  package static func decode(_ text: String) -> [UInt8]? {
    Sodium.prepare()
    var text = text
    return text.withUTF8 { utf8 in
      utf8.withMemoryRebound(to: CChar.self) { characters in
        guard let start = characters.baseAddress, !characters.isEmpty else { return [] }
        var bytes = [UInt8](repeating: 0, count: characters.count * 3 / 4 + 1)
        var count = 0
        let code = sodium_base642bin(
          &bytes, bytes.count, start, characters.count, nil, &count, nil,
          sodium_base64_VARIANT_URLSAFE_NO_PADDING)
        return code == 0 ? Array(bytes.prefix(count)) : nil
      }
    }
  }
}
