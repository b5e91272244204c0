internal import CSodium

/// libsodium, made ready once for the process.
package enum Sodium {
  private static let code = sodium_init()

  /// Called by a program at its start, so that a system without random numbers is found there. Everything in
  /// this module makes libsodium ready by itself too.
  package static func start() throws(CryptoError) {
    if code < 0 { throw .notReady }
  }

  static func prepare() { _ = code }
}

/// Why the module refused.
package enum CryptoError: Error, Sendable, Equatable {
  /// libsodium found no source of random numbers.
  case notReady
  /// As many passwords wait as may: try later.
  case busy
  /// There is not enough memory for Argon2id.
  case outOfMemory
  /// A salt of another length.
  case saltBad
  /// This is not the next chunk of the stream: changed, moved, or sealed with another key.
  case forged
  /// The stream ends before its last chunk.
  case cutOff
  /// The last chunk has been.
  case ended
  /// A chunk longer than a stream takes, a text longer than a push does.
  case tooLong
  /// libcrypto has no memory or no random numbers.
  case failed
  /// The contact of `VAPID` is neither `mailto:` nor `https:`, or cannot be written.
  case contactBad
  /// The endpoint of a push is no URL with an origin.
  case endpointBad
  /// A token of no life, or of more than 24 hours.
  case lifeBad
}
