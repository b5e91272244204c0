import Crypto
import Testing

@Suite("Results are those of the published vectors")
struct VectorTests {
  @Test(
    "Ed25519, RFC 8032 section 7.1, tests 1 to 3",
    arguments: [
      (
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
          + "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
      ),
      (
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
          + "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
      ),
      (
        "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
          + "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"
      ),
    ])
  func ed25519(_ seed: String, _ open: String, _ message: String, _ signature: String) throws {
    let key = try #require(SigningKey(seed: bytes(seed)))
    #expect(key.verifyKey.bytes == bytes(open))
    #expect(key.sign(bytes(message)) == bytes(signature))
    #expect(key.verifyKey.verifies(bytes(signature), of: bytes(message)))
  }

  @Test(
    "BLAKE2b-256",
    arguments: [
      ("", "0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8"),
      ("616263", "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319"),
    ])
  func blake2b(_ message: String, _ hash: String) {
    #expect(BLAKE2b.hash(bytes(message)) == bytes(hash))
  }

  @Test("BLAKE2b in parts is that of the whole", arguments: [0, 1, 127, 128, 129, 100_000])
  func blake2bStream(_ part: Int) {
    let message = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    var stream = BLAKE2bStream()
    var rest = message[...]
    while !rest.isEmpty, part > 0 {
      stream.update(Array(rest.prefix(part)))
      rest = rest.dropFirst(part)
    }
    #expect(stream.finish() == BLAKE2b.hash(part > 0 ? message : []))
  }

  @Test(
    "HMAC-SHA-256, RFC 4231, cases 1, 2 and 6",
    arguments: [
      (
        [UInt8](repeating: 0x0b, count: 20), "Hi There",
        "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
      ),
      (
        Array("Jefe".utf8), "what do ya want for nothing?",
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
      ),
      (
        [UInt8](repeating: 0xaa, count: 131), "Test Using Larger Than Block-Size Key - Hash Key First",
        "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
      ),
    ])
  func hmac(_ key: [UInt8], _ message: String, _ code: String) {
    #expect(HMAC.sha256(Array(message.utf8), key: key) == bytes(code))
  }

  @Test("SCRAM-SHA-256, the password and salt of RFC 7677, section 3; checked with Python's hashlib")
  func scram() throws {
    let salt = try #require(Base64URL.decode("W22ZaJ0SNY7soEsUEjb6gQ"))
    #expect(
      ScramVerifier.text(of: "pencil", salt: salt)
        == "SCRAM-SHA-256$4096:W22ZaJ0SNY7soEsUEjb6gQ==$WG5d8oPm3OtcPnkdi4Uo7BkeZkBFzpcXkuLmtbsT4qY=:"
        + "wfPLwcE6nTWhTAmQ7tl2KeoiWGPlZqQxSrmfPwDl2dU=")
    #expect(ScramVerifier.text(of: "pencil") != ScramVerifier.text(of: "pencil"), "each has its own salt")
  }

  @Test(
    "base64url, RFC 4648 section 10",
    arguments: [
      ("", ""), ("66", "Zg"), ("666f", "Zm8"), ("666f6f", "Zm9v"), ("666f6f62", "Zm9vYg"),
      ("666f6f6261", "Zm9vYmE"), ("666f6f626172", "Zm9vYmFy"), ("fbff", "-_8"),
    ])
  func base64(_ hex: String, _ text: String) {
    #expect(Base64URL.encode(bytes(hex)) == text)
    #expect(Base64URL.decode(text) == bytes(hex))
  }

  private func bytes(_ hex: String) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = Substring(hex)
    while !rest.isEmpty {
      bytes.append(UInt8(rest.prefix(2), radix: 16) ?? 0)
      rest = rest.dropFirst(2)
    }
    return bytes
  }
}
