/// Sources of news, which administrators choose.
extension Campus {
  static let sourceRequests: [any Request.Type] = [
    ListSources.self, AddSource.self, ChangeSource.self, DeleteSource.self, OrderSources.self,
    RefreshSource.self, FollowSource.self, UnfollowSource.self,
  ]
  static let sourceEvents: [any Event.Type] = [SourceChanged.self]

  /// The limit of sources on a site.
  package static let maxSources = 200

  /// A source of news: a segment of the school's home page.
  package struct Source: Codable, Hashable, Sendable {
    package let id: SourceID
    /// The name of its segment.
    package let title: SourceTitle
    package let kind: SourceKind
    package let layout: SourceLayout
    /// The page of the source on the web.
    package let link: NewsAddress?
    /// The address that is read; only administrators see it.
    package let address: NewsAddress?
    /// The text of a card, such as what was posted last on a network that cannot be read.
    package let note: SourceNote?
    /// The time at which the note was written.
    package let noted: Instant?
    /// False for a source that only administrators see, and that is not read.
    package let isOn: Bool
    /// The way the person is told of new items; absent if they don't follow the source.
    package let follow: NewsDelivery?
    package let state: SourceState
    /// The time of the last successful reading.
    package let lastFetched: Instant?
    /// The time of the next reading; only administrators see it.
    package let nextFetch: Instant?
    /// The reason why the last reading failed.
    package let error: SourceProblem?
    /// The version, which increases with each change.
    package let version: Int

    package init(
      id: SourceID, title: SourceTitle, kind: SourceKind, layout: SourceLayout, link: NewsAddress?,
      address: NewsAddress?, note: SourceNote?, noted: Instant?, isOn: Bool, follow: NewsDelivery?,
      state: SourceState, lastFetched: Instant?, nextFetch: Instant?, error: SourceProblem?, version: Int
    ) {
      self.id = id
      self.title = title
      self.kind = kind
      self.layout = layout
      self.link = link
      self.address = address
      self.note = note
      self.noted = noted
      self.isOn = isOn
      self.follow = follow
      self.state = state
      self.lastFetched = lastFetched
      self.nextFetch = nextFetch
      self.error = error
      self.version = version
    }
  }

  /// A kind of source.
  package enum SourceKind: String, Choice {
    /// An RSS, Atom or JSON feed.
    case feed
    /// A public account on Mastodon.
    case mastodon
    /// The announcements of this site.
    case announcements
    /// A link to a network that cannot be read.
    case card

    /// True if items are read from the web.
    package var isFetched: Bool { self == .feed || self == .mastodon }
  }

  /// The way a source's items are shown.
  package enum SourceLayout: String, Choice {
    case list
    /// Pictures come first.
    case pictures
    /// Dates come first.
    case events
  }

  /// The way a person is told of new items.
  package enum NewsDelivery: String, Choice {
    /// Once a day, all sources together.
    case digest
    /// As soon as they are read.
    case push
  }

  /// The state of a source.
  package enum SourceState: String, Choice {
    case ok
    /// It has not been read yet.
    case waiting
    /// The last reading failed. It is tried again.
    case failing
  }

  /// The reason why a source could not be read.
  package enum SourceProblem: String, Choice {
    /// The address leads into a private network or to another port.
    case refused
    case unreachable
    case slow
    /// The feed has more than 2 MiB.
    case tooLarge
    /// The server has no such page.
    case missing
    /// The server wants a password, or doesn't let Quad in.
    case forbidden
    /// The server asked to be left alone for a while.
    case busy
    /// The server answered with another error.
    case broken
    /// The server sent something that is no feed.
    case notFeed
  }

  /// Lists the sources in the order of the segments. Only administrators see those that are off.
  package struct ListSources: Request {
    package typealias Reply = Sources
    package static let subject = "campus.source.list"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/school/sources")
    package static let summary = "List the sources of news."

    package init() {}
  }

  /// The sources of the school's home page.
  package struct Sources: Codable, Hashable, Sendable {
    /// The sources in the order of the segments.
    package let items: [Source]

    package init(items: [Source]) {
      self.items = items
    }
  }

