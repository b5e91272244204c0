/// The title of an event.
package struct EventTitle: LimitedText {
  package let text: String
  package init(checked text: String) { self.text = text }
  package static let maxLength = 200
  package static let blank = FaultCode.titleBlank
  package static let sampleText = "Mom’s Birthday"

  /// The placeholder titles in the clients' forms. They are rejected, because they are never meant as a
  /// title.
  package static let untouched: Set<String> = ["New event", "Neues Ereignis", "Nouvel événement"]
}

/// Notes on an event, with line breaks.
package struct EventNotes: LimitedText {
  package let text: String
  package init(checked text: String) { self.text = text }
  package static let maxLength = 5000
  package static let blank = FaultCode.valueBlank
  package static let allowsLines = true
  package static let sampleText = "Bring the card that everybody signed."
}

/// The place of an event.
package struct EventPlace: LimitedText {
  package let text: String
  package init(checked text: String) { self.text = text }
  package static let maxLength = 200
  package static let blank = FaultCode.valueBlank
  package static let sampleText = "Forbes Hall, common room"
}

/// The time of an event on the clocks of a zone, or without a time the whole day there.
package struct EventTime: Codable, Hashable, Sendable {
  /// The date of an all-day event, or the date of the start.
  package let date: CivilDate
  /// The time of day; absent for an all-day event.
  package let time: TimeOfDay?
  /// The time zone in which the time is meant.
  package let zone: ZoneName

  package init(date: CivilDate, time: TimeOfDay?, zone: ZoneName) {
    self.date = date
    self.time = time
    self.zone = zone
  }

  package var isAllDay: Bool { time == nil }

  package var wallTime: WallTime { WallTime(date: date, time: time ?? .midnight) }
}

/// The length of an event in minutes: up to 366 days.
package struct EventMinutes: CheckedNumber {
  package let count: Int
  package init(checked count: Int) { self.count = count }
  package static let limits = 0...(366 * 1440)
  package static let bad = FaultCode.lengthBad
  package static let standard = EventMinutes(checked: 120)
  package static let day = EventMinutes(checked: 1440)
  package static let sample = standard
}

/// The minutes between a reminder and its event: 0 to 366 days. For an all-day event they count back from
/// 09:00 of its day in its zone.
package struct LeadTime: CheckedNumber {
  package let count: Int
  package init(checked count: Int) { self.count = count }
  package init?(minutes: Int) { self.init(minutes) }
  package var minutes: Int { count }
  package static let limits = 0...(366 * 1440)
  package static let bad = FaultCode.leadBad
  package static let atTheTime = LeadTime(checked: 0)
  package static let sample = LeadTime(checked: 60)
}

/// The reminders of an event: 1 to 10 lead times, each once.
package struct LeadTimes: DistinctList {
  package let all: [LeadTime]
  package init(checked all: [LeadTime]) { self.all = all }
  package static let maxCount = 10
  package static let bad = FaultCode.leadsBad
  package static let sample = LeadTimes(checked: [.atTheTime, .sample])
  package static let standard = LeadTimes(checked: [.atTheTime])
}

/// A rule of RFC 5545, section 3.3.10, such as `FREQ=YEARLY`. The program that stores it parses it; here only
/// its outer form is checked.
package struct RecurrenceText: CheckedText {
  package let text: String
  package static let bad = FaultCode.rruleBad
  package static let sampleText = "FREQ=YEARLY"
  package static let maxLength = 300
  package init(checked text: String) { self.text = text }

  package init?(_ input: String) {
    let trimmed = Text.trim(input).uppercased()
    guard (1...RecurrenceText.maxLength).contains(trimmed.utf8.count),
      trimmed.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return nil }
    text = trimmed
  }

  package static var schema: JSONValue {
    ["type": "string", "minLength": 1, "maxLength": .int(Int64(maxLength))]
  }
}

/// A picture in the site's store: the SHA-256 of its bytes, its credit, and the part that is shown.
package struct EventPicture: Codable, Hashable, Sendable {
  /// The stored picture: the SHA-256 of its bytes.
  package let object: ObjectName
  /// The author and the license, shown wherever the picture is.
  package let credit: PictureCredit?
  /// The visible part; the whole picture unless given.
  package let crop: Crop?

  package init(object: ObjectName, credit: PictureCredit?, crop: Crop?) {
    self.object = object
    self.credit = credit
    self.crop = crop
  }
}

