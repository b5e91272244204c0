import Schema

/// What this machine is known by at sites where somebody signed in before: with it a sign-in does not wait
/// when others have tried wrong passwords. It says who signed in, and lets nobody in.
struct KnownDevices: Codable, Sendable, Equatable {
  struct Entry: Codable, Sendable, Equatable {
    let site: String
    let email: String
    let token: DeviceToken
  }

  /// The newest first.
  private(set) var entries: [Entry] = []

  /// Older ones are forgotten.
  static let maxCount = 64

  subscript(site: SiteAddress, email: EmailAddress) -> DeviceToken? {
    entries.first { $0.site == site.text && $0.email == email.text }?.token
  }

  mutating func keep(_ token: DeviceToken, _ site: SiteAddress, _ email: EmailAddress) {
    entries.removeAll { $0.site == site.text && $0.email == email.text }
    entries.insert(Entry(site: site.text, email: email.text, token: token), at: 0)
    entries = Array(entries.prefix(KnownDevices.maxCount))
  }
}
