import Crypto
import Schema

/// The names and the contents of pictures as objects beside a backup. Without the key, a sealed object shows
/// neither what it is nor exactly how large it is. README.md specifies each byte.
struct PictureSealing {
  static let magic = Array("QUADPICT".utf8) + [1]
  static let chunkBytes = 512 * 1024
  /// Bytes of an object's name.
  static let nameBytes = 32
  /// The bytes for the length of the picture, which come before it.
  private static let lengthBytes = 4

  private struct Keys {
    let names: [UInt8]
    let contents: SecretKey
  }

  /// Not secret; empty for plain objects.
  let salt: [UInt8]
  private let keys: Keys?

  /// Objects that anybody can read, named like the pictures.
  static let plain = PictureSealing()

  private init() { (salt, keys) = ([], nil) }

  /// Derives the keys, which takes a tenth of a second.
  init(_ passphrase: ArchivePassphrase, salt: [UInt8]) throws {
    let key = try PassphraseKey.derive(passphrase: passphrase.text, salt: salt).bytes
    guard let contents = SecretKey(bytes: HMAC.sha256(Array("contents of pictures".utf8), key: key)) else {
      throw CryptoError.outOfMemory
    }
    self.salt = salt
    keys = Keys(names: HMAC.sha256(Array("names of pictures".utf8), key: key), contents: contents)
  }

  /// The maximum size of an object's file in bytes.
  static let maxFileBytes = sealedBytes(of: padded(Media.maxOriginalBytes + lengthBytes))

  /// The name of the picture's object.
  func object(of picture: ObjectName) -> [UInt8] {
    keys.map { HMAC.sha256(picture.bytes, key: $0.names) } ?? picture.bytes
  }

  /// The object's file below the folder of pictures.
  func file(of object: [UInt8]) -> String {
    let name = object.hexadecimal
    return "\(name.prefix(2))/\(name).\(keys == nil ? PictureFile.plain : PictureFile.sealed)"
  }

  /// The content of the object's file.
  func seal(_ picture: [UInt8]) throws -> [UInt8] {
    guard let keys else { return picture }
    var content = Self.length(picture.count) + picture
    content += [UInt8](repeating: 0, count: Self.padded(content.count) - content.count)
    var stream = SealedStream.Writer(key: keys.contents)
    var file = Self.magic + stream.header
    file.reserveCapacity(Self.sealedBytes(of: content.count))
    for start in stride(from: 0, to: content.count, by: Self.chunkBytes) {
      let end = min(start + Self.chunkBytes, content.count)
      file += try stream.seal(Array(content[start..<end]), isLast: end == content.count)
    }
    return file
  }

  /// The picture in an object's file; nil if it was changed.
  func open(_ file: [UInt8]) -> [UInt8]? {
    guard let keys else { return file }
    let head = Self.magic.count + SealedStream.headerBytes
    guard file.starts(with: Self.magic), file.count > head else { return nil }
    var content: [UInt8] = []
    do {
      var stream = try SealedStream.Reader(
        key: keys.contents, header: Array(file[Self.magic.count..<head]))
      let step = Self.chunkBytes + SealedStream.overhead
      for start in stride(from: head, to: file.count, by: step) {
        content += try stream.open(Array(file[start..<min(start + step, file.count)]))
      }
      try stream.finish()
    } catch { return nil }
    guard content.count >= Self.lengthBytes else { return nil }
    let size = content.prefix(Self.lengthBytes).reduce(0) { $0 << 8 | Int($1) }
    guard size <= content.count - Self.lengthBytes else { return nil }
    return Array(content[Self.lengthBytes..<Self.lengthBytes + size])
  }

  /// The next larger of 16 sizes between one power of two and the next, at least 4096.
  static func padded(_ size: Int) -> Int {
    var step = 256
    while step * 16 < size { step *= 2 }
    step = max(step / 2, 256)
    return max((size + step - 1) / step * step, 4096)
  }

  private static func sealedBytes(of content: Int) -> Int {
    let chunks = (content + chunkBytes - 1) / chunkBytes
    return magic.count + SealedStream.headerBytes + content + chunks * SealedStream.overhead
  }

  private static func length(_ size: Int) -> [UInt8] {
    stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: size >> $0) }
  }
}

/// The names of files in the folder of pictures.
enum PictureFile {
  static let sealed = "sealed"
  static let plain = "plain"
  /// The ending of the name of an object that was found damaged.
  static let damaged = ".damaged"
  static let part = ".part"

  /// True for every file that a backup leaves there, whole, damaged or unfinished, and for no other.
  static func isOwn(_ file: String) -> Bool {
    let parts = file.split(separator: ".", omittingEmptySubsequences: false)
    if parts.count == 4, parts[0].isEmpty { return isName(parts[1]) && parts[3] == part.dropFirst() }
    guard parts.count == 2 || (parts.count == 3 && parts[2] == damaged.dropFirst()) else { return false }
    return isName(parts[0]) && (parts[1] == sealed || parts[1] == plain)
  }

  private static func isName(_ text: Substring) -> Bool { ObjectName(String(text)) != nil }
}

extension ObjectName {
  /// The SHA-256 that the name spells.
  var bytes: [UInt8] {
    let digits = text.utf8.map {
      $0 < UInt8(ascii: "a") ? $0 - UInt8(ascii: "0") : $0 - UInt8(ascii: "a") + 10
    }
    return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  /// True if the name is the SHA-256 of these bytes.
  func isName(of picture: [UInt8]) -> Bool { SHA256.hash(picture).hexadecimal == text }
}
