import Bus
import Crypto

/// The first line of the service worker as browsers get it:
/// `const site = {"version":"…","files":["/…",…]};`.
///
/// The version is that of every file's content, so that a change of any of them changes the worker's bytes,
/// which is what makes a browser install the new one.
enum SiteLine {
  /// The file that gets the line.
  static let worker = "/sw.js"
  /// Larger files below `/assets/` are not named: a browser fetches them when it needs them.
  static let maxAssetBytes = 200 << 10

  /// - Parameter files: all that are served, by path.
  static func of(_ files: [String: [UInt8]]) throws -> [UInt8] {
    let sorted = files.sorted { $0.key < $1.key }
    let hash = BLAKE2b.hash(parts: sorted.flatMap { [Array($0.key.utf8), $0.value] })
    let listed = sorted.filter { path, bytes in
      path != worker && !(path.hasPrefix(WebFiles.unchanging) && bytes.count > maxAssetBytes)
    }
    // Both come out as JSON, so that no name can end the text it stands in.
    let version = try JSONCoding.encode(Base64URL.encode(Array(hash.prefix(16))))
    let names = try JSONCoding.encode(listed.map(\.key))
    return Array("const site = {\"version\":".utf8) + version + Array(",\"files\":".utf8) + names
      + Array("};\n".utf8)
  }
}
