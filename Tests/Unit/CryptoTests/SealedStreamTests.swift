import Crypto
import Testing

@Suite("A sealed stream opens whole, in order and unchanged, or not at all")
struct SealedStreamTests {
  private static let chunks: [[UInt8]] = [
    Array("one".utf8), [], [UInt8](repeating: 7, count: 70_000), Array("four".utf8),
  ]

  private func sealed(_ chunks: [[UInt8]], _ key: SecretKey) throws -> (header: [UInt8], sealed: [[UInt8]]) {
    var writer = SealedStream.Writer(key: key)
    var sealed: [[UInt8]] = []
    for (index, chunk) in chunks.enumerated() {
      sealed.append(try writer.seal(chunk, isLast: index == chunks.count - 1))
    }
    return (writer.header, sealed)
  }

  private func opened(_ sealed: [[UInt8]], header: [UInt8], _ key: SecretKey) throws -> [[UInt8]] {
    var reader = try SealedStream.Reader(key: key, header: header)
    var chunks: [[UInt8]] = []
    for chunk in sealed { chunks.append(try reader.open(chunk)) }
    try reader.finish()
    return chunks
  }

  @Test("what was sealed comes back, and does not show")
  func roundTrip() throws {
    let key = SecretKey.random()
    let (header, sealed) = try sealed(Self.chunks, key)
    #expect(header.count == SealedStream.headerBytes)
    #expect(zip(sealed, Self.chunks).allSatisfy { $0.count == $1.count + SealedStream.overhead })
    #expect(try opened(sealed, header: header, key) == Self.chunks)
    #expect(!sealed[2].suffix(1000).allSatisfy { $0 == sealed[2][69_000] })
    let again = try self.sealed(Self.chunks, key)
    #expect(again.header != header && again.sealed != sealed)
    let empty = try self.sealed([[]], key)
    #expect(try opened(empty.sealed, header: empty.header, key) == [[]])
  }

  @Test("the example of the README works")
  func readme() throws {
    let salt = Secrets.randomBytes(PassphraseKey.saltBytes)
    let key = try PassphraseKey.derive(passphrase: "four quiet words here", salt: salt)
    var writer = SealedStream.Writer(key: key)
    let sealed = try [writer.seal([1, 2, 3], isLast: false), writer.seal([4], isLast: true)]
    var reader = try SealedStream.Reader(key: key, header: writer.header)
    let chunks = try sealed.map { try reader.open($0) }
    try reader.finish()
    #expect(chunks == [[1, 2, 3], [4]])
  }

  @Test("any changed bit does not open")
  func changed() throws {
    let key = SecretKey.random()
    let (header, sealed) = try sealed([Array("one".utf8), Array("two".utf8)], key)
    for chunk in sealed.indices {
      for byte in sealed[chunk].indices {
        var changed = sealed
        changed[chunk][byte] ^= 1 << UInt8(byte % 8)
        #expect(throws: CryptoError.forged) { try opened(changed, header: header, key) }
      }
    }
    for byte in header.indices {
      var changed = header
      changed[byte] ^= 1
      #expect(throws: CryptoError.forged) { try opened(sealed, header: changed, key) }
    }
    #expect(throws: CryptoError.forged) { try opened(sealed, header: header, SecretKey.random()) }
    #expect(throws: CryptoError.forged) { try opened(sealed, header: Array(header.dropLast()), key) }
    #expect(throws: CryptoError.forged) { try opened(sealed, header: [], key) }
  }

  @Test("chunks left out, moved, repeated, cut or of another stream do not open")
  func moved() throws {
    let key = SecretKey.random()
    let (header, sealed) = try sealed(Self.chunks, key)
    let other = try self.sealed(Self.chunks, key).sealed
    let wrong = [
      Array(sealed.dropFirst()), [sealed[0], sealed[2], sealed[3]],
      [sealed[1], sealed[0], sealed[2], sealed[3]],
      [sealed[0], sealed[0]], [other[0]], [sealed[0], other[1]], [Array(sealed[0].dropLast())],
      [sealed[0] + [0]], [[]], [[UInt8](repeating: 0, count: SealedStream.overhead - 1)],
      [[UInt8](repeating: 0, count: SealedStream.overhead)],
      [[UInt8](repeating: 0, count: SealedStream.maxChunkBytes + SealedStream.overhead + 1)],
    ]
    for chunks in wrong {
      #expect(throws: CryptoError.forged) { try opened(chunks, header: header, key) }
    }
  }

  @Test("an end that is missing is seen, and nothing comes after the last chunk")
  func cutOff() throws {
    let key = SecretKey.random()
    let (header, sealed) = try sealed(Self.chunks, key)
    for count in 0..<sealed.count {
      #expect(throws: CryptoError.cutOff) { try opened(Array(sealed.prefix(count)), header: header, key) }
    }
    #expect(throws: CryptoError.ended) { try opened(sealed + [sealed[0]], header: header, key) }
  }

  @Test("after one bad chunk the good ones do not open either")
  func broken() throws {
    let key = SecretKey.random()
    let (header, sealed) = try sealed(Self.chunks, key)
    var reader = try SealedStream.Reader(key: key, header: header)
    var refused: [CryptoError] = []
    for chunk in [[1], sealed[0]] {
      do { _ = try reader.open(chunk) } catch { refused.append(error) }
    }
    #expect(refused == [.forged, .forged])
    let hasEnded = reader.hasEnded
    #expect(!hasEnded)
  }

  @Test("a chunk has a limit, and the last one is the last")
  func limits() throws {
    let key = SecretKey.random()
    var writer = SealedStream.Writer(key: key)
    var refused: [CryptoError] = []
    do {
      _ = try writer.seal([UInt8](repeating: 0, count: SealedStream.maxChunkBytes + 1), isLast: true)
    } catch {
      refused.append(error)
    }
    let longest = try writer.seal([UInt8](repeating: 1, count: SealedStream.maxChunkBytes), isLast: true)
    do { _ = try writer.seal([], isLast: true) } catch { refused.append(error) }
    #expect(refused == [.tooLong, .ended])
    #expect(try opened([longest], header: writer.header, key)[0].count == SealedStream.maxChunkBytes)
  }
}

@Suite("A passphrase and its salt always make the same key")
struct PassphraseKeyTests {
  @Test(
    "Argon2id, 3 passes over 64 MiB, as the reference program computes it",
    arguments: [
      ("four quiet words here", "cb34672f3a806ca2d4e38ff398a3d7e200c712263f293a5cc9a4064ca4b43f25"),
      ("grün \u{1F382}", "65a14e64a4e7ea5aa19b828f6a79d8f220b85fa4debe86e422d305e699a892df"),
    ])
  func vectors(passphrase: String, key: String) throws {
    let derived = try PassphraseKey.derive(passphrase: passphrase, salt: Array("0123456789abcdef".utf8))
    #expect(derived.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == key)
  }

  @Test("another passphrase, form of a letter or salt makes another key")
  func different() throws {
    let salt = Secrets.randomBytes(PassphraseKey.saltBytes)
    let other = Secrets.randomBytes(PassphraseKey.saltBytes)
    let keys = try [("é", salt), ("e\u{301}", salt), ("é ", salt), ("", salt), ("é", other)].map {
      try PassphraseKey.derive(passphrase: $0, salt: $1).bytes
    }
    #expect(Set(keys).count == keys.count)
    #expect(throws: CryptoError.saltBad) { try PassphraseKey.derive(passphrase: "é", salt: []) }
    #expect(throws: CryptoError.saltBad) { try PassphraseKey.derive(passphrase: "é", salt: salt + [0]) }
  }
}
