import Fetch
import JSON
import Schema

/// A site of the web that finds pictures, one page of results after the other.
protocol PictureProvider: Sendable {
  var pageSize: Int { get }
  /// The number of results that the site shows at most.
  var maxResults: Int { get }
  /// - Parameter page: From 1.
  func request(_ query: PictureQuery, page: Int) -> FetchRequest
  /// Reads the reply to the request.
  func read(_ response: FetchResponse) throws(PictureFailure) -> PicturePage
  /// Asks whether the provider still has a picture.
  func check(_ id: String) -> FetchRequest
  /// Reads the reply to that: true if the picture is gone.
  func isGone(_ response: FetchResponse) throws(PictureFailure) -> Bool
}

/// A page of a provider's results.
struct PicturePage: Hashable, Sendable {
  /// The number of all results, as the provider counts them.
  let total: Int
  /// Nil in place of a picture that cannot be used, so that the others keep their places.
  let pictures: [FoundPicture?]
}

extension PictureProvider {
  /// Decodes the body of a reply with status 200. Everything else is unavailable, but for 429.
  func decode<Value: Decodable>(
    _ type: Value.Type, _ response: FetchResponse
  ) throws(PictureFailure) -> Value {
    guard response.status != 429 else { throw .busy(PictureLimits.pause) }
    guard response.status == 200 else { throw .unavailable("status \(response.status)") }
    do { return try JSONCoding.decode(type, from: response.body) } catch {
      throw .unavailable("the reply is not the expected JSON")
    }
  }
}

/// Limits of the requests to providers.
enum PictureLimits {
  /// A page of 500 results has about 400 KB.
  static let maxBody = 2 << 20
  static let timeout = Duration.seconds(8)
  /// The longest wait for a turn.
  static let patience = Duration.seconds(2)
  /// The time of which a searching person is told when the provider itself names none.
  static let pause = Duration.seconds(10)
}

/// A number that some replies write as a text.
struct WrittenNumber: Decodable {
  let value: Int

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    do { value = try container.decode(Int.self) } catch {
      let text = try container.decode(String.self)
      guard text.utf8.count <= 18, let number = Int(text) else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a number")
      }
      value = number
    }
  }
}

/// A text that some replies write as a number.
struct WrittenText: Decodable {
  let text: String

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    do { text = try container.decode(String.self) } catch {
      text = String(try container.decode(Int.self))
    }
  }
}

/// An element of a list that may be unreadable without making the list so.
struct Readable<Value: Decodable>: Decodable {
  let value: Value?

  init(from decoder: any Decoder) throws {
    do { value = try Value(from: decoder) } catch { value = nil }
  }
}

/// A URL's query.
enum URLQuery {
  static func text(_ members: [(String, String)]) -> String {
    members.map { "\($0)=\(escaped($1))" }.joined(separator: "&")
  }

  /// Only unreserved characters stay (RFC 3986, section 2.3).
  private static func escaped(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        bytes.append(byte)
      default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
