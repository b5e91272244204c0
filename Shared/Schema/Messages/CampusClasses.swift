/// The catalogue of classes: what students choose from, block by block.
extension Campus {
  static let classRequests: [any Request.Type] = [
    ListClasses.self, GetClass.self, AddClass.self, EditClass.self, DeleteClass.self,
  ]
  static let classEvents: [any Event.Type] = []

  /// The limit of classes in the catalogue.
  package static let maxClasses = 2000

  /// A class of the catalogue.
  package struct SchoolClass: Codable, Hashable, Sendable {
    package let id: ClassID
    package let name: CourseName
    /// The short name, such as `BIO 2`.
    package let code: CourseCode?
    /// The grades whose students may choose it, in ascending order.
    package let grades: [Grade]
    /// The blocks in which it is taught, in ascending order.
    package let blocks: [BlockNumber]
    package let teacher: ClassTeacher?
    /// The room in which it meets unless a notice names another.
    package let room: RoomName?
    /// The lunch of its students on days with split lunches.
    package let lunch: LunchLetter?
    /// The course of attendance that follows it, if it has one.
    package let course: CourseID?
    /// The number of students who chose it for the current term; absent for students.
    package let students: Int?
    /// The number of edits; an edit names the version that it began from.
    package let version: Int64

    package init(
      id: ClassID, name: CourseName, code: CourseCode?, grades: [Grade], blocks: [BlockNumber],
      teacher: ClassTeacher?, room: RoomName?, lunch: LunchLetter?, course: CourseID?, students: Int?,
      version: Int64
    ) {
      self.id = id
      self.name = name
      self.code = code
      self.grades = grades
      self.blocks = blocks
      self.teacher = teacher
      self.room = room
      self.lunch = lunch
      self.course = course
      self.students = students
      self.version = version
    }
  }

  /// The teacher of a class: a person of the site, or a name alone.
  package struct ClassTeacher: Codable, Hashable, Sendable {
    /// The teacher's account. Its owner sees the class on their own day and announces changes to it.
    package let person: PersonID?
    /// The name as it is shown. A request that names a person may leave it out.
    package let name: TeacherName?

    package init(person: PersonID? = nil, name: TeacherName? = nil) {
      self.person = person
      self.name = name
    }
  }

  /// Lists the catalogue by name.
  package struct ListClasses: Request {
    package typealias Reply = Page<SchoolClass>
    package static let subject = "campus.class.list"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/school/classes")
    package static let faults = [FaultCode.cursorBad]
    package static let summary = "List the classes of the school, by name."
    /// The grade whose classes are listed; all without it.
    package let grade: Grade?
    /// The block whose classes are listed; all without it.
    package let block: BlockNumber?
    /// Text that the name, the code, the teacher or the room has.
    package let query: ClassQuery?
    package let cursor: Cursor?
    package let limit: PageLimit?

    package init(
      grade: Grade? = nil, block: BlockNumber? = nil, query: ClassQuery? = nil, cursor: Cursor? = nil,
      limit: PageLimit? = nil
    ) {
      self.grade = grade
      self.block = block
      self.query = query
      self.cursor = cursor
      self.limit = limit
    }
  }

  package struct GetClass: Request {
    package typealias Reply = SchoolClass
    package static let subject = "campus.class.get"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/school/classes/{id}")
    package static let faults = [FaultCode.notFound]
    package static let summary = "Get a class of the school."
    package let id: ClassID

    package init(id: ClassID) {
      self.id = id
    }
  }

  /// Adds a class to the catalogue. Its name and code together are unique.
  package struct AddClass: Request {
    package typealias Reply = SchoolClass
    package static let subject = "campus.class.add"
    package static let access = Access.role(.admin)
    package static let repeats = Repeats.stored
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/admin/school/classes", status: 201)
    package static let faults = [
      FaultCode.gradeUnknown, .blockUnknown, .personUnknown, .nameBlank, .classExists, .tooManyClasses,
    ]
    package static let summary = "Add a class to the catalogue."
    package let name: CourseName
    /// The short name, such as `BIO 2`.
    package let code: CourseCode?
    package let grades: Grades
    package let blocks: BlockNumbers
    package let teacher: ClassTeacher?
    /// The room in which it usually meets.
    package let room: RoomName?
    /// The lunch of its students on days with split lunches.
    package let lunch: LunchLetter?
    /// The course of attendance that follows it.
    package let course: CourseID?

    package init(
      name: CourseName, code: CourseCode? = nil, grades: Grades, blocks: BlockNumbers,
      teacher: ClassTeacher? = nil, room: RoomName? = nil, lunch: LunchLetter? = nil, course: CourseID? = nil
    ) {
      self.name = name
      self.code = code
      self.grades = grades
      self.blocks = blocks
      self.teacher = teacher
      self.room = room
      self.lunch = lunch
      self.course = course
    }
  }

