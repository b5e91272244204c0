/// A grade of the school. The school says which of them it has.
package struct Grade: CheckedNumber {
  package let count: Int
  package init(checked count: Int) { self.count = count }
  package static let limits = 1...13
  package static let bad = FaultCode.gradeBad
  package static let sample = Grade(checked: 9)
}

/// Different grades, at least one.
package struct Grades: DistinctList {
  package let all: [Grade]
  package init(checked all: [Grade]) { self.all = all }
  package static let maxCount = 13
  package static let bad = FaultCode.gradesBad
  package static let sample = Grades(checked: [.sample])
}

/// The number of a block: what a student chooses a class for, whatever its time on a day.
package struct BlockNumber: CheckedNumber {
  package let count: Int
  package init(checked count: Int) { self.count = count }
  package static let limits = 1...12
  package static let bad = FaultCode.blockBad
  package static let sample = BlockNumber(checked: 1)
}

/// Different blocks, at least one.
package struct BlockNumbers: DistinctList {
  package let all: [BlockNumber]
  package init(checked all: [BlockNumber]) { self.all = all }
  package static let maxCount = 12
  package static let bad = FaultCode.blocksBad
  package static let sample = BlockNumbers(checked: [.sample])
}

/// The name of a teacher, as the school writes it: `Ms. Alvarez`.
package struct TeacherName: LimitedText {
  package let text: String
  package init(checked text: String) { self.text = text }
  package static let maxLength = 100
  package static let blank = FaultCode.nameBlank
  package static let sampleText = "Ms. Alvarez"
}

/// The name of a room, in the school's own words: `B-214`.
package struct RoomName: LimitedText {
  package let text: String
  package init(checked text: String) { self.text = text }
  package static let maxLength = 60
  package static let blank = FaultCode.valueBlank
  package static let sampleText = "B-214"
}

/// Text to look for in the catalogue.
package struct ClassQuery: LimitedText {
  package let text: String
  package init(checked text: String) { self.text = text }
  package static let maxLength = 60
  package static let blank = FaultCode.valueBlank
  package static let sampleText = "biology"
}

extension Campus {
  /// One of up to four lunches on a day with split lunches.
  package enum LunchLetter: String, Choice {
    case a = "A"
    case b = "B"
    case c = "C"
    case d = "D"
  }
}

extension FaultCode {
  package static let gradeBad = FaultCode(.invalidArgument, "grade_bad", "Enter a grade from 1 to 13.")
  package static let gradesBad = FaultCode(
    .invalidArgument, "grades_bad", "Choose at least one grade, each once.")
  package static let blockBad = FaultCode(.invalidArgument, "block_bad", "Enter a block from 1 to 12.")
  package static let blocksBad = FaultCode(
    .invalidArgument, "blocks_bad", "Choose at least one block, each once.")
}
