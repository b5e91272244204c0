/// The full name of a course.
package struct CourseName: LimitedText {
  package let text: String
  package init(checked text: String) { self.text = text }
  package static let maxLength = 120
  package static let blank = FaultCode.nameBlank
  package static let sampleText = "Introduction to Statistics"
}

/// The short name of a course: `STAT 101`.
package struct CourseCode: LimitedText {
  package let text: String
  package init(checked text: String) { self.text = text }
  package static let maxLength = 20
  package static let blank = FaultCode.valueBlank
  package static let sampleText = "STAT 101"
}

/// The term in which a course is taught, in the school's own words.
package struct CourseTerm: LimitedText {
  package let text: String
  package init(checked text: String) { self.text = text }
  package static let maxLength = 40
  package static let blank = FaultCode.valueBlank
  package static let sampleText = "Fall 2026"
}

extension Attendance {
  /// The role of a person in a course.
  package enum CourseRole: String, Choice {
    case student, instructor
  }
}

extension FaultCode {
  package static let tooManyCourses = FaultCode(
    .failedPrecondition, "too_many_courses",
    "This site has reached the limit of 2,000 courses. Delete some from past terms first.")
  package static let coursesFull = FaultCode(
    .failedPrecondition, "courses_full",
    "This person has reached the limit of 50 courses. Remove them from one first.")
  package static let rosterFull = FaultCode(
    .failedPrecondition, "roster_full", "This roster is full (500 people). Remove someone first.")
  package static let lastInstructor = FaultCode(
    .failedPrecondition, "last_instructor",
    "This is the course's last instructor. Add another one first, or delete the course.")
  package static let personUnknown = FaultCode(
    .notFound, "person_unknown", "This person wasn't found. Check the name or address.")
  package static let noCourse = FaultCode(
    .failedPrecondition, "no_course", "You're not in this course.")
}
