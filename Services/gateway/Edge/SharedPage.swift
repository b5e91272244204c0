import Bus
import HTTPServer
import Schema
import ServiceKit

/// The page of a public link, `/shared/{token}`, with a title and a description of its own.
///
/// A preview is a courtesy: if events is away, slow or knows no such link, the page comes as it is for every
/// other address, and says by itself what it finds.
struct SharedPage: Sendable {
  private static let path = "/shared/"

  let bus: Node
  let web: WebFiles
  let origin: String?
  let log: Log

  /// The link that a request asks for; nil for any other path. A token has 256 bits, so nobody guesses one.
  static func link(_ request: HTTPRequest) -> LinkToken? {
    guard request.path.hasPrefix(path), ["GET", "HEAD"].contains(request.method) else { return nil }
    let token = request.path.dropFirst(path.count)
    guard token.utf8.allSatisfy(isOfToken) else { return nil }
    return LinkToken(String(token))
  }

  private static func isOfToken(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// Nil if there is no head for the link.
  nonisolated(nonsending) func answer(
    _ request: HTTPRequest, _ link: LinkToken, _ trace: [UInt8]?
  ) async -> HTTPResponse? {
    do {
      let head = try await bus.call(
        Events.GetSharedEventHead(token: link), context: CallContext(trace: trace))
      return try web.page(head: head.html + addresses(of: link), request)
    } catch let error as CallError {
      if error.fault.code != FaultCode.linkUnknown.code {
        log.with(trace: trace)(.warning, "a shared link without its preview: \(error.fault.code)")
      }
      return nil
    } catch {
      log.with(trace: trace)(.error, "a shared link without its preview: \(error)")
      return nil
    }
  }

  /// The page's address and picture: properties that need the site's origin.
  private func addresses(of link: LinkToken) -> String {
    guard let origin = origin?.htmlEscaped else { return "" }
    return """

      <meta property="og:url" content="\(origin)\(SharedPage.path)\(link.text)">
      <meta property="og:image" content="\(origin)/v1/shared-events/\(link.text)/card">
      <meta property="og:image:type" content="image/png">
      <meta property="og:image:width" content="1200">
      <meta property="og:image:height" content="630">
      <meta name="twitter:card" content="summary_large_image">
      """
  }
}
