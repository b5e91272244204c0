internal import CSodium

/// Bytes of any length encrypted chunk by chunk (libsodium's secretstream, XChaCha20-Poly1305), so that no
/// more than a chunk is in memory. Chunks that were changed, left out, moved, or added, and an end that is
/// missing, do not open. Where a sealed chunk ends in a file is the caller's to know: full ones of one size
/// and a shorter last one need no lengths.
package enum SealedStream {
  /// Bytes of the header, which stands before the chunks and is no secret.
  package static let headerBytes = Int(crypto_secretstream_xchacha20poly1305_HEADERBYTES)
  /// Bytes by which a sealed chunk is longer.
  package static let overhead = Int(crypto_secretstream_xchacha20poly1305_ABYTES)
  /// Most bytes of a chunk, before it is sealed.
  package static let maxChunkBytes = 1 << 20

  /// Seals chunks in order; the last one is said to be the last.
  package struct Writer: ~Copyable {
    package let header: [UInt8]
    private var state = crypto_secretstream_xchacha20poly1305_state()
    private var hasEnded = false

    /// Streams under one key are told apart by their headers, which are random.
    package init(key: SecretKey) {
      Sodium.prepare()
      var header = [UInt8](repeating: 0, count: SealedStream.headerBytes)
      crypto_secretstream_xchacha20poly1305_init_push(&state, &header, key.bytes)
      self.header = header
    }

    /// - Parameter isLast: without a last chunk, which may be empty, the stream does not open to its end.
    /// - Throws: `tooLong` for more than `maxChunkBytes`, `ended` after the last chunk.
    package mutating func seal(_ chunk: [UInt8], isLast: Bool) throws(CryptoError) -> [UInt8] {
      guard !hasEnded else { throw .ended }
      guard chunk.count <= SealedStream.maxChunkBytes else { throw .tooLong }
      hasEnded = isLast
      var sealed = [UInt8](repeating: 0, count: chunk.count + SealedStream.overhead)
      let tag = isLast ? SealedStream.finalTag : SealedStream.messageTag
      // It fails for lengths out of range only.
      crypto_secretstream_xchacha20poly1305_push(
        &state, &sealed, nil, chunk, UInt64(chunk.count), nil, 0, tag)
      return sealed
    }
  }

  /// Opens the chunks in the order they were sealed in.
  package struct Reader: ~Copyable {
    private var state = crypto_secretstream_xchacha20poly1305_state()
    /// The last chunk was opened. Until then what came may have been cut off.
    package private(set) var hasEnded = false
    private var isBroken = false

    /// - Throws: `forged` for a header of another length. A wrong key shows at the first chunk.
    package init(key: SecretKey, header: [UInt8]) throws(CryptoError) {
      Sodium.prepare()
      guard header.count == SealedStream.headerBytes,
        crypto_secretstream_xchacha20poly1305_init_pull(&state, header, key.bytes) == 0
      else { throw .forged }
    }

    /// - Throws: `forged` when this is not the next chunk of the stream, `ended` after the last one. What
    ///   comes after that does not open either.
    package mutating func open(_ sealed: [UInt8]) throws(CryptoError) -> [UInt8] {
      guard !hasEnded else { throw .ended }
      let length = sealed.count - SealedStream.overhead
      guard !isBroken, (0...SealedStream.maxChunkBytes).contains(length) else {
        isBroken = true
        throw .forged
      }
      var chunk = [UInt8](repeating: 0, count: length)
      var tag: UInt8 = 0
      let code = crypto_secretstream_xchacha20poly1305_pull(
        &state, &chunk, nil, &tag, sealed, UInt64(sealed.count), nil, 0)
      guard code == 0, tag == SealedStream.finalTag || tag == SealedStream.messageTag else {
        isBroken = true
        throw .forged
      }
      hasEnded = tag == SealedStream.finalTag
      return chunk
    }

    /// Called where the chunks end.
    /// - Throws: `cutOff` when the last chunk has not been opened: what was read is not to be kept.
    package consuming func finish() throws(CryptoError) {
      guard hasEnded else { throw .cutOff }
    }
  }

  private static let messageTag = UInt8(crypto_secretstream_xchacha20poly1305_tag_message())
  private static let finalTag = UInt8(crypto_secretstream_xchacha20poly1305_tag_final())
}
