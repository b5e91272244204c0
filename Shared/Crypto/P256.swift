internal import CCrypto

/// A key pair on the curve P-256 (FIPS 186-4), the only curve of Web Push. The secret key never appears in a
/// description.
package struct P256KeyPair: Sendable, CustomStringConvertible, CustomReflectable {
  /// 32 bytes, big-endian, from which everything else is derived. This is what a store keeps.
  package let secret: [UInt8]
  package let publicKey: P256PublicKey

  /// - Throws: `failed`.
  package static func random() throws(CryptoError) -> P256KeyPair {
    guard let (secret, point) = P256.generate() else { throw P256.failed() }
    return P256KeyPair(secret: secret, publicKey: P256PublicKey(checked: point))
  }

  private init(secret: [UInt8], publicKey: P256PublicKey) {
    self.secret = secret
    self.publicKey = publicKey
  }

  /// Returns nil unless there are exactly 32 bytes of a number from 1 to below the order of the curve.
  package init?(secret: [UInt8]) {
    guard secret.count == 32, let point = P256.point(of: secret) else {
      ERR_clear_error()
      return nil
    }
    self.init(secret: secret, publicKey: P256PublicKey(checked: point))
  }

  /// Returns the shared secret of ECDH (RFC 5903): the x coordinate, 32 bytes. It is not uniform: pass it to
  /// `HKDF`.
  ///
  /// - Throws: `failed`.
  package func sharedSecret(with other: P256PublicKey) throws(CryptoError) -> [UInt8] {
    guard let own = EVPKey(point: publicKey.bytes, secret: secret), let peer = EVPKey(point: other.bytes),
      let shared = own.derive(with: peer)
    else { throw P256.failed() }
    return shared
  }

  /// Signs with ES256 (RFC 7518): ECDSA over SHA-256.
  ///
  /// - Returns: r and s, 32 bytes each.
  /// - Throws: `failed`.
  package func sign(_ message: [UInt8]) throws(CryptoError) -> [UInt8] {
    guard let key = EVPKey(point: publicKey.bytes, secret: secret), let signature = key.sign(message) else {
      throw P256.failed()
    }
    return signature
  }

  package var description: String { "P256KeyPair" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}

/// A point of P-256: the public key of a pair, or of a browser.
package struct P256PublicKey: Sendable, Hashable {
  /// 65 bytes: 4 and both coordinates (SEC 1, uncompressed).
  package let bytes: [UInt8]

  /// Returns nil for another format, and for a point that is not on the curve: multiplying the secret by it
  /// would leak parts of the secret.
  package init?(bytes: [UInt8]) {
    guard bytes.count == 65, bytes[0] == 4, EVPKey(point: bytes) != nil else {
      ERR_clear_error()
      return nil
    }
    self.bytes = bytes
  }

  fileprivate init(checked bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// True if the holder of the secret key signed exactly this message. The signature has the format of
  /// `sign`.
  package func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
    defer { ERR_clear_error() }
    guard signature.count == 64, let key = EVPKey(point: bytes) else { return false }
    return key.verifies(signature, of: message)
  }
}

/// Arithmetic on the curve.
private enum P256 {
  /// Generates a new secret with its point.
  static func generate() -> (secret: [UInt8], point: [UInt8])? {
    guard let key = quad_p256_generate() else { return nil }
    defer { EVP_PKEY_free(key) }
    var point = [UInt8](repeating: 0, count: 65)
    var count = 0
    guard
      EVP_PKEY_get_octet_string_param(key, quad_public_name(), &point, point.count, &count) == 1,
      count == point.count, point[0] == 4
    else { return nil }
    var number: OpaquePointer?
    guard EVP_PKEY_get_bn_param(key, OSSL_PKEY_PARAM_PRIV_KEY, &number) == 1, let number else { return nil }
    defer { BN_clear_free(number) }
    return bytes(of: number).map { ($0, point) }
  }

  /// Returns the point of a secret; nil for a number out of range.
  static func point(of secret: [UInt8]) -> [UInt8]? {
    guard let group = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1) else { return nil }
    defer { EC_GROUP_free(group) }
    guard let number = BN_bin2bn(secret, Int32(secret.count), nil) else { return nil }
    defer { BN_clear_free(number) }
    BN_set_flags(number, BN_FLG_CONSTTIME)
    guard BN_is_zero(number) == 0, let order = EC_GROUP_get0_order(group), BN_cmp(number, order) < 0,
      let point = EC_POINT_new(group)
    else { return nil }
    defer { EC_POINT_free(point) }
    guard EC_POINT_mul(group, point, number, nil, nil, nil) == 1 else { return nil }
    var bytes = [UInt8](repeating: 0, count: 65)
    let count = EC_POINT_point2oct(
      group, point, POINT_CONVERSION_UNCOMPRESSED, &bytes, bytes.count, nil)
    return count == bytes.count ? bytes : nil
  }

  /// Returns 32 bytes, big-endian; nil for a larger number.
  static func bytes(of number: OpaquePointer) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 32)
    return BN_bn2binpad(number, &bytes, 32) == 32 ? bytes : nil
  }

  /// Clears libcrypto's error queue. The queue belongs to the thread, so the next use of TLS there would read
  /// leftover errors.
  static func failed() -> CryptoError {
    ERR_clear_error()
    return .failed
  }
}