  /// Changes the given members and keeps the others; `null` clears a member. Where the class loses a grade or
  /// a block, its students there have a free block.
  package struct EditClass: Request {
    package typealias Reply = SchoolClass
    package static let subject = "campus.class.edit"
    package static let access = Access.role(.admin)
    package static let repeats = Repeats.stored
    package static let deadline = Duration.seconds(10)
    package static let route: HTTPRoute? = HTTPRoute(.patch, "/v1/admin/school/classes/{id}")
    package static let faults = [
      FaultCode.notFound, .changedElsewhere, .gradeUnknown, .blockUnknown, .personUnknown, .nameBlank,
      .classExists, .gradesBad, .blocksBad,
    ]
    package static let summary = "Edit a class of the catalogue."
    package let id: ClassID
    /// The version that the edit began from.
    package let version: Int64
    package let name: Patch<CourseName>
    /// The short name, such as `BIO 2`.
    package let code: Patch<CourseCode>
    package let grades: Patch<Grades>
    package let blocks: Patch<BlockNumbers>
    package let teacher: Patch<ClassTeacher>
    /// The room in which it usually meets.
    package let room: Patch<RoomName>
    /// The lunch of its students on days with split lunches.
    package let lunch: Patch<LunchLetter>
    /// The course of attendance that follows it.
    package let course: Patch<CourseID>

    package init(
      id: ClassID, version: Int64, name: Patch<CourseName> = .keep, code: Patch<CourseCode> = .keep,
      grades: Patch<Grades> = .keep, blocks: Patch<BlockNumbers> = .keep,
      teacher: Patch<ClassTeacher> = .keep, room: Patch<RoomName> = .keep,
      lunch: Patch<LunchLetter> = .keep, course: Patch<CourseID> = .keep
    ) {
      self.id = id
      self.version = version
      self.name = name
      self.code = code
      self.grades = grades
      self.blocks = blocks
      self.teacher = teacher
      self.room = room
      self.lunch = lunch
      self.course = course
    }
  }

  /// Deletes a class. Its blocks in the schedules of students become free. It also succeeds for a class that
  /// does not exist.
  package struct DeleteClass: Request {
    package typealias Reply = Empty
    package static let subject = "campus.class.delete"
    package static let access = Access.role(.admin)
    package static let repeats = Repeats.natural
    package static let deadline = Duration.seconds(10)
    package static let route: HTTPRoute? = HTTPRoute(.delete, "/v1/admin/school/classes/{id}", status: 204)
    package static let summary = "Delete a class of the catalogue."
    package let id: ClassID

    package init(id: ClassID) {
      self.id = id
    }
  }
}

extension FaultCode {
  package static let classExists = FaultCode(
    .alreadyExists, "class_exists", "A class with this name and code exists already.")
  package static let tooManyClasses = FaultCode(
    .failedPrecondition, "too_many_classes",
    "This school has reached the limit of 2,000 classes. Delete some first.")
  package static let blockUnknown = FaultCode(
    .invalidArgument, "block_unknown", "This school doesn't have this block.")
  package static let gradeUnknown = FaultCode(
    .invalidArgument, "grade_unknown", "Choose a grade of this school.")
}

/// Only a change of one student is a row of the snapshot; any other is applied again, in order.
extension Campus.RosterChanged: RowEvent {
  package var row: RowName {
    guard added.count + removed.count == 1, let person = added.first ?? removed.first else {
      return RowName("roster changes", id.description)
    }
    return RowName("roster", id.description, person.description)
  }
}
