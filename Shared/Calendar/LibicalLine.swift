internal import CICal
internal import Schema

/// One line of a calendar as parsed by libical: a component with only that property.
///
/// libical keeps its errors and temporary texts per thread, so lines may be read on any thread.
struct LibicalLine: ~Copyable {
  /// Prepares libical once for the process. Errors are reported and end nothing (libical's own reaction is
  /// `abort`). UTC, which libical creates on first use, exists before two threads request it.
  private static let isPrepared: Bool = {
    icalerror_set_errors_are_fatal(0)
    return icaltimezone_get_utc_timezone() != nil
  }()

  private let component: OpaquePointer

  private init(owning component: OpaquePointer) { self.component = component }

  /// Returns nil for a line in which libical finds an error.
  static func parse(_ line: CalendarLine) -> LibicalLine? {
    guard LibicalLine.isPrepared, line.name != nil, !line.bytes.contains(0) else { return nil }
    let text = Array("BEGIN:VEVENT\r\n".utf8) + line.essential + Array("\r\nEND:VEVENT\r\n".utf8) + [0]
    let parsed = text.withUnsafeBytes { buffer in
      buffer.assumingMemoryBound(to: CChar.self).baseAddress.flatMap { icalparser_parse_string($0) }
    }
    guard let parsed else { return nil }
    let line = LibicalLine(owning: parsed)
    guard icalcomponent_count_errors(parsed) == 0 else { return nil }
    return line
  }

  deinit { icalcomponent_free(component) }

  /// The properties created from the line: one for each of its values.
  private var properties: [OpaquePointer] {
    var found: [OpaquePointer] = []
    var next = icalcomponent_get_first_property(component, ICAL_ANY_PROPERTY)
    while let property = next, found.count < CalendarReader.maxExcluded {
      found.append(property)
      next = icalcomponent_get_next_property(component, ICAL_ANY_PROPERTY)
    }
    return found
  }

  private var value: OpaquePointer? { properties.first.flatMap { icalproperty_get_value($0) } }

  /// A text without its escapes; other kinds unchanged.
  var text: String? {
    guard let value else { return nil }
    switch icalvalue_isa(value) {
    case ICAL_TEXT_VALUE: return icalvalue_get_text(value).map { String(cString: $0) }
    case ICAL_URI_VALUE: return icalvalue_get_uri(value).map { String(cString: $0) }
    default:
      guard let written = icalvalue_as_ical_string_r(value) else { return nil }
      defer { icalmemory_free_buffer(written) }
      return String(cString: written)
    }
  }

  /// The parameter TZID, without its quotes.
  var zoneName: String? {
    guard let property = properties.first,
      let parameter = icalproperty_get_first_parameter(property, ICAL_TZID_PARAMETER),
      let name = icalparameter_get_tzid(parameter)
    else { return nil }
    return String(cString: name)
  }

  /// True if a reminder counts from the end of its event (RELATED=END).
  var isFromEnd: Bool {
    guard let property = properties.first,
      let parameter = icalproperty_get_first_parameter(property, ICAL_RELATED_PARAMETER)
    else { return false }
    return icalparameter_get_related(parameter) == ICAL_RELATED_END
  }

  enum Time {
    case date(CivilDate)
    case utc(WallTime)
    case local(WallTime)
  }

  /// The times. Dates and times that do not exist are nil.
  var times: [Time?] {
    properties.map { property in
      guard let value = icalproperty_get_value(property),
        [ICAL_DATE_VALUE, ICAL_DATETIME_VALUE, ICAL_DATETIMEDATE_VALUE].contains(icalvalue_isa(value))
      else { return nil }
      return LibicalLine.time(icalvalue_get_datetimedate(value))
    }
  }

  /// The duration in seconds; nil for anything else, or beyond the limit for events.
  var duration: Int? {
    guard let value, icalvalue_isa(value) == ICAL_DURATION_VALUE else { return nil }
    return LibicalLine.seconds(icalvalue_get_duration(value))
  }

  enum Trigger {
    case seconds(Int)
    case at(WallTime)
  }

  /// The time of a reminder: seconds after a moment, or a moment of UTC.
  var trigger: Trigger? {
    guard let value else { return nil }
    switch icalvalue_isa(value) {
    case ICAL_DURATION_VALUE: return LibicalLine.seconds(icalvalue_get_duration(value)).map { .seconds($0) }
    case ICAL_DATETIME_VALUE, ICAL_DATETIMEDATE_VALUE:
      guard case .utc(let time) = LibicalLine.time(icalvalue_get_datetimedate(value)) else { return nil }
      return .at(time)
    case ICAL_TRIGGER_VALUE:
      let trigger = icalvalue_get_trigger(value)
      guard icaltriggertype_is_bad_trigger(trigger) == 0 else { return nil }
      if icaltime_is_null_time(trigger.time) == 0 {
        guard case .utc(let time) = LibicalLine.time(trigger.time) else { return nil }
        return .at(time)
      }
      return LibicalLine.seconds(trigger.duration).map { .seconds($0) }
    default: return nil
    }
  }

  private static func time(_ time: icaltimetype) -> Time? {
    guard let date = CivilDate(year: Int64(time.year), month: Int64(time.month), day: Int64(time.day)) else {
      return nil
    }
    guard time.is_date == 0 else { return .date(date) }
    // A leap second counts as the second before it.
    guard time.second <= 60,
      let clock = TimeOfDay(hour: Int(time.hour), minute: Int(time.minute), second: min(Int(time.second), 59))
    else { return nil }
    let wall = WallTime(date: date, time: clock)
    return icaltime_is_utc(time) != 0 ? .utc(wall) : .local(wall)
  }

  private static func seconds(_ duration: icaldurationtype) -> Int? {
    let weeks = Int(duration.weeks) * 604_800 + Int(duration.days) * 86_400
    let length = weeks + Int(duration.hours) * 3600 + Int(duration.minutes) * 60 + Int(duration.seconds)
    guard icaldurationtype_is_bad_duration(duration) == 0, length <= CalendarReader.maxSeconds else {
      return nil
    }
    return duration.is_neg == 0 ? length : -length
  }
}
