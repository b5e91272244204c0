/// A picture that counts down to an event, for messengers and social networks: a PNG of 1200 × 630 pixels.
/// It has what a page of the event shows at one moment, in words, and nothing else of the event. The gateway
/// sends the file in place of this reply.
package struct ShareCard: Codable, Hashable, Sendable {
  /// The name of its file, which follows from everything else in it.
  package let name: CardName
  /// The stored picture behind the text; absent for a gradient of `color`.
  package let picture: ObjectName?
  /// The visible part of the picture; the whole picture unless given.
  package let crop: Crop?
  /// The color of the gradient: `#4f46e5`.
  package let color: String
  /// The title of the event.
  package let title: String
  /// The countdown: at most four numbers with their units.
  package let figures: [Figure]
  /// The date and time of the event in words.
  package let date: String
  /// True if the wand was applied.
  package let hasWand: Bool
  /// The author and the license of the picture.
  package let credit: PictureCredit?
  /// The name of the site.
  package let site: String

  package init(
    name: CardName, picture: ObjectName?, crop: Crop?, color: String, title: String, figures: [Figure],
    date: String, hasWand: Bool, credit: PictureCredit?, site: String
  ) {
    self.name = name
    self.picture = picture
    self.crop = crop
    self.color = color
    self.title = title
    self.figures = figures
    self.date = date
    self.hasWand = hasWand
    self.credit = credit
    self.site = site
  }

  /// A number and its unit, both in words.
  package struct Figure: Codable, Hashable, Sendable {
    /// The number: `12`.
    package let number: String
    /// The unit: `days`.
    package let label: String

    package init(number: String, label: String) {
      self.number = number
      self.label = label
    }
  }

  /// The path below the folder `media/objects`.
  package var path: String { name.path }
}

/// The name of a card's file: 32 hexadecimal digits in lower case.
package struct CardName: CheckedText {
  package let text: String
  package static let bad = FaultCode.pictureBad
  package static let sampleText = "9f86d081884c7d659a2feaa0c55ad015"
  package init(checked text: String) { self.text = text }

  package init?(_ input: String) {
    guard input.utf8.count == 32, input.utf8.allSatisfy({ "0123456789abcdef".utf8.contains($0) }) else {
      return nil
    }
    text = input
  }

  package static var schema: JSONValue { ["type": "string", "pattern": "^[0-9a-f]{32}$"] }

  /// The folder of all cards below `media/objects`.
  package static let folder = "cards"

  package var path: String { "\(CardName.folder)/\(text).png" }
}

extension Media {
  /// Draws a share card, unless it is there.
  package struct DrawCard: Request {
    package typealias Reply = Empty
    package static let subject = "media.card.draw"
    package static let access = Access.programs
    package static let callers = [ProgramName.gateway]
    package static let repeats = Repeats.natural
    package static let deadline = Duration.seconds(15)
    package static let faults = [FaultCode.notFound, .pictureBad]
    package static let summary = "Draw a share card."
    package let card: ShareCard

    package init(card: ShareCard) {
      self.card = card
    }
  }
}
