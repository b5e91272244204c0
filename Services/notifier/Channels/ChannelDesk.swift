import Crypto
import Fetch
import Schema
import ServiceKit
import Store

/// State that the requests about channels share with their delivery.
struct ChannelDesk: Sendable {
  let settings: ChannelSettings
  let pushKey = PushKeyHolder()

  init(_ settings: Settings) throws(SettingError) {
    self.settings = try ChannelSettings(settings)
  }

  /// The kinds of channel that this site offers.
  var kinds: [Notifier.ChannelKind] {
    Notifier.ChannelKind.allCases.filter { $0 != .email || settings.mail != nil }
  }

  /// The policy for the targets of channels. A URL from a person is treated like any untrusted address.
  var policy: FetchPolicy { .guarded(besides: settings.allowed) }

  /// Hosts of push services. A browser's subscription may name only these and the targets that the operator
  /// lists.
  static let pushHosts = ["fcm.googleapis.com", "updates.push.services.mozilla.com"]
  static let pushDomains = [".push.apple.com", ".notify.windows.com"]

  func isPushService(_ endpoint: String) -> Bool {
    if settings.allowed.lists(endpoint) { return true }
    guard let origin = VAPID.origin(of: endpoint), origin.hasPrefix("https://") else { return false }
    let host = String(origin.dropFirst("https://".count))
    return ChannelDesk.pushHosts.contains(host)
      || ChannelDesk.pushDomains.contains { host.hasSuffix($0) && !host.hasPrefix(".") }
  }

  /// True if a person's URL may be delivered to: `https` within the policy, or a target that the operator
  /// lists.
  func takes(_ url: String) -> Bool {
    guard VAPID.origin(of: url) != nil else { return false }
    return settings.allowed.lists(url) || url.lowercased().hasPrefix("https://") && policy.takes(url)
  }
}

extension Call {
  /// The caller, in a request that only a signed-in person may send.
  var signedIn: Identity {
    get throws(Fault) {
      guard let identity else { throw Fault(.signInRequired) }
      return identity
    }
  }
}
