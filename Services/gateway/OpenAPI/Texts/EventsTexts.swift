// Written by Tests/Interop/quad_schema_texts.py from the doc comments of Schema.

extension SchemaTexts {
  static let events = #"""
    Events Events with their countdowns, to-do lists and budgets.
    EventsAddBudgetLine Adds a line to the budget of an event, at the end unless `after` is given.
    EventsAddBudgetLine.actual The amount spent; below zero for a refund.
    EventsAddBudgetLine.after The line before the new one; the last line unless given.
    EventsAddBudgetLine.currency The currency of the prices. A sheet that was never used adopts it; \#
    otherwise it must be the sheet's own.
    EventsAddBudgetLine.id The event.
    EventsAddBudgetLine.locale The locale of the prices; English unless given.
    EventsAddBudgetLine.planned The planned amount.
    EventsAddBudgetLine.text The name of a line of a budget.
    EventsAddEvent Adds an event, which only its owner sees unless a visibility is given.
    EventsAddEvent.color The color behind the drawing; unless given, the site picks one.
    EventsAddEvent.course The course that sees it; required with `visibility: course`, ignored otherwise.
    EventsAddEvent.drawing The drawing; unless given, one that suits the title.
    EventsAddEvent.leads The reminders; one at the event's time unless given; `null` is no reminder.
    EventsAddEvent.minutes The length: two hours unless given; for an all-day event whole days, one unless \#
    given.
    EventsAddEvent.notes Notes on an event, with line breaks.
    EventsAddEvent.picture A picture in the site's store: the SHA-256 of its bytes, its credit, and the \#
    part that is shown.
    EventsAddEvent.place The place of an event.
    EventsAddEvent.recurrence A rule of RFC 5545, section 3.3.10, such as `FREQ=YEARLY`. The program that \#
    stores it parses it; here only its outer form is checked.
    EventsAddEvent.title The title of an event.
    EventsAddEvent.visibility The visibility; private unless given.
    EventsAddEvent.when The start. An all-day event is a date in the zone of your profile, whatever zone \#
    is given here.
    EventsAddToDo Adds a to-do to an event, at the end unless `after` is given.
    EventsAddToDo.after The to-do before the new one; the last to-do unless given.
    EventsAddToDo.assignee The person who should do it. They must be able to see the event.
    EventsAddToDo.due The date by which it should be done.
    EventsAddToDo.id The event.
    EventsAddToDo.text The text of a to-do.
    EventsAddedEvent An event after it was added.
    EventsAddedEvent.event An event as seen by a person who may see it.
    EventsAddedEvent.isAdjusted True if a change of the clocks skips the requested time; the event was \#
    moved to the time after the change.
    EventsAddedEvent.reminder The state of the reminder. The live stream publishes whether it is armed or \#
    queued.
    EventsAnswer A person's answer to an event.
    EventsAnswerChanged A person changed or removed their answer: fetch the event again.
    EventsAnswerChanged.event The id of an event.
    EventsAnswerCounts The numbers of answers to an event.
    EventsAnswerCounts.maybe The number of people who may come.
    EventsAnswerCounts.no The number of people who are not coming.
    EventsAnswerCounts.yes The number of people who are coming.
    EventsBudget A budget sheet. All amounts are whole minor units of the currency, and all sums are \#
    exact.
    EventsBudget.actual The sum of the paid amounts.
    EventsBudget.cap The budget limit; absent without one.
    EventsBudget.currency The currency of all amounts on the sheet.
    EventsBudget.digits The number of decimals of a price in this currency: 2 for USD, 0 for JPY, 3 for \#
    TND.
    EventsBudget.expected The expected total: each line counts with its paid amount, or else with its \#
    planned one.
    EventsBudget.isOver True if `expected` is over the cap.
    EventsBudget.lines The lines in their order, at most 200.
    EventsBudget.overBy The amount over the cap; absent unless it is exceeded.
    EventsBudget.planned The sum of the planned amounts.
    EventsBudget.version The number of edits of currency and cap; an edit names the version that it began \#
    from.
    EventsBudgetChanged The event's budget sheet changed: fetch it again.
    EventsBudgetChanged.event The event with the budget.
    EventsBudgetLine A line of an event's budget.
    EventsBudgetLine.actual The amount spent, in minor units of the sheet's currency; below zero for a \#
    refund. Absent while nothing was spent.
    EventsBudgetLine.id The id of a line of an event's budget.
    EventsBudgetLine.planned The planned amount in minor units; negative for a refund. Absent while it is \#
    unknown.
    EventsBudgetLine.text The name of the line: `Cake`.
    EventsBudgetLine.version The number of edits; an edit names the version that it began from.
    EventsBudgetSums The sums of a budget sheet, shown on the event itself, in minor units of its \#
    currency.
    EventsBudgetSums.actual The sum of the amounts spent, in minor units of the currency.
    EventsBudgetSums.cap The budget limit, in minor units of the currency. Absent without a limit.
    EventsBudgetSums.currency The currency of the sums.
    EventsBudgetSums.digits The number of decimals of a price in this currency.
    EventsBudgetSums.expected The expected total, the one figure to show: each line counts with its paid \#
    amount, or else with its planned one.
    EventsBudgetSums.planned The sum of the planned amounts, in minor units of the currency.
    EventsCalendarEvent An event as seen by a person who may see it.
    EventsCalendarEvent.added The moment at which the event was added.
    EventsCalendarEvent.answer The answer of the person who asks.
    EventsCalendarEvent.answers The numbers of answers to an event.
    EventsCalendarEvent.budget The sums of the budget sheet; absent while it is empty.
    EventsCalendarEvent.color The color behind the drawing. Absent on a site of a release without \#
    drawings.
    EventsCalendarEvent.course The course that sees it; absent unless `visibility` is `course`.
    EventsCalendarEvent.drawing The drawing of the event. Absent on a site of a release without drawings.
    EventsCalendarEvent.ends The end: `next` plus the length.
    EventsCalendarEvent.exceptions The dates that differ from `recurrence`, by date; absent without any. \#
    `next` follows them.
    EventsCalendarEvent.hasLink True if a public link shows the event; always false for people other than \#
    the owner.
    EventsCalendarEvent.id The id of an event.
    EventsCalendarEvent.isMine True if the caller owns the event.
    EventsCalendarEvent.isPast True if `next` had come when this was read.
    EventsCalendarEvent.leads The lead times of its reminders; absent without reminders.
    EventsCalendarEvent.minutes The length of an event in minutes: up to 366 days.
    EventsCalendarEvent.next The start. For a recurring event this is the next time, or the last one if \#
    all are past. An all-day event begins with its date in its zone.
    EventsCalendarEvent.notes The notes on the event. Absent if there are none.
    EventsCalendarEvent.owner The person who added the event.
    EventsCalendarEvent.picture A picture in the site's store: the SHA-256 of its bytes, its credit, and \#
    the part that is shown.
    EventsCalendarEvent.place The place of the event. Absent if none was given.
    EventsCalendarEvent.recurrence A rule of RFC 5545, section 3.3.10, such as `FREQ=YEARLY`. The program \#
    that stores it parses it; here only its outer form is checked.
    EventsCalendarEvent.title The title of the event.
    EventsCalendarEvent.toDos The counts of its to-do list; the list itself is a separate request.
    EventsCalendarEvent.version The number of edits; an edit names the version that it began from.
    EventsCalendarEvent.visibility The audience of an event besides its owner. A public link is created \#
    separately.
    EventsCalendarEvent.when The time as entered: the first time of a recurring event.
    EventsCountdownReading The time until an event, or since it began, split into days, hours, minutes and \#
    seconds.
    EventsCountdownReading.days Whole days.
    EventsCountdownReading.hours Hours beside the whole days, 0 to 23.
    EventsCountdownReading.isMagic True if the wand was applied.
    EventsCountdownReading.isOver True if the event has begun; then the counters hold the time since.
    EventsCountdownReading.mayBeMagic True if at least two days are left to subtract.
    EventsCountdownReading.minutes Minutes beside the whole hours, 0 to 59.
    EventsCountdownReading.now The time of the server's clock.
    EventsCountdownReading.seconds Seconds beside the whole minutes, 0 to 59.
    EventsCountdownReading.target The moment that is counted to: the start of the event, or of its next \#
    date.
    EventsCountdownReading.until The time left in whole units of each kind alone; 0 once the event has \#
    begun.
    EventsDateException A date of a recurring event that differs from its rule: skipped, or moved.
    EventsDateException.date The date that the rule gives, in the event's zone.
    EventsDateException.moved The new start; absent for a date that is skipped.
    EventsDeleteBudgetLine Deletes a line from the sheet; it can be restored for 30 days.
    EventsDeleteBudgetLine.id The event.
    EventsDeleteBudgetLine.line The id of a line of an event's budget.
    EventsDeleteEvent Deletes an event with its to-dos, budget, reminders and calendar entries. It can be \#
    restored for 30 days.
    EventsDeleteEvent.id The id of an event.
    EventsDeleteToDo Deletes a to-do from the list; it can be restored for 30 days.
    EventsDeleteToDo.id The event.
    EventsDeleteToDo.toDo The id of a to-do of an event.
    EventsEditBudget Changes the given members and keeps the others; `null` clears the cap. The currency \#
    of a sheet with lines cannot change. A change of the currency deletes for good the lines that could \#
    still be restored, and keeps the cap at the same number of whole units.
    EventsEditBudget.cap The cap, which must not be negative.
    EventsEditBudget.currency The new currency of an empty sheet.
    EventsEditBudget.id The event.
    EventsEditBudget.locale The locale of the cap's text; English unless given.
    EventsEditBudget.version The version that the edit began from.
    EventsEditBudgetLine Changes the given members and keeps the others; `null` clears a member. An edit \#
    that changes nothing is not a conflict.
    EventsEditBudgetLine.actual The amount spent, below zero for a refund; `null` clears it.
    EventsEditBudgetLine.id The event.
    EventsEditBudgetLine.line The id of a line of an event's budget.
    EventsEditBudgetLine.locale The locale of the prices; English unless given.
    EventsEditBudgetLine.planned The planned amount; `null` clears it.
    EventsEditBudgetLine.text The name of a line of a budget.
    EventsEditBudgetLine.version The version that the edit began from.
    EventsEditEvent Changes the given members and keeps the others; `null` clears a member.
    EventsEditEvent.color The color behind the drawing; `null` leaves it to the site.
    EventsEditEvent.course The course that sees it; used only if the edited `visibility` is `course`.
    EventsEditEvent.drawing The drawing; `null` chooses one that suits the title.
    EventsEditEvent.id The id of an event.
    EventsEditEvent.leads The reminders; `null` is no reminder.
    EventsEditEvent.minutes The length; `null` resets it to the default.
    EventsEditEvent.notes Notes on an event, with line breaks.
    EventsEditEvent.picture A picture in the site's store: the SHA-256 of its bytes, its credit, and the \#
    part that is shown.
    EventsEditEvent.place The place of an event.
    EventsEditEvent.recurrence A rule of RFC 5545, section 3.3.10, such as `FREQ=YEARLY`. The program that \#
    stores it parses it; here only its outer form is checked.
    EventsEditEvent.title The title of an event.
    EventsEditEvent.version The version that the edit began from.
    EventsEditEvent.visibility The audience of an event besides its owner. A public link is created \#
    separately.
    EventsEditEvent.when The time of an event on the clocks of a zone, or without a time the whole day \#
    there.
    EventsEditToDo Changes the given members and keeps the others; `null` clears a member. An edit that \#
    changes nothing is not a conflict, whichever version it began from: two people who tick the same to-do \#
    both succeed.
    EventsEditToDo.assignee The person who should do it; `null` clears it.
    EventsEditToDo.due The date by which it should be done; `null` clears it.
    EventsEditToDo.id The event.
    EventsEditToDo.isDone True ticks the to-do, false opens it again.
    EventsEditToDo.text The text of a to-do.
    EventsEditToDo.toDo The id of a to-do of an event.
    EventsEditToDo.version The version that the edit began from.
    EventsEndLink.id The id of an event.
    EventsEventAdded An event was added. The body has only its id: fetch the event for the rest.
    EventsEventAdded.id The id of an event.
    EventsEventCalendar An event as a file in the iCalendar format, RFC 5545.
    EventsEventCalendar.etag The tag of the text's state: 1 to 100 letters, digits, `-` and `_`.
    EventsEventCalendar.text The calendar file. Absent if the caller has this state already.
    EventsEventCalendar.title The event's title, which becomes the file's name. Absent if the caller has \#
    this state already.
    EventsEventChanged An event was changed. The body has only its id: fetch the event for the rest.
    EventsEventChanged.id The id of an event.
    EventsEventColor The color behind the drawing of an event. A client shows it in tones of its own that \#
    keep white text on it readable.
    EventsEventDeleted An event was deleted, or is no longer shared with the people who receive this.
    EventsEventDeleted.id The id of an event.
    EventsEventDrawing The drawing of an event.
    EventsEventRestored A deleted event is back: fetch it again.
    EventsEventRestored.id The id of an event.
    EventsFeedCalendar A calendar feed in the iCalendar format, RFC 5545.
    EventsFeedCalendar.etag The tag of the text's state: 1 to 100 letters, digits, `-` and `_`.
    EventsFeedCalendar.text The calendar. Absent if the caller has this state already.
    EventsFeedState The state of a person's calendar feed.
    EventsFeedState.isOn True while the feed has an address.
    EventsFeedState.lastRead The last time a calendar read the feed, to the minute; absent before the \#
    first time.
    EventsFeedState.made The moment at which the present address was created.
    EventsFoundEvent An event, or a to-do of an event, that a search found.
    EventsFoundEvent.id The id of an event.
    EventsFoundEvent.isAllDay True if it has no time of day.
    EventsFoundEvent.isPast True if its last start has passed.
    EventsFoundEvent.next The start. For a recurring event this is the next time, or the last one if all \#
    are past.
    EventsFoundEvent.title The title of the event.
    EventsFoundEvent.toDo The to-do that was found. Absent if the event itself was.
    EventsFoundEvents The events and to-dos that a search found.
    EventsFoundEvents.isNear True if nothing has the words as they were typed, and these have them with \#
    one typing error.
    EventsFoundEvents.items At most 30: the best matches first, among equal ones those that are not over.
    EventsGetBudget Returns the whole sheet; an event without one returns an empty sheet.
    EventsGetBudget.id The event.
    EventsGetCalendarFile Returns an event as a calendar file, with a reminder an hour before. Everyone \#
    who sees the event may read it.
    EventsGetCalendarFile.id The id of an event.
    EventsGetCalendarFile.state The state of a document that a caller has: an earlier `etag`, without \#
    quotes.
    EventsGetCard Returns a picture that counts down to an event, as it is at this minute, to be shared \#
    elsewhere. It never shows notes, to-dos, money or people.
    EventsGetCard.id The id of an event.
    EventsGetCard.language The language of the words on it; that of the site unless given.
    EventsGetCard.magic True applies the wand.
    EventsGetCountdown Returns the time left until an event by the server's clock.
    EventsGetCountdown.id The id of an event.
    EventsGetCountdown.magic True applies the wand: one day less at the front and one at the end.
    EventsGetEvent.id The id of an event.
    EventsGetPicture Returns the picture of an event that you can see, cropped.
    EventsGetPicture.id The id of an event.
    EventsGetPicture.variant The size. `whole`, for the owner alone, is the picture without its crop.
    EventsGetSharedCard Returns the picture that previews of a public link show, to everyone who has the \#
    link.
    EventsGetSharedCard.language The language of the words on it; that of the site unless given.
    EventsGetSharedCard.magic True applies the wand.
    EventsGetSharedCard.token The last part of a public link: 43 characters of unpadded base64url.
    EventsGetSharedEvent Returns an event to everyone who has its link, signed in or not. The reply omits \#
    the owner, the answers, the to-dos and the budget.
    EventsGetSharedEvent.token The last part of a public link: 43 characters of unpadded base64url.
    EventsGetSharedPicture Returns the picture of an event to everyone who has its public link.
    EventsGetSharedPicture.token The last part of a public link: 43 characters of unpadded base64url.
    EventsGetSharedPicture.variant A size of a picture. The number is the width and height in pixels that \#
    it fits into. `whole`: The picture without its crop, for the person who chooses the visible part; up \#
    to 1200 pixels.
    EventsImportCalendar Imports the events of a calendar file of at most 1 MiB. Each event is identified \#
    by its UID, so importing the same file again adds nothing.
    EventsImportCalendar.calendar The text of a calendar file, which the program parses.
    EventsImportCalendar.encoding The encoding that the file was in; absent for UTF-8.
    EventsImportProblem A part of the file that could not be imported.
    EventsImportProblem.code The stable code of the problem.
    EventsImportProblem.line The line number, from 1; for a problem of an event, the line where the event \#
    begins.
    EventsImportProblem.message The problem in one sentence for people.
    EventsImportedCalendar The result of an import: each event of the file is counted once.
    EventsImportedCalendar.added The number of events that are new.
    EventsImportedCalendar.moreProblems The number of further problems.
    EventsImportedCalendar.problems The problems, sorted by line; the first 200.
    EventsImportedCalendar.skipped The number of entries that were left out; `problems` says why.
    EventsImportedCalendar.unchanged The number of events that were the same as at an earlier import.
    EventsImportedCalendar.updated The number of events that an earlier import had added and this one \#
    changed.
    EventsListAnswers Lists the answers by person. Everyone who sees the event sees them.
    EventsListAnswers.cursor The start of the next page. It is opaque to callers; the program that created \#
    it checks it.
    EventsListAnswers.id The id of an event.
    EventsListAnswers.limit The maximum number of items on a page: 1 to 100, 20 unless given.
    EventsListEvents Lists your events and those shared with you: the next one first; past ones newest \#
    first. With a course only the events shared with it, and none for somebody who is not on its roster.
    EventsListEvents.course The course whose events are listed, your own and those of others.
    EventsListEvents.cursor The start of the next page. It is opaque to callers; the program that created \#
    it checks it.
    EventsListEvents.limit The maximum number of items on a page: 1 to 100, 20 unless given.
    EventsListEvents.state The listed events; upcoming ones unless given.
    EventsListState The events to list by their time: upcoming ones or past ones.
    EventsListToDos Returns the whole list in its order.
    EventsListToDos.id The event.
    EventsListsChanged Too many of a person's events changed for separate messages: fetch the lists again.
    EventsListsChanged.person The person whose events changed.
    EventsMadeFeed The new address of a calendar feed.
    EventsMadeFeed.path The path at which calendars read the feed.
    EventsMadeFeed.token The secret, shown once: only its hash is stored.
    EventsMadeLink The new public link of an event.
    EventsMadeLink.path The path of the page that shows the event.
    EventsMadeLink.token The secret, shown once: only its hash is stored.
    EventsMakeFeed Creates the address of your feed; an earlier address stops working.
    EventsMakeLink Creates the public link of your event; an earlier link stops working.
    EventsMakeLink.id The id of an event.
    EventsMoveBudgetLine Moves a line to another position on the sheet.
    EventsMoveBudgetLine.after The line before the new position; the first position unless given.
    EventsMoveBudgetLine.id The event.
    EventsMoveBudgetLine.line The id of a line of an event's budget.
    EventsMoveDate Moves a date of your recurring event to another time. Moving it again replaces the \#
    earlier move.
    EventsMoveDate.date The date that the rule gives, in the event's zone; also for a date that was moved \#
    before.
    EventsMoveDate.id The id of an event.
    EventsMoveDate.to The start of a moved date, in the event's zone.
    EventsMoveToDo Moves a to-do to another position on the list.
    EventsMoveToDo.after The to-do before the new position; the first position unless given.
    EventsMoveToDo.id The event.
    EventsMoveToDo.toDo The id of a to-do of an event.
    EventsMovedDate The start of a moved date, in the event's zone.
    EventsMovedDate.date A day of the proleptic Gregorian calendar. Conversions: Howard Hinnant, \#
    "chrono-Compatible Low-Level Date Algorithms", days_from_civil and civil_from_days.
    EventsMovedDate.minutes The length in minutes; the event's unless given.
    EventsMovedDate.time The time of day; the event's unless given. An all-day event has none.
    EventsPersonAnswer A person's answer to an event.
    EventsPersonAnswer.answer A person's answer to an event.
    EventsPersonAnswer.at The moment of the latest answer.
    EventsPersonAnswer.person The person who answered.
    EventsPictureUsed The picture that an event uses from now on; none if `object` is absent. A deleted \#
    event keeps its picture as long as it can be restored.
    EventsPictureUsed.event The id of an event.
    EventsPictureUsed.object A stored object: the SHA-256 of its bytes as 64 hexadecimal digits in lower \#
    case.
    EventsPictureUsed.owner The id of a person's account.
    EventsReadFeed Returns the feed to everyone who has its address, as calendars cannot sign in.
    EventsReadFeed.state The state that the calendar has already.
    EventsReadFeed.token The last part of a feed's address: 43 characters of unpadded base64url, with or \#
    without `.ics`, which some calendars require.
    EventsReminderState The state of an event's reminders after a write.
    EventsRestoreBudgetLine Restores a deleted line at its old position in the sheet.
    EventsRestoreBudgetLine.id The event.
    EventsRestoreBudgetLine.line The id of a line of an event's budget.
    EventsRestoreDate Restores a date of your recurring event that was skipped or moved. For any other \#
    date nothing changes.
    EventsRestoreDate.date The date that the rule gives, in the event's zone.
    EventsRestoreDate.id The id of an event.
    EventsRestoreEvent.id The id of an event.
    EventsRestoreToDo Restores a deleted to-do at its old position in the list.
    EventsRestoreToDo.id The event.
    EventsRestoreToDo.toDo The id of a to-do of an event.
    EventsSearchEvents Finds the events that a person sees, past ones too, and their to-dos, by words of \#
    titles, places, notes and texts, without regard to case and accents.
    EventsSearchEvents.q The words, 2 to 100 characters. The last one may be the beginning of a word.
    EventsSetAnswer Sets your answer to an event. Everyone who sees the event may answer, including its \#
    owner.
    EventsSetAnswer.answer A person's answer to an event.
    EventsSetAnswer.id The id of an event.
    EventsSharedEvent An event as everyone with its public link sees it.
    EventsSharedEvent.color The color behind the drawing. Absent on a site of a release without drawings.
    EventsSharedEvent.drawing The drawing of the event. Absent on a site of a release without drawings.
    EventsSharedEvent.ends The end of that date.
    EventsSharedEvent.exceptions The dates that differ from `recurrence`, by date; absent without any.
    EventsSharedEvent.isPast True once the last date of the event has ended.
    EventsSharedEvent.next The next start of the event, or the last one if it is past.
    EventsSharedEvent.picture A picture in the site's store: the SHA-256 of its bytes, its credit, and the \#
    part that is shown.
    EventsSharedEvent.place The place of the event. Absent if none was given.
    EventsSharedEvent.recurrence A rule of RFC 5545, section 3.3.10, such as `FREQ=YEARLY`. The program \#
    that stores it parses it; here only its outer form is checked.
    EventsSharedEvent.title The title of the event.
    EventsSharedEvent.when The time of an event on the clocks of a zone, or without a time the whole day \#
    there.
    EventsSkipDate Skips a date of your recurring event: it leaves lists, countdowns, reminders and \#
    calendars. Skipping it again changes nothing.
    EventsSkipDate.date The date that the rule gives, in the event's zone; also for a date that was moved.
    EventsSkipDate.id The id of an event.
    EventsToDo A to-do of an event.
    EventsToDo.assignee The person who is to do it and who sees the event.
    EventsToDo.done The moment at which it was ticked. Absent while it is open.
    EventsToDo.doneBy The person who did it; absent while the to-do is open, and once that person's \#
    account is gone.
    EventsToDo.due The date by which it should be done.
    EventsToDo.id The id of a to-do of an event.
    EventsToDo.isDone True once it is ticked.
    EventsToDo.text The text of the to-do.
    EventsToDo.version The number of edits; an edit names the version that it began from.
    EventsToDoCounts The counts of a to-do list, shown on the event itself.
    EventsToDoCounts.all The number of all to-dos, ticked or not.
    EventsToDoCounts.done The number of ticked to-dos.
    EventsToDoList The to-dos in their order, at most 200.
    EventsToDoList.items The to-dos in the order of the list.
    EventsToDosChanged The event's to-do list changed: fetch it again.
    EventsToDosChanged.event The id of an event.
    EventsUntilValues The time left in whole units of each kind alone; 0 once the event has begun.
    EventsUntilValues.days The whole time in days, rounded down.
    EventsUntilValues.hours The whole time in hours, rounded down.
    EventsUntilValues.minutes The whole time in minutes, rounded down.
    EventsUntilValues.seconds The whole time in seconds, rounded down.
    EventsUntilValues.weeks The whole time in weeks, rounded down.
    EventsVisibility The audience of an event besides its owner. A public link is created separately.
    EventsWithdrawAnswer.id The id of an event.
    """#
}
