internal import CSodium

/// BLAKE2b with 32 bytes of output over bytes that arrive in parts, such as those of a large file. The result
/// equals `BLAKE2b.hash` of all of them together.
package struct BLAKE2bStream: ~Copyable {
  private static let length = 32
  private let state: UnsafeMutableRawPointer

  package init() {
    Sodium.prepare()
    // libsodium requires its state at a multiple of 64.
    state = .allocate(byteCount: crypto_generichash_statebytes(), alignment: 64)
    crypto_generichash_init(OpaquePointer(state), nil, 0, BLAKE2bStream.length)
  }

  deinit { state.deallocate() }

  package mutating func update(_ bytes: [UInt8]) {
    crypto_generichash_update(OpaquePointer(state), bytes, UInt64(bytes.count))
  }

  /// Returns the hash and ends the stream.
  package consuming func finish() -> [UInt8] {
    var output = [UInt8](repeating: 0, count: BLAKE2bStream.length)
    crypto_generichash_final(OpaquePointer(state), &output, output.count)
    return output
  }
}
