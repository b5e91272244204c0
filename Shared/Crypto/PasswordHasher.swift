internal import CSodium
internal import Threads

/// Argon2id (RFC 9106) on threads of its own: one hash takes about a tenth of a second and 64 MiB, which
/// would stall the cooperative pool.
package final class PasswordHasher: Sendable {
  /// The cost of one hash. libsodium uses one lane.
  package struct Cost: Sendable, Equatable {
    /// Passes over the memory.
    package let passes: Int
    /// Bytes.
    package let memory: Int

    package init(passes: Int, memory: Int) {
      self.passes = passes
      self.memory = memory
    }

    /// 3 passes over 64 MiB: the second recommended choice of RFC 9106 section 4, with one lane.
    package static let usual = Cost(passes: 3, memory: 64 << 20)
    /// The minimum that libsodium accepts. Only for tests and benchmarks.
    package static let minimal = Cost(passes: 1, memory: 8 << 10)

    /// The time of a hash on a machine of today, until one has been measured.
    var usualTime: Duration { .microseconds(100_000 * passes * (memory >> 10) / (3 << 16)) }
  }

  /// A hash that matches no password, with the same cost: verifying against it takes as long as against a
  /// real one.
  package let dummyHash: String
  private let cost: Cost
  private let queue: PasswordQueue

  /// - Parameter threads: The number of concurrent hashes; each takes the memory of its cost.
  /// - Parameter queueLimit: The maximum number of waiting hashes.
  package init(cost: Cost = .usual, threads: Int = 2, queueLimit: Int = 32) throws {
    try Sodium.start()
    self.cost = cost
    dummyHash = PasswordHasher.makeDummy(cost)
    let threads = max(threads, 1)
    let queue = PasswordQueue(threads: threads, limit: queueLimit, time: cost.usualTime)
    self.queue = queue
    for number in 1...threads {
      try WorkThread.start("password-\(number)") { queue.work() }
    }
    try WorkThread.start("password-watch") { queue.watch() }
  }

  deinit {
    queue.close()
  }

  /// The number of waiting passwords.
  package var waiting: Int { queue.count }

  /// - Returns: The hash with its salt and cost as PHC text (`$argon2id$v=19$m=65536,t=3,p=1$…`).
  /// - Throws: `CryptoError.busy`, at once if so many passwords wait that this one would be late.
  package nonisolated(nonsending) func hash(
    _ password: String, by deadline: ContinuousClock.Instant
  ) async throws -> String {
    try await onThread(by: deadline) { [cost] in try PasswordHasher.hash(password, cost) }
  }

  /// Returns true if the password matches the hash.
  /// - Parameter hash: Nil for a person who does not exist. That takes as long and returns false, so that the
  ///   time does not reveal who has an account. Text that is not a hash also returns false.
  /// - Throws: `CryptoError.busy`, like `hash`.
  package nonisolated(nonsending) func verify(
    _ password: String, against hash: String?, by deadline: ContinuousClock.Instant
  ) async throws -> Bool {
    let isKnown = hash != nil
    let text = hash ?? dummyHash
    let fits = try await onThread(by: deadline) { PasswordHasher.verify(password, text) }
    return fits && isKnown
  }

  /// True if the hash was created with another cost or method than the current one. The next sign-in then
  /// creates a new one.
  package func needsRehash(_ hash: String) -> Bool {
    crypto_pwhash_str_needs_rehash(hash, UInt64(cost.passes), cost.memory) != 0
  }

  private nonisolated(nonsending) func onThread<T: Sendable>(
    by deadline: ContinuousClock.Instant, _ work: @escaping @Sendable () throws -> T
  ) async throws -> T {
    try await withCheckedThrowingContinuation { continuation in
      queue.add(
        PasswordQueue.Job(
          deadline: deadline,
          run: { continuation.resume(with: Result { try work() }) },
          refuse: { continuation.resume(throwing: CryptoError.busy($0)) }))
    }
  }

  private static func hash(_ password: String, _ cost: Cost) throws -> String {
    var password = password
    var text = [CChar](repeating: 0, count: crypto_pwhash_strbytes())
    let code = password.withUTF8 { utf8 in
      utf8.withMemoryRebound(to: CChar.self) { characters in
        withStart(characters) {
          crypto_pwhash_str(&text, $0, UInt64(characters.count), UInt64(cost.passes), cost.memory)
        }
      }
    }
    guard code == 0 else { throw CryptoError.outOfMemory }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private static func verify(_ password: String, _ hash: String) -> Bool {
    var password = password
    return password.withUTF8 { utf8 in
      utf8.withMemoryRebound(to: CChar.self) { characters in
        withStart(characters) { crypto_pwhash_str_verify(hash, $0, UInt64(characters.count)) == 0 }
      }
    }
  }

  /// libsodium requires a pointer even for the empty password.
  private static func withStart<T>(
    _ characters: UnsafeBufferPointer<CChar>, _ body: (UnsafePointer<CChar>) -> T
  ) -> T {
    if let start = characters.baseAddress { return body(start) }
    return withUnsafePointer(to: 0, body)
  }

  /// Creates a random salt and a random "hash" in the format of a real one. Nobody knows a matching password.
  private static func makeDummy(_ cost: Cost) -> String {
    // PHC text uses plain base64. Random bytes look the same in both alphabets once these two are swapped.
    func random(_ count: Int) -> String {
      String(
        Base64URL.encode(Secrets.randomBytes(count)).map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 })
    }
    return "$argon2id$v=19$m=\(cost.memory >> 10),t=\(cost.passes),p=1$\(random(16))$\(random(32))"
  }
}
