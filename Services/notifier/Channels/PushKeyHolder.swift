import Crypto
import Schema
import ServiceKit
import Store
import Synchronization

/// The key that signs pushes. It is generated once and stored, so that backups include it: with another key,
/// every subscription of the site would be dead.
final class PushKeyHolder: Sendable {
  private static let name = "vapid"
  private let known = Mutex<P256KeyPair?>(nil)

  func key(in store: ProgramStore) async throws -> P256KeyPair {
    if let key = known.withLock({ $0 }) { return key }
    let secret: [UInt8]
    if let kept = try await store.read({ try $0.siteKey(PushKeyHolder.name) }) {
      secret = kept
    } else {
      let offered = try P256KeyPair.random().secret
      secret = try await store.write { db in
        try db.keepSiteKey(PushKeyHolder.name, offered, at: SiteClock.system)
      }
    }
    guard let key = P256KeyPair(secret: secret) else { throw DamagedRow(what: "site_key vapid") }
    known.withLock { $0 = key }
    return key
  }
}
