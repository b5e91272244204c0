import Schema
import ServiceKit

extension MediaService {
  func findPictures(_ request: Media.FindPictures, _ call: Call) async throws -> Media.FoundPictures {
    guard let query = PictureQuery(request.q) else { throw Fault(.queryBad, field: "q") }
    do throws(PictureFailure) {
      let found = try await finder.find(
        query, seed: UInt64(request.seed?.count ?? 0), skip: request.skip?.count ?? 0,
        limit: request.limit?.count ?? PictureLimit.usual)
      return Media.FoundPictures(
        provider: finder.provider, results: found.pictures.map(\.shown), total: found.total,
        isLast: found.isLast)
    } catch {
      switch error {
      case .busy(let time):
        throw Fault(.picturesBusy, retryAfterMs: max(1000, time.milliseconds))
      case .unavailable(let reason):
        call.log(.warning, "no pictures from \(finder.provider.rawValue): \(reason)")
        throw Fault(.picturesUnavailable)
      }
    }
  }
}

extension FoundPicture {
  /// The picture as people see it: without the place of its file.
  fileprivate var shown: Media.FoundPicture {
    Media.FoundPicture(
      source: source, id: id, title: title, germanTitle: germanTitle, width: width, height: height,
      credit: credit, page: page)
  }
}
