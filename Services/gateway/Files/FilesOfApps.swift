import JSON
import Schema
import ServiceKit

/// The files of the web client that depend on the apps of the site: the page names the apps, so that the
/// client knows its places before its first request, and the manifest has only the shortcuts of these apps.
enum FilesOfApps {
  static let manifest = "/manifest.webmanifest"
  /// The element of the page that names the apps, as it is in the folder.
  static let place = #"<meta name="quad-apps" content="">"#

  /// - Throws: `SettingError` for a manifest that is not JSON.
  static func applied(_ apps: SiteApps, to files: [String: [UInt8]]) throws -> [String: [UInt8]] {
    var files = files
    if let page = files[WebFiles.page] { files[WebFiles.page] = self.page(page, apps) }
    if let bytes = files[manifest] { files[manifest] = try manifest(bytes, apps) }
    return files
  }

  private static func page(_ bytes: [UInt8], _ apps: SiteApps) -> [UInt8] {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let place = text.firstRange(of: place) else { return bytes }
    let names = apps.sorted.map(\.rawValue).joined(separator: " ")
    let element = #"<meta name="quad-apps" content="\#(names)">"#
    return Array((text[..<place.lowerBound] + element + text[place.upperBound...]).utf8)
  }

  /// A shortcut names its app (`app`), which browsers do not know and do not get.
  private static func manifest(_ bytes: [UInt8], _ apps: SiteApps) throws -> [UInt8] {
    let whole: JSONValue
    do { whole = try JSONCoding.decode(JSONValue.self, from: bytes) } catch {
      throw SettingError(name: "QUAD_WEB", problem: "its \(manifest) is not JSON")
    }
    guard case .array(let shortcuts)? = whole["shortcuts"] else { return bytes }
    let kept = shortcuts.compactMap { shortcut -> JSONValue? in
      guard case .object(let members) = shortcut, case .string(let name)? = shortcut["app"] else {
        return shortcut
      }
      guard let app = App(rawValue: name), apps.contains(app) else { return nil }
      return .object(members.filter { $0.name != "app" })
    }
    return try JSONCoding.encode(whole.setting("shortcuts", .array(kept)))
  }
}
