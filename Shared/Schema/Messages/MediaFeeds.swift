/// Feeds of the web and their pictures, which media-fetcher reads for campus: no other program of a school
/// reaches the internet.
extension Media {
  /// The maximum number of bytes of a feed.
  package static let maxFeedBytes = 2 << 20

  /// Reads a feed, unless it is the one that the caller has: then the status is 304 and there is no body.
  /// Every status is a reply.
  package struct FetchFeed: Request {
    package typealias Reply = FetchedFeed
    package static let subject = "media.feed.fetch"
    package static let access = Access.programs
    package static let callers = [ProgramName.campus]
    package static let deadline = Duration.seconds(20)
    package static let maxRunning = 16
    package static let faults = [
      FaultCode.feedRefused, .feedUnreachable, .feedSlow, .feedTooLarge, .feedHostBusy,
    ]
    package static let summary = "Read a feed of the web."
    /// The address of the feed.
    package let address: Campus.NewsAddress
    /// The tag of the feed that the caller has.
    package let etag: FeedValidator?
    /// The date of the feed that the caller has, as its server wrote it.
    package let lastModified: FeedValidator?

    package init(
      address: Campus.NewsAddress, etag: FeedValidator? = nil, lastModified: FeedValidator? = nil
    ) {
      self.address = address
      self.etag = etag
      self.lastModified = lastModified
    }
  }

  /// The reply of a feed's server.
  package struct FetchedFeed: Codable, Hashable, Sendable {
    /// The status of HTTP.
    package let status: Int
    /// The body of status 200, base64url; empty for any other.
    package let body: String
    /// The tag of this feed.
    package let etag: FeedValidator?
    /// The date of this feed.
    package let lastModified: FeedValidator?
    /// The header `Content-Type`.
    package let contentType: String?
    /// The time for which the server asked to be left alone, in seconds; at most a day.
    package let retryAfter: Int?
    /// The address after permanent redirects (301, 308), if they led elsewhere.
    package let finalAddress: Campus.NewsAddress?

    package init(
      status: Int, body: String, etag: FeedValidator?, lastModified: FeedValidator?, contentType: String?,
      retryAfter: Int?, finalAddress: Campus.NewsAddress?
    ) {
      self.status = status
      self.body = body
      self.etag = etag
      self.lastModified = lastModified
      self.contentType = contentType
      self.retryAfter = retryAfter
      self.finalAddress = finalAddress
    }
  }

  /// Stores the picture of a feed's item, unless it is stored, and returns its name. It is deleted 30 days
  /// after the last such request.
  package struct TakeFeedPicture: Request {
    package typealias Reply = StoredPicture
    package static let subject = "media.feed.picture"
    package static let access = Access.programs
    package static let callers = [ProgramName.campus]
    package static let repeats = Repeats.natural
    package static let deadline = Duration.seconds(14)
    package static let maxRunning = 8
    package static let faults = [
      FaultCode.feedRefused, .feedUnreachable, .feedSlow, .feedTooLarge, .feedHostBusy, .pictureTypeBad,
      .pictureHEIC, .pictureBroken, .pictureTooLarge, .notFound,
    ]
    package static let summary = "Store the picture of a feed's item."
    /// The address of the picture.
    package let address: Campus.NewsAddress

    package init(address: Campus.NewsAddress) {
      self.address = address
    }
  }

  /// A tag or a date of a feed as its server wrote it: up to 300 printable ASCII characters.
  package struct FeedValidator: CheckedText {
    package let text: String
    package init(checked text: String) { self.text = text }
    package static let maxLength = 300
    package static let bad = FaultCode.feedValidatorBad
    package static let sampleText = "\"5f8a-1c2\""

    package init?(_ input: String) {
      guard (1...FeedValidator.maxLength).contains(input.utf8.count),
        input.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
      else { return nil }
      text = input
    }

    package static var schema: JSONValue {
      ["type": "string", "minLength": 1, "maxLength": .int(Int64(maxLength))]
    }
  }
}

extension FaultCode {
  package static let feedRefused = FaultCode(
    .invalidArgument, "feed_refused", "The address isn't a public address on the web.")
  package static let feedUnreachable = FaultCode(
    .badUpstream, "feed_unreachable", "The server can't be reached.")
  package static let feedSlow = FaultCode(
    .badUpstream, "feed_slow", "The server takes too long to answer.")
  package static let feedTooLarge = FaultCode(
    .badUpstream, "feed_too_large", "The server sends more than the limit.")
  package static let feedHostBusy = FaultCode(
    .resourceExhausted, "feed_host_busy", "The server has asked to be left alone for a while.")
  package static let feedValidatorBad = FaultCode(
    .invalidArgument, "feed_validator_bad", "Enter a tag or a date as the server wrote it.")
}
