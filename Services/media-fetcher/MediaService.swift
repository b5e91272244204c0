import Images
import Schema
import ServiceKit
import Store

/// People's pictures: uploads, the files of their sizes, who uses them, and the search for new ones. And the
/// feeds of the school's news, since no other program reaches the internet.
struct MediaService: Service {
  static let program = ProgramName.mediaFetcher
  static let migrations = MediaStore.migrations

  let clock: SiteClock
  let folder: PictureFolder
  let maker: PictureMaker
  let finder: PictureFinder
  let feeds: FeedClient
  let own = OwnPictures()
  let cacheFigure = CacheFigure()
  /// The limit of a person's pictures in bytes.
  let maxBytes: Int64
  /// The limit of all sizes of pictures in bytes, originals aside.
  let maxCacheBytes: Int64

  init(_ setup: ServiceSetup) throws {
    clock = setup.clock
    folder = try PictureFolder(setup.settings, setup.log)
    maker = try PictureMaker(setup.settings, folder)
    finder = try PictureFinder(setup)
    feeds = try FeedClient(setup)
    let mebibytes = try setup.settings.number(
      "QUAD_MEDIA_PERSON_MIB", in: 1...100_000, otherwise: MediaService.usualMebibytes)
    maxBytes = Int64(mebibytes) << 20
    let cached = try setup.settings.number(
      "QUAD_MEDIA_CACHE_MIB", in: 1...10_000_000, otherwise: MediaService.usualCacheMebibytes)
    maxCacheBytes = Int64(cached) << 20
  }

  static let usualMebibytes = 200
  static let usualCacheMebibytes = 2048

  func register(in handlers: inout Handlers) {
    registerUploads(in: &handlers)
    registerUses(in: &handlers)
    registerPeople(in: &handlers)
    registerBackup(in: &handlers)
    handlers.on(Media.MakeFile.self, makeFile)
    handlers.on(Media.DrawCard.self, drawCard)
    handlers.on(Media.FindPictures.self, findPictures)
    registerTaking(in: &handlers)
    registerOwn(in: &handlers)
    registerFeeds(in: &handlers)
    handlers.counts { db, now in try db.counts(at: now) }
    // No program keeps a copy of this data, so the snapshot is empty.
    handlers.publishesSnapshot(of: [])
  }

  func run(_ context: ServiceContext) async throws {
    let trim = FileTrim(folder: folder, maxBytes: maxCacheBytes, figure: cacheFigure)
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await PictureUpkeep(context: context, folder: folder, trim: trim).run() }
      group.addTask { await SourceCheck(context: context, folder: folder, finder: finder).run() }
    }
  }

  func nextDue(_ db: borrowing Database) throws -> Instant? { try db.nextExpiry() }
}