/// A stored object: the SHA-256 of its bytes as 64 hexadecimal digits in lower case.
package struct ObjectName: CheckedText {
  package let text: String
  package static let bad = FaultCode.pictureBad
  package static let sampleText = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
  package init(checked text: String) { self.text = text }

  package init?(_ input: String) {
    guard input.utf8.count == 64, input.utf8.allSatisfy({ "0123456789abcdef".utf8.contains($0) }) else {
      return nil
    }
    text = input
  }

  package static var schema: JSONValue { ["type": "string", "pattern": "^[0-9a-f]{64}$"] }
}

/// The author and the license of a picture.
package struct PictureCredit: LimitedText {
  package let text: String
  package init(checked text: String) { self.text = text }
  package static let maxLength = 300
  package static let blank = FaultCode.valueBlank
  package static let sampleText = "Photo: Ada Okafor, CC BY 4.0"
}

/// The visible part of a picture, in fractions of its width and height from its upper left corner, 0 to 1. It
/// lies within the picture, and is at least a fifth of it wide and high (zoom 1 to 5).
package struct Crop: Codable, Hashable, Sendable, SchemaDescribed {
  /// The left edge, as a fraction of the picture's width.
  package let x: Double
  /// The upper edge, as a fraction of the picture's height.
  package let y: Double
  /// The width, as a fraction of the picture's width.
  package let width: Double
  /// The height, as a fraction of the picture's height.
  package let height: Double

  package static let minSide = 0.2

  package init?(x: Double, y: Double, width: Double, height: Double) {
    let slack = 1e-9
    guard [x, y, width, height].allSatisfy(\.isFinite), x >= 0, y >= 0, width >= Crop.minSide - slack,
      height >= Crop.minSide - slack, x + width <= 1 + slack, y + height <= 1 + slack
    else { return nil }
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  private enum Key: String, CodingKey {
    case x, y, width, height
  }

  package init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Key.self)
    guard
      let crop = Crop(
        x: try members.decode(Double.self, forKey: .x), y: try members.decode(Double.self, forKey: .y),
        width: try members.decode(Double.self, forKey: .width),
        height: try members.decode(Double.self, forKey: .height))
    else { throw Fault(.cropBad, at: decoder) }
    self = crop
  }

  package func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: Key.self)
    try members.encode(x, forKey: .x)
    try members.encode(y, forKey: .y)
    try members.encode(width, forKey: .width)
    try members.encode(height, forKey: .height)
  }

  package static var schema: JSONValue {
    let part: JSONValue = ["type": "number", "minimum": 0, "maximum": 1]
    let size: JSONValue = ["type": "number", "minimum": 0.2, "maximum": 1]
    return [
      "type": "object", "properties": ["x": part, "y": part, "width": size, "height": size],
      "required": ["x", "y", "width", "height"],
    ]
  }
  package static var sample: Crop { Crop(checked: ()) }
  package static var faults: [FaultCode] { [.cropBad] }

  private init(checked: Void) {
    x = 0
    y = 0.25
    width = 1
    height = 0.5
  }
}

extension FaultCode {
  package static let titleUnchanged = FaultCode(
    .invalidArgument, "title_unchanged", "Give the event its own name.")
  package static let dateNotFuture = FaultCode(
    .invalidArgument, "date_not_future", "Choose a date and time in the future.")
  package static let tooManyEvents = FaultCode(
    .failedPrecondition, "too_many_events", "You've reached the limit of 5,000 events. Delete some first."
  )
  package static let rruleBad = FaultCode(
    .invalidArgument, "rrule_bad", "Enter a rule like FREQ=WEEKLY;BYDAY=MO,WE.")
  package static let rruleUnsupported = FaultCode(
    .invalidArgument, "rrule_unsupported", "Quad doesn't support part of this rule. Choose a simpler one.")
  package static let lengthBad = FaultCode(
    .invalidArgument, "length_bad", "An event can last up to 366 days. Enter its length in minutes.")
  package static let leadBad = FaultCode(
    .invalidArgument, "lead_bad", "A reminder can come up to 366 days before. Enter it in minutes.")
  package static let leadsBad = FaultCode(
    .invalidArgument, "leads_bad", "Choose 1 to 10 different reminder times.")
  package static let pictureBad = FaultCode(.invalidArgument, "picture_bad", "Choose one of the pictures.")
  package static let cropBad = FaultCode(
    .invalidArgument, "crop_bad", "Choose a part inside the picture, at least a fifth of it.")
  package static let magicTooClose = FaultCode(
    .failedPrecondition, "magic_too_close", "The Magic Wand works when 2 or more days are left.")
}
