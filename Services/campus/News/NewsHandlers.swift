import Schema
import ServiceKit
import Store

/// The items of sources, and their pictures.
extension CampusService {
  func registerNews(in handlers: inout Handlers) {
    handlers.on(Campus.ListNews.self, listNews)
    handlers.on(Campus.GetNews.self, getNews)
    handlers.on(Campus.GetNewsPicture.self, getNewsPicture)
  }

  func listNews(_ request: Campus.ListNews, _ call: Call) async throws -> Page<Campus.NewsItem> {
    let limit = (request.limit ?? .standard).count
    let key = try request.cursor.map { try TimeKey($0) } ?? .last
    let rows = try await call.read { db in
      let source = try db.source(request.id, withOff: call.seesAllSources)
      return try db.newsItems(of: source.id, before: key, limit: limit + 1)
    }
    return Page(rows, limit: limit, cursor: { TimeKey(time: $0.published, id: $0.id.raw).cursor }) {
      $0.shown
    }
  }

  func getNews(_ request: Campus.GetNews, _ call: Call) async throws -> Campus.NewsItem {
    try await call.read { db in try db.newsItem(request.id, seenBy: call) }.shown
  }

  /// The site fetches the picture and serves it itself; its source sees no reader.
  func getNewsPicture(_ request: Campus.GetNewsPicture, _ call: Call) async throws -> PictureFile {
    let item = try await call.read { db in try db.newsItem(request.id, seenBy: call) }
    guard request.number.number < item.pictures.count,
      let address = Campus.NewsAddress(item.pictures[request.number.number].address)
    else { throw Fault(.notFound) }
    do {
      let picture = try await call.ask(Media.TakeFeedPicture(address: address))
      return PictureFile(object: picture.object, variant: request.variant, crop: nil)
    } catch let fault as Fault {
      switch fault.code {
      case FaultCode.notFound.code: throw Fault(.notFound)
      case FaultCode.serviceUnavailable.code, FaultCode.deadlineExceeded.code, FaultCode.busy.code:
        throw fault
      default: throw Fault(.newsPictureUnavailable)
      }
    }
  }
}

extension Database {
  /// An item of a source that the person may see.
  fileprivate func newsItem(_ id: NewsID, seenBy call: Call) throws -> NewsRow {
    guard let item = try newsItem(id) else { throw Fault(.notFound) }
    _ = try source(item.source, withOff: call.seesAllSources)
    return item
  }
}
