import Testing

@testable import Crypto

@Suite("P-256 takes points of its curve alone")
struct CurveTests {
  @Test("two pairs find the same secret, a third another one")
  func agreement() throws {
    let (a, b, c) = try (P256KeyPair.random(), P256KeyPair.random(), P256KeyPair.random())
    let shared = try a.sharedSecret(with: b.publicKey)
    #expect(shared.count == 32)
    #expect(try b.sharedSecret(with: a.publicKey) == shared)
    #expect(try c.sharedSecret(with: a.publicKey) != shared)
    #expect(P256KeyPair(secret: a.secret)?.publicKey == a.publicKey)
  }

  @Test("ECDH, NIST CAVP, P-256, count 0")
  func ecdh() throws {
    let own = try #require(
      P256KeyPair(secret: hex("7d7dc5f71eb29ddaf80d6214632eeae03d9058af1fb6d22ed80badb62bc1a534")))
    #expect(
      own.publicKey.bytes
        == hex(
          "04ead218590119e8876b29146ff89ca61770c4edbbf97d38ce385ed281d8a6b230"
            + "28af61281fd35e2fa7002523acc85a429cb06ee6648325389f59edfce1405141"))
    let other = try #require(
      P256PublicKey(
        bytes: hex(
          "04700c48f77f56584c5cc632ca65640db91b6bacce3a4df6b42ce7cc838833d287"
            + "db71e509e3fd9b060ddb20ba5c51dcc5948d46fbf640dfe0441782cab85fa4ac")))
    #expect(
      try own.sharedSecret(with: other)
        == hex("46fc62106420ff012e54a434fbdd2d25ccc5852060561e68040dd7778997bd7b"))
  }

  @Test("a changed message, signature or key verifies nothing")
  func signatures() throws {
    let key = try P256KeyPair.random()
    let message = Array("at the spot".utf8)
    for _ in 0..<50 {
      // A number of less than 32 bytes keeps its zeros in front.
      let signature = try key.sign(message)
      #expect(signature.count == 64)
      #expect(key.publicKey.verifies(signature, of: message))
    }
    var signature = try key.sign(message)
    #expect(!key.publicKey.verifies(signature, of: message + [0]))
    #expect(try !P256KeyPair.random().publicKey.verifies(signature, of: message))
    #expect(!key.publicKey.verifies(Array(signature.dropLast()), of: message))
    #expect(!key.publicKey.verifies([], of: message))
    #expect(!key.publicKey.verifies([UInt8](repeating: 0, count: 64), of: message))
    #expect(!key.publicKey.verifies([UInt8](repeating: 255, count: 64), of: message))
    signature[40] ^= 1
    #expect(!key.publicKey.verifies(signature, of: message))
  }

  @Test("what is no point of the curve is no key")
  func points() throws {
    let good = try P256KeyPair.random().publicKey.bytes
    #expect(P256PublicKey(bytes: good) != nil)
    var changed = good
    changed[64] ^= 1
    let compressed = [good[64] & 1 + 2] + good[1...32]
    let hybrid = [good[64] & 1 + 6] + good[1...]
    let zero = [4] + [UInt8](repeating: 0, count: 64)
    let large = [4] + [UInt8](repeating: 255, count: 64)
    // (p, sqrt(b)): a coordinate that is not below the prime.
    let prime = hex("ffffffff00000001000000000000000000000000ffffffffffffffffffffffff")
    let root = hex("66485c780e2f83d72433bd5d84a06bb6541c2af31dae871728bf856a174f93f4")
    #expect(P256PublicKey(bytes: [4] + [UInt8](repeating: 0, count: 32) + root) != nil)
    let outside = [
      [], [0], [4], good + [0], Array(good.dropLast()), changed, zero, large, [4] + prime + root,
    ]
    for bytes in outside + [compressed, Array(hybrid)] { #expect(P256PublicKey(bytes: bytes) == nil) }
  }

  @Test("a secret is from 1 to below the order")
  func secrets() {
    let order = hex("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551")
    let below = hex("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632550")
    let one = [UInt8](repeating: 0, count: 31) + [1]
    for secret in [one, below] { #expect(P256KeyPair(secret: secret) != nil) }
    let zero = [UInt8](repeating: 0, count: 32)
    for secret in [[], [1], zero, order, [UInt8](repeating: 255, count: 32), one + [1]] {
      #expect(P256KeyPair(secret: secret) == nil)
    }
  }

  @Test("a pair does not show itself")
  func silent() throws {
    let pair = try P256KeyPair.random()
    #expect("\(pair)" == "P256KeyPair")
    #expect(Mirror(reflecting: pair).children.isEmpty)
  }

  @Test(
    "HKDF, RFC 5869, test cases 1 to 3",
    arguments: [
      (
        String(repeating: "0b", count: 22), "000102030405060708090a0b0c", "f0f1f2f3f4f5f6f7f8f9",
        "077709362c2e32df0ddc3f0dc47bba6390b6c73bb50f9c3122ec844ad7c2b3e5",
        "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"
      ),
      (
        run(0x00, 80), run(0x60, 80), run(0xb0, 80),
        "06a6b88c5853361a06104c9ceb35b45cef760014904671014a193f40c15fc244",
        "b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99cac7827271cb41c65e590e09"
          + "da3275600c2f09b8367793a9aca3db71cc30c58179ec3e87c14c01d5c1f3434f1d87"
      ),
      (
        String(repeating: "0b", count: 22), "", "",
        "19ef24a32c717b167f33a91d6f648bdf96596776afdb6377ac434c1c293ccb04",
        "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"
      ),
    ])
  func hkdf(_ secret: String, _ salt: String, _ info: String, _ key: String, _ output: String) {
    let extracted = HKDF.extract(hex(secret), salt: hex(salt))
    #expect(extracted == hex(key))
    #expect(HKDF.expand(extracted, info: hex(info), count: output.utf8.count / 2) == hex(output))
  }

  @Test("AES-128-GCM, test case 3 of its specification")
  func aesGCM() throws {
    let sealed = try AESGCM.seal(
      hex(
        "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72"
          + "1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b391aafd255"),
      key: hex("feffe9928665731c6d6a8f9467308308"), nonce: hex("cafebabefacedbaddecaf888"))
    #expect(
      sealed
        == hex(
          "42831ec2217774244b7221b784d0d49ce3aa212f2c02a4e035c17e2329aca12e"
            + "21d514b25466931c7d8f6a5aac84aa051ba30b396a0aac973d58e091473f5985"
            + "4d5c2af327cd64a62cf35abd2ba6fab4"))
  }
}

private func run(_ first: UInt8, _ count: Int) -> String {
  (0..<count).map { number in
    let byte = String(Int(first) + number, radix: 16)
    return byte.count == 1 ? "0" + byte : byte
  }.joined()
}

private func hex(_ text: String) -> [UInt8] {
  let digits = Array(text)
  return stride(from: 0, to: digits.count - 1, by: 2).compactMap {
    UInt8(String(digits[$0...$0 + 1]), radix: 16)
  }
}
