import Fetch
import Schema

/// Openverse's search, which needs no key.
struct Openverse: PictureProvider {
  static let usualBase = "https://api.openverse.org"

  let base: String

  init(base: String = Openverse.usualBase) { self.base = base }

  static let limits = HostLimits(maxAtOnce: 1, maxBurst: 4, pause: .seconds(1))

  /// The maximum without a key.
  let pageSize = 20
  /// The maximum depth without a key.
  let maxResults = 240

  private static let licenses = [
    "cc0": "CC0", "pdm": "Public domain", "by": "CC BY", "by-sa": "CC BY-SA",
  ]

  func request(_ query: PictureQuery, page: Int) -> FetchRequest {
    let members = [
      ("q", query.text), ("license", "cc0,pdm,by,by-sa"), ("mature", "false"), ("page_size", "\(pageSize)"),
      ("page", "\(page)"),
    ]
    return FetchRequest(
      url: "\(base)/v1/images/?\(URLQuery.text(members))", timeout: PictureLimits.timeout,
      maxBody: PictureLimits.maxBody)
  }

  func read(_ response: FetchResponse) throws(PictureFailure) -> PicturePage {
    let reply = try decode(Reply.self, response)
    return PicturePage(
      total: max(0, reply.count.value),
      pictures: reply.results.prefix(pageSize).map { $0.value?.found(base) })
  }

  func check(_ id: String) -> FetchRequest {
    FetchRequest(
      url: "\(base)/v1/images/\(id)/", timeout: PictureLimits.timeout, maxBody: PictureLimits.maxBody)
  }

  func isGone(_ response: FetchResponse) throws(PictureFailure) -> Bool {
    if response.status == 404 || response.status == 410 { return true }
    _ = try decode(Image.self, response)
    return false
  }

  private struct Reply: Decodable {
    let count: WrittenNumber
    let results: [Readable<Image>]

    private enum CodingKeys: String, CodingKey {
      case count = "result_count"
      case results
    }
  }

  private struct Image: Decodable {
    let id: String
    let title: String?
    let creator: String?
    let license: String
    let licenseVersion: String?
    let attribution: String?
    let landingPage: String?
    let width: Int?
    let height: Int?

    private enum CodingKeys: String, CodingKey {
      case id, title, creator, license, attribution, width, height
      case licenseVersion = "license_version"
      case landingPage = "foreign_landing_url"
    }

    /// The file is fetched from Openverse by its id, never from a URL of the reply.
    func found(_ base: String) -> FoundPicture? {
      guard let name = Openverse.licenses[license], Openverse.isID(id), let width, let height,
        (1...100_000).contains(width), (1...100_000).contains(height)
      else { return nil }
      let start = "\(base)/v1/images/\(id)/thumb/"
      let title = PictureText.clean(title ?? "", maxLength: 120)
      return FoundPicture(
        source: .openverse, id: id, title: title, width: width, height: height,
        credit: credit(title, name), page: link, file: "\(start)?full_size=true", preview: start)
    }

    private func credit(_ title: String, _ name: String) -> String {
      let ready = PictureText.clean(attribution ?? "", maxLength: FoundPicture.maxCredit + 1)
      if !ready.isEmpty && ready.count <= FoundPicture.maxCredit { return ready }
      let work = title.isEmpty ? "Picture" : "“\(title)”"
      let author = PictureText.clean(creator ?? "", maxLength: 80)
      let version = PictureText.clean(licenseVersion ?? "", maxLength: 8)
      let isPublic = license == "pdm" || version.isEmpty
      return "\(work)\(author.isEmpty ? "" : " by \(author)"), \(isPublic ? name : "\(name) \(version)")"
    }

    private var link: String? {
      guard let url = landingPage, url.utf8.count <= 500, url.hasPrefix("https://"),
        url.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !"\"'<>\\`{}".utf8.contains($0) }),
        FetchPolicy.guarded.takes(url)
      else { return nil }
      return url
    }
  }

  private static func isID(_ text: String) -> Bool {
    text.utf8.count == 36
      && text.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte) || byte == UInt8(ascii: "-")
      }
  }
}
