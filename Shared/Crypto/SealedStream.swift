internal import CSodium

/// Encrypts bytes of any length chunk by chunk (libsodium's secretstream, XChaCha20-Poly1305), so that only
/// one chunk is in memory. Changed, missing, moved or added chunks and a missing end are detected. The caller
/// has to find the end of a sealed chunk in a file: full chunks of one size and a shorter last one need no
/// lengths.
package enum SealedStream {
  /// Bytes of the header, which precedes the chunks and is not secret.
  package static let headerBytes = Int(crypto_secretstream_xchacha20poly1305_HEADERBYTES)
  /// Bytes that sealing adds to a chunk.
  package static let overhead = Int(crypto_secretstream_xchacha20poly1305_ABYTES)
  /// The maximum number of bytes in a chunk before it is sealed.
  package static let maxChunkBytes = 1 << 20

  /// Seals chunks in order and marks the last one.
  package struct Writer: ~Copyable {
    package let header: [UInt8]
    private var state = crypto_secretstream_xchacha20poly1305_state()
    private var hasEnded = false

    /// Starts a stream. Streams with the same key differ by their headers, which are random.
    package init(key: SecretKey) {
      Sodium.prepare()
      var header = [UInt8](repeating: 0, count: SealedStream.headerBytes)
      crypto_secretstream_xchacha20poly1305_init_push(&state, &header, key.bytes)
      self.header = header
    }

    /// - Parameter isLast: True for the last chunk, which may be empty. Without it, the stream does not open
    ///   to its end.
    /// - Throws: `tooLong` for more than `maxChunkBytes`, `ended` after the last chunk.
    package mutating func seal(_ chunk: [UInt8], isLast: Bool) throws(CryptoError) -> [UInt8] {
      guard !hasEnded else { throw .ended }
      guard chunk.count <= SealedStream.maxChunkBytes else { throw .tooLong }
      hasEnded = isLast
      var sealed = [UInt8](repeating: 0, count: chunk.count + SealedStream.overhead)
      let tag = isLast ? SealedStream.finalTag : SealedStream.messageTag
      // This fails only for lengths out of range.
      crypto_secretstream_xchacha20poly1305_push(
        &state, &sealed, nil, chunk, UInt64(chunk.count), nil, 0, tag)
      return sealed
    }
  }

  /// Opens the chunks in the order in which they were sealed.
  package struct Reader: ~Copyable {
    private var state = crypto_secretstream_xchacha20poly1305_state()
    /// True once the last chunk was opened. Until then the stream may be truncated.
    package private(set) var hasEnded = false
    private var isBroken = false

    /// - Throws: `forged` for a header of another length. A wrong key is detected at the first chunk.
    package init(key: SecretKey, header: [UInt8]) throws(CryptoError) {
      Sodium.prepare()
      guard header.count == SealedStream.headerBytes,
        crypto_secretstream_xchacha20poly1305_init_pull(&state, header, key.bytes) == 0
      else { throw .forged }
    }

    /// - Throws: `forged` if this is not the next chunk of the stream, `ended` after the last one. After an
    ///   error, no further chunk opens.
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

    /// Ends the stream. Call it after the last chunk.
    /// - Throws: `cutOff` if the last chunk has not been opened: discard the data read so far.
    package consuming func finish() throws(CryptoError) {
      guard hasEnded else { throw .cutOff }
    }
  }

  private static let messageTag = UInt8(crypto_secretstream_xchacha20poly1305_tag_message())
  private static let finalTag = UInt8(crypto_secretstream_xchacha20poly1305_tag_final())
}
