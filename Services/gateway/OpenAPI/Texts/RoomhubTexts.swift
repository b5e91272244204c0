// Written by Tests/Interop/quad_schema_texts.py from the doc comments of Schema.

extension SchemaTexts {
  static let roomhub = #"""
    Roomhub Rooms, roommates, tasks and the anonymous board.
    RoomhubAddTask Adds a task. A title that is on the list already is added all the same, with a warning.
    RoomhubAddTask.due The moment by which it should be done; without one, nobody is reminded.
    RoomhubAddTask.isImportant True puts the task above the others and notifies the roommates; false \#
    unless given.
    RoomhubAddTask.notes Notes on a task, with line breaks.
    RoomhubAddTask.title The title of a task.
    RoomhubAddedTask A task after it was added, with warnings.
    RoomhubAddedTask.task A task of a room.
    RoomhubAddedTask.warnings Warnings for the person, which do not reject the request.
    RoomhubAdminRoom A room as administrators see it: its members, and nothing that they write.
    RoomhubAdminRoom.capacity The number of people that the room holds.
    RoomhubAdminRoom.dorm The id of a dorm in addresses and files, from the campus list: 1 to 32 of `a` to \#
    `z`, digits and dashes. The case is not folded, because only operators type it, and their tools fold \#
    it. Roomhub decides if the dorm exists.
    RoomhubAdminRoom.id The id of a room.
    RoomhubAdminRoom.members The people in the room.
    RoomhubAdminRoom.number The room number in its canonical form.
    RoomhubAdminRoom.opened The moment at which the first member opened the room.
    RoomhubApproveJoin Lets a person in. The approval of one member is enough; a second one changes \#
    nothing.
    RoomhubApproveJoin.id The id of a request to join a room.
    RoomhubAskedRoom A room that the person asked to join.
    RoomhubAskedRoom.asked The moment of the request.
    RoomhubAskedRoom.dorm The id of a dorm in addresses and files, from the campus list: 1 to 32 of `a` to \#
    `z`, digits and dashes. The case is not folded, because only operators type it, and their tools fold \#
    it. Roomhub decides if the dorm exists.
    RoomhubAskedRoom.dormName The name of the dorm.
    RoomhubAskedRoom.members The first names of the members who were asked. Absent where they are not \#
    known at the moment.
    RoomhubAskedRoom.number The room number in its canonical form.
    RoomhubAudited An administrator's action in roomhub; auth keeps the log of all programs.
    RoomhubAudited.entry The entry to be added to the audit log.
    RoomhubBadges The counts on the buttons of the home page.
    RoomhubBadges.importantTasks The number of open tasks that are important.
    RoomhubBadges.joinRequests The number of people who wait to be let in.
    RoomhubBadges.newMembers The members who came within the last 7 days, except the person who asks.
    RoomhubBadges.openTasks The number of open tasks.
    RoomhubBadges.unreadMessages The number of messages on the board that the person has not read.
    RoomhubBoardHour A closed hour. `hash` = BLAKE2b-256(previous hash or 32 zero bytes, hour as \#
    big-endian milliseconds, then for each message in id order its 16-byte id and BLAKE2b-256 of its text \#
    in UTF-8). Hashes are in base64url.
    RoomhubBoardHour.hash The hash of the hour, in base64url.
    RoomhubBoardHour.hour The beginning of the hour.
    RoomhubBoardHour.messages The messages of the hour in the order of their ids, with the hash of each \#
    text.
    RoomhubBoardState The state of the board for the person.
    RoomhubBoardState.isGuessable True with fewer than 3 members, who could guess the author: warn the \#
    person before sending.
    RoomhubBoardState.members The number of people in the room. The fewer they are, the easier it is to \#
    guess who wrote a message.
    RoomhubBoardState.reportsToHide The number of reports that hide a message.
    RoomhubBoardState.unread The number of messages that the person has not read.
    RoomhubChangeJoinCode Creates a new join code; the old one stops working at once.
    RoomhubCompleteTask Completes a task. The second person to complete it gets the name of the first, not \#
    an error.
    RoomhubCompleteTask.id The id of a task.
    RoomhubDeclineJoin.id The id of a request to join a room.
    RoomhubDefineDorm Adds a dorm to the campus list, or changes its name and capacity.
    RoomhubDefineDorm.id The id of a dorm in addresses and files, from the campus list: 1 to 32 of `a` to \#
    `z`, digits and dashes. The case is not folded, because only operators type it, and their tools fold \#
    it. Roomhub decides if the dorm exists.
    RoomhubDefineDorm.name The name of a dorm.
    RoomhubDefineDorm.roomCapacity The number of people in a room, 1 to 20.
    RoomhubDeleteTask Deletes a task from both lists; it can be restored for 30 days.
    RoomhubDeleteTask.id The id of a task.
    RoomhubDismissReports Dismisses the reports so far, which no longer count.
    RoomhubDismissReports.id The id of a message on the board. It is random and says nothing about when \#
    the message was posted.
    RoomhubDorm A dorm of the campus.
    RoomhubDorm.id The id of a dorm in addresses and files, from the campus list: 1 to 32 of `a` to `z`, \#
    digits and dashes. The case is not folded, because only operators type it, and their tools fold it. \#
    Roomhub decides if the dorm exists.
    RoomhubDorm.name The name of the dorm: `Mercer House`.
    RoomhubDorm.roomCapacity The number of people that one of its rooms holds.
    RoomhubDormDefined A dorm was added or changed.
    RoomhubDormDefined.dorm A dorm of the campus.
    RoomhubDormRemoved A dorm was removed from the campus list.
    RoomhubDormRemoved.dorm The id of a dorm in addresses and files, from the campus list: 1 to 32 of `a` \#
    to `z`, digits and dashes. The case is not folded, because only operators type it, and their tools \#
    fold it. Roomhub decides if the dorm exists.
    RoomhubEditTask Changes the given members and keeps the others; `null` clears a member. If the stored \#
    version differs or the task is completed, `changed_elsewhere` has the stored task in \#
    `details.current`.
    RoomhubEditTask.due The moment by which it should be done; `null` clears it.
    RoomhubEditTask.id The id of a task.
    RoomhubEditTask.isImportant True puts the task above others, false takes that back.
    RoomhubEditTask.notes Notes on a task, with line breaks.
    RoomhubEditTask.title The title of a task.
    RoomhubEditTask.version The version that the edit began from.
    RoomhubFoundTasks The tasks that a search found.
    RoomhubFoundTasks.isNear True if nothing has the words as they were typed, and these have them with \#
    one typing error.
    RoomhubFoundTasks.items At most 30: the best matches first, among equal ones open tasks.
    RoomhubGetHome Returns the home page: the room and its news.
    RoomhubGetMessage.id The id of a message on the board. It is random and says nothing about when the \#
    message was posted.
    RoomhubGetRoommate.id The roommate.
    RoomhubGetTask.id The id of a task.
    RoomhubHideMessage.id The id of a message on the board. It is random and says nothing about when the \#
    message was posted.
    RoomhubHome The start page: the person's room with its news, or the room they asked to join.
    RoomhubHome.asked The room whose members have been asked to let this person in.
    RoomhubHome.badges The counts on the buttons of the home page.
    RoomhubHome.room The room; absent for a person without one.
    RoomhubJoinAsked A person asked to be let in; the members receive it.
    RoomhubJoinAsked.person The person who asked.
    RoomhubJoinAsked.request The id of a request to join a room.
    RoomhubJoinAsked.room The id of a room.
    RoomhubJoinCodeChanged The room has a new join code; the old one no longer works.
    RoomhubJoinCodeChanged.room The id of a room.
    RoomhubJoinEnded A request to join ended: a member approved or rejected it, the person withdrew it or \#
    asked another room, or the room closed. The person and the members who could see the request receive \#
    it.
    RoomhubJoinEnded.isApproved True if a member let the person in.
    RoomhubJoinEnded.request The id of a request to join a room.
    RoomhubJoinRoom Joins a room. The first member opens it; later ones enter with its code or ask the \#
    members (202).
    RoomhubJoinRoom.code The room's join code, which lets the person in without asking.
    RoomhubJoinRoom.dorm The dorm, given together with the number; both may be left out with a code.
    RoomhubJoinRoom.number A room number in one canonical form: "Rm 101a", "#101-A" and " 0101.A" are all \#
    `101A`. Spaces and `-` `.` `/` are dropped; between two digits they are one `-`, because 1-11 and 11-1 \#
    are two rooms.
    RoomhubJoinState The result of a request to join: in the room, or waiting for a member's approval.
    RoomhubJoinedRoom The result of a request to join a room.
    RoomhubJoinedRoom.room The room; present only for members, so that a waiting person does not see its \#
    id.
    RoomhubJoinedRoom.state The result of a request to join: in the room, or waiting for a member's \#
    approval.
    RoomhubLeaveRoom Ends the person's access to the room's data at once; the data itself stays. The room \#
    closes with its last member, and the next person who opens it starts with an empty one.
    RoomhubListBoardHours Lists the closed hours of the board, each hashed over the one before. A stored \#
    hash later reveals whether a message was changed or removed.
    RoomhubListBoardHours.cursor The start of the next page. It is opaque to callers; the program that \#
    created it checks it.
    RoomhubListBoardHours.limit The maximum number of items on a page: 1 to 100, 20 unless given.
    RoomhubListDorms Lists the dorms of the campus, also for the sign-up page.
    RoomhubListDorms.cursor The start of the next page. It is opaque to callers; the program that created \#
    it checks it.
    RoomhubListDorms.limit The maximum number of items on a page: 1 to 100, 20 unless given.
    RoomhubListMessages Lists the messages of the board. The board stores no author in any form, and no \#
    time of posting beyond the hour.
    RoomhubListMessages.cursor The start of the next page. It is opaque to callers; the program that \#
    created it checks it.
    RoomhubListMessages.limit The maximum number of items on a page: 1 to 100, 20 unless given.
    RoomhubListReports.cursor The start of the next page. It is opaque to callers; the program that \#
    created it checks it.
    RoomhubListReports.limit The maximum number of items on a page: 1 to 100, 20 unless given.
    RoomhubListReports.state The state of the listed messages; waiting ones unless given.
    RoomhubListRooms.cursor The start of the next page. It is opaque to callers; the program that created \#
    it checks it.
    RoomhubListRooms.dorm The id of a dorm in addresses and files, from the campus list: 1 to 32 of `a` to \#
    `z`, digits and dashes. The case is not folded, because only operators type it, and their tools fold \#
    it. Roomhub decides if the dorm exists.
    RoomhubListRooms.limit The maximum number of items on a page: 1 to 100, 20 unless given.
    RoomhubListRooms.sort The order, by dorm and number unless given. A cursor belongs to the order of its \#
    page.
    RoomhubListTasks Lists open tasks: important first, then by due date, then oldest. Completed ones: \#
    newest first.
    RoomhubListTasks.by Filters for completed tasks: by this person, not before `from`, before `until`.
    RoomhubListTasks.cursor The start of the next page. It is opaque to callers; the program that created \#
    it checks it.
    RoomhubListTasks.from Lists only tasks that were completed at this moment or later.
    RoomhubListTasks.limit The maximum number of items on a page: 1 to 100, 20 unless given.
    RoomhubListTasks.state Lists open or completed tasks; open ones unless given.
    RoomhubListTasks.until Lists only tasks that were completed before this moment.
    RoomhubMarkBoardRead Marks the first `seen` messages of `hour` and all earlier ones as read. The mark \#
    is stored per person and hour, without a time.
    RoomhubMarkBoardRead.hour The hour of the newest message seen.
    RoomhubMarkBoardRead.seen The number of messages of that hour that were seen: 1 to 1,000,000.
    RoomhubMemberJoined A person joined a room.
    RoomhubMemberJoined.person The person who joined.
    RoomhubMemberJoined.room The id of a room.
    RoomhubMemberLeft A person left a room or was removed from it.
    RoomhubMemberLeft.person The person who left.
    RoomhubMemberLeft.room The id of a room.
    RoomhubMessage A message on the anonymous board.
    RoomhubMessage.hour The beginning of the hour in which it was posted.
    RoomhubMessage.id A UUIDv4, which does not reveal the time within the hour.
    RoomhubMessage.isHidden True if the message is hidden after reports.
    RoomhubMessage.isReported True if the reader has reported it.
    RoomhubMessage.isUnread True if it is unread. In the hour up to which the reader has read, all \#
    messages count as unread if one came since.
    RoomhubMessage.text The text; absent once it was hidden by members' reports or by an administrator.
    RoomhubMessageHash A message of a closed hour with the hash of its text.
    RoomhubMessageHash.id The id of a message on the board. It is random and says nothing about when the \#
    message was posted.
    RoomhubMessageHash.text BLAKE2b-256 of the text in UTF-8, in base64url.
    RoomhubMessageHidden A message was hidden or shown again.
    RoomhubMessageHidden.isHidden True if the message was hidden, false if it is shown again.
    RoomhubMessageHidden.message The id of a message on the board. It is random and says nothing about \#
    when the message was posted.
    RoomhubMessagePosted A message was posted. The body is empty, and every member receives it, including \#
    the author.
    RoomhubOwnRoom A room as its members see it.
    RoomhubOwnRoom.capacity The number of people that the room holds.
    RoomhubOwnRoom.dorm The id of a dorm in addresses and files, from the campus list: 1 to 32 of `a` to \#
    `z`, digits and dashes. The case is not folded, because only operators type it, and their tools fold \#
    it. Roomhub decides if the dorm exists.
    RoomhubOwnRoom.dormName The name of the dorm.
    RoomhubOwnRoom.id The id of a room.
    RoomhubOwnRoom.joinCode The code that lets people enter without asking.
    RoomhubOwnRoom.members The number of people in the room.
    RoomhubOwnRoom.number The room number in its canonical form: `101A`.
    RoomhubPostMessage Posts a message, at most five an hour for each person. The gateway counts them in \#
    memory and stores no name.
    RoomhubPostMessage.text The text of a message, with line breaks.
    RoomhubPostedMessage A message as it was posted.
    RoomhubPostedMessage.hour The beginning of the hour in which it was posted.
    RoomhubPostedMessage.id The id of a message on the board. It is random and says nothing about when the \#
    message was posted.
    RoomhubPostedMessage.text The text as it was stored.
    RoomhubQRModules A QR code (ISO/IEC 18004) of a link: each row a text of `size` digits, 1 for dark, \#
    top to bottom, without the quiet zone of 4.
    RoomhubQRModules.rows The rows from top to bottom: one digit a module, 1 for dark and 0 for light.
    RoomhubQRModules.size The number of modules on each side: 21 to 177.
    RoomhubRemoveDorm.id The id of a dorm in addresses and files, from the campus list: 1 to 32 of `a` to \#
    `z`, digits and dashes. The case is not folded, because only operators type it, and their tools fold \#
    it. Roomhub decides if the dorm exists.
    RoomhubRemoveMember Removes a member who moved out without leaving the room here.
    RoomhubRemoveMember.id The id of a room.
    RoomhubRemoveMember.person The member to remove.
    RoomhubReopenTask.id The id of a task.
    RoomhubReportMessage Reports a message, which is a vote to hide it. It is hidden once more than half \#
    of the members (2 at least) have reported it. Administrators see reported messages and may hide them \#
    at once.
    RoomhubReportMessage.id The id of a message on the board. It is random and says nothing about when the \#
    message was posted.
    RoomhubReportMessage.reason A short reason for an invitation, a block or a report.
    RoomhubReportState The state of a reported message. `waiting`: No decision yet. `hidden`: The message \#
    was hidden by members' reports or by an administrator.
    RoomhubReportedMessage A reported message. Administrators see a message only once a member has \#
    reported it, and never the members who reported it.
    RoomhubReportedMessage.dorm The id of a dorm in addresses and files, from the campus list: 1 to 32 of \#
    `a` to `z`, digits and dashes. The case is not folded, because only operators type it, and their tools \#
    fold it. Roomhub decides if the dorm exists.
    RoomhubReportedMessage.hour The beginning of the hour in which it was posted.
    RoomhubReportedMessage.id The id of a message on the board. It is random and says nothing about when \#
    the message was posted.
    RoomhubReportedMessage.number The number of the room on whose board it is.
    RoomhubReportedMessage.reasons The reasons given, without names.
    RoomhubReportedMessage.reports The number of reports that count towards hiding it.
    RoomhubReportedMessage.state The state of a reported message. `waiting`: No decision yet. `hidden`: \#
    The message was hidden by members' reports or by an administrator.
    RoomhubReportedMessage.text The text of the message.
    RoomhubRestoreTask.id The id of a task.
    RoomhubRoomCode The join code of a room, also as a QR code.
    RoomhubRoomCode.code The code that lets a roommate in: 8 characters of Crockford's base32 without `I L \#
    O U`. Input may hold spaces and dashes and be in lower case.
    RoomhubRoomCode.link The link to the site with dorm, number and code filled in. They come after `#`, \#
    so they appear in no log.
    RoomhubRoomCode.qr A QR code (ISO/IEC 18004) of a link: each row a text of `size` digits, 1 for dark, \#
    top to bottom, without the quiet zone of 4.
    RoomhubRoomOrder An order of rooms. A minus stands for descending. `room`: Dorm, then number. \#
    `people`: The rooms with fewest people first. `opened`: The room that was opened first, first.
    RoomhubRoommate A person in the room, with the fields of their profile that roommates may see.
    RoomhubRoommate.joined The moment at which they joined the room.
    RoomhubRoommate.profile A person as others see them: hidden fields are absent.
    RoomhubRoommateChanged A roommate's profile changed: fetch it again.
    RoomhubRoommateChanged.person The roommate with the profile.
    RoomhubRoommateChanged.room The id of a room.
    RoomhubRoommateTask A task of a room.
    RoomhubRoommateTask.added The moment at which it was added.
    RoomhubRoommateTask.addedBy The person who added it; absent once that person's account is gone.
    RoomhubRoommateTask.completed The moment at which it was completed. Absent while it is open.
    RoomhubRoommateTask.completedBy The person who completed it; absent while the task is open, and once \#
    that person's account is gone.
    RoomhubRoommateTask.due The moment by which it should be done. Absent without a due date.
    RoomhubRoommateTask.id The id of a task.
    RoomhubRoommateTask.isImportant True if the task stands above the others on the list.
    RoomhubRoommateTask.notes The notes on the task. Absent if there are none.
    RoomhubRoommateTask.title The title of the task.
    RoomhubRoommateTask.version The number of edits; an edit names the version that it began from.
    RoomhubSearchTasks Finds open and completed tasks by words of their titles and notes, without regard \#
    to case and accents.
    RoomhubSearchTasks.q The words, 2 to 100 characters. The last one may be the beginning of a word.
    RoomhubSetRoomCapacity Sets the capacity of a room that differs from its dorm's default; `null` resets \#
    it to the default.
    RoomhubSetRoomCapacity.capacity The number of people that the room holds, 1 to 20; `null` resets it to \#
    the dorm's default.
    RoomhubSetRoomCapacity.id The id of a room.
    RoomhubShowMessage.id The id of a message on the board. It is random and says nothing about when the \#
    message was posted.
    RoomhubTaskAdded A task was added to the room's list.
    RoomhubTaskAdded.room The id of a room.
    RoomhubTaskAdded.task A task of a room.
    RoomhubTaskChanged A task was edited.
    RoomhubTaskChanged.room The id of a room.
    RoomhubTaskChanged.task A task of a room.
    RoomhubTaskCompleted A task was completed.
    RoomhubTaskCompleted.room The id of a room.
    RoomhubTaskCompleted.task A task of a room.
    RoomhubTaskDeleted A task was deleted.
    RoomhubTaskDeleted.id The id of a task.
    RoomhubTaskDeleted.room The id of a room.
    RoomhubTaskReopened A completed task is open again.
    RoomhubTaskReopened.room The id of a room.
    RoomhubTaskReopened.task A task of a room.
    RoomhubTaskRestored A deleted task is back on the list.
    RoomhubTaskRestored.room The id of a room.
    RoomhubTaskRestored.task A task of a room.
    RoomhubTaskState The state of a task.
    RoomhubTaskWarning A warning about a task that was added all the same.
    RoomhubWaitingPerson A person who asked to join the room.
    RoomhubWaitingPerson.asked The moment of the request.
    RoomhubWaitingPerson.id The id of a request to join a room.
    RoomhubWaitingPerson.profile The profile as far as the person shows it on campus.
    RoomhubWithdrawJoin Withdraws the person's own request.
    RoomhubWithdrawReport.id The id of a message on the board. It is random and says nothing about when \#
    the message was posted.
    """#
}
