// Written by Tests/Interop/quad_schema_texts.py from the doc comments of Schema.

extension SchemaTexts {
  static let campus = #"""
    Campus The school day: days and bells, classes and schedules, news, lunch, activities, contacts, \#
    calendar.
    CampusActivities The activities of the school.
    CampusActivities.items The activities by name, at most 300.
    CampusActivity A club, a team or another activity.
    CampusActivity.about The description.
    CampusActivity.adviser The name of the adviser.
    CampusActivity.id The id of an activity.
    CampusActivity.isMember True if the reader is a member.
    CampusActivity.link An address on the web: `https` or `http`, up to 500 characters of printable ASCII, \#
    without a user.
    CampusActivity.meets The regular meetings.
    CampusActivity.members The number of members.
    CampusActivity.name The name of an activity or its adviser, 1 to 120 characters.
    CampusActivity.next The next meetings, at most 3; days without school have none.
    CampusActivity.place The place at which it meets.
    CampusActivity.version The version, which increases with each change.
    CampusActivityChanged An activity was added, changed or deleted: fetch it again.
    CampusActivityChanged.id The id of an activity.
    CampusActivityMeeting A meeting of one of the reader's activities.
    CampusActivityMeeting.activity The id of an activity.
    CampusActivityMeeting.date The day on the school's clock.
    CampusActivityMeeting.ends The moment at which it is over.
    CampusActivityMeeting.name The name of an activity or its adviser, 1 to 120 characters.
    CampusActivityMeeting.place The place at which it meets.
    CampusActivityMeeting.starts The moment at which it begins.
    CampusActivityName The name of an activity or its adviser, 1 to 120 characters.
    CampusActivityText The description of an activity, 1 to 1,000 characters.
    CampusActivityVenue The place of an activity or a date, 1 to 120 characters.
    CampusAddActivity Adds an activity. Administrators may send it.
    CampusAddActivity.about The description.
    CampusAddActivity.adviser The name of the adviser.
    CampusAddActivity.link An address on the web: `https` or `http`, up to 500 characters of printable \#
    ASCII, without a user.
    CampusAddActivity.meets The regular meetings, at most 10; none unless given.
    CampusAddActivity.name The name of an activity or its adviser, 1 to 120 characters.
    CampusAddActivity.place The place at which it meets.
    CampusAddBell Adds a bell schedule. The first one is the usual one.
    CampusAddBell.isUsual True to make it the usual one.
    CampusAddBell.name The name of a bell schedule: `Early dismissal`.
    CampusAddBell.slots The slots of a bell schedule, 1 to 40.
    CampusAddClass Adds a class to the catalogue. Its name and code together are unique.
    CampusAddClass.blocks Different blocks, at least one.
    CampusAddClass.code The short name, such as `BIO 2`.
    CampusAddClass.course The course of attendance that follows it.
    CampusAddClass.grades Different grades, at least one.
    CampusAddClass.lunch The lunch of its students on days with split lunches.
    CampusAddClass.name The full name of a course.
    CampusAddClass.room The room in which it usually meets.
    CampusAddClass.teacher The teacher of a class: a person of the site, or a name alone.
    CampusAddContact Adds a contact to the directory. Administrators may send it.
    CampusAddContact.department The department.
    CampusAddContact.email The email address.
    CampusAddContact.hours The office hours in words.
    CampusAddContact.isEmergency True for an emergency number; false unless given.
    CampusAddContact.name The name of the person or the office.
    CampusAddContact.person The account of this person.
    CampusAddContact.phone The number at school; an emergency number needs one.
    CampusAddContact.role The role: `Counselor`, `Nurse`.
    CampusAddContact.room The room.
    CampusAddEntry Adds an entry to the calendar. Administrators may send it.
    CampusAddEntry.ends The last day; the first unless given.
    CampusAddEntry.grades The grades that it is for; all unless given.
    CampusAddEntry.kind The kind; an event unless given.
    CampusAddEntry.place The place.
    CampusAddEntry.starts The first day.
    CampusAddEntry.time The time on the first day; whole days unless given.
    CampusAddEntry.title The title of an entry, 1 to 120 characters.
    CampusAddEntry.until The time on the last day at which it is over; it needs `time`.
    CampusAddSource Adds a source behind the others. A feed is read at once.
    CampusAddSource.address The address of the feed or the account: `https://host/@name` for one on \#
    Mastodon.
    CampusAddSource.isOn False for a source that only administrators see; true unless given.
    CampusAddSource.kind A kind of source. `feed`: An RSS, Atom or JSON feed. `mastodon`: A public account \#
    on Mastodon. `announcements`: The announcements of this site. `card`: A link to a network that cannot \#
    be read.
    CampusAddSource.layout The way its items are shown; a list unless given.
    CampusAddSource.link The page of the source on the web.
    CampusAddSource.note The text of a card.
    CampusAddSource.title The name of its segment.
    CampusAddTerm Adds a term of at most 366 days, which no other one overlaps.
    CampusAddTerm.ends The last day.
    CampusAddTerm.name The name of a term: `Fall 2026`.
    CampusAddTerm.starts The first day.
    CampusAllergen The allergens that labels must name: the 14 of the European Union (Regulation \#
    1169/2011, Annex II) and the 9 of the United States (21 U.S.C. 321(qq)). `gluten` is any cereal with \#
    gluten, `wheat` is one of them.
    CampusAllergens Allergens, each once.
    CampusAllergens.all The allergens that labels must name: the 14 of the European Union (Regulation \#
    1169/2011, Annex II) and the 9 of the United States (21 U.S.C. 321(qq)). `gluten` is any cereal with \#
    gluten, `wheat` is one of them.
    CampusAnnouncement An announcement to everybody of the school.
    CampusAnnouncement.author The name of the person who posted it; absent once their account is deleted.
    CampusAnnouncement.expires The time from which it is no longer shown.
    CampusAnnouncement.id The id of an announcement.
    CampusAnnouncement.isMine True if the person may change and delete it.
    CampusAnnouncement.isSeen True if the person has seen it.
    CampusAnnouncement.posted The time at which it was posted.
    CampusAnnouncement.seen The number of people who have seen it; only its author and administrators get \#
    it.
    CampusAnnouncement.text The text of an announcement, 1 to 4000 characters.
    CampusAnnouncement.title The title of an announcement, 1 to 120 characters.
    CampusAnnouncement.version The version, which increases with each change.
    CampusAnnouncementChanged An announcement was posted, changed or deleted.
    CampusAnnouncementChanged.id The id of an announcement.
    CampusAnnouncementText The text of an announcement, 1 to 4000 characters.
    CampusAnnouncementTitle The title of an announcement, 1 to 120 characters.
    CampusAudited An administrator's action in campus; auth keeps the log of all programs.
    CampusAudited.entry The entry to be added to the audit log.
    CampusBell A bell schedule: the slots of a day.
    CampusBell.id The id of a bell schedule.
    CampusBell.isUsual True for the schedule of days without one of their own.
    CampusBell.name The name of a bell schedule: `Early dismissal`.
    CampusBell.slots The slots by their times.
    CampusBell.version The number of edits; an edit names the version that it began from.
    CampusBells The bell schedules of the school.
    CampusBells.items The schedules, the usual one first, the others by name.
    CampusChangeActivity Changes an activity. An absent member keeps its value, null removes it.
    CampusChangeActivity.about The description.
    CampusChangeActivity.adviser The name of the adviser.
    CampusChangeActivity.id The id of an activity.
    CampusChangeActivity.link The link.
    CampusChangeActivity.meets All regular meetings, at most 10; unchanged unless given.
    CampusChangeActivity.name The new name.
    CampusChangeActivity.place The place at which it meets.
    CampusChangeActivity.version The version that was edited; a newer one refuses the change.
    CampusChangeAnnouncement Changes an announcement. Its author and administrators may do it. Nobody is \#
    notified again.
    CampusChangeAnnouncement.expires The time from which it is no longer shown; null is never.
    CampusChangeAnnouncement.id The id of an announcement.
    CampusChangeAnnouncement.text The text of an announcement, 1 to 4000 characters.
    CampusChangeAnnouncement.title The title of an announcement, 1 to 120 characters.
    CampusChangeAnnouncement.version The version that was edited; a newer one refuses the change.
    CampusChangeContact Changes a contact. An absent member keeps its value, null removes it.
    CampusChangeContact.department The department.
    CampusChangeContact.email The email address.
    CampusChangeContact.hours The office hours in words.
    CampusChangeContact.id The id of a contact.
    CampusChangeContact.isEmergency True for an emergency number.
    CampusChangeContact.name The new name.
    CampusChangeContact.person The account of this person.
    CampusChangeContact.phone The number at school.
    CampusChangeContact.role The new role.
    CampusChangeContact.room The room.
    CampusChangeContact.version The version that was edited; a newer one refuses the change.
    CampusChangeEntry Changes an entry. An absent member keeps its value, null removes it.
    CampusChangeEntry.ends The new last day.
    CampusChangeEntry.grades The grades that it is for.
    CampusChangeEntry.id The id of an entry of the school's calendar.
    CampusChangeEntry.kind The new kind.
    CampusChangeEntry.place The place.
    CampusChangeEntry.starts The new first day. Without `ends` the length stays.
    CampusChangeEntry.time The time on the first day.
    CampusChangeEntry.title The new title.
    CampusChangeEntry.until The time on the last day.
    CampusChangeEntry.version The version that was edited; a newer one refuses the change.
    CampusChangeMySchool Changes the given choices and keeps the others; `null` as the reminder turns \#
    reminders off.
    CampusChangeMySchool.reminder The number of minutes before a class; null for no reminders.
    CampusChangeMySchool.reminderFor The classes of a day that you get reminders of.
    CampusChangeMySchool.sharesFree True to let others see when you are free.
    CampusChangeOwnContact Changes the own number and whether the directory shows it. A removed number is \#
    no longer shown.
    CampusChangeOwnContact.isShown True shows it to everybody on the site.
    CampusChangeOwnContact.phone The own number.
    CampusChangeSchool Changes the given settings and keeps the others.
    CampusChangeSchool.blocks The number of blocks that a student chooses classes for.
    CampusChangeSchool.clockOffsetMs The number of milliseconds that the school's bells are ahead of the \#
    site's clock.
    CampusChangeSchool.grades Different grades, at least one.
    CampusChangeSchool.policy The fate of the day type of a closed date unless the closing says otherwise.
    CampusChangeSchool.version The version that the change began from; any without it.
    CampusChangeSchool.weekdays The days of the week with school.
    CampusChangeSource Changes a source. An absent member keeps its value, null removes it. Another \#
    address removes the items of the old one.
    CampusChangeSource.address The address of the feed or the account.
    CampusChangeSource.id The id of a source of news.
    CampusChangeSource.isOn False for a source that only administrators see.
    CampusChangeSource.layout The way a source's items are shown. `pictures`: Pictures come first. \#
    `events`: Dates come first.
    CampusChangeSource.link The page of the source on the web.
    CampusChangeSource.note The text of a card.
    CampusChangeSource.title The name of its segment.
    CampusChangeSource.version The version that was edited; a newer one refuses the change.
    CampusChangeTerm Changes the given members of a term. Days that have passed stay in it.
    CampusChangeTerm.ends The last day.
    CampusChangeTerm.id The id of a term.
    CampusChangeTerm.name The name of a term: `Fall 2026`.
    CampusChangeTerm.starts The first day.
    CampusChangeTerm.version The version that the edit began from; any without it.
    CampusClassChanged A class of the catalogue was added, changed or removed: fetch it again.
    CampusClassChanged.id The id of a class of the catalogue.
    CampusClassListed A class of the catalogue as it is now. The snapshot lists every class.
    CampusClassListed.code The short name of the class, if it has one.
    CampusClassListed.course The course that administrators chose for the class; absent if attendance \#
    makes one.
    CampusClassListed.id The class.
    CampusClassListed.name The full name of the class: `Biology`.
    CampusClassListed.teacher The teacher's account; absent if the teacher has none.
    CampusClassNotice A notice about a class on a date: what is different.
    CampusClassNotice.at The time of the last change.
    CampusClassNotice.class The id of a class of the catalogue.
    CampusClassNotice.date A day of the proleptic Gregorian calendar. Conversions: Howard Hinnant, \#
    "chrono-Compatible Low-Level Date Algorithms", days_from_civil and civil_from_days.
    CampusClassNotice.isCancelled True if the class does not meet.
    CampusClassNotice.note A note to the students.
    CampusClassNotice.room The other room.
    CampusClassNotice.substitute The name of the substitute.
    CampusClassNotices The notices of a class.
    CampusClassNotices.items The notices by date.
    CampusClassRemoved A class is no longer in the catalogue. No separate event is published for its \#
    students and meetings.
    CampusClassRemoved.id The class that was removed.
    CampusClassTeacher The teacher of a class: a person of the site, or a name alone.
    CampusClassTeacher.name The name as it is shown. A request that names a person may leave it out.
    CampusClassTeacher.person The teacher's account. Its owner sees the class on their own day and \#
    announces changes to it.
    CampusClearedChoice A choice that no longer fits: the class is gone or has lost the block or the \#
    grade.
    CampusClearedChoice.block The number of a block: what a student chooses a class for, whatever its time \#
    on a day.
    CampusClearedChoice.name The name of the class; absent for one that was deleted.
    CampusCloseDay Closes the school on a date, today or later, and notifies everybody.
    CampusCloseDay.date A day of the proleptic Gregorian calendar. Conversions: Howard Hinnant, \#
    "chrono-Compatible Low-Level Date Algorithms", days_from_civil and civil_from_days.
    CampusCloseDay.note The reason, such as `Snow`.
    CampusCloseDay.policy The fate of the day type of the date; the school's own policy unless given.
    CampusClosing An unplanned closing.
    CampusClosing.at The time at which an administrator closed the school.
    CampusClosing.date A day of the proleptic Gregorian calendar. Conversions: Howard Hinnant, \#
    "chrono-Compatible Low-Level Date Algorithms", days_from_civil and civil_from_days.
    CampusClosing.days The days that it changed, in order.
    CampusClosing.id The id of an unplanned closing.
    CampusClosing.note The reason, such as `Snow`.
    CampusClosing.policy The fate of the day type of a date on which the school is closed. `shift`: The \#
    next school day takes it, and the days after it follow. `keep`: It's lost, and the days after it stay \#
    as they are.
    CampusClosing.undoableUntil The time until which it can be undone: an hour, but not beyond the date \#
    itself.
    CampusClosing.undone The time at which it was undone.
    CampusClosingPolicy The fate of the day type of a date on which the school is closed. `shift`: The \#
    next school day takes it, and the days after it follow. `keep`: It's lost, and the days after it stay \#
    as they are.
    CampusClosingPreview The changes that a closing would make.
    CampusClosingPreview.days The days that change, in order.
    CampusClosingPreview.reminders The number of reminders of classes that would move.
    CampusClosingPreview.students The number of people who would be notified.
    CampusContact Somebody to reach at school.
    CampusContact.department The department.
    CampusContact.email The email address.
    CampusContact.hours The office hours in words.
    CampusContact.id The id of a contact.
    CampusContact.isEmergency True for an emergency number, which stands above all others.
    CampusContact.name The name of the person or the office.
    CampusContact.ownPhone The person's own number. It shows only while the person allows it.
    CampusContact.person The account of this person; absent for an office and for somebody without an \#
    account.
    CampusContact.phone The number at school.
    CampusContact.role The role: `Counselor`, `Nurse`.
    CampusContact.room The room.
    CampusContact.version The version, which increases with each change.
    CampusContactChanged The directory changed: fetch it again.
    CampusContactPhone A number that people at school call: an extension, an emergency number or a whole \#
    one. It has 2 to 40 digits, spaces and `+ - ( ) . / x # *`, of which at least 2 are digits.
    CampusContactText A line of a contact, 1 to 120 characters.
    CampusContacts The directory of the school.
    CampusContacts.items Emergency numbers first, then by department and name, at most 500.
    CampusCopySchedule Copies your schedule to another term. Choices that don't fit there are left out and \#
    listed in the reply.
    CampusCopySchedule.from The term that is copied.
    CampusCopySchedule.grade The grade in the other term; without it the same grade.
    CampusCopySchedule.to The term that gets the schedule.
    CampusCopySchedule.version The version of the schedule that is replaced; without it there must be \#
    none.
    CampusCycleKind A way to make the days of a cycle. `rotatingDrop`: Blocks rotate through the periods, \#
    and some drop out each day. `alternating`: The blocks are dealt to the days, such as A and B.
    CampusDay A date as it is for everybody.
    CampusDay.bell The bell schedule of a school day; absent if the school has none.
    CampusDay.closing The unplanned closing of this date.
    CampusDay.date A day of the proleptic Gregorian calendar. Conversions: Howard Hinnant, \#
    "chrono-Compatible Low-Level Date Algorithms", days_from_civil and civil_from_days.
    CampusDay.dayType The day type of a school day.
    CampusDay.exception The exception that an administrator made for this date.
    CampusDay.isException True if an administrator set this date apart.
    CampusDay.note The reason why the date is different.
    CampusDay.state The kind of a date. `school`: A school day. `closed`: A date on which there would be \#
    school, but it's closed. `noSchool`: A weekend, or a date outside of the terms.
    CampusDay.term The term that it is in.
    CampusDayChanged Days have another type, bell schedule or state, or their bells ring at other times: \#
    clients and programs fetch them again.
    CampusDayChanged.from The first of the days.
    CampusDayChanged.to The last of the days; some between may be unchanged.
    CampusDayException The kind of an exception.
    CampusDayException.bell The bell schedule of this date.
    CampusDayException.dayType The day type of this date. Unless it's the one whose turn it is, it stands \#
    outside of the cycle.
    CampusDayException.keepsNumber True if the date uses up the turn of the day type that is due.
    CampusDayException.kind The kind of a date that is set apart. `closed`: No school: a holiday. \#
    `school`: School, also on a weekend, with its own day type or bells.
    CampusDayState The kind of a date. `school`: A school day. `closed`: A date on which there would be \#
    school, but it's closed. `noSchool`: A weekend, or a date outside of the terms.
    CampusDayType A day type: which block each period holds.
    CampusDayType.bell The bell schedule of this day type; that of the weekday if absent.
    CampusDayType.id The id of a day type, a named day of the cycle.
    CampusDayType.inRotation True if it takes its turn in the cycle. The others fall on a day of the week, \#
    or on dates that name them.
    CampusDayType.name The name of a day type: `Day 1`.
    CampusDayType.periods The block of each period, by period.
    CampusDayType.weekday The day of the week that it always falls on, outside of the turns.
    CampusDayTypes The day types of the school.
    CampusDayTypes.items The day types in the order of the cycle.
    CampusDayTypes.version The version of the school's settings; an edit names the one that it began from.
    CampusDays The days from one date to another.
    CampusDays.items Every date of the range, in order.
    CampusDays.now The time of the site's clock.
    CampusDeleteActivity Deletes an activity with its members. It also succeeds for one that does not \#
    exist.
    CampusDeleteActivity.id The id of an activity.
    CampusDeleteAnnouncement Deletes an announcement. It also succeeds for one that does not exist.
    CampusDeleteAnnouncement.id The id of an announcement.
    CampusDeleteBell Deletes a bell schedule that no weekday, day type or date to come uses. It also \#
    succeeds for one that doesn't exist.
    CampusDeleteBell.id The id of a bell schedule.
    CampusDeleteClass Deletes a class. Its blocks in the schedules of students become free. It also \#
    succeeds for a class that does not exist.
    CampusDeleteClass.id The id of a class of the catalogue.
    CampusDeleteContact Deletes a contact. It also succeeds for one that does not exist.
    CampusDeleteContact.id The id of a contact.
    CampusDeleteEntry Deletes an entry. It also succeeds for one that does not exist.
    CampusDeleteEntry.id The id of an entry of the school's calendar.
    CampusDeleteException Makes a date usual again. It also succeeds for one that is.
    CampusDeleteException.date A day of the proleptic Gregorian calendar. Conversions: Howard Hinnant, \#
    "chrono-Compatible Low-Level Date Algorithms", days_from_civil and civil_from_days.
    CampusDeleteSource Deletes a source and its items. It also succeeds for one that does not exist.
    CampusDeleteSource.id The id of a source of news.
    CampusDeleteTerm Deletes a term with its days. A term that has begun stays. It also succeeds for one \#
    that doesn't exist.
    CampusDeleteTerm.id The id of a term.
    CampusDiet A diet that a dish suits.
    CampusDiets Diets, each once.
    CampusDiets.all A diet that a dish suits.
    CampusDish A dish of a day. The nutrition is that of a portion; each value may be unknown.
    CampusDish.allergens The allergens in the dish. `wheat` always comes with `gluten`.
    CampusDish.carbohydrates The carbohydrates in grams.
    CampusDish.currency A currency code of ISO 4217: three capital letters. `digits` is nil if it is not \#
    listed; old sheets may have a withdrawn one.
    CampusDish.diets A diet that a dish suits.
    CampusDish.digits The number of decimals of a price in this currency: 2 for USD, 0 for JPY.
    CampusDish.energy The energy in kilocalories.
    CampusDish.fat The fat in grams.
    CampusDish.fiber The fiber in grams.
    CampusDish.id The id, which the dish keeps while its station and name stay.
    CampusDish.name The name of a dish, 1 to 120 characters.
    CampusDish.price The price in minor units of `currency`; absent if none is named.
    CampusDish.protein The protein in grams.
    CampusDish.salt The salt in grams.
    CampusDish.saturates The saturated fat in grams, a part of the fat.
    CampusDish.sugar The sugar in grams, a part of the carbohydrates.
    CampusDishName The name of a dish, 1 to 120 characters.
    CampusEditClass Changes the given members and keeps the others; `null` clears a member. Where the \#
    class loses a grade or a block, its students there have a free block.
    CampusEditClass.blocks Different blocks, at least one.
    CampusEditClass.code The short name, such as `BIO 2`.
    CampusEditClass.course The course of attendance that follows it.
    CampusEditClass.grades Different grades, at least one.
    CampusEditClass.id The id of a class of the catalogue.
    CampusEditClass.lunch The lunch of its students on days with split lunches.
    CampusEditClass.name The full name of a course.
    CampusEditClass.room The room in which it usually meets.
    CampusEditClass.teacher The teacher of a class: a person of the site, or a name alone.
    CampusEditClass.version The version that the edit began from.
    CampusEndFeed Turns off a feed. It also succeeds for one that has no address.
    CampusEndFeed.kind The content of a feed: the day type of each day, own classes, own activities, or \#
    lunch.
    CampusEntry An entry of the calendar: on whole days, or at a time on the school's clock.
    CampusEntry.ends The last day, the same as the first for one day.
    CampusEntry.grades The grades that it is for; empty for all.
    CampusEntry.id The id of an entry of the school's calendar.
    CampusEntry.kind The kind of an entry, which pages filter by.
    CampusEntry.place The place.
    CampusEntry.starts The first day.
    CampusEntry.time The time on the first day; absent for whole days.
    CampusEntry.title The title of an entry, 1 to 120 characters.
    CampusEntry.until The time on the last day at which it is over.
    CampusEntry.version The version, which increases with each change.
    CampusEntryChanged An entry was added, changed or deleted: fetch the calendar again.
    CampusEntryChanged.id The id of an entry of the school's calendar.
    CampusEntryGrades The grades of an entry, each once.
    CampusEntryGrades.all A grade of the school. The school says which of them it has.
    CampusEntryKind The kind of an entry, which pages filter by.
    CampusEntryTitle The title of an entry, 1 to 120 characters.
    CampusExceptionKind The kind of a date that is set apart. `closed`: No school: a holiday. `school`: \#
    School, also on a weekend, with its own day type or bells.
    CampusExportSchool Returns what the school has, in the form that an import takes.
    CampusExportSchool.format The form; CSV unless given.
    CampusExportSchool.kind The kind of a file. Its rows are matched with what the school has by names and \#
    dates, so that the same file again changes nothing. `all`: Every kind, in JSON: an object with a list \#
    for each.
    CampusExportedSchool A file with data of the school.
    CampusExportedSchool.name The name for the file, such as `classes.csv`.
    CampusExportedSchool.rows The number of rows, without the header.
    CampusExportedSchool.text The whole text.
    CampusFeedCalendar A feed in the iCalendar format, RFC 5545.
    CampusFeedCalendar.etag The tag of the text's state: 1 to 100 letters, digits, `-` and `_`.
    CampusFeedCalendar.text The calendar. Absent if the caller has this state already.
    CampusFeedKind The content of a feed: the day type of each day, own classes, own activities, or lunch.
    CampusFeedState A feed that has an address.
    CampusFeedState.kind The content of a feed: the day type of each day, own classes, own activities, or \#
    lunch.
    CampusFeedState.lastRead The last time a calendar read the feed, to the minute; absent before the \#
    first time.
    CampusFeedState.made The moment at which the address was created.
    CampusFeedStates A person's feeds.
    CampusFeedStates.items One of each kind that has an address.
    CampusFindTogether Finds the times at which you and the given people are free or at lunch. People who \#
    don't share their free times are left out, and listed in the reply.
    CampusFindTogether.days The number of dates, 7 without it.
    CampusFindTogether.from The first date; today without it.
    CampusFindTogether.people The other people, at most 20.
    CampusFollowSource Follows a source, or changes how the person is told of its items.
    CampusFollowSource.delivery The way to be told of new items; once a day unless given.
    CampusFollowSource.id The id of a source of news.
    CampusFoundInSchool The results of a search.
    CampusFoundInSchool.isNear True if nothing has the words as they were typed, and these have them with \#
    one typing error.
    CampusFoundInSchool.items At most 60, at most 12 of a kind, by kind; the best matches of a kind first.
    CampusFoundKind The kinds of what a search in the school finds.
    CampusFoundOfSchool A class, an activity, a contact, a dish or an entry of the calendar.
    CampusFoundOfSchool.date The day of a dish, or the first day of a calendar entry; absent for other \#
    kinds.
    CampusFoundOfSchool.id The id of the class or activity; absent for what has no page of its own.
    CampusFoundOfSchool.kind The kinds of what a search in the school finds.
    CampusFoundOfSchool.note The teacher, the place, the role or the station; absent without one.
    CampusFoundOfSchool.title The name or the title.
    CampusGenerateDayTypes Proposes the day types of a cycle, and stores nothing.
    CampusGenerateDayTypes.blocks The number of blocks.
    CampusGenerateDayTypes.days The number of days of the cycle.
    CampusGenerateDayTypes.kind A way to make the days of a cycle. `rotatingDrop`: Blocks rotate through \#
    the periods, and some drop out each day. `alternating`: The blocks are dealt to the days, such as A \#
    and B.
    CampusGenerateDayTypes.periods The number of periods of a day.
    CampusGetActivity.id The id of an activity.
    CampusGetCalendar Returns the calendar of a range of days: its entries, and the reader's own \#
    activities.
    CampusGetCalendar.from The first day.
    CampusGetCalendar.to The last day, at most 399 days later.
    CampusGetClass.id The id of a class of the catalogue.
    CampusGetLunch Returns the menu of a day. A day without one is no error: its menu isn't published yet.
    CampusGetLunch.date The day; today at school unless given.
    CampusGetMyDay Returns your day with its bells: the classes that you take or teach, your lunch and \#
    your free blocks.
    CampusGetMyDay.date The date; today at the school without it.
    CampusGetMySchool Returns your choices about the school day.
    CampusGetNews Returns one item of a source.
    CampusGetNews.id The id of an item of a source.
    CampusGetNewsPicture Returns a picture of an item. The site reads it from the source and serves it \#
    itself, so that no reader's address reaches the source.
    CampusGetNewsPicture.id The id of an item of a source.
    CampusGetNewsPicture.number The number of the picture in the item, from 0.
    CampusGetNewsPicture.variant The size.
    CampusGetOwnContact Returns the own number of the person and whether the directory shows it.
    CampusGetSchedule Returns your schedule. A blank one lists every block as free.
    CampusGetSchedule.term The term; without it the current one, or the next one between terms.
    CampusGrams An amount in a portion: 0 to 2,000 grams.
    CampusImportError A reason why a file can't be imported as it is.
    CampusImportError.code The stable code of the error.
    CampusImportError.column The column; absent for the row as a whole.
    CampusImportError.kind The kind of a file. Its rows are matched with what the school has by names and \#
    dates, so that the same file again changes nothing. `all`: Every kind, in JSON: an object with a list \#
    for each.
    CampusImportError.message The error in one sentence for people.
    CampusImportError.row The line of a CSV or calendar file on which the row begins, or the place of the \#
    object in its JSON list, both from 1.
    CampusImportFormat The form of a file. `csv`: A table with the names of its columns in the first line, \#
    from any spreadsheet. `json`: An object with a list of objects for each kind, whose members are the \#
    columns. `ics`: A calendar file: its events are entries of the calendar.
    CampusImportKind The kind of a file. Its rows are matched with what the school has by names and dates, \#
    so that the same file again changes nothing. `all`: Every kind, in JSON: an object with a list for \#
    each.
    CampusImportSchool Adds and changes what a file lists, in one transaction: if one row is refused, \#
    nothing changes. Nothing is ever deleted, but the slots of a bell schedule, the dishes of a day and \#
    the meetings of an activity are those of the file afterwards.
    CampusImportSchool.format The form of a file. `csv`: A table with the names of its columns in the \#
    first line, from any spreadsheet. `json`: An object with a list of objects for each kind, whose \#
    members are the columns. `ics`: A calendar file: its events are entries of the calendar.
    CampusImportSchool.isDryRun True returns what would happen and changes nothing.
    CampusImportSchool.kind The kind of a file. Its rows are matched with what the school has by names and \#
    dates, so that the same file again changes nothing. `all`: Every kind, in JSON: an object with a list \#
    for each.
    CampusImportSchool.text The text of a file with data of a school.
    CampusImportStep One thing that an import adds or changes.
    CampusImportStep.columns The columns that change; empty for what is new.
    CampusImportStep.isNew True if it is new.
    CampusImportStep.kind The kind of a file. Its rows are matched with what the school has by names and \#
    dates, so that the same file again changes nothing. `all`: Every kind, in JSON: an object with a list \#
    for each.
    CampusImportStep.name The name or date that identifies it.
    CampusImportStep.row The first row that describes it.
    CampusImportedSchool The result of an import. What several rows describe, such as a bell schedule, is \#
    counted once.
    CampusImportedSchool.added The number of new things.
    CampusImportedSchool.changed The number of things that the file changes.
    CampusImportedSchool.errors The errors in the order of the rows; the first 100.
    CampusImportedSchool.ignored The columns that the import doesn't know and left out.
    CampusImportedSchool.isApplied False if nothing changed: for a dry run, or because of errors.
    CampusImportedSchool.moreErrors The number of further errors.
    CampusImportedSchool.preview The new and the changed things, in the order of the rows; the first 200.
    CampusImportedSchool.rows The number of rows, without the header and blank ones.
    CampusImportedSchool.unchanged The number of things that were the same before.
    CampusJoinActivity Joins an activity: its meetings are in the person's calendar and activities feed \#
    from now on.
    CampusJoinActivity.id The id of an activity.
    CampusKilocalories The energy of a portion: 0 to 10,000 kilocalories.
    CampusLeaveActivity Leaves an activity. It also succeeds for a person who is no member.
    CampusLeaveActivity.id The id of an activity.
    CampusListActivities Lists all activities by name.
    CampusListAnnouncements Lists the announcements that have not expired, the newest first.
    CampusListAnnouncements.cursor The start of the next page. It is opaque to callers; the program that \#
    created it checks it.
    CampusListAnnouncements.limit The maximum number of items on a page: 1 to 100, 20 unless given.
    CampusListClasses Lists the catalogue by name.
    CampusListClasses.block The block whose classes are listed; all without it.
    CampusListClasses.cursor The start of the next page. It is opaque to callers; the program that created \#
    it checks it.
    CampusListClasses.grade The grade whose classes are listed; all without it.
    CampusListClasses.limit The maximum number of items on a page: 1 to 100, 20 unless given.
    CampusListClasses.query Text that the name, the code, the teacher or the room has.
    CampusListClosings.cursor The start of the next page. It is opaque to callers; the program that \#
    created it checks it.
    CampusListClosings.limit The maximum number of items on a page: 1 to 100, 20 unless given.
    CampusListContacts Lists the whole directory, so that a device has it when it is offline.
    CampusListDays.from The first date.
    CampusListDays.to The last date, at most 399 days later.
    CampusListNews Lists the items of a source, the newest first.
    CampusListNews.cursor The start of the next page. It is opaque to callers; the program that created it \#
    checks it.
    CampusListNews.id The id of a source of news.
    CampusListNews.limit The maximum number of items on a page: 1 to 100, 20 unless given.
    CampusListNotices Lists the notices of a class from today on. Its teacher and administrators may send \#
    it.
    CampusListNotices.id The id of a class of the catalogue.
    CampusListScheduleVersions Lists the earlier versions of your schedule, the newest first.
    CampusListScheduleVersions.term The term; without it the current one, or the next one between terms.
    CampusListSources Lists the sources in the order of the segments. Only administrators see those that \#
    are off.
    CampusLunch The menu of a day.
    CampusLunch.date The day.
    CampusLunch.isClosed True if the school is closed on the day; then nothing is served and `stations` is \#
    empty.
    CampusLunch.isPublished True if the day has a menu. It may still be closed.
    CampusLunch.isSchoolDay True if the day has school.
    CampusLunch.nextDate The next day with school after `date`; absent if none is known.
    CampusLunch.stations The stations in their order.
    CampusLunch.version The version of the menu, which increases with each change; 0 before the first.
    CampusLunchChanged The menu of a day changed: fetch it again.
    CampusLunchChanged.date The day.
    CampusLunchLetter One of up to four lunches on a day with split lunches.
    CampusLunchStation A counter at which dishes are served.
    CampusLunchStation.dishes The dishes in their order.
    CampusLunchStation.name The name of a station, 1 to 60 characters.
    CampusMadeFeeds The paths at which calendars read the feeds. They hold secrets and are shown once: \#
    only hashes are stored.
    CampusMadeFeeds.activities The path of the own activities.
    CampusMadeFeeds.classes The path of the own classes.
    CampusMadeFeeds.cycle The path of the day types.
    CampusMadeFeeds.lunch The path of the menus.
    CampusMeeting A meeting of a class.
    CampusMeeting.block The block in which the class meets.
    CampusMeeting.ends The bell at which it ends.
    CampusMeeting.room The room, changed for the day if a notice says so; absent if none was given.
    CampusMeeting.starts The bell at which it begins.
    CampusMeetingMinutes The length of a meeting: 1 to 720 minutes.
    CampusMeetingStart The beginning of a meeting. All but `fixed` follow the bell schedule of each day.
    CampusMeetingTime A meeting on a certain day.
    CampusMeetingTime.ends The moment at which it is over.
    CampusMeetingTime.starts The moment at which it begins.
    CampusMeetingsChanged The meetings of a class on one day, all of them. It is published for the next 14 \#
    days, and only where something changed; a day without a meeting has an empty list. The snapshot lists \#
    days with meetings.
    CampusMeetingsChanged.date The day, in the zone of the school.
    CampusMeetingsChanged.id The class.
    CampusMeetingsChanged.meetings The meetings in order; at most 24.
    CampusMembershipChanged A person joined or left an activity.
    CampusMembershipChanged.activity The id of an activity.
    CampusMembershipChanged.isMember True if the person is a member now.
    CampusMovedDay A day before and after a closing.
    CampusMovedDay.after The day type after; absent for no school.
    CampusMovedDay.before The day type before; absent for no school.
    CampusMovedDay.date A day of the proleptic Gregorian calendar. Conversions: Howard Hinnant, \#
    "chrono-Compatible Low-Level Date Algorithms", days_from_civil and civil_from_days.
    CampusMyDay A person's day. Its times are those of the school's own clock: a client adds `offsetMs` to \#
    the time that it shows, and corrects its clock by `now`.
    CampusMyDay.date A day of the proleptic Gregorian calendar. Conversions: Howard Hinnant, \#
    "chrono-Compatible Low-Level Date Algorithms", days_from_civil and civil_from_days.
    CampusMyDay.day The day as it is for everybody.
    CampusMyDay.next The next school day after this date; absent if none is known.
    CampusMyDay.now The time of the site's clock, from which a client corrects its own.
    CampusMyDay.offsetMs The number of milliseconds that the school's bells are ahead of the site's clock.
    CampusMyDay.slots The person's slots in order; empty on a day without school.
    CampusMySchool A person's choices about the school day.
    CampusMySchool.reminder The number of minutes before a class at which you get a reminder; absent for \#
    none.
    CampusMySchool.reminderFor The classes of a day that you get reminders of.
    CampusMySchool.sharesFree True if others see when you are free.
    CampusMySchool.teaches The number of classes that you teach.
    CampusMySlot A slot of a person's day.
    CampusMySlot.block The block that the day has in this period.
    CampusMySlot.class The class; a class slot without one is free.
    CampusMySlot.ends The time of the last bell.
    CampusMySlot.kind The use of a slot of a bell schedule. `class`: A period, in which classes meet.
    CampusMySlot.name The school's own name of the slot, if it has one.
    CampusMySlot.notice The notice about the class on this date.
    CampusMySlot.period The position among the class slots of the day; absent for other slots.
    CampusMySlot.starts The time of the first bell.
    CampusNamedBell A bell schedule with its name.
    CampusNamedBell.id The id of a bell schedule.
    CampusNamedBell.name The name of a bell schedule: `Early dismissal`.
    CampusNamedDayType A day type with its name.
    CampusNamedDayType.id The id of a day type, a named day of the cycle.
    CampusNamedDayType.name The name of a day type: `Day 1`.
    CampusNewDayType A day type as an administrator enters it.
    CampusNewDayType.bell The bell schedule of this day type; that of the weekday if absent.
    CampusNewDayType.id The id of an existing day type; absent for a new one.
    CampusNewDayType.inRotation True if it takes its turn in the cycle.
    CampusNewDayType.name The name of a day type: `Day 1`.
    CampusNewDayType.periods The periods of a day type, each once; none for a day without classes.
    CampusNewDayType.weekday The day of the week that it always falls on, outside of the turns.
    CampusNewDayTypes The day types of the school, in the order of the cycle.
    CampusNewDayTypes.all A day type as an administrator enters it.
    CampusNewDish A dish of a new menu. The nutrition is that of a portion.
    CampusNewDish.allergens The allergens in the dish; none unless given.
    CampusNewDish.carbohydrates The carbohydrates in grams.
    CampusNewDish.currency A currency code of ISO 4217: three capital letters. `digits` is nil if it is \#
    not listed; old sheets may have a withdrawn one.
    CampusNewDish.diets Diets, each once.
    CampusNewDish.energy The energy in kilocalories.
    CampusNewDish.fat The fat in grams.
    CampusNewDish.fiber The fiber in grams.
    CampusNewDish.name The name of a dish, 1 to 120 characters.
    CampusNewDish.price The price, which needs a currency.
    CampusNewDish.protein The protein in grams.
    CampusNewDish.salt The salt in grams.
    CampusNewDish.saturates The saturated fat in grams, a part of the fat.
    CampusNewDish.sugar The sugar in grams, a part of the carbohydrates.
    CampusNewStation A station of a new menu.
    CampusNewStation.dishes The dishes in their order.
    CampusNewStation.name The name of a station, 1 to 60 characters.
    CampusNewsAddress An address on the web: `https` or `http` with a host, without a user or a password.
    CampusNewsDelivery The way a person is told of new items. `digest`: Once a day, all sources together. \#
    `push`: As soon as they are read.
    CampusNewsItem An item of a source.
    CampusNewsItem.author The name of the author.
    CampusNewsItem.ends The end of that event.
    CampusNewsItem.html The text in HTML: only `p`, `br`, `ul`, `ol`, `li`, `blockquote`, `pre`, `code`, \#
    `em`, `strong`, `h3` and `a` with an address of the web.
    CampusNewsItem.id The id of an item of a source.
    CampusNewsItem.link The page of the item on the web.
    CampusNewsItem.pictures The pictures of the item, which this site serves itself.
    CampusNewsItem.place The place of that event.
    CampusNewsItem.published The time that the item says, or that of its first reading.
    CampusNewsItem.source The id of a source of news.
    CampusNewsItem.starts The start of the event that the item announces.
    CampusNewsItem.text The beginning of the text without any tags, at most 400 characters.
    CampusNewsItem.title The title in plain text; posts have none.
    CampusNewsPicture A picture of an item.
    CampusNewsPicture.address The path of the picture on this site, with the size 480: \#
    `/v1/school/news/…/pictures/0/480`. The last part may be `160` or `1200` instead.
    CampusNewsPicture.alt The content of the picture, in words.
    CampusNewsPicture.height The height in pixels that the source says.
    CampusNewsPicture.width The width in pixels that the source says.
    CampusNewsPictureNumber The number of a picture in an item, 0 to 9.
    CampusNextDay A later day of a person.
    CampusNextDay.date A day of the proleptic Gregorian calendar. Conversions: Howard Hinnant, \#
    "chrono-Compatible Low-Level Date Algorithms", days_from_civil and civil_from_days.
    CampusNextDay.day The day as it is for everybody.
    CampusNextDay.slots The person's slots in order.
    CampusOrderSources Changes the order of the segments. Sources that the list leaves out follow in their \#
    old order.
    CampusOrderSources.ids The ids in the new order.
    CampusOwnContact A person's own number. Nobody but the person stores or shows it.
    CampusOwnContact.isListed True if the directory has a contact of this person.
    CampusOwnContact.isShown True if the directory shows the number.
    CampusOwnContact.phone The own number.
    CampusPeriodBlock The block that a period of a day type holds.
    CampusPeriodBlock.block The number of a block: what a student chooses a class for, whatever its time \#
    on a day.
    CampusPeriodBlock.period A position among the class slots of a day, 1 to 12.
    CampusPeriodBlocks The periods of a day type, each once; none for a day without classes.
    CampusPeriodBlocks.all The block that a period of a day type holds.
    CampusPostAnnouncement Posts an announcement to everybody. Staff and administrators may do it.
    CampusPostAnnouncement.expires The time from which it is no longer shown; never unless given.
    CampusPostAnnouncement.text The text of an announcement, 1 to 4000 characters.
    CampusPostAnnouncement.title The title of an announcement, 1 to 120 characters.
    CampusPreviewClosing Shows what a closing would change, and changes nothing.
    CampusPreviewClosing.date A day of the proleptic Gregorian calendar. Conversions: Howard Hinnant, \#
    "chrono-Compatible Low-Level Date Algorithms", days_from_civil and civil_from_days.
    CampusPreviewClosing.note The reason, such as `Snow`.
    CampusPreviewClosing.policy The fate of the day type of the date; the school's own policy unless \#
    given.
    CampusProposedDayTypes Day types that a generator proposes.
    CampusProposedDayTypes.items The day types in the order of the cycle, without ids.
    CampusReadFeed Returns a feed to everyone who has its address, as calendars cannot sign in.
    CampusReadFeed.state The state that the calendar has already.
    CampusReadFeed.token The last part of a feed's address: 43 characters of unpadded base64url, with or \#
    without `.ics`, which some calendars require.
    CampusRefreshSource Reads a source as soon as its server may be asked again.
    CampusRefreshSource.id The id of a source of news.
    CampusRegularMeeting A regular meeting: on a weekday, on the days of a day type, or else on every day \#
    with school.
    CampusRegularMeeting.at The begin: at a time of the clock, or where the day's bell schedule puts it.
    CampusRegularMeeting.dayType The day type.
    CampusRegularMeeting.minutes The length of a meeting: 1 to 720 minutes.
    CampusRegularMeeting.period The period, for a meeting at one.
    CampusRegularMeeting.starts The time on the school's clock, for a fixed one.
    CampusRegularMeeting.weekday The weekday. A meeting has this or a day type, or neither.
    CampusReminderScope The classes of a day with a reminder. `first`: The first class alone. `every`: \#
    Every class.
    CampusRemoveNotice Removes a notice, and notifies the students that the class meets as usual. It also \#
    succeeds without one.
    CampusRemoveNotice.date A day of the proleptic Gregorian calendar. Conversions: Howard Hinnant, \#
    "chrono-Compatible Low-Level Date Algorithms", days_from_civil and civil_from_days.
    CampusRemoveNotice.id The id of a class of the catalogue.
    CampusReplaceFeeds Creates new addresses; earlier ones stop working.
    CampusReplaceFeeds.kind The only feed that gets a new address; all unless given.
    CampusRestoreSchedule Restores an earlier version as a new save. Choices that no longer fit are left \#
    out and listed in the reply.
    CampusRestoreSchedule.term The term; without it the current one, or the next one between terms.
    CampusRestoreSchedule.version The version to restore.
    CampusRosterChanged Students chose a class for the term that runs, or dropped it. The snapshot lists \#
    each student of each class with one such event, keyed by class and person.
    CampusRosterChanged.added The students who take it from now on, at most 500.
    CampusRosterChanged.id The class.
    CampusRosterChanged.removed The students who no longer take it, at most 500.
    CampusSaveSchedule Saves the whole schedule at once: either every choice fits, or nothing changes.
    CampusSaveSchedule.choices The chosen classes; a block that is left out is free.
    CampusSaveSchedule.grade The grade that the student is in.
    CampusSaveSchedule.term The id of a term.
    CampusSaveSchedule.version The version that the edit began from, 0 for a blank schedule.
    CampusSchedule A student's schedule for a term. It always lists every block of the school.
    CampusSchedule.blocks Every block of the school in order.
    CampusSchedule.cleared The choices that were left out because they no longer fit, after a restore or a \#
    copy.
    CampusSchedule.grade The student's grade; absent until the schedule has been saved.
    CampusSchedule.savedAt The time of the last save.
    CampusSchedule.term The id of a term.
    CampusSchedule.version The number of saves, 0 for a blank schedule; a save names the version that it \#
    began from.
    CampusScheduleBlock A block of a schedule.
    CampusScheduleBlock.block The number of a block: what a student chooses a class for, whatever its time \#
    on a day.
    CampusScheduleBlock.class The chosen class; a block without one is free.
    CampusScheduleChanged Your schedule of a term changed: fetch it again.
    CampusScheduleChanged.term The id of a term.
    CampusScheduleChoice A class chosen for a block.
    CampusScheduleChoice.block The number of a block: what a student chooses a class for, whatever its \#
    time on a day.
    CampusScheduleChoice.class The class that is chosen for it.
    CampusScheduleChoices The choices of a schedule: at most one for each block.
    CampusScheduleChoices.all A class chosen for a block.
    CampusScheduleVersions The earlier versions of a schedule.
    CampusScheduleVersions.items At most five earlier schedules, the newest first.
    CampusSchool The school as everybody sees it.
    CampusSchool.blocks The number of blocks that a student chooses classes for.
    CampusSchool.clockOffsetMs The number of milliseconds that the school's bells are ahead of the site's \#
    clock.
    CampusSchool.grades The grades of the school, in ascending order.
    CampusSchool.policy The fate of the day type of a closed date unless the closing says otherwise.
    CampusSchool.version The number of changes of the school's settings and day types.
    CampusSchool.weekdays The days of the week with school, in order.
    CampusSchool.zone The time zone of the bells: that of the site.
    CampusSchoolCalendar The calendar of a range of days.
    CampusSchoolCalendar.activities The meetings of the reader's own activities, by start, at most 4,000.
    CampusSchoolCalendar.entries The entries that touch the range, by start, at most 4,000.
    CampusSchoolChanged The settings of the school, its terms, bell schedules or day types changed: \#
    clients fetch them again.
    CampusSchoolClass A class of the catalogue.
    CampusSchoolClass.blocks The blocks in which it is taught, in ascending order.
    CampusSchoolClass.code The short name, such as `BIO 2`.
    CampusSchoolClass.course The course of attendance that follows it, if it has one.
    CampusSchoolClass.grades The grades whose students may choose it, in ascending order.
    CampusSchoolClass.id The id of a class of the catalogue.
    CampusSchoolClass.lunch The lunch of its students on days with split lunches.
    CampusSchoolClass.name The full name of a course.
    CampusSchoolClass.room The room in which it meets unless a notice names another.
    CampusSchoolClass.students The number of students who chose it for the current term; absent for \#
    students.
    CampusSchoolClass.teacher The teacher of a class: a person of the site, or a name alone.
    CampusSchoolClass.version The number of edits; an edit names the version that it began from.
    CampusSchoolWeekday A day of the week with school.
    CampusSchoolWeekday.bell The bell schedule of this day of the week; the usual one if absent.
    CampusSchoolWeekday.weekday A day of the week, 1 (Monday) to 7 (Sunday).
    CampusSchoolWeekdays The days of the week with school, each once.
    CampusSchoolWeekdays.all A day of the week with school.
    CampusSearchSchool Finds classes, activities, contacts, dishes of the menus and entries of the \#
    calendar by words, without regard to case and accents. Menus count from a week ago, the calendar from \#
    a month ago.
    CampusSearchSchool.q The words, 2 to 100 characters. The last one may be the beginning of a word.
    CampusSeeAnnouncement Records that the person has seen an announcement.
    CampusSeeAnnouncement.id The id of an announcement.
    CampusSetBell Replaces a bell schedule. Days to come that have it follow at once.
    CampusSetBell.id The id of a bell schedule.
    CampusSetBell.isUsual True to make it the usual one. The usual one stays so until another one is.
    CampusSetBell.name The name of a bell schedule: `Early dismissal`.
    CampusSetBell.slots The slots of a bell schedule, 1 to 40.
    CampusSetBell.version The version that the edit began from; any without it.
    CampusSetDayTypes Replaces all day types at once. Days to come take the new ones, from where the cycle \#
    stands.
    CampusSetDayTypes.items The day types in the order of the cycle.
    CampusSetDayTypes.version The version that the edit began from; any without it.
    CampusSetException Sets a date apart, in place of an earlier exception of it. The days after it \#
    follow.
    CampusSetException.bell The bell schedule of a school day.
    CampusSetException.date A day of the proleptic Gregorian calendar. Conversions: Howard Hinnant, \#
    "chrono-Compatible Low-Level Date Algorithms", days_from_civil and civil_from_days.
    CampusSetException.dayType The day type of a school day.
    CampusSetException.keepsNumber True if the date uses up the turn of the day type that is due; false \#
    unless given.
    CampusSetException.kind The kind of a date that is set apart. `closed`: No school: a holiday. \#
    `school`: School, also on a weekend, with its own day type or bells.
    CampusSetException.note The reason, such as `Thanksgiving`.
    CampusSetLunch Replaces the menu of a day. Without stations the day has no published menu any more.
    CampusSetLunch.date The day.
    CampusSetLunch.locale The locale of prices that are texts; English unless given.
    CampusSetLunch.stations The stations in their order, at most 20 with 60 dishes together.
    CampusSetLunch.version The version that was edited; a newer one refuses the change.
    CampusSetNotice Says what is different about a class on a date, and notifies its students. It replaces \#
    an earlier notice of that date. The teacher of the class and administrators may send it.
    CampusSetNotice.date A day of the proleptic Gregorian calendar. Conversions: Howard Hinnant, \#
    "chrono-Compatible Low-Level Date Algorithms", days_from_civil and civil_from_days.
    CampusSetNotice.id The id of a class of the catalogue.
    CampusSetNotice.isCancelled True if the class does not meet.
    CampusSetNotice.note A note to the students.
    CampusSetNotice.room The other room.
    CampusSetNotice.substitute The name of the substitute.
    CampusSlot A slot of a bell schedule. Slots with a variant stand for one another: a student has those \#
    of the lunch letter of their class in the period.
    CampusSlot.ends The time at which it ends, on the same day.
    CampusSlot.kind The use of a slot of a bell schedule. `class`: A period, in which classes meet.
    CampusSlot.name The slot's own name, if it has one.
    CampusSlot.period The period. A class needs it; of another slot with a variant, it's the period whose \#
    class decides.
    CampusSlot.starts The time at which it begins.
    CampusSlot.variant The lunch of those who have this slot; absent for everybody.
    CampusSlotClass The class of a slot.
    CampusSlotClass.id The id of a class of the catalogue.
    CampusSlotClass.name The full name of the class.
    CampusSlotClass.room The room on this date.
    CampusSlotClass.teacher The name of who teaches it on this date.
    CampusSlotKind The use of a slot of a bell schedule. `class`: A period, in which classes meet.
    CampusSlotNotice A notice about a class on a date: what is different.
    CampusSlotNotice.isCancelled True if the class does not meet.
    CampusSlotNotice.note A note to the students.
    CampusSlotNotice.room The other room.
    CampusSlotNotice.substitute The name of the substitute.
    CampusSlots The slots of a bell schedule, 1 to 40.
    CampusSlots.all A slot of a bell schedule. Slots with a variant stand for one another: a student has \#
    those of the lunch letter of their class in the period.
    CampusSource A source of news: a segment of the school's home page.
    CampusSource.address The address that is read; only administrators see it.
    CampusSource.error The reason why the last reading failed.
    CampusSource.follow The way the person is told of new items; absent if they don't follow the source.
    CampusSource.id The id of a source of news.
    CampusSource.isOn False for a source that only administrators see, and that is not read.
    CampusSource.kind A kind of source. `feed`: An RSS, Atom or JSON feed. `mastodon`: A public account on \#
    Mastodon. `announcements`: The announcements of this site. `card`: A link to a network that cannot be \#
    read.
    CampusSource.lastFetched The time of the last successful reading.
    CampusSource.layout The way a source's items are shown. `pictures`: Pictures come first. `events`: \#
    Dates come first.
    CampusSource.link The page of the source on the web.
    CampusSource.nextFetch The time of the next reading; only administrators see it.
    CampusSource.note The text of a card, such as what was posted last on a network that cannot be read.
    CampusSource.noted The time at which the note was written.
    CampusSource.state The state of a source. `waiting`: It has not been read yet. `failing`: The last \#
    reading failed. It is tried again.
    CampusSource.title The name of its segment.
    CampusSource.version The version, which increases with each change.
    CampusSourceChanged A source was added, changed or deleted, or has new items.
    CampusSourceChanged.id The id of a source of news.
    CampusSourceKind A kind of source. `feed`: An RSS, Atom or JSON feed. `mastodon`: A public account on \#
    Mastodon. `announcements`: The announcements of this site. `card`: A link to a network that cannot be \#
    read.
    CampusSourceLayout The way a source's items are shown. `pictures`: Pictures come first. `events`: \#
    Dates come first.
    CampusSourceNote The text of a card, 1 to 1000 characters.
    CampusSourceOrder Ids of sources, each once.
    CampusSourceOrder.all The id of a source of news.
    CampusSourceProblem The reason why a source could not be read. `refused`: The address leads into a \#
    private network or to another port. `tooLarge`: The feed has more than 2 MiB. `missing`: The server \#
    has no such page. `forbidden`: The server wants a password, or doesn't let Quad in. `busy`: The server \#
    asked to be left alone for a while. `broken`: The server answered with another error. `notFeed`: The \#
    server sent something that is no feed.
    CampusSourceState The state of a source. `waiting`: It has not been read yet. `failing`: The last \#
    reading failed. It is tried again.
    CampusSourceTitle The name of a source's segment, 1 to 40 characters.
    CampusSources The sources of the school's home page.
    CampusSources.items The sources in the order of the segments.
    CampusStationName The name of a station, 1 to 60 characters.
    CampusTerm A term: the dates from the first day to the last. Its days take the day types of the cycle \#
    from the first on.
    CampusTerm.ends The last day.
    CampusTerm.id The id of a term.
    CampusTerm.name The name of a term: `Fall 2026`.
    CampusTerm.starts The first day.
    CampusTerm.version The number of edits; an edit names the version that it began from.
    CampusTerms The terms of the school.
    CampusTerms.current The id of the term of today, or of the next one; absent if there's none.
    CampusTerms.items The terms by their first day.
    CampusTogetherDays The number of dates to look at, 1 to 14.
    CampusTogetherKind The kind of a common time. `free`: At least one of the people has a free block. \#
    `lunch`: Everybody has lunch.
    CampusTogetherPeople Different people, 1 to 20.
    CampusTogetherPeople.all The id of a person's account.
    CampusTogetherTime A time at which everybody is free or at lunch.
    CampusTogetherTime.date A day of the proleptic Gregorian calendar. Conversions: Howard Hinnant, \#
    "chrono-Compatible Low-Level Date Algorithms", days_from_civil and civil_from_days.
    CampusTogetherTime.ends The time until which everybody is free.
    CampusTogetherTime.kind The kind of a common time. `free`: At least one of the people has a free \#
    block. `lunch`: Everybody has lunch.
    CampusTogetherTime.starts The time from which everybody is free.
    CampusTogetherTimes The times that the chosen people have in common.
    CampusTogetherTimes.hidden The people who don't share their free times or have no schedule. The times \#
    say nothing about them.
    CampusTogetherTimes.items The times in order.
    CampusUndoClosing Undoes a closing within an hour: every day is as it was before, and those who were \#
    notified get a second notification. Undoing it again changes nothing.
    CampusUndoClosing.id The id of an unplanned closing.
    CampusUnfollowSource Ends following a source. It also succeeds for one that the person doesn't follow.
    CampusUnfollowSource.id The id of a source of news.
    CampusWebLink An address on the web: `https` or `http`, up to 500 characters of printable ASCII, \#
    without a user.
    """#
}
