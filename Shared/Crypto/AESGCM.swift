internal import CCrypto

/// AES-128 in Galois counter mode (NIST SP 800-38D), as required by Web Push. Never use a nonce twice with
/// the same key.
enum AESGCM {
  static let tagBytes = 16

  /// - Parameters:
  ///   - key: 16 bytes.
  ///   - nonce: 12 bytes.
  /// - Returns: The ciphertext, as long as the text, followed by the tag.
  /// - Throws: `failed`.
  static func seal(_ text: [UInt8], key: [UInt8], nonce: [UInt8]) throws(CryptoError) -> [UInt8] {
    precondition(key.count == 16 && nonce.count == 12, "AES-128-GCM takes 16 and 12 bytes")
    guard let sealed = sealed(text, key, nonce) else {
      ERR_clear_error()
      throw .failed
    }
    return sealed
  }

  private static func sealed(_ text: [UInt8], _ key: [UInt8], _ nonce: [UInt8]) -> [UInt8]? {
    guard let context = EVP_CIPHER_CTX_new() else { return nil }
    defer { EVP_CIPHER_CTX_free(context) }
    var sealed = [UInt8](repeating: 0, count: text.count + tagBytes)
    var count: Int32 = 0
    var rest: Int32 = 0
    guard EVP_EncryptInit_ex(context, EVP_aes_128_gcm(), nil, key, nonce) == 1,
      EVP_EncryptUpdate(context, &sealed, &count, text, Int32(text.count)) == 1, count == Int32(text.count)
    else { return nil }
    return sealed.withUnsafeMutableBufferPointer { bytes in
      guard let tag = bytes.baseAddress?.advanced(by: text.count),
        EVP_EncryptFinal_ex(context, tag, &rest) == 1, rest == 0,
        EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, Int32(tagBytes), tag) == 1
      else { return nil }
      return Array(bytes)
    }
  }
}
