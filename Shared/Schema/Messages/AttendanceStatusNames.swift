/// The name of a status in a course, in the school's own words: `Tardy`.
package struct StatusName: LimitedText {
  package let text: String
  package init(checked text: String) { self.text = text }
  package static let maxLength = 24
  package static let blank = FaultCode.valueBlank
  package static let sampleText = "Tardy"
}

extension Attendance {
  /// The names of statuses in a course. A status without one has its usual name in the reader's language.
  package struct StatusNames: Codable, Hashable, Sendable {
    /// The name of `present`; absent for the usual one.
    package let present: StatusName?
    /// The name of `late`; absent for the usual one.
    package let late: StatusName?
    /// The name of `excused`; absent for the usual one.
    package let excused: StatusName?
    /// The name of `absent`; absent for the usual one.
    package let absent: StatusName?
    /// The name of `not_enrolled`; absent for the usual one.
    package let notEnrolled: StatusName?

    package init(
      present: StatusName? = nil, late: StatusName? = nil, excused: StatusName? = nil,
      absent: StatusName? = nil, notEnrolled: StatusName? = nil
    ) {
      self.present = present
      self.late = late
      self.excused = excused
      self.absent = absent
      self.notEnrolled = notEnrolled
    }

    /// True if every status has its usual name.
    package var isUsual: Bool { self == StatusNames() }

    /// The course's own name of a status; nil for the usual one.
    package subscript(_ status: Status) -> String? {
      switch status {
      case .present: present?.text
      case .late: late?.text
      case .excused: excused?.text
      case .absent: absent?.text
      case .notEnrolled: notEnrolled?.text
      case .pending, .unmarked: nil
      }
    }
  }
}
