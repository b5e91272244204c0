import Bus
import FoundationEssentials
import JSON
import Schema
import ServiceKit

/// Bodies, and the values of paths and queries, for every request that is declared.
extension Decoder {
  /// Two bytes say which request; the rest is its body.
  static let body = Decoder(name: "body", seeds: { try requestSeeds(withParams: false) }) { bytes in
    var input = Input(bytes)
    let request = Catalogue.requests[chosen(&input)]
    return decodeBody(request, input.all(), [])
  }

  /// Two bytes say which request, then up to three times one which member and one how long its value is.
  static let params = Decoder(name: "params", seeds: { try requestSeeds(withParams: true) }) { bytes in
    var input = Input(bytes)
    let index = chosen(&input)
    var params: [Header.Param] = []
    for _ in 0...(input.byte() & 3) {
      let names = memberNames[index]
      let name = names.isEmpty ? "id" : names[Int(input.byte()) % names.count]
      let value = String(decoding: input.take(Int(input.byte())), as: UTF8.self)
      params.append(Header.Param(name: name, value: value))
    }
    return decodeBody(Catalogue.requests[index], input.all(), params)
  }

  /// Of each declared request; a request that cannot be described has none here, and fails elsewhere.
  private static let memberNames: [[String]] = Catalogue.requests.map { request in
    do { return try members(request) } catch { return [] }
  }

  private static func chosen(_ input: inout Input) -> Int {
    let number = Int(input.byte()) << 8 | Int(input.byte())
    return number % Catalogue.requests.count
  }

  /// What is accepted can be written, and what is written is accepted.
  private static func decodeBody<R: Request>(
    _ type: R.Type, _ body: [UInt8], _ params: [Header.Param]
  ) -> String? {
    let request: R
    do { request = try RequestDecoding.decode(type, body: body, params: params) } catch {
      // A secret of another form answers as one that is unknown.
      let isSecret = R.guessesSecrets && error.kind == .notFound
      return error.kind == .invalidArgument || isSecret ? nil : "\(R.subject): refused as \(error.kind)"
    }
    do {
      let written = try JSONCoding.encode(request)
      if params.isEmpty, !body.isEmpty {
        let theirs = try JSONDecoder().decode(type, from: Data(body))
        if try JSONCoding.encode(theirs) != written { return "\(R.subject) is another for Foundation" }
      }
      _ = try RequestDecoding.decode(type, body: written, params: [])
      return nil
    } catch { return "\(R.subject) is not accepted after writing: \(error)" }
  }

  private static func requestSeeds(withParams: Bool) throws -> [[UInt8]] {
    try Catalogue.requests.enumerated().map { index, request in
      let prefix = [UInt8(index >> 8), UInt8(index & 255)]
      guard withParams else { return prefix + (try sample(request)) }
      let value = Array("018f3a2b-4c5d-7e6f-8091-a2b3c4d5e6f7".utf8)
      return prefix + [1, 0, UInt8(value.count)] + value + [1, 1] + Array("5".utf8) + (try sample(request))
    }
  }

  private static func sample<R: Request>(_ type: R.Type) throws -> [UInt8] {
    try JSONCoding.encode(try SchemaRecorder.describe(type).1)
  }

  private static func members<R: Request>(_ type: R.Type) throws -> [String] {
    try SchemaRecorder.describe(type).0.members.map(\.name)
  }
}
