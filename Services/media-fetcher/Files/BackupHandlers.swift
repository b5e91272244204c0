import Crypto
import Schema
import ServiceKit
import Store

/// The stored pictures for `quadctl backup`, which has no access to their folder.
extension MediaService {
  func registerBackup(in handlers: inout Handlers) {
    handlers.on(Media.ListOriginals.self, listOriginals)
    handlers.on(Media.ReadOriginal.self, readOriginal)
  }

  func listOriginals(_ request: Media.ListOriginals, _ call: Call) async throws -> Media.Originals {
    try await call.read { db in
      let names = try db.originals(after: request.after, limit: Media.maxOriginals + 1)
      return Media.Originals(
        objects: Array(names.prefix(Media.maxOriginals)), isLast: names.count <= Media.maxOriginals)
    }
  }

  func readOriginal(_ request: Media.ReadOriginal, _ call: Call) async throws -> Media.OriginalPart {
    guard let bytes = try folder.part(request.part, of: request.object) else { throw Fault(.notFound) }
    return Media.OriginalPart(bytes: Base64URL.encode(bytes))
  }
}

extension Database {
  fileprivate func originals(after last: ObjectName?, limit: Int) throws -> [ObjectName] {
    try all("SELECT name FROM picture WHERE name > ? ORDER BY name LIMIT ?", last?.text ?? "", limit) {
      ObjectName(checked: try $0.text("name"))
    }
  }
}
