import Fetch
import Schema

/// Flickr's search, with a key of the school's.
///
/// This product uses the Flickr API but is not endorsed or certified by SmugMug, Inc.
struct Flickr: PictureProvider {
  static let notice = "This product uses the Flickr API but is not endorsed or certified by SmugMug, Inc."
  static let usualBase = "https://api.flickr.com"

  static let usualFiles = "https://live.staticflickr.com"

  let key: String
  let base: String
  /// The address that the files of pictures are below.
  let files: String

  init(key: String, base: String = Flickr.usualBase, files: String = Flickr.usualFiles) {
    self.key = key
    self.base = base
    self.files = files
  }

  /// 3,600 requests an hour for each key, so all people together.
  static let limits = HostLimits(maxAtOnce: 4, maxBurst: 30, pause: .seconds(1))

  let pageSize = 100
  /// Flickr repeats itself beyond.
  let maxResults = 4000

  /// Licenses that allow a picture to be cropped and shown at a school, by Flickr's number. Missing: all
  /// rights reserved, NonCommercial and NoDerivatives.
  private static let licenses: [Int: String] = [
    4: "CC BY 2.0", 5: "CC BY-SA 2.0", 7: "No known copyright restrictions",
    8: "United States Government work", 9: "CC0", 10: "Public domain", 11: "CC BY 4.0", 12: "CC BY-SA 4.0",
  ]

  func request(_ query: PictureQuery, page: Int) -> FetchRequest {
    let members = [
      ("method", "flickr.photos.search"), ("api_key", key), ("text", query.text),
      ("license", Flickr.licenses.keys.sorted().map(String.init).joined(separator: ",")), ("media", "photos"),
      ("content_type", "1"), ("safe_search", "1"), ("sort", "relevance"),
      ("extras", "license,owner_name,url_m,url_z,url_l,path_alias"), ("per_page", "\(pageSize)"),
      ("page", "\(page)"), ("format", "json"), ("nojsoncallback", "1"),
    ]
    return request(members)
  }

  private func request(_ members: [(String, String)]) -> FetchRequest {
    FetchRequest(
      url: "\(base)/services/rest/?\(URLQuery.text(members))", timeout: PictureLimits.timeout,
      maxBody: PictureLimits.maxBody)
  }

  func check(_ id: String) -> FetchRequest {
    request([
      ("method", "flickr.photos.getInfo"), ("api_key", key), ("photo_id", id), ("format", "json"),
      ("nojsoncallback", "1"),
    ])
  }

  /// Error 1 is a photo that does not exist, or that its owner no longer shows.
  func isGone(_ response: FetchResponse) throws(PictureFailure) -> Bool {
    let reply = try decode(Reply.self, response)
    if reply.stat == "ok" { return false }
    guard reply.code?.value == 1 else { throw failure(reply.code?.value, reply.message) }
    return true
  }

  func read(_ response: FetchResponse) throws(PictureFailure) -> PicturePage {
    let reply = try decode(Reply.self, response)
    guard reply.stat == "ok" else { throw failure(reply.code?.value, reply.message) }
    guard let photos = reply.photos else { throw .unavailable("the reply has no photos") }
    return PicturePage(
      total: max(0, photos.total.value),
      pictures: photos.photo.prefix(pageSize).map { $0.value?.found(files) })
  }

  /// Flickr's errors arrive with status 200.
  private func failure(_ code: Int?, _ message: String?) -> PictureFailure {
    let text = PictureText.clean(message ?? "", maxLength: 200)
    return switch code {
    case 100: .unavailable("Flickr does not accept the key in QUAD_MEDIA_FLICKR_KEY_FILE: \(text)")
    default: .unavailable("Flickr's error \(code.map(String.init) ?? "without a number"): \(text)")
    }
  }

  private struct Reply: Decodable {
    let stat: String
    let code: WrittenNumber?
    let message: String?
    let photos: Photos?
  }

  private struct Photos: Decodable {
    let total: WrittenNumber
    let photo: [Readable<Photo>]
  }

  private struct Photo: Decodable {
    let id: WrittenText
    let owner: String
    let secret: WrittenText
    let server: WrittenText
    let title: String?
    let ownername: String?
    let license: WrittenNumber
    let widthLarge: WrittenNumber?
    let heightLarge: WrittenNumber?
    let widthMedium: WrittenNumber?
    let heightMedium: WrittenNumber?
    let widthSmall: WrittenNumber?
    let heightSmall: WrittenNumber?

    private enum CodingKeys: String, CodingKey {
      case id, owner, secret, server, title, ownername, license
      case widthLarge = "width_l"
      case heightLarge = "height_l"
      case widthMedium = "width_z"
      case heightMedium = "height_z"
      case widthSmall = "width_m"
      case heightSmall = "height_m"
    }

    /// The file is addressed by checked parts, never by a URL of the reply.
    func found(_ files: String) -> FoundPicture? {
      guard let name = Flickr.licenses[license.value], Flickr.isPart(id.text), Flickr.isPart(secret.text),
        Flickr.isPart(server.text), Flickr.isOwner(owner), let (suffix, width, height) = size
      else { return nil }
      let start = "\(files)/\(server.text)/\(id.text)_\(secret.text)"
      let title = PictureText.clean(title ?? "", maxLength: 120)
      let author = PictureText.clean(ownername ?? "", maxLength: 100)
      let work = title.isEmpty ? "Photo" : "“\(title)”"
      return FoundPicture(
        source: .flickr, id: id.text, title: title, width: width, height: height,
        credit: "\(work) by \(author.isEmpty ? owner : author), \(name), Flickr",
        page: "https://www.flickr.com/photos/\(owner)/\(id.text)", file: "\(start)\(suffix).jpg",
        preview: "\(start)_w.jpg")
    }

    /// The largest of the sizes that are always stripped of metadata.
    private var size: (suffix: String, width: Int, height: Int)? {
      let sizes = [
        ("_b", widthLarge, heightLarge), ("_z", widthMedium, heightMedium), ("", widthSmall, heightSmall),
      ]
      for case (let suffix, let width?, let height?) in sizes
      where (1...4096).contains(width.value) && (1...4096).contains(height.value) {
        return (suffix, width.value, height.value)
      }
      return nil
    }
  }

  private static func isPart(_ text: String) -> Bool {
    (1...32).contains(text.utf8.count)
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  /// Such as `12037949754@N01`.
  private static func isOwner(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || "@-_".utf8.contains(byte)
      }
  }
}
