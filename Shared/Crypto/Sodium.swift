internal import CSodium

/// libsodium, initialized once for the process.
package enum Sodium {
  private static let code = sodium_init()

  /// Initializes libsodium. Programs call it at startup to detect a system without random numbers early.
  /// Everything in this module also initializes libsodium by itself.
  package static func start() throws(CryptoError) {
    if code < 0 { throw .notReady }
  }

  static func prepare() { _ = code }
}

/// The errors of this module.
package enum CryptoError: Error, Sendable, Equatable {
  /// libsodium found no source of random numbers.
  case notReady
  /// Too many passwords wait for this one to be hashed by its deadline; it was not. There is room after a
  /// time.
  case busy(Duration)
  /// There is not enough memory for Argon2id.
  case outOfMemory
  /// A salt of another length.
  case saltBad
  /// Not the next chunk of the stream: changed, moved, or sealed with another key.
  case forged
  /// The stream ends before its last chunk.
  case cutOff
  /// The last chunk was already processed.
  case ended
  /// A chunk over the limit of a stream, or a text over the limit of a push.
  case tooLong
  /// libcrypto has no memory or no random numbers.
  case failed
  /// The contact of `VAPID` is neither `mailto:` nor `https:`, or contains invalid characters.
  case contactBad
  /// The endpoint of a push is not a URL with an origin.
  case endpointBad
  /// A token lifetime below the minimum, or over 24 hours.
  case lifeBad
}
