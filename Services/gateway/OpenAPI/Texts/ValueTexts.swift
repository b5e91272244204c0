// Written by Tests/Interop/quad_schema_texts.py from the doc comments of Schema.

extension SchemaTexts {
  static let value = #"""
    AEDFile The text of a file with AEDs, which the program reads.
    AEDFloor The floor of an AED, 1 to 40 characters.
    AEDHours The hours of an AED, 1 to 200 characters.
    AEDID The id of an AED.
    AEDLocation The place of an AED in words, 1 to 300 characters.
    AEDName The building or the keeper of an AED, 1 to 120 characters.
    ActivityID The id of an activity.
    AlertFingerprint The identity of an alert's labels, as Alertmanager computes it.
    AlertID The id of a planned alert.
    AlertObjectID The id of any object with an alert, from the program that plans the alert.
    AllergiesText Foods and materials that a person must avoid, in their own words.
    AnnouncementID The id of an announcement.
    App A part of Quad that a site may leave out. `Catalogue.rows` says which program each needs.
    AuditID The id of an entry in the audit log.
    BellID The id of a bell schedule.
    BellName The name of a bell schedule: `Early dismissal`.
    BlockNumber The number of a block: what a student chooses a class for, whatever its time on a day.
    BlockNumbers Different blocks, at least one.
    BlockNumbers.all The number of a block: what a student chooses a class for, whatever its time on a \#
    day.
    BudgetLineID The id of a line of an event's budget.
    BudgetText The name of a line of a budget.
    CalendarFile The text of a calendar file, which the program parses.
    CaptionLanguage The language of captions as a tag: `en`, `pt-BR`.
    CaptionsFile A file of captions. The gateway sends the file in place of this reply.
    CaptionsFile.content The SHA-256 of the file.
    CardName The name of a card's file: 32 hexadecimal digits in lower case.
    ChannelID The id of a channel.
    CheckInCode The rotating code of a check-in as typed: 8 characters of base32 (RFC 4648, `A-Z2-7`). \#
    Spaces and dashes are ignored; `0`, `1` and `8`, which the alphabet lacks, count as `O`, `I` and `B`.
    CheckInID The id of a check-in.
    CheckInMinutes The minutes for which a check-in accepts students from its start.
    CheckInRange The range of a check-in in meters: 50 to 5,280 feet, of 0.3048 m each.
    CheckInTicket A ticket for a scanned code: it lasts two minutes, so that signing in does not cost the \#
    place.
    CivilDate A day of the proleptic Gregorian calendar. Conversions: Howard Hinnant, "chrono-Compatible \#
    Low-Level Date Algorithms", days_from_civil and civil_from_days.
    ClassID The id of a class of the catalogue.
    ClassQuery Text to look for in the catalogue.
    ClassReference The `sourcedId` of a class in OneRoster files.
    ClockOffset Milliseconds by which the school's bells are ahead of the site's clock, at most ten \#
    minutes.
    ClosingID The id of an unplanned closing.
    ContactID The id of a contact.
    ContentHash The hash of the guide: the SHA-256 of its content in hexadecimal digits.
    CourseCode The short name of a course: `STAT 101`.
    CourseID The id of a course.
    CourseName The full name of a course.
    CourseTerm The term in which a course is taught, in the school's own words.
    CrisisID The id of a crisis alert.
    CrisisLocation The place of a crisis, 1 to 120 characters.
    CrisisNote A note for those who come, 1 to 120 characters.
    Crop The visible part of a picture, in fractions of its width and height from its upper left corner, 0 \#
    to 1. It lies within the picture, and is at least a fifth of it wide and high (zoom 1 to 5).
    Crop.height The height, as a fraction of the picture's height.
    Crop.width The width, as a fraction of the picture's width.
    Crop.x The left edge, as a fraction of the picture's width.
    Crop.y The upper edge, as a fraction of the picture's height.
    CurrencyCode A currency code of ISO 4217: three capital letters. `digits` is nil if it is not listed; \#
    old sheets may have a withdrawn one.
    Cursor The start of the next page. It is opaque to callers; the program that created it checks it.
    CycleLength The number of days of a cycle, 1 to 20.
    DayCount A number of days, 1 to 366.
    DayNote The reason why a date is different: `Snow`.
    DayTypeID The id of a day type, a named day of the cycle.
    DayTypeName The name of a day type: `Day 1`.
    DeliveryID The id of one delivery to a channel.
    DeviceName A person's name for a device: "phone", "library PC".
    DeviceToken A secret that identifies a browser or program of an earlier sign-in: 32 random bytes, \#
    base64url.
    DishID The id of a dish of a menu.
    DormID The id of a dorm in addresses and files, from the campus list: 1 to 32 of `a` to `z`, digits \#
    and dashes. The case is not folded, because only operators type it, and their tools fold it. Roomhub \#
    decides if the dorm exists.
    DormName The name of a dorm.
    DraftID The id of a drafted check-in.
    EarlyMinutes The minutes by which a check-in opens before its start.
    EmailAddress An email address, case-folded. The check is that of HTML's `input type=email`, with a dot \#
    in the domain.
    EmailDomain An email domain, in lower case, as in `name@hilltop.example`.
    EmailDomains Email domains: 1 to 20, each once.
    EmailDomains.all An email domain, in lower case, as in `name@hilltop.example`.
    EmergencyAddress The address that a caller reads out, 1 to 300 characters.
    EmergencyNumber The number to call in an emergency: 2 to 20 digits, spaces, `+`, `-`.
    Empty A reply without members: `{}` on the bus, an empty body with status 204 over HTTP.
    EntryID The id of an entry of the school's calendar.
    EventID The id of an event.
    EventMinutes The length of an event in minutes: up to 366 days.
    EventNotes Notes on an event, with line breaks.
    EventPicture A picture in the site's store: the SHA-256 of its bytes, its credit, and the part that is \#
    shown.
    EventPicture.credit The author and the license, shown wherever the picture is.
    EventPicture.crop The visible part; the whole picture unless given.
    EventPicture.object The stored picture: the SHA-256 of its bytes.
    EventPlace The place of an event.
    EventTime The time of an event on the clocks of a zone, or without a time the whole day there.
    EventTime.date The date of an all-day event, or the date of the start.
    EventTime.time The time of day; absent for an all-day event.
    EventTime.zone The time zone in which the time is meant.
    EventTitle The title of an event.
    ExcuseID The id of an excuse.
    ExcuseNote The note of an excuse, or of its answer, with line breaks.
    ExpectedID The id of a person who is expected on a roster.
    FamilyName A last name.
    FeedToken The last part of a feed's address: 43 characters of unpadded base64url, with or without \#
    `.ics`, which some calendars require.
    FeedToken.text The token without `.ics`.
    GivenName A first name.
    Grade A grade of the school. The school says which of them it has.
    Grades Different grades, at least one.
    Grades.all A grade of the school. The school says which of them it has.
    ImportText The text of a file with data of a school.
    IncomingName The name of a received file: 32 hexadecimal digits in lower case.
    Instant A moment in UTC, to the millisecond. JSON form `2026-09-01T12:00:00.000Z`; Int64 Unix \#
    milliseconds in bus headers and SQL. Years 1 to 9999.
    Instant.milliseconds Milliseconds since 1970-01-01T00:00:00Z, without leap seconds.
    InviteID The id of an invitation. It is not its code.
    JoinCode The code that lets a roommate in: 8 characters of Crockford's base32 without `I L O U`. Input \#
    may hold spaces and dashes and be in lower case.
    JoinRequestID The id of a request to join a room.
    Languages Languages a person speaks: 1 to 10, each once.
    Languages.all A short line of a profile: pronouns, concentration, hometown.
    LateMinutes The minutes after the start from which a student counts as late.
    Latitude Degrees north of the equator (WGS 84).
    LeadTime The minutes between a reminder and its event: 0 to 366 days. For an all-day event they count \#
    back from 09:00 of its day in its zone.
    LeadTimes The reminders of an event: 1 to 10 lead times, each once.
    LeadTimes.all The minutes between a reminder and its event: 0 to 366 days. For an all-day event they \#
    count back from 09:00 of its day in its zone.
    LinkToken The last part of a public link: 43 characters of unpadded base64url.
    LocaleName A locale of CLDR such as `en`, `de-AT` or `zh-Hant-TW`, which decides the number format. An \#
    unlisted locale uses its language.
    Longitude Degrees east of Greenwich (WGS 84).
    MarkReason The reason that a teacher gives for changing a mark.
    MessageID The id of a message on the board. It is random and says nothing about when the message was \#
    posted.
    MessageText The text of a message, with line breaks.
    NewsID The id of an item of a source.
    NoteText A short reason for an invitation, a block or a report.
    NoticeID The id of a notification in the inbox.
    NoticeNote A note to the students of a class.
    OSMName The name of an object of OpenStreetMap: `node/123`, `way/123` or `relation/123`.
    ObjectName A stored object: the SHA-256 of its bytes as 64 hexadecimal digits in lower case.
    OneTimeCode A secret from a mail or from an administrator: a link's token, or a code typed by hand. \#
    Spaces at its ends are dropped.
    Page One page of a list. `next` is absent on the last page.
    Page.items The items of this page, in the order of the list.
    Page.next The cursor of the next page. Absent on the last page.
    PageLimit The maximum number of items on a page: 1 to 100, 20 unless given.
    Password A password as typed: 10 to 256 characters, never trimmed or normalized, never shown.
    Patch One member of a PATCH body: absent keeps the value, `null` clears it, any other value sets it.
    PeriodNumber A position among the class slots of a day, 1 to 12.
    PersonID The id of a person's account.
    PhoneNumber A phone number in E.164 form: `+` and 8 to 15 digits. Spaces, dots, dashes and brackets \#
    are dropped on input.
    PictureCredit The author and the license of a picture.
    PictureFile A file of the media store. The gateway sends the file in place of this reply.
    PictureFile.crop The visible part; the whole picture unless given.
    PictureFile.object A stored object: the SHA-256 of its bytes as 64 hexadecimal digits in lower case.
    PictureFile.variant A size of a picture. The number is the width and height in pixels that it fits \#
    into. `whole`: The picture without its crop, for the person who chooses the visible part; up to 1200 \#
    pixels.
    PictureLimit A number of found pictures, 1 to 30.
    PictureSeed The number that decides the order of found pictures, 0 to 2147483647.
    PictureSkip A number of found pictures to leave out, 0 to 100000.
    PictureTags Words that find a picture, 1 to 300 characters.
    PictureTitle The title of a picture, 1 to 120 characters.
    PictureVariant A size of a picture. The number is the width and height in pixels that it fits into. \#
    `whole`: The picture without its crop, for the person who chooses the visible part; up to 1200 pixels.
    PositionAccuracy The accuracy of a position in meters, as the device states it.
    PositionAge The milliseconds since a position was measured, by the clock of the device that measured \#
    it.
    PriceInput A price from a person or a program: whole minor units, or text in the format of a locale. \#
    The text can be parsed only once the currency is known.
    ProfileText A short line of a profile: pronouns, concentration, hometown.
    ProgramName The name of an executable, or of a key that may call: `auth`, `media-fetcher`, `operator`, \#
    `seed`.
    ProgramName.text The name in lower case: `roomhub`.
    Qualification The qualification of a reviewer, 1 to 200 characters.
    ReceiptID The id of a record of attendance; a student keeps it as the receipt.
    RecurrenceText A rule of RFC 5545, section 3.3.10, such as `FREQ=YEARLY`. The program that stores it \#
    parses it; here only its outer form is checked.
    ReminderMinutes The minutes between a reminder and the first bell of a class, 0 to 120.
    ReportedText A line that a program wrote into a label or an annotation. It is cleaned and shortened, \#
    never rejected: an alert with an odd text is still an alert.
    ReportedText.text The line: at most `maxLength` characters on one line; empty if nothing of it is \#
    visible.
    ReviewerName The name of a reviewer, 1 to 120 characters.
    RoomAddress The address of a room, which identifies it for everyone.
    RoomAddress.dorm The id of a dorm in addresses and files, from the campus list: 1 to 32 of `a` to `z`, \#
    digits and dashes. The case is not folded, because only operators type it, and their tools fold it. \#
    Roomhub decides if the dorm exists.
    RoomAddress.number A room number in one canonical form: "Rm 101a", "#101-A" and " 0101.A" are all \#
    `101A`. Spaces and `-` `.` `/` are dropped; between two digits they are one `-`, because 1-11 and 11-1 \#
    are two rooms.
    RoomID The id of a room.
    RoomName The name of a room, in the school's own words: `B-214`.
    RoomNumber A room number in one canonical form: "Rm 101a", "#101-A" and " 0101.A" are all `101A`. \#
    Spaces and `-` `.` `/` are dropped; between two digits they are one `-`, because 1-11 and 11-1 are two \#
    rooms.
    RosterFile The text of a file with people of a course, which the program reads.
    RosterFiles The files of an import: one CSV file, or two or three of OneRoster in any order.
    RosterFiles.all The text of a file with people of a course, which the program reads.
    SearchText Part of a name or an address to search for. Case does not matter.
    SearchWords The words of a search, 2 to 100 characters with a letter or a digit among them.
    SessionID The id of a sign-in session.
    ShareCard A picture that counts down to an event, for messengers and social networks: a PNG of 1200 × \#
    630 pixels. It has what a page of the event shows at one moment, in words, and nothing else of the \#
    event. The gateway sends the file in place of this reply.
    ShareCard.color The color of the gradient: `#4f46e5`.
    ShareCard.credit The author and the license of the picture.
    ShareCard.crop The visible part of the picture; the whole picture unless given.
    ShareCard.date The date and time of the event in words.
    ShareCard.figures The countdown: at most four numbers with their units.
    ShareCard.hasWand True if the wand was applied.
    ShareCard.name The name of its file, which follows from everything else in it.
    ShareCard.picture The stored picture behind the text; absent for a gradient of `color`.
    ShareCard.site The name of the site.
    ShareCard.title The title of the event.
    ShareCardFigure A number and its unit, both in words.
    ShareCardFigure.label The unit: `days`.
    ShareCardFigure.number The number: `12`.
    SiteName The name of a site.
    SiteRole A role on the site. A person has at least one.
    SiteRoles Site roles: at least one, each once.
    SiteRoles.all A role on the site. A person has at least one.
    SlotName The name of a slot: `Pep rally`.
    SourceID The id of a source of news.
    SpotID The id of a saved place.
    SpotName The name of a place: `Main Hall 101`.
    StateTag The state of a document that a caller has: an earlier `etag`, without quotes.
    StatusName The name of a status in a course, in the school's own words: `Tardy`.
    TaskID The id of a task.
    TaskNotes Notes on a task, with line breaks.
    TaskTitle The title of a task.
    TeacherName The name of a teacher, as the school writes it: `Ms. Alvarez`.
    TermID The id of a term.
    TermName The name of a term: `Fall 2026`.
    TextEncoding An encoding of documents other than UTF-8. `windows1252`: The encoding of Western Europe \#
    on Windows, which includes that of ISO 8859-1.
    TimeOfDay A time on a clock of 24 hours, to the second. JSON form `19:00:00`; the seconds may be left \#
    out on input.
    TimeOfDay.secondsOfDay The second of the day, 0 to 86,399.
    ToDoID The id of a to-do of an event.
    ToDoText The text of a to-do.
    TokenID The id of an API token. It is not the token itself.
    TokenName A person's name for an API token: "door display".
    TokenScope The scope of an API token. A sign-in session has all scopes, and may also send requests \#
    that no token may send: see `Request.scope`. `siteAlert`: Reporting alerts of the site's monitoring to \#
    its administrators; nothing without that role. `admin`: Everything that the person's role as an \#
    administrator allows; nothing without that role.
    TokenScopes The scopes of a token: 1 to 16, each once.
    TokenScopes.all The scope of an API token. A sign-in session has all scopes, and may also send \#
    requests that no token may send: see `Request.scope`. `siteAlert`: Reporting alerts of the site's \#
    monitoring to its administrators; nothing without that role. `admin`: Everything that the person's \#
    role as an administrator allows; nothing without that role.
    TopicName The name of a topic in addresses: 1 to 40 lower-case letters, digits and hyphens.
    TypedCode A secret code that a person types from paper or another screen: 12 characters of Crockford's \#
    base32 without `I L O U`, shown in groups of four. Input may hold spaces and dashes anywhere and be in \#
    lower case. It has 60 random bits, not the 256 of a token, so a program that checks one limits the \#
    attempts.
    TypedCode.text The code in groups: `7KQ2-M9XA-4TFD`.
    VideoFile A file of a video. The gateway sends the file in place of this reply.
    VideoFile.content The SHA-256 of the file.
    VideoFile.form The form of a video's file.
    VideoForm The form of a video's file.
    WarnAbsences The number of absences in a row at which a student is warned.
    WarnPercent The percentage of attendance below which a student is warned.
    WeekdayNumber A day of the week, 1 (Monday) to 7 (Sunday).
    ZoneName The name of a zone in the IANA time zone database, such as `America/New_York`. The program \#
    that uses it checks if this machine's database has it.
    """#
}
