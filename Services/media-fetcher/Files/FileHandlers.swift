import Schema
import ServiceKit

extension MediaService {
  func makeFile(_ request: Media.MakeFile, _ call: Call) async throws -> Empty {
    try await maker.make(request.file, request.format)
    return Empty()
  }
}
