import Crypto
import Testing

@Suite("Secrets are checked strictly and not shown")
struct SecretTests {
  @Test("a token comes back from its text, and from nothing else")
  func token() throws {
    let token = Token.random()
    let text = token.text
    #expect(text.utf8.count == 43)
    #expect(Token(text: text) == token)
    #expect(token != Token.random())
    #expect(token.hash.count == 32)
    #expect(token.hash == BLAKE2b.hash(token.bytes))
    let (first, last) = (text.dropFirst(), text.dropLast())
    let wrong: [String] = [
      "", "\(text)=", "\(text)A", "\(last)", " \(text)", "\(last) ", "\(first)+", "\(last)B",
      "\(last.dropLast())é",
    ]
    for other in wrong { #expect(Token(text: other) == nil, "\(other)") }
  }

  @Test(
    "text that is not the one form of some bytes is refused",
    arguments: ["Zg==", "Zg=", "Zh", "Z", "Zm9v\n", " Zm9v", "Zm+v", "Zm/v", "Zm9vY", "Zm 9v", "Zm9\0"])
  func strictBase64(_ text: String) {
    #expect(Base64URL.decode(text) == nil)
  }

  @Test("a changed message, signature or key verifies nothing")
  func signatures() throws {
    let key = SigningKey.random()
    let message = Array("at the spot".utf8)
    var signature = key.sign(message)
    #expect(key.verifyKey.verifies(signature, of: message))
    #expect(!key.verifyKey.verifies(signature, of: message + [0]))
    #expect(!SigningKey.random().verifyKey.verifies(signature, of: message))
    #expect(!key.verifyKey.verifies(Array(signature.dropLast()), of: message))
    #expect(!key.verifyKey.verifies([], of: message))
    signature[5] ^= 1
    #expect(!key.verifyKey.verifies(signature, of: message))
    #expect(SigningKey(seed: key.seed)?.verifyKey == key.verifyKey)
    #expect(SigningKey(seed: [1]) == nil)
    #expect(VerifyKey(bytes: []) == nil)
  }

  @Test("parts cannot be moved from one to the next")
  func parts() {
    let (a, b, c): ([UInt8], [UInt8], [UInt8]) = ([1], [2], [1, 2])
    let hashes = [[a, b], [c], [c, []], [[], c], [b, a]].map { BLAKE2b.hash(parts: $0) }
    #expect(Set(hashes).count == hashes.count)
    #expect(BLAKE2b.hash(parts: [a, b]) == hashes[0])
  }

  @Test("a keyed hash depends on its key")
  func keyed() throws {
    let (first, second) = (SecretKey.random(), SecretKey.random())
    #expect(BLAKE2b.hash([1], key: first) == BLAKE2b.hash([1], key: first))
    #expect(BLAKE2b.hash([1], key: first) != BLAKE2b.hash([1], key: second))
    #expect(BLAKE2b.hash([1], key: first) != BLAKE2b.hash([1]))
    #expect(BLAKE2b.hash(parts: [[1]], key: first) != BLAKE2b.hash(parts: [[1]]))
    #expect(SecretKey(bytes: [1]) == nil)
    #expect(SecretKey(bytes: first.bytes)?.bytes == first.bytes)
  }

  @Test("comparison sees every byte and the length")
  func equal() {
    #expect(Secrets.equal([], []))
    #expect(Secrets.equal([1, 2, 3], [1, 2, 3]))
    #expect(!Secrets.equal([1, 2, 3], [1, 2, 4]))
    #expect(!Secrets.equal([0, 2, 3], [1, 2, 3]))
    #expect(!Secrets.equal([1, 2], [1, 2, 3]))
  }

  @Test("random bytes differ and have the length asked for")
  func random() {
    #expect(Secrets.randomBytes(0).isEmpty)
    #expect(Secrets.randomBytes(33).count == 33)
    #expect(Set((0..<100).map { _ in Secrets.randomBytes(16) }).count == 100)
  }

  @Test("secrets do not show themselves")
  func hidden() {
    let (token, key, secret) = (Token.random(), SigningKey.random(), SecretKey.random())
    #expect("\(token) \(key) \(secret)" == "Token SigningKey SecretKey")
    var shown = ""
    dump(token, to: &shown)
    dump(key, to: &shown)
    dump(secret, to: &shown)
    for bytes in [token.bytes, key.seed, secret.bytes] { #expect(!shown.contains("\(bytes[0])")) }
    #expect(!shown.contains(token.text))
  }
}
