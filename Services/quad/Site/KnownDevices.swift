import Schema

/// The device tokens of this machine, one for each site and person that signed in here. With a token, a
/// sign-in does not wait after other people's wrong passwords. It proves an earlier sign-in, but does not
/// sign anybody in.
struct KnownDevices: Codable, Sendable, Equatable {
  struct Entry: Codable, Sendable, Equatable {
    let site: String
    let email: String
    let token: DeviceToken
  }

  /// The entries, newest first.
  private(set) var entries: [Entry] = []

  /// The maximum number of entries; older ones are deleted.
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
