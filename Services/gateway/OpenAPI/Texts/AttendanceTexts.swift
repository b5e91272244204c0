// Written by Tests/Interop/quad_schema_texts.py from the doc comments of Schema.

extension SchemaTexts {
  static let attendance = #"""
    Attendance Courses and their rosters.
    AttendanceAddCourse Adds a course. Staff and administrators may send it; the sender becomes the first \#
    instructor.
    AttendanceAddCourse.code The short name of a course: `STAT 101`.
    AttendanceAddCourse.name The full name of a course.
    AttendanceAddCourse.statusNames The course's own names of statuses; without them, the usual ones.
    AttendanceAddCourse.term The term in which a course is taught, in the school's own words.
    AttendanceAdvised The students of a course that a person advises.
    AttendanceAdvised.code The short name of the course, if it has one.
    AttendanceAdvised.course The id of a course.
    AttendanceAdvised.name The name of the course.
    AttendanceAdvised.students The students by last name, at least one.
    AttendanceAnswerExcuse Answers an excuse. Accepted, it makes the student excused in the check-ins of \#
    that day in which they are absent. A later answer replaces an earlier one.
    AttendanceAnswerExcuse.accept True accepts it.
    AttendanceAnswerExcuse.id The id of an excuse.
    AttendanceAnswerExcuse.note The note of an excuse, or of its answer, with line breaks.
    AttendanceAudited An administrator's action in attendance; auth keeps the log of all programs.
    AttendanceAudited.entry The entry to be added to the audit log.
    AttendanceCheckIn A check-in as a person of its course sees it.
    AttendanceCheckIn.closes Until this moment it accepts students.
    AttendanceCheckIn.course The id of a course.
    AttendanceCheckIn.courseCode The short name of the course, if it has one.
    AttendanceCheckIn.courseName The name of the course.
    AttendanceCheckIn.id The id of a check-in.
    AttendanceCheckIn.isLocked True if an administrator has locked the term: nothing can change any more.
    AttendanceCheckIn.lateFrom From this moment a student counts as late; absent if nobody does.
    AttendanceCheckIn.mine The record of the student who asks; absent for others, and before there is one.
    AttendanceCheckIn.minutes The time limit in minutes from the start, for instructors; `closes` is \#
    earlier if somebody closed it.
    AttendanceCheckIn.mode The proof of presence that a check-in asks for. `manual`: The instructor marks \#
    everyone.
    AttendanceCheckIn.opens From this moment it accepts students.
    AttendanceCheckIn.range The range in meters, for instructors; absent without a place.
    AttendanceCheckIn.role The role of the person who asks; absent for an administrator who is not on the \#
    roster.
    AttendanceCheckIn.savedSpot The saved place it was taken from; for instructors.
    AttendanceCheckIn.spot The place, for instructors, until 24 hours after it has closed.
    AttendanceCheckIn.spotName The name of the place, for everyone; absent if none was given.
    AttendanceCheckIn.starts The start of the class.
    AttendanceCheckIn.state  `planned`: It has not opened yet.
    AttendanceCheckIn.statusNames The course's own names of statuses; absent if it has the usual ones.
    AttendanceCheckIn.tally The numbers by status, for instructors.
    AttendanceCheckIn.version The number of edits; an edit names the version that it began from.
    AttendanceCheckInChange The kind of a change.
    AttendanceCheckInChanged A check-in was created, changed, closed, deleted or restored: fetch it again.
    AttendanceCheckInChanged.change The change.
    AttendanceCheckInChanged.checkIn The id of a check-in.
    AttendanceCheckInChanged.course The id of a course.
    AttendanceCheckInMode The proof of presence that a check-in asks for. `manual`: The instructor marks \#
    everyone.
    AttendanceCheckInState  `planned`: It has not opened yet.
    AttendanceCheckMeIn Checks the student in. A repeat returns the record there is. No token may: a \#
    person is there, a script is not.
    AttendanceCheckMeIn.code The code shown in the room.
    AttendanceCheckMeIn.deviceToken The cookie of the device, which the gateway fills in.
    AttendanceCheckMeIn.fix A position of a student. It is judged in memory and never stored.
    AttendanceCheckMeIn.heldMs The milliseconds since the press, if the device was offline; absent for a \#
    press that is sent at once.
    AttendanceCheckMeIn.id The id of a check-in.
    AttendanceCheckMeIn.ticket The ticket of a scanned code, instead of `code`.
    AttendanceCloseCheckIn Closes a check-in now. Students without a mark are absent, or excused if an \#
    instructor has accepted their excuse.
    AttendanceCloseCheckIn.id The id of a check-in.
    AttendanceCourse A course as seen by a person who may see it.
    AttendanceCourse.added The moment at which the course was added.
    AttendanceCourse.code The short name of the course, `STAT 101`, if it has one.
    AttendanceCourse.id The id of a course.
    AttendanceCourse.instructors The names of those who teach it, by last name, the first five; absent on \#
    a site of an older release.
    AttendanceCourse.name The full name of the course: `Introduction to Statistics`.
    AttendanceCourse.role The role of the person who asks; absent for an administrator who is not on the \#
    roster.
    AttendanceCourse.schoolClass The class of the school that it follows; absent if it follows none.
    AttendanceCourse.statusNames The course's own names of statuses; absent if it has the usual ones.
    AttendanceCourse.students The number of students on the roster; absent for students.
    AttendanceCourse.term The term in which the course is taught, if it has been given.
    AttendanceCourse.version The number of edits; an edit names the version that it began from.
    AttendanceCourseAdded A course was added. The body has only its id.
    AttendanceCourseAdded.id The id of a course.
    AttendanceCourseAttendance The numbers of a course.
    AttendanceCourseAttendance.checkIns The closed check-ins.
    AttendanceCourseAttendance.code The short name of the course, if it has one.
    AttendanceCourseAttendance.course The id of a course.
    AttendanceCourseAttendance.isLocked True if an administrator has locked the term.
    AttendanceCourseAttendance.name The name of the course.
    AttendanceCourseAttendance.percent The percentage of attendance to one decimal; absent while nothing \#
    counts.
    AttendanceCourseAttendance.tally The numbers of a check-in by status.
    AttendanceCourseAttendance.term The term of the course, if it has been given.
    AttendanceCourseChanged A course got another name, code, term or names of statuses: fetch it again.
    AttendanceCourseChanged.id The id of a course.
    AttendanceCourseDeleted A course was deleted with its whole roster. No separate event is published for \#
    the people on it.
    AttendanceCourseDeleted.id The id of a course.
    AttendanceCourseRole The role of a person in a course.
    AttendanceDeleteCheckIn Deletes a check-in with its records. It can be restored for 30 days.
    AttendanceDeleteCheckIn.id The id of a check-in.
    AttendanceDeleteCourse Deletes a course with its roster for good. Objects shared with the course \#
    become private to their owners again.
    AttendanceDeleteCourse.id The id of a course.
    AttendanceDeleteSpot.id The id of a saved place.
    AttendanceDraft A check-in that has been drafted from the timetable. Nobody but the instructors sees \#
    it.
    AttendanceDraft.block The block in which the class meets.
    AttendanceDraft.course The id of a course.
    AttendanceDraft.courseCode The short name of the course, if it has one.
    AttendanceDraft.courseName The name of the course.
    AttendanceDraft.date The day of the meeting, in the zone of the school.
    AttendanceDraft.ends The bell at which the class ends.
    AttendanceDraft.id The id of a drafted check-in.
    AttendanceDraft.minutes The minutes for which it will accept students.
    AttendanceDraft.mode The mode in which it opens: that of the course's last check-in.
    AttendanceDraft.room The room by the timetable; absent if it has none.
    AttendanceDraft.savedSpot The saved place at which it will be held; absent without one.
    AttendanceDraft.starts The bell at which the class begins.
    AttendanceDrafts The drafts of a person's courses.
    AttendanceDrafts.items By time, at most 100.
    AttendanceDrafts.now The clock of the site, for counting down.
    AttendanceDraftsChanged The drafts of a course changed: fetch them again. Only its instructors receive \#
    it.
    AttendanceDraftsChanged.course The id of a course.
    AttendanceEditCheckIn Changes a check-in that has not closed: its time, range or place. More minutes \#
    extend it.
    AttendanceEditCheckIn.id The id of a check-in.
    AttendanceEditCheckIn.lateAfter The minutes after the start from which a student counts as late.
    AttendanceEditCheckIn.minutes The minutes from its start for which it accepts students.
    AttendanceEditCheckIn.mode The proof of presence that a check-in asks for. `manual`: The instructor \#
    marks everyone.
    AttendanceEditCheckIn.range The range of a check-in in meters: 50 to 5,280 feet, of 0.3048 m each.
    AttendanceEditCheckIn.spot The place at which a check-in is held. It is deleted 24 hours after the \#
    check-in has closed.
    AttendanceEditCheckIn.version The version that the edit began from.
    AttendanceEditCourse Changes the given members and keeps the others; `null` clears a member.
    AttendanceEditCourse.code The short name of a course: `STAT 101`.
    AttendanceEditCourse.id The id of a course.
    AttendanceEditCourse.name The full name of a course.
    AttendanceEditCourse.statusNames All names of statuses, which replace the earlier ones.
    AttendanceEditCourse.term The term in which a course is taught, in the school's own words.
    AttendanceEditCourse.version The version that the edit began from.
    AttendanceEnroll Puts a person on the roster by email address. An instructor can find out by it who \#
    has that address, so it has a limit: two whole rosters an hour are enough.
    AttendanceEnroll.email The email address of the person's account, in any case.
    AttendanceEnroll.id The id of a course.
    AttendanceEnroll.role The role of a person in a course.
    AttendanceExcuse An excuse of a student for one day in one course.
    AttendanceExcuse.answer The words of the answer, if any.
    AttendanceExcuse.answered The moment of the answer.
    AttendanceExcuse.by The instructor who answered.
    AttendanceExcuse.course The id of a course.
    AttendanceExcuse.courseName The name of the course.
    AttendanceExcuse.day The day, in the zone of the site.
    AttendanceExcuse.filed The moment at which it was filed.
    AttendanceExcuse.firstName The first name.
    AttendanceExcuse.id The id of an excuse.
    AttendanceExcuse.lastName The last name.
    AttendanceExcuse.note The note of an excuse, or of its answer, with line breaks.
    AttendanceExcuse.person The student.
    AttendanceExcuse.state The answer of an instructor, or that there is none yet.
    AttendanceExcuseChanged An excuse was filed, answered or withdrawn. Of people, only the instructors \#
    and the student receive it.
    AttendanceExcuseChanged.course The id of a course.
    AttendanceExcuseChanged.excuse The id of an excuse.
    AttendanceExpectedPerson A person of an import without an account. They join the roster once somebody \#
    has an account with the address; on a site that sends mail, once they have confirmed it.
    AttendanceExpectedPerson.added The moment of the import. An entry is deleted after a year.
    AttendanceExpectedPerson.adviser The address of the adviser from the file; absent for none.
    AttendanceExpectedPerson.email The address from the file, in lower case.
    AttendanceExpectedPerson.firstName The first name from the file, if it has one.
    AttendanceExpectedPerson.id The id of a person who is expected on a roster.
    AttendanceExpectedPerson.lastName The last name from the file, if it has one.
    AttendanceExpectedPerson.role The role that the person gets.
    AttendanceExpectedPerson.studentNumber The school's number of the person, if the file has one.
    AttendanceExportRecords Returns records of a course as CSV in UTF-8: start and end of the check-in, \#
    student, status, means, time and whether it was overridden. A status has the course's own name if \#
    there is one. Cells that a spreadsheet would take for a formula begin with an apostrophe. The first \#
    page has the line of headings.
    AttendanceExportRecords.checkIn Only those of this check-in.
    AttendanceExportRecords.cursor The start of the next page. It is opaque to callers; the program that \#
    created it checks it.
    AttendanceExportRecords.id The id of a course.
    AttendanceFileExcuse Files an excuse for a day up to 7 days before or after today. Filing again for \#
    the same day changes the note until it is answered.
    AttendanceFileExcuse.day A day of the proleptic Gregorian calendar. Conversions: Howard Hinnant, \#
    "chrono-Compatible Low-Level Date Algorithms", days_from_civil and civil_from_days.
    AttendanceFileExcuse.id The id of a course.
    AttendanceFileExcuse.note The note of an excuse, or of its answer, with line breaks.
    AttendanceFix A position of a student. It is judged in memory and never stored.
    AttendanceFix.accuracy The accuracy in meters.
    AttendanceFix.ageMs The milliseconds since it was measured, when it was sent.
    AttendanceFix.latitude Degrees north of the equator (WGS 84).
    AttendanceFix.longitude Degrees east of Greenwich (WGS 84).
    AttendanceGetCheckIn.id The id of a check-in.
    AttendanceGetCheckInCode Returns the code to show in the room. It changes every 15 seconds, and each \#
    is accepted for 30.
    AttendanceGetCheckInCode.id The id of a check-in.
    AttendanceGetCourse.id The id of a course.
    AttendanceGetTicket Exchanges the scanned code for a ticket that lasts two minutes, so that there is \#
    time to sign in. It is good for one person.
    AttendanceGetTicket.code The rotating code of a check-in as typed: 8 characters of base32 (RFC 4648, \#
    `A-Z2-7`). Spaces and dashes are ignored; `0`, `1` and `8`, which the alphabet lacks, count as `O`, \#
    `I` and `B`.
    AttendanceGetTicket.id The id of a check-in.
    AttendanceGetWarnings.id The id of a course.
    AttendanceImportRoster Adds the people of a file to the roster of a course. The file is CSV with a \#
    column `email`, in which a column `adviser` has the addresses of students' advisers, or the export of \#
    a school system: OneRoster's `users.csv` and `enrollments.csv`, and `classes.csv` for the titles of \#
    classes. An address without an account is kept as expected, and joins the roster once somebody has an \#
    account with it. The same files again add nothing.  An instructor can find out by it who has an \#
    account, as by enrolling: a person may have 2,000 addresses looked up in an hour, which are two whole \#
    rosters with their dry runs.
    AttendanceImportRoster.dryRun True returns what would happen and changes nothing.
    AttendanceImportRoster.files The files of an import: one CSV file, or two or three of OneRoster in any \#
    order.
    AttendanceImportRoster.fromClass The `sourcedId` of the class to import from OneRoster files; needed \#
    if they have several.
    AttendanceImportRoster.id The id of a course.
    AttendanceImportedRoster The result of an import: each row is counted once.
    AttendanceImportedRoster.added The number of people who are new on the roster.
    AttendanceImportedRoster.already The number of people who were on the roster or expected before, with \#
    the same role.
    AttendanceImportedRoster.changed The number of people whose role changed.
    AttendanceImportedRoster.classes The classes of OneRoster files by title, the first 200; empty for \#
    CSV.
    AttendanceImportedRoster.duplicates The number of rows whose address an earlier row has.
    AttendanceImportedRoster.expected The number of people who join once they have an account.
    AttendanceImportedRoster.moreProblems The number of further problems.
    AttendanceImportedRoster.problems The reasons in the order of the rows; the first 100.
    AttendanceImportedRoster.refused The number of rows that were left out; `problems` says why.
    AttendanceImportedRoster.rows The number of rows, without the header and blank ones.
    AttendanceKnownName A person's name, as auth published it.
    AttendanceKnownName.firstName The first name.
    AttendanceKnownName.lastName The last name.
    AttendanceListAdvised Lists the attendance of those students of a course whose adviser the caller is, \#
    and nothing else of it. An adviser is warned of them and need not teach the course.
    AttendanceListAdvised.id The id of a course.
    AttendanceListAttendance Lists the numbers of courses by name: those the person teaches, or all for \#
    administrators. For a student, the numbers are their own.
    AttendanceListAttendance.all True lists every course of the site, for administrators alone.
    AttendanceListAttendance.cursor The start of the next page. It is opaque to callers; the program that \#
    created it checks it.
    AttendanceListAttendance.limit The maximum number of items on a page: 1 to 100, 20 unless given.
    AttendanceListAttendance.term Only courses of this term.
    AttendanceListCheckIns Lists the check-ins of a course, the newest first. A student sees their own \#
    record in each.
    AttendanceListCheckIns.cursor The start of the next page. It is opaque to callers; the program that \#
    created it checks it.
    AttendanceListCheckIns.id The id of a course.
    AttendanceListCheckIns.limit The maximum number of items on a page: 1 to 100, 20 unless given.
    AttendanceListCourseAttendance Lists the numbers of the students of a course by last name.
    AttendanceListCourseAttendance.cursor The start of the next page. It is opaque to callers; the program \#
    that created it checks it.
    AttendanceListCourseAttendance.id The id of a course.
    AttendanceListCourseAttendance.limit The maximum number of items on a page: 1 to 100, 20 unless given.
    AttendanceListCourses Lists the courses that you teach or take, by name.
    AttendanceListCourses.all True lists every course of the site, for administrators alone.
    AttendanceListCourses.cursor The start of the next page. It is opaque to callers; the program that \#
    created it checks it.
    AttendanceListCourses.limit The maximum number of items on a page: 1 to 100, 20 unless given.
    AttendanceListDrafts Lists the drafts of the next 7 days that have not ended, of all courses the \#
    person teaches. Those that were opened or skipped are left out.
    AttendanceListExcuses Lists the excuses in a course, the newest first: all of them for instructors, \#
    their own for students.
    AttendanceListExcuses.cursor The start of the next page. It is opaque to callers; the program that \#
    created it checks it.
    AttendanceListExcuses.id The id of a course.
    AttendanceListExcuses.limit The maximum number of items on a page: 1 to 100, 20 unless given.
    AttendanceListExcuses.state Only those in this state.
    AttendanceListExpected Lists the people who join the roster of a course once they have an account, by \#
    name.
    AttendanceListExpected.cursor The start of the next page. It is opaque to callers; the program that \#
    created it checks it.
    AttendanceListExpected.id The id of a course.
    AttendanceListExpected.limit The maximum number of items on a page: 1 to 100, 20 unless given.
    AttendanceListMarks Lists the changes of a record, the newest first.
    AttendanceListMarks.cursor The start of the next page. It is opaque to callers; the program that \#
    created it checks it.
    AttendanceListMarks.id The id of a check-in.
    AttendanceListMarks.limit The maximum number of items on a page: 1 to 100, 20 unless given.
    AttendanceListMarks.person The student.
    AttendanceListMyRecords Lists what is recorded of the person who asks, the newest first.
    AttendanceListMyRecords.course Only those of this course.
    AttendanceListMyRecords.cursor The start of the next page. It is opaque to callers; the program that \#
    created it checks it.
    AttendanceListMyRecords.limit The maximum number of items on a page: 1 to 100, 20 unless given.
    AttendanceListOpenCheckIns Lists the check-ins that are open or open within a day, in all courses of \#
    the person: those to check in first.
    AttendanceListRecords Lists the records of a course by check-in and name, as rows for another program.
    AttendanceListRecords.checkIn Only those of this check-in.
    AttendanceListRecords.cursor The start of the next page. It is opaque to callers; the program that \#
    created it checks it.
    AttendanceListRecords.id The id of a course.
    AttendanceListRecords.limit The maximum number of items on a page: 1 to 100, 20 unless given.
    AttendanceListRegister Lists the students of a check-in with their state, by last name. Those who have \#
    left the course since stay listed if they have a record.
    AttendanceListRegister.cursor The start of the next page. It is opaque to callers; the program that \#
    created it checks it.
    AttendanceListRegister.id The id of a check-in.
    AttendanceListRegister.limit The maximum number of items on a page: 1 to 100, 20 unless given.
    AttendanceListRoster Lists the instructors and students of a course by last name, for its instructors \#
    and administrators.
    AttendanceListRoster.cursor The start of the next page. It is opaque to callers; the program that \#
    created it checks it.
    AttendanceListRoster.id The id of a course.
    AttendanceListRoster.limit The maximum number of items on a page: 1 to 100, 20 unless given.
    AttendanceListSpots Lists the saved places by name.
    AttendanceListSpots.cursor The start of the next page. It is opaque to callers; the program that \#
    created it checks it.
    AttendanceListSpots.limit The maximum number of items on a page: 1 to 100, 20 unless given.
    AttendanceLockTerm Locks a term: nothing in its courses’ attendance can change any more.
    AttendanceLockTerm.term The term in which a course is taught, in the school's own words.
    AttendanceMark A mark that an instructor sets.
    AttendanceMarkChange A change of a record.
    AttendanceMarkChange.after A student's state in a check-in. `pending`: The student checked in, but an \#
    instructor has to confirm it. `unmarked`: Nothing is recorded, and the check-in has not closed yet. \#
    `notEnrolled`: The student was not in the course yet. It counts in no percentage.
    AttendanceMarkChange.at The moment of the change.
    AttendanceMarkChange.before The status before; absent for the first.
    AttendanceMarkChange.by The instructor; absent if the student or the closing did it, or the account is \#
    gone.
    AttendanceMarkChange.means The origin of a mark. `excuse`: An accepted excuse. `closing`: The check-in \#
    closed without a mark. `offline`: The device was offline, and the student's press arrived later.
    AttendanceMarkChange.reason The reason, if one was given.
    AttendanceMeans The origin of a mark. `excuse`: An accepted excuse. `closing`: The check-in closed \#
    without a mark. `offline`: The device was offline, and the student's press arrived later.
    AttendanceMyRecord A record of the person who asks, with everything that is stored.
    AttendanceMyRecord.accuracy The accuracy of the position in whole meters.
    AttendanceMyRecord.by The instructor who set the mark; absent if nobody did.
    AttendanceMyRecord.checkIn The id of a check-in.
    AttendanceMyRecord.course The id of a course.
    AttendanceMyRecord.courseName The name of the course.
    AttendanceMyRecord.distanceFeet The distance to the place in feet, rounded up to the next 50.
    AttendanceMyRecord.flags Something that the instructor may want to look at.
    AttendanceMyRecord.original The first status, if an instructor has changed it since.
    AttendanceMyRecord.reason The reason for the last change.
    AttendanceMyRecord.receipt The record of a student in one check-in, as the student may keep it.
    AttendanceMyRecord.starts The start of the class.
    AttendanceMyRecord.statusNames The course's own names of statuses; absent if it has the usual ones.
    AttendanceOpenCheckIn Creates a check-in for a course. It opens at once unless it has a later start. A \#
    start in the past, up to 14 days ago, is for a roll on paper that is entered later; its mode is \#
    `manual`, and it accepts marks for the given minutes from now.
    AttendanceOpenCheckIn.early The minutes before the start at which it opens; 0 unless given.
    AttendanceOpenCheckIn.id The id of a course.
    AttendanceOpenCheckIn.lateAfter The minutes after the start from which students are late; nobody is \#
    late unless given.
    AttendanceOpenCheckIn.minutes The minutes from the start for which it accepts students; 10 unless \#
    given.
    AttendanceOpenCheckIn.mode The proof of presence that a check-in asks for. `manual`: The instructor \#
    marks everyone.
    AttendanceOpenCheckIn.range The range in meters; 100 feet unless given. Only with a place.
    AttendanceOpenCheckIn.savedSpot A saved place, instead of `spot`.
    AttendanceOpenCheckIn.spot The place; needed if the mode asks for it, unless `savedSpot` is given.
    AttendanceOpenCheckIn.starts The start of the class; now unless given.
    AttendanceOpenCheckIns The check-ins that are open or open soon.
    AttendanceOpenCheckIns.items Open ones first, then by time; at most one for each of the 50 courses.
    AttendanceOpenCheckIns.now The clock of the site, for counting down.
    AttendanceOpenDraft Opens a drafted check-in with the mode, limits and place of the course's last one. \#
    A class that began is opened from now, a later one is planned for its bell. A repeat returns the same \#
    check-in.
    AttendanceOpenDraft.id The id of a drafted check-in.
    AttendanceReceipt The record of a student in one check-in, as the student may keep it.
    AttendanceReceipt.at The moment of the record, by the clock of the site.
    AttendanceReceipt.id The id of the record.
    AttendanceReceipt.means The origin of a mark. `excuse`: An accepted excuse. `closing`: The check-in \#
    closed without a mark. `offline`: The device was offline, and the student's press arrived later.
    AttendanceReceipt.status A student's state in a check-in. `pending`: The student checked in, but an \#
    instructor has to confirm it. `unmarked`: Nothing is recorded, and the check-in has not closed yet. \#
    `notEnrolled`: The student was not in the course yet. It counts in no percentage.
    AttendanceRecordChanged A record was added or changed. Of people, only the instructors and the student \#
    receive it.
    AttendanceRecordChanged.checkIn The id of a check-in.
    AttendanceRecordChanged.course The id of a course.
    AttendanceRecordChanged.person The student.
    AttendanceRecordChanged.status A student's state in a check-in. `pending`: The student checked in, but \#
    an instructor has to confirm it. `unmarked`: Nothing is recorded, and the check-in has not closed yet. \#
    `notEnrolled`: The student was not in the course yet. It counts in no percentage.
    AttendanceRecordFlag Something about a record that an instructor may want to look at. It changes no \#
    mark. `borderline`: Within the range only if the accuracy of the position is allowed for. \#
    `arrivedLate`: The press arrived after it was made: the device was offline. `sameCoordinates`: The \#
    same coordinates as another student's, to six decimals. `sameAccuracy`: Exactly the same accuracy in \#
    several check-ins in a row. `tooFast`: The last position is too far away for the time since. \#
    `sharedDevice`: The device has checked in another account, too.
    AttendanceRecordRow A record as a row for another program.
    AttendanceRecordRow.at The moment of the record.
    AttendanceRecordRow.checkIn The id of a check-in.
    AttendanceRecordRow.ends The end of the check-in.
    AttendanceRecordRow.firstName The first name.
    AttendanceRecordRow.isOverridden True if an instructor changed the first status.
    AttendanceRecordRow.lastName The last name.
    AttendanceRecordRow.means The origin of a mark. `excuse`: An accepted excuse. `closing`: The check-in \#
    closed without a mark. `offline`: The device was offline, and the student's press arrived later.
    AttendanceRecordRow.person The id of a person's account.
    AttendanceRecordRow.starts The start of the class.
    AttendanceRecordRow.status A student's state in a check-in. `pending`: The student checked in, but an \#
    instructor has to confirm it. `unmarked`: Nothing is recorded, and the check-in has not closed yet. \#
    `notEnrolled`: The student was not in the course yet. It counts in no percentage.
    AttendanceRecordsPage Some lines of CSV.
    AttendanceRecordsPage.csv The lines, each with its end.
    AttendanceRecordsPage.next The next page; absent on the last.
    AttendanceRefusal The reason why a student cannot check in now.
    AttendanceRegisterRow A student in the register of a check-in.
    AttendanceRegisterRow.accuracy The accuracy of the position in whole meters.
    AttendanceRegisterRow.at The moment of the record; absent without one.
    AttendanceRegisterRow.by The instructor who set the mark; absent if nobody did.
    AttendanceRegisterRow.distanceFeet The distance to the place in feet, rounded up to the next 50; \#
    absent without a position.
    AttendanceRegisterRow.excuse The excuse for that day, if the student has filed one.
    AttendanceRegisterRow.firstName The first name.
    AttendanceRegisterRow.flags Something to look at.
    AttendanceRegisterRow.hasLeft True if the student is no longer in the course.
    AttendanceRegisterRow.lastName The last name.
    AttendanceRegisterRow.means The origin of a mark. `excuse`: An accepted excuse. `closing`: The \#
    check-in closed without a mark. `offline`: The device was offline, and the student's press arrived \#
    later.
    AttendanceRegisterRow.original The first status, if an instructor has changed it since.
    AttendanceRegisterRow.person The id of a person's account.
    AttendanceRegisterRow.reason The reason for the last change.
    AttendanceRegisterRow.status A student's state in a check-in. `pending`: The student checked in, but \#
    an instructor has to confirm it. `unmarked`: Nothing is recorded, and the check-in has not closed yet. \#
    `notEnrolled`: The student was not in the course yet. It counts in no percentage.
    AttendanceRemoveAdviser.id The id of a course.
    AttendanceRemoveAdviser.person The student.
    AttendanceRemoveExpected Removes a person who is expected on the roster. It also succeeds for an entry \#
    that does not exist.
    AttendanceRemoveExpected.expected The id of a person who is expected on a roster.
    AttendanceRemoveExpected.id The id of a course.
    AttendanceRemoveFromRoster.id The id of a course.
    AttendanceRemoveFromRoster.person The person to take off the roster.
    AttendanceReopenCheckIn Opens a closed check-in again for some minutes from now. Those whom its \#
    closing made absent are unmarked again.
    AttendanceReopenCheckIn.id The id of a check-in.
    AttendanceReopenCheckIn.minutes The minutes for which a check-in accepts students from its start.
    AttendanceRestoreCheckIn.id The id of a check-in.
    AttendanceRosterClass A class of OneRoster files.
    AttendanceRosterClass.id The `sourcedId` of the class.
    AttendanceRosterClass.people The number of its enrollments.
    AttendanceRosterClass.title The title of the class; its `sourcedId` if no file has one.
    AttendanceRosterEntry A person on the roster of a course.
    AttendanceRosterEntry.adviser The adviser, who is warned beside the student when attendance becomes \#
    low; absent for none.
    AttendanceRosterEntry.firstName The person's first name.
    AttendanceRosterEntry.joined The moment at which the person was put on the roster.
    AttendanceRosterEntry.lastName The person's last name.
    AttendanceRosterEntry.person The person on the roster.
    AttendanceRosterEntry.role The role of a person in a course.
    AttendanceRosterEntry.studentNumber The school's number of the person, if an import had one.
    AttendanceRosterJoined A person joined a roster or got another role. Of people, only the instructors \#
    and the person receive it: students do not see the roster.
    AttendanceRosterJoined.course The id of a course.
    AttendanceRosterJoined.person The person on the roster.
    AttendanceRosterJoined.role The role of a person in a course.
    AttendanceRosterLeft A person is no longer on the roster of a course.
    AttendanceRosterLeft.course The id of a course.
    AttendanceRosterLeft.person The person who was on the roster.
    AttendanceRosterLeft.role The person's former role in the course.
    AttendanceRosterProblem A row that was not imported.
    AttendanceRosterProblem.code The stable code of the problem.
    AttendanceRosterProblem.file The number of the file, from 1 in the order of the request.
    AttendanceRosterProblem.line The number of the line on which the row begins, from 1.
    AttendanceRosterProblem.message The problem in one sentence for people.
    AttendanceSaveSpot Saves a place, or changes one.
    AttendanceSaveSpot.id A new id, or that of the place to change.
    AttendanceSaveSpot.latitude Degrees north of the equator (WGS 84).
    AttendanceSaveSpot.longitude Degrees east of Greenwich (WGS 84).
    AttendanceSaveSpot.name The name of a place: `Main Hall 101`.
    AttendanceSaveSpot.range The range that a check-in there begins with; 100 feet unless given.
    AttendanceSavedSpot A saved place. All staff of the site share them.
    AttendanceSavedSpot.id The id of a saved place.
    AttendanceSavedSpot.isMine True if the person who asks may change it.
    AttendanceSavedSpot.latitude Degrees north of the equator (WGS 84).
    AttendanceSavedSpot.longitude Degrees east of Greenwich (WGS 84).
    AttendanceSavedSpot.name The name of a place: `Main Hall 101`.
    AttendanceSavedSpot.range The range that a check-in there begins with, in meters.
    AttendanceSetAdviser Sets a student's adviser in a course: who is warned, beside the student, when \#
    attendance becomes low. Like enrolling, it has a limit, because it shows who has an address.
    AttendanceSetAdviser.email The email address of the adviser's account, in any case.
    AttendanceSetAdviser.id The id of a course.
    AttendanceSetAdviser.person The student.
    AttendanceSetMark Marks a student. Changing what the student did, or a mark after the check-in has \#
    closed, needs a reason, which the student sees; confirming a pending record does not. The first status \#
    is kept.
    AttendanceSetMark.id The id of a check-in.
    AttendanceSetMark.person The student.
    AttendanceSetMark.reason The reason that a teacher gives for changing a mark.
    AttendanceSetMark.status A mark that an instructor sets.
    AttendanceSetRosterRole Puts a person on the roster, or changes their role there.
    AttendanceSetRosterRole.id The id of a course.
    AttendanceSetRosterRole.person The person to put on the roster, or whose role changes.
    AttendanceSetRosterRole.role The role of a person in a course.
    AttendanceSetWarnings Sets what a course warns its students of. Without both numbers it warns of \#
    nothing.
    AttendanceSetWarnings.below The percentage below which a student is warned.
    AttendanceSetWarnings.id The id of a course.
    AttendanceSetWarnings.inARow The number of absences in a row at which a student is warned.
    AttendanceShownCode The code of a check-in at a moment.
    AttendanceShownCode.code Eight characters, shown in groups of four: `K7QM-X2AB`.
    AttendanceShownCode.next The code that follows, so that a screen need not wait for it.
    AttendanceShownCode.nextQr The QR code of the link with `next`; absent on a site of an older release.
    AttendanceShownCode.now The clock of the site.
    AttendanceShownCode.qr The QR code of the link that checks in with `code`; absent on a site of an \#
    older release.
    AttendanceShownCode.until The moment at which the next code follows.
    AttendanceSkipDraft Takes a draft off the list: nobody checks in at this meeting.
    AttendanceSkipDraft.id The id of a drafted check-in.
    AttendanceSpot The place at which a check-in is held. It is deleted 24 hours after the check-in has \#
    closed.
    AttendanceSpot.accuracy The accuracy of the position if a device measured it; absent for a pin that \#
    somebody set by hand.
    AttendanceSpot.latitude Degrees north of the equator (WGS 84).
    AttendanceSpot.longitude Degrees east of Greenwich (WGS 84).
    AttendanceSpot.name The name of the place; absent if none was given.
    AttendanceStatus A student's state in a check-in. `pending`: The student checked in, but an instructor \#
    has to confirm it. `unmarked`: Nothing is recorded, and the check-in has not closed yet. \#
    `notEnrolled`: The student was not in the course yet. It counts in no percentage.
    AttendanceStatusNames The names of statuses in a course. A status without one has its usual name in \#
    the reader's language.
    AttendanceStatusNames.absent The name of `absent`; absent for the usual one.
    AttendanceStatusNames.excused The name of `excused`; absent for the usual one.
    AttendanceStatusNames.late The name of `late`; absent for the usual one.
    AttendanceStatusNames.notEnrolled The name of `not_enrolled`; absent for the usual one.
    AttendanceStatusNames.present The name of `present`; absent for the usual one.
    AttendanceStudentAttendance The numbers of a student in a course.
    AttendanceStudentAttendance.absentInARow The absences in a row up to the last check-in that counts.
    AttendanceStudentAttendance.firstName The first name.
    AttendanceStudentAttendance.hasLeft True if the student is no longer in the course.
    AttendanceStudentAttendance.isLow True if it is below what the course warns of.
    AttendanceStudentAttendance.lastName The last name.
    AttendanceStudentAttendance.percent The percentage of attendance to one decimal; absent while nothing \#
    counts.
    AttendanceStudentAttendance.person The id of a person's account.
    AttendanceStudentAttendance.tally The numbers of a check-in by status.
    AttendanceTally The numbers of a check-in by status.
    AttendanceTally.absent Students who were not there.
    AttendanceTally.excused Students with an accepted excuse, or excused by an instructor.
    AttendanceTally.late Students who came late.
    AttendanceTally.pending Waiting for an instructor.
    AttendanceTally.present Students who were there in time.
    AttendanceTally.unmarked Not marked yet; 0 once the check-in has closed.
    AttendanceTermLock The lock of a term.
    AttendanceTermLock.locked The moment at which it was locked.
    AttendanceTermLock.term The term in which a course is taught, in the school's own words.
    AttendanceTicket A ticket for one check-in and one person.
    AttendanceTicket.ticket A ticket for a scanned code: it lasts two minutes, so that signing in does not \#
    cost the place.
    AttendanceTicket.until The end of the ticket.
    AttendanceTryCheckIn Says whether the student could check in now, and records nothing.
    AttendanceTryCheckIn.code The code shown in the room.
    AttendanceTryCheckIn.fix A position of a student. It is judged in memory and never stored.
    AttendanceTryCheckIn.id The id of a check-in.
    AttendanceTryCheckIn.ticket The ticket of a scanned code, instead of `code`.
    AttendanceUnlockTerm.term The term in which a course is taught, in the school's own words.
    AttendanceUnskipDraft Puts a skipped draft back on the list.
    AttendanceUnskipDraft.id The id of a drafted check-in.
    AttendanceVerdict The judgement of a press that is not recorded.
    AttendanceVerdict.closes A moment in UTC, to the millisecond. JSON form `2026-09-01T12:00:00.000Z`; \#
    Int64 Unix milliseconds in bus headers and SQL. Years 1 to 9999.
    AttendanceVerdict.distanceFeet The distance to the place in feet, rounded up to the next 50; absent \#
    without a position.
    AttendanceVerdict.isOpen True if a press would check the student in.
    AttendanceVerdict.mine The record there is already.
    AttendanceVerdict.needsConfirming True if an instructor would have to confirm the record.
    AttendanceVerdict.now The clock of the site.
    AttendanceVerdict.opens A moment in UTC, to the millisecond. JSON form `2026-09-01T12:00:00.000Z`; \#
    Int64 Unix milliseconds in bus headers and SQL. Years 1 to 9999.
    AttendanceVerdict.reason The reason why not; absent if `isOpen`.
    AttendanceWarnings The limits from which on a course warns its students.
    AttendanceWarnings.below The percentage below which a student is warned; absent if none is set.
    AttendanceWarnings.inARow The number of absences in a row at which a student is warned; absent if none \#
    is set.
    AttendanceWithdrawExcuse Withdraws an excuse that has not been answered.
    AttendanceWithdrawExcuse.id The id of an excuse.
    """#
}
