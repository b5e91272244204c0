import Crypto
import Testing

@Suite("A sealed text is opened by its key alone, and as it was")
struct SecretBoxTests {
  @Test("every length survives the way", arguments: [0, 1, 32, 1000])
  func roundTrip(_ count: Int) {
    let key = SecretKey.random()
    let text = Secrets.randomBytes(count)
    let sealed = SecretBox.seal(text, key: key)
    #expect(sealed.count == count + SecretBox.overhead)
    #expect(SecretBox.open(sealed, key: key) == text)
    #expect(SecretBox.seal(text, key: key) != sealed, "the nonce is another")
    #expect(SecretBox.open(sealed, key: .random()) == nil)
  }

  @Test("no changed byte and no other length opens")
  func forged() {
    let key = SecretKey.random()
    let sealed = SecretBox.seal([1, 2, 3], key: key)
    for index in sealed.indices {
      var forged = sealed
      forged[index] ^= 1
      #expect(SecretBox.open(forged, key: key) == nil, "byte \(index)")
    }
    for count in sealed.indices { #expect(SecretBox.open(Array(sealed.prefix(count)), key: key) == nil) }
    #expect(SecretBox.open(sealed + [0], key: key) == nil)
  }
}
