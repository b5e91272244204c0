import Crypto
import JSON

/// The first line of the service worker, as browsers get it:
/// `const site = {"version":"…","files":["/…",…]};`.
///
/// The version is a hash of the content of all files, so a change in any of them changes the worker's bytes.
/// That is what makes a browser install the new worker.
enum SiteLine {
  /// The file that starts with the line.
  static let worker = "/sw.js"
  /// Larger files below `/assets/` are not listed. A browser fetches them when it needs them.
  static let maxAssetBytes = 200 << 10

  /// - Parameter files: all files that are served, by path.
  static func of(_ files: [String: [UInt8]]) throws -> [UInt8] {
    let sorted = files.sorted { $0.key < $1.key }
    let hash = BLAKE2b.hash(parts: sorted.flatMap { [Array($0.key.utf8), $0.value] })
    let listed = sorted.filter { path, bytes in
      path != worker && !(path.hasPrefix(WebFiles.unchanging) && bytes.count > maxAssetBytes)
    }
    // Both are encoded as JSON, so that no name can end the text that contains it.
    let version = try JSONCoding.encode(Base64URL.encode(Array(hash.prefix(16))))
    let names = try JSONCoding.encode(listed.map(\.key))
    return Array("const site = {\"version\":".utf8) + version + Array(",\"files\":".utf8) + names
      + Array("};\n".utf8)
  }
}
