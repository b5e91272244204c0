internal import FoundationEssentials
internal import Schema

/// Addresses of the web in feeds.
enum WebAddress {
  /// The address with its host; nil unless it is one of `http` or `https`.
  /// - Parameter base: The address that a relative one is relative to.
  static func absolute(_ text: String, base: String?) -> String? {
    let text = Text.trim(text)
    guard !text.isEmpty, text.utf8.count <= Campus.NewsAddress.maxLength else { return nil }
    if let address = Campus.NewsAddress(text) { return address.text }
    let context = base.flatMap { URL(string: $0) }
    guard let url = URL(string: text, relativeTo: context) else { return nil }
    return Campus.NewsAddress(url.absoluteString)?.text
  }
}
