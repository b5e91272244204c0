/// The browser's keys of a push subscription, so that the push service in between cannot read anything.
package struct WebPushKeys: Sendable, Equatable {
  package let publicKey: P256PublicKey
  /// 16 bytes.
  package let auth: [UInt8]

  /// Decodes both keys from unpadded base64url, the format of `PushSubscription.toJSON()`. Nil for invalid
  /// keys.
  package init?(p256dh: String, auth: String) {
    guard let point = Base64URL.decode(p256dh), let publicKey = P256PublicKey(bytes: point),
      let secret = Base64URL.decode(auth), secret.count == 16
    else { return nil }
    self.publicKey = publicKey
    self.auth = secret
  }
}

/// The body of a push (RFC 8291): one record of `aes128gcm` (RFC 8188), preceded by its header.
package struct WebPushMessage: Sendable, Equatable {
  /// The bytes to send, with `Content-Encoding: aes128gcm`.
  package let bytes: [UInt8]

  /// The maximum number of octets in the text. Push services must accept only 4096 of the body (RFC 8030,
  /// section 7.2), of which 86 are the header, 1 the delimiter and 16 the tag.
  package static let maxTextBytes = 3993

  /// Encrypts a text for the browser, with a salt and a key of its own.
  ///
  /// - Throws: `tooLong` above `maxTextBytes` octets; `failed`.
  package init(_ text: [UInt8], to keys: WebPushKeys) throws(CryptoError) {
    try self.init(text, to: keys, salt: Secrets.randomBytes(16), sender: .random())
  }

  /// Encrypts with a given salt and key, to reproduce the example of RFC 8291. Never use them twice.
  init(
    _ text: [UInt8], to keys: WebPushKeys, salt: [UInt8], sender: P256KeyPair
  ) throws(CryptoError) {
    guard text.count <= WebPushMessage.maxTextBytes else { throw .tooLong }
    // RFC 8291, section 3.4: the shared secret is bound to the subscription's secret and to both keys.
    let shared = try sender.sharedSecret(with: keys.publicKey)
    let info = Array("WebPush: info\0".utf8) + keys.publicKey.bytes + sender.publicKey.bytes
    let secret = HKDF.expand(HKDF.extract(shared, salt: keys.auth), info: info, count: 32)
    // RFC 8188, sections 2.2 and 2.3. The first record has number 0, which leaves the nonce unchanged.
    let key = HKDF.extract(secret, salt: salt)
    let contentKey = HKDF.expand(key, info: Array("Content-Encoding: aes128gcm\0".utf8), count: 16)
    let nonce = HKDF.expand(key, info: Array("Content-Encoding: nonce\0".utf8), count: 12)
    // 2 ends the last record.
    let sealed = try AESGCM.seal(text + [2], key: contentKey, nonce: nonce)
    let point = sender.publicKey.bytes
    bytes = salt + WebPushMessage.recordSize + [UInt8(point.count)] + point + sealed
  }

  /// 4096, big-endian.
  private static let recordSize: [UInt8] = [0, 0, 0x10, 0]
}
