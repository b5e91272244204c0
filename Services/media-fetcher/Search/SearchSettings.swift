import Fetch
import FoundationEssentials
import Schema
import ServiceKit

extension PictureFinder {
  /// The folder of the bundled pictures in an image.
  static let usualFolder = "/usr/share/quad/pictures"

  /// Flickr if the operator has a key, else Openverse if they want it, else the bundled pictures.
  init(_ setup: ServiceSetup) throws {
    let settings = setup.settings
    // Each search reads the own pictures first.
    own = .empty
    let test = try TestSite.text("QUAD_TEST_PICTURES", settings)
    let key = try settings.textOfFile("QUAD_MEDIA_FLICKR_KEY_FILE") ?? ""
    if !key.isEmpty {
      guard key.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), key.utf8.count <= 200 else {
        throw SettingError(name: "QUAD_MEDIA_FLICKR_KEY_FILE", problem: "is not the file of a key")
      }
      let flickr = Flickr(key: key, base: test ?? Flickr.usualBase, files: test ?? Flickr.usualFiles)
      provider = .flickr
      rest = .web(
        try WebPictures.sending(flickr, Flickr.limits, isTest: test != nil, setup.clock))
    } else if settings.text("QUAD_MEDIA_OPENVERSE") == "yes" {
      let openverse = Openverse(base: test ?? Openverse.usualBase)
      provider = .openverse
      rest = .web(
        try WebPictures.sending(openverse, Openverse.limits, isTest: test != nil, setup.clock))
    } else {
      provider = .bundled
      rest = .bundled(try PictureFinder.bundled(settings, setup.log))
      folder = settings.text("QUAD_MEDIA_PICTURES") ?? PictureFinder.usualFolder
    }
  }

  private static func bundled(_ settings: Settings, _ log: Log) throws -> PictureIndex {
    let named = settings.text("QUAD_MEDIA_PICTURES")
    let path = "\(named ?? usualFolder)/pictures.json"
    guard let bytes = FileManager.default.contents(atPath: path) else {
      guard named == nil else {
        throw SettingError(name: "QUAD_MEDIA_PICTURES", problem: "\(path) cannot be read")
      }
      log(.info, "there are no pictures to find: \(path) is missing")
      return .empty
    }
    do { return try BundledList.index(Array(bytes)) } catch {
      throw SettingError(name: "QUAD_MEDIA_PICTURES", problem: "\(path) is not a list of pictures: \(error)")
    }
  }
}

extension WebPictures {
  /// Sends within the provider's limits, of all people together.
  fileprivate static func sending(
    _ provider: any PictureProvider, _ limits: HostLimits, isTest: Bool, _ clock: SiteClock
  ) throws -> WebPictures {
    let client = PoliteClient(try FetchClient.start(), limits) { clock.now }
    let policy: FetchPolicy = isTest ? .configuredHost : .guarded
    return WebPictures(provider) { request throws(PoliteError) in
      try await client.send(request, policy: policy, patience: PictureLimits.patience)
    }
  }
}
