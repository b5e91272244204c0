import Schema
import ServiceKit

extension MediaService {
  func makeFile(_ request: Media.MakeFile, _ call: Call) async throws -> Empty {
    try await maker.make(request.file, request.format)
    return Empty()
  }

  func drawCard(_ request: Media.DrawCard, _ call: Call) async throws -> Empty {
    try await maker.draw(request.card)
    return Empty()
  }
}
