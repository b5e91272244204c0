// Written by Tests/Interop/quad_schema_texts.py from the doc comments of Schema.

extension SchemaTexts {
  static let attendance = #"""
    Attendance Courses and their rosters.
    AttendanceAddCourse Adds a course. Staff and administrators may send it; the sender becomes the first \#
    instructor.
    AttendanceAddCourse.code The short name of a course: `STAT 101`.
    AttendanceAddCourse.name The full name of a course.
    AttendanceAddCourse.term The term in which a course is taught, in the school's own words.
    AttendanceAudited An administrator's action in attendance; auth keeps the log of all programs.
    AttendanceAudited.entry The entry to be added to the audit log.
    AttendanceCourse A course as seen by a person who may see it.
    AttendanceCourse.added The moment at which the course was added.
    AttendanceCourse.code The short name of the course, `STAT 101`, if it has one.
    AttendanceCourse.id The id of a course.
    AttendanceCourse.instructors The names of those who teach it, by last name, the first five; absent on \#
    a site of an older release.
    AttendanceCourse.name The full name of the course: `Introduction to Statistics`.
    AttendanceCourse.role The role of the person who asks; absent for an administrator who is not on the \#
    roster.
    AttendanceCourse.students The number of students on the roster; absent for students.
    AttendanceCourse.term The term in which the course is taught, if it has been given.
    AttendanceCourse.version The number of edits; an edit names the version that it began from.
    AttendanceCourseAdded A course was added. The body has only its id.
    AttendanceCourseAdded.id The id of a course.
    AttendanceCourseChanged A course got another name, code or term: fetch it again.
    AttendanceCourseChanged.id The id of a course.
    AttendanceCourseDeleted A course was deleted with its whole roster. No separate event is published for \#
    the people on it.
    AttendanceCourseDeleted.id The id of a course.
    AttendanceCourseRole The role of a person in a course.
    AttendanceDeleteCourse Deletes a course with its roster for good. Objects shared with the course \#
    become private to their owners again.
    AttendanceDeleteCourse.id The id of a course.
    AttendanceEditCourse Changes the given members and keeps the others; `null` clears a member.
    AttendanceEditCourse.code The short name of a course: `STAT 101`.
    AttendanceEditCourse.id The id of a course.
    AttendanceEditCourse.name The full name of a course.
    AttendanceEditCourse.term The term in which a course is taught, in the school's own words.
    AttendanceEditCourse.version The version that the edit began from.
    AttendanceEnroll Puts a person on the roster by email address. An instructor can find out by it who \#
    has that address, so it has a limit: two whole rosters an hour are enough.
    AttendanceEnroll.email The email address of the person's account, in any case.
    AttendanceEnroll.id The id of a course.
    AttendanceEnroll.role The role of a person in a course.
    AttendanceGetCourse.id The id of a course.
    AttendanceKnownName A person's name, as auth published it.
    AttendanceKnownName.firstName The first name.
    AttendanceKnownName.lastName The last name.
    AttendanceListCourses Lists the courses that you teach or take, by name.
    AttendanceListCourses.all True lists every course of the site, for administrators alone.
    AttendanceListCourses.cursor The start of the next page. It is opaque to callers; the program that \#
    created it checks it.
    AttendanceListCourses.limit The maximum number of items on a page: 1 to 100, 20 unless given.
    AttendanceListRoster Lists the instructors and students of a course by last name, for its instructors \#
    and administrators.
    AttendanceListRoster.cursor The start of the next page. It is opaque to callers; the program that \#
    created it checks it.
    AttendanceListRoster.id The id of a course.
    AttendanceListRoster.limit The maximum number of items on a page: 1 to 100, 20 unless given.
    AttendanceRemoveFromRoster.id The id of a course.
    AttendanceRemoveFromRoster.person The person to take off the roster.
    AttendanceRosterEntry A person on the roster of a course.
    AttendanceRosterEntry.firstName The person's first name.
    AttendanceRosterEntry.joined The moment at which the person was put on the roster.
    AttendanceRosterEntry.lastName The person's last name.
    AttendanceRosterEntry.person The person on the roster.
    AttendanceRosterEntry.role The role of a person in a course.
    AttendanceRosterJoined A person joined a roster or got another role. Of people, only the instructors \#
    and the person receive it: students do not see the roster.
    AttendanceRosterJoined.course The id of a course.
    AttendanceRosterJoined.person The person on the roster.
    AttendanceRosterJoined.role The role of a person in a course.
    AttendanceRosterLeft A person is no longer on the roster of a course.
    AttendanceRosterLeft.course The id of a course.
    AttendanceRosterLeft.person The person who was on the roster.
    AttendanceRosterLeft.role The person's former role in the course.
    AttendanceSetRosterRole Puts a person on the roster, or changes their role there.
    AttendanceSetRosterRole.id The id of a course.
    AttendanceSetRosterRole.person The person to put on the roster, or whose role changes.
    AttendanceSetRosterRole.role The role of a person in a course.
    """#
}