  /// Adds a source behind the others. A feed is read at once.
  package struct AddSource: Request {
    package typealias Reply = Source
    package static let subject = "campus.source.add"
    package static let access = Access.role(.admin)
    package static let repeats = Repeats.stored
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/admin/school/sources", status: 201)
    package static let faults = [
      FaultCode.sourceAddressMissing, .sourceLinkMissing, .sourceTwice, .tooManySources,
    ]
    package static let summary = "Add a source of news."
    /// The name of its segment.
    package let title: SourceTitle
    package let kind: SourceKind
    /// The way its items are shown; a list unless given.
    package let layout: SourceLayout?
    /// The address of the feed or the account: `https://host/@name` for one on Mastodon.
    package let address: NewsAddress?
    /// The page of the source on the web.
    package let link: NewsAddress?
    /// The text of a card.
    package let note: SourceNote?
    /// False for a source that only administrators see; true unless given.
    package let isOn: Bool?

    package init(
      title: SourceTitle, kind: SourceKind, layout: SourceLayout? = nil, address: NewsAddress? = nil,
      link: NewsAddress? = nil, note: SourceNote? = nil, isOn: Bool? = nil
    ) {
      self.title = title
      self.kind = kind
      self.layout = layout
      self.address = address
      self.link = link
      self.note = note
      self.isOn = isOn
    }
  }

  /// Changes a source. An absent member keeps its value, null removes it. Another address removes the items
  /// of the old one.
  package struct ChangeSource: Request {
    package typealias Reply = Source
    package static let subject = "campus.source.change"
    package static let access = Access.role(.admin)
    package static let repeats = Repeats.stored
    package static let route: HTTPRoute? = HTTPRoute(.patch, "/v1/admin/school/sources/{id}")
    package static let faults = [
      FaultCode.notFound, .sourceAddressMissing, .sourceLinkMissing, .sourceTwice, .changedElsewhere,
    ]
    package static let summary = "Change a source of news."
    package let id: SourceID
    /// The version that was edited; a newer one refuses the change.
    package let version: Int?
    /// The name of its segment.
    package let title: SourceTitle?
    package let layout: SourceLayout?
    /// The address of the feed or the account.
    package let address: NewsAddress?
    /// The page of the source on the web.
    package let link: Patch<NewsAddress>
    /// The text of a card.
    package let note: Patch<SourceNote>
    /// False for a source that only administrators see.
    package let isOn: Bool?

    package init(
      id: SourceID, version: Int? = nil, title: SourceTitle? = nil, layout: SourceLayout? = nil,
      address: NewsAddress? = nil, link: Patch<NewsAddress> = .keep, note: Patch<SourceNote> = .keep,
      isOn: Bool? = nil
    ) {
      self.id = id
      self.version = version
      self.title = title
      self.layout = layout
      self.address = address
      self.link = link
      self.note = note
      self.isOn = isOn
    }
  }

  /// Deletes a source and its items. It also succeeds for one that does not exist.
  package struct DeleteSource: Request {
    package typealias Reply = Empty
    package static let subject = "campus.source.delete"
    package static let access = Access.role(.admin)
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.delete, "/v1/admin/school/sources/{id}", status: 204)
    package static let summary = "Delete a source of news."
    package let id: SourceID

