import Crypto
import TestSupport
import Testing

@Suite("Passwords are hashed with Argon2id, off the cooperative pool")
struct PasswordTests {
  private var later: ContinuousClock.Instant { .now.advanced(by: .seconds(60)) }

  @Test("a password fits its own hash alone")
  func verify() async throws {
    let hasher = try PasswordHasher(cost: .minimal)
    for password in ["correct horse battery staple", "", "grün\0rot", String(repeating: "x", count: 1000)] {
      let hash = try await hasher.hash(password, by: later)
      #expect(try await hasher.verify(password, against: hash, by: later))
      #expect(try await !hasher.verify(password + "x", against: hash, by: later))
      #expect(try await hasher.hash(password, by: later) != hash, "each hash has its own salt")
    }
    #expect(try await !hasher.verify("x", against: "no hash", by: later))
    #expect(try await !hasher.verify("x", against: "", by: later))
  }

  @Test("the hash says method and cost, and asks for a new one when they change")
  func shape() async throws {
    let hasher = try PasswordHasher(cost: .minimal)
    let hash = try await hasher.hash("password", by: later)
    #expect(hash.hasPrefix("$argon2id$v=19$m=8,t=1,p=1$"))
    #expect(hash.split(separator: "$").count == 5)
    #expect(!hasher.needsRehash(hash))
    let dearer = try PasswordHasher(cost: PasswordHasher.Cost(passes: 2, memory: 16 << 10))
    #expect(dearer.needsRehash(hash))
    #expect(dearer.needsRehash("no hash"))
    #expect(try await dearer.verify("password", against: hash, by: later), "the cost is read from the hash")
  }

  @Test("the usual cost is 3 passes over 64 MiB")
  func usual() async throws {
    let hasher = try PasswordHasher()
    let hash = try await hasher.hash("password", by: later)
    #expect(hash.hasPrefix("$argon2id$v=19$m=65536,t=3,p=1$"))
    #expect(!hasher.needsRehash(hasher.dummyHash))
  }

  @Test("a person who does not exist costs the same work and fits nothing")
  func dummy() async throws {
    let hasher = try PasswordHasher(cost: .minimal)
    let hash = try await hasher.hash("password", by: later)
    #expect(hasher.dummyHash.utf8.count == hash.utf8.count)
    #expect(!hasher.needsRehash(hasher.dummyHash), "it has the cost of a real one")
    #expect(try await !hasher.verify("password", against: nil, by: later))
    #expect(try await !hasher.verify("", against: hasher.dummyHash, by: later))
  }

  @Test("verifying a person who does not exist computes as long as a real one")
  func timing() async throws {
    let hasher = try PasswordHasher(cost: PasswordHasher.Cost(passes: 2, memory: 8 << 20), threads: 1)
    let hash = try await hasher.hash("password", by: later)
    func fastest(_ hash: String?) async throws -> Duration {
      var best = Duration.seconds(60)
      for _ in 0..<8 {
        let (_, took) = try await ProcessorTime.ofProcess {
          try await hasher.verify("wrong", against: hash, by: later)
        }
        best = min(best, took)
      }
      return best
    }
    let (real, dummy) = (try await fastest(hash), try await fastest(nil))
    // Wide: what is looked for is a hash that is not computed, a thousand times faster.
    #expect(dummy > real / 10 && real > dummy / 10, "real \(real), dummy \(dummy)")
  }

  @Test("the example of the README works")
  func example() async throws {
    let hasher = try PasswordHasher()
    let hash = try await hasher.hash("correct horse battery staple", by: later)
    let isRight = try await hasher.verify("correct horse battery staple", against: hash, by: later)
    let token = Token.random()
    let row = token.hash
    let isKnown = Token(text: token.text)?.hash == row
    #expect(isRight && isKnown)
  }
}
