import Crypto
import Fetch
import Schema
import ServiceKit
import Store

/// What the requests about channels and their delivery share.
struct ChannelDesk: Sendable {
  let settings: ChannelSettings
  let pushKey = PushKeyHolder()

  init(_ settings: Settings) throws(SettingError) {
    self.settings = try ChannelSettings(settings)
  }

  /// The ways this site has.
  var kinds: [Notifier.ChannelKind] {
    settings.mail == nil ? [.push, .ntfy, .webhook] : Notifier.ChannelKind.allCases
  }

  /// Where channels may lead: what a person wrote is judged like any address of a stranger.
  var policy: FetchPolicy { .guarded(besides: settings.allowed) }

  /// Hosts of push services: the only ones a browser's subscription may name, besides what the operator
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

  /// Whether a person's URL may be delivered to: `https`, or what the operator lists.
  func takes(_ url: String) -> Bool {
    guard VAPID.origin(of: url) != nil else { return false }
    return settings.allowed.lists(url) || url.lowercased().hasPrefix("https://") && policy.takes(url)
  }
}

extension Call {
  /// Who asks, in a request that only a signed-in person may send.
  var signedIn: Identity {
    get throws(Fault) {
      guard let identity else { throw Fault(.signInRequired) }
      return identity
    }
  }
}
