import Schema
import ServiceKit

extension MediaService {
  func findPictures(_ request: Media.FindPictures, _ call: Call) async throws -> Media.FoundPictures {
    let limit = request.limit?.count ?? PictureLimit.usual
    let found = try await search(request.q, request.seed, request.skip, limit: limit, call)
    return Media.FoundPictures(
      provider: finder.provider, results: found.pictures.map(\.shown), total: found.total,
      isLast: found.isLast)
  }

  /// The results `skip ..< skip + limit` of a search.
  func search(
    _ words: SearchWords, _ seed: PictureSeed?, _ skip: PictureSkip?, limit: Int, _ call: Call
  ) async throws -> FoundPictures {
    guard let query = PictureQuery(words) else { throw Fault(.queryBad, field: "q") }
    var finder = finder
    finder.own = try await own.index(call)
    do throws(PictureFailure) {
      return try await finder.find(
        query, seed: UInt64(seed?.count ?? 0), skip: skip?.count ?? 0, limit: limit)
    } catch {
      throw refusal(of: error, call)
    }
  }

  /// The fault for a search or a picture without a reply. The log has the reason.
  func refusal(of failure: PictureFailure, _ call: Call) -> Fault {
    switch failure {
    case .busy(let time): return Fault(.picturesBusy, retryAfterMs: max(1000, time.milliseconds))
    case .unavailable(let reason):
      call.log(.warning, "no pictures from \(finder.provider.rawValue): \(reason)")
      return Fault(.picturesUnavailable)
    }
  }
}

extension FoundPicture {
  /// The picture as people see it: without the place of its file.
  fileprivate var shown: Media.FoundPicture {
    Media.FoundPicture(
      source: source, id: id, title: title, germanTitle: germanTitle, frenchTitle: frenchTitle, width: width,
      height: height, credit: credit, page: page)
  }
}