/// A key in libcrypto's representation, freed with this value.
private struct EVPKey: ~Copyable {
  private let key: OpaquePointer

  /// Returns nil if the point is not on the curve.
  init?(point: [UInt8], secret: [UInt8]? = nil) {
    guard let number = BN_new() else { return nil }
    defer { BN_clear_free(number) }
    if let secret, BN_bin2bn(secret, Int32(secret.count), number) == nil { return nil }
    guard let builder = OSSL_PARAM_BLD_new() else { return nil }
    defer { OSSL_PARAM_BLD_free(builder) }
    // The builder keeps the pointers, including those of the names, until it creates the parameters.
    let made = "P-256".withCString { group in
      point.withUnsafeBytes { bytes -> OpaquePointer? in
        guard OSSL_PARAM_BLD_push_utf8_string(builder, quad_group_name(), group, 0) == 1,
          OSSL_PARAM_BLD_push_octet_string(
            builder, quad_public_name(), bytes.baseAddress, bytes.count) == 1,
          secret == nil || OSSL_PARAM_BLD_push_BN(builder, quad_private_name(), number) == 1,
          let parameters = OSSL_PARAM_BLD_to_param(builder)
        else { return nil }
        defer { OSSL_PARAM_free(parameters) }
        guard let context = EVP_PKEY_CTX_new_from_name(nil, "EC", nil) else { return nil }
        defer { EVP_PKEY_CTX_free(context) }
        var key: OpaquePointer?
        let kind = secret == nil ? quad_public_half() : quad_both_halves()
        guard EVP_PKEY_fromdata_init(context) == 1,
          EVP_PKEY_fromdata(context, &key, kind, parameters) == 1
        else { return nil }
        return key
      }
    }
    guard let made else { return nil }
    key = made
  }

  deinit { EVP_PKEY_free(key) }

  func derive(with peer: borrowing EVPKey) -> [UInt8]? {
    guard let context = EVP_PKEY_CTX_new(key, nil) else { return nil }
    defer { EVP_PKEY_CTX_free(context) }
    var shared = [UInt8](repeating: 0, count: 32)
    var count = shared.count
    // The peer's point was checked to be on the curve, whose order is prime: no more is to be checked.
    guard EVP_PKEY_derive_init(context) == 1, EVP_PKEY_derive_set_peer_ex(context, peer.key, 0) == 1,
      EVP_PKEY_derive(context, &shared, &count) == 1, count == 32
    else { return nil }
    return shared
  }

  func sign(_ message: [UInt8]) -> [UInt8]? {
    guard let context = EVP_MD_CTX_new() else { return nil }
    defer { EVP_MD_CTX_free(context) }
    var der = [UInt8](repeating: 0, count: 80)
    var count = der.count
    guard EVP_DigestSignInit(context, nil, EVP_sha256(), nil, key) == 1,
      EVP_DigestSign(context, &der, &count, message, message.count) == 1
    else { return nil }
    return der.withUnsafeBufferPointer { bytes in
      var next = bytes.baseAddress
      guard let parsed = d2i_ECDSA_SIG(nil, &next, count) else { return nil }
      defer { ECDSA_SIG_free(parsed) }
      guard let r = ECDSA_SIG_get0_r(parsed), let s = ECDSA_SIG_get0_s(parsed),
        let left = P256.bytes(of: r), let right = P256.bytes(of: s)
      else { return nil }
      return left + right
    }
  }

  func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
    guard let der = EVPKey.der(signature), let context = EVP_MD_CTX_new() else { return false }
    defer { EVP_MD_CTX_free(context) }
    return EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, key) == 1
      && EVP_DigestVerify(context, der, der.count, message, message.count) == 1
  }

  /// Converts a signature. libcrypto uses ASN.1, JOSE two numbers of fixed length.
  private static func der(_ signature: [UInt8]) -> [UInt8]? {
    guard let parsed = ECDSA_SIG_new() else { return nil }
    defer { ECDSA_SIG_free(parsed) }
    guard let r = BN_bin2bn(Array(signature[..<32]), 32, nil) else { return nil }
    guard let s = BN_bin2bn(Array(signature[32...]), 32, nil) else {
      BN_free(r)
      return nil
    }
    // Takes ownership of both numbers.
    guard ECDSA_SIG_set0(parsed, r, s) == 1 else {
      BN_free(r)
      BN_free(s)
      return nil
    }
    var der: UnsafeMutablePointer<UInt8>?
    let count = i2d_ECDSA_SIG(parsed, &der)
    guard count > 0, let der else { return nil }
    defer { CRYPTO_free(der, #file, #line) }
    return Array(UnsafeBufferPointer(start: der, count: Int(count)))
  }
}