    package init(id: SourceID) {
      self.id = id
    }
  }

  /// Changes the order of the segments. Sources that the list leaves out follow in their old order.
  package struct OrderSources: Request {
    package typealias Reply = Sources
    package static let subject = "campus.source.order"
    package static let access = Access.role(.admin)
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.put, "/v1/admin/school/sources/order")
    package static let faults = [FaultCode.notFound]
    package static let summary = "Change the order of the sources."
    /// The ids in the new order.
    package let ids: SourceOrder

    package init(ids: SourceOrder) {
      self.ids = ids
    }
  }

  /// Ids of sources, each once.
  package struct SourceOrder: DistinctList {
    package let all: [SourceID]
    package init(checked all: [SourceID]) { self.all = all }
    package static let maxCount = Campus.maxSources
    package static let bad = FaultCode.sourceOrderBad
    package static let sample = SourceOrder(checked: [.sample])
  }

  /// Reads a source as soon as its server may be asked again.
  package struct RefreshSource: Request {
    package typealias Reply = Source
    package static let subject = "campus.source.refresh"
    package static let access = Access.role(.admin)
    package static let repeats = Repeats.natural
    package static let maxPerHour: Int? = 120
    package static let route: HTTPRoute? = HTTPRoute(
      .post, "/v1/admin/school/sources/{id}/refresh", status: 202)
    package static let faults = [FaultCode.notFound, .sourceNotFetched]
    package static let summary = "Read a source of news now."
    package let id: SourceID

    package init(id: SourceID) {
      self.id = id
    }
  }

  /// Follows a source, or changes how the person is told of its items.
  package struct FollowSource: Request {
    package typealias Reply = Source
    package static let subject = "campus.source.follow"
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.put, "/v1/me/sources/{id}")
    package static let faults = [FaultCode.notFound, .sourceNotFetched]
    package static let summary = "Follow a source of news."
    package let id: SourceID
    /// The way to be told of new items; once a day unless given.
    package let delivery: NewsDelivery?

    package init(id: SourceID, delivery: NewsDelivery? = nil) {
      self.id = id
      self.delivery = delivery
    }
  }

  /// Ends following a source. It also succeeds for one that the person doesn't follow.
  package struct UnfollowSource: Request {
    package typealias Reply = Empty
    package static let subject = "campus.source.unfollow"
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.delete, "/v1/me/sources/{id}", status: 204)
    package static let summary = "Stop following a source of news."
    package let id: SourceID

    package init(id: SourceID) {
      self.id = id
    }
  }

  /// A source was added, changed or deleted, or has new items.
  package struct SourceChanged: Event {
    package static let topic = "campus.source.changed"
    package static let audience = AudienceKind.everyone
    package let id: SourceID

    package init(id: SourceID) {
      self.id = id
    }
  }

  /// The name of a source's segment, 1 to 40 characters.
  package struct SourceTitle: LimitedText {
    package let text: String
    package init(checked text: String) { self.text = text }
    package static let maxLength = 40
    package static let blank = FaultCode.nameBlank
    package static let sampleText = "Hilltop News"
  }

  /// The text of a card, 1 to 1000 characters.
  package struct SourceNote: LimitedText {
    package let text: String
    package init(checked text: String) { self.text = text }
    package static let maxLength = 1000
    package static let allowsLines = true
    package static let blank = FaultCode.valueBlank
    package static let sampleText = "The senior class fair is on Friday."
  }

  /// An address on the web: `https` or `http` with a host, without a user or a password.
  package struct NewsAddress: WebAddress {
    package let text: String
    package init(checked text: String) { self.text = text }
    package static let maxLength = 1000
    package static let bad = FaultCode.addressBad
    package static let sampleText = "https://www.hilltop.example/news.xml"
  }
}

extension FaultCode {
  package static let sourceAddressMissing = FaultCode(
    .invalidArgument, "source_address_missing", "Enter the address of the feed or the account.")
  package static let sourceLinkMissing = FaultCode(
    .invalidArgument, "source_link_missing", "Enter the link of the card.")
  package static let sourceTwice = FaultCode(
    .failedPrecondition, "source_twice", "This source has been added already.")
  package static let tooManySources = FaultCode(
    .failedPrecondition, "too_many_sources", "This site has reached the limit of 200 sources.")
  package static let sourceOrderBad = FaultCode(
    .invalidArgument, "source_order_bad", "List each source once.")
  package static let sourceNotFetched = FaultCode(
    .failedPrecondition, "source_not_fetched", "Only a feed or an account has news to read or follow.")
  package static let addressBad = FaultCode(
    .invalidArgument, "address_bad", "Enter an address like https://www.hilltop.example/news.")
}
