// Written by Tests/Interop/quad_schema_texts.py from the doc comments of Schema.

extension SchemaTexts {
  static let alerts = #"""
    Alerts Alerts: reminders for a person at a moment. A program plans them in its own stream, together \#
    with the objects they are about; the notifier stores and fires them.  An alert is identified by its \#
    key and its person. Planning it again replaces the earlier plan. A program's snapshot has all of its \#
    upcoming alerts.
    AlertsAlertCancelled A planned alert is canceled. It has no effect on an alert that has fired or was \#
    never planned.
    AlertsAlertCancelled.key The key of an alert: the program, the object it is about, and the lead time \#
    of the reminder.
    AlertsAlertCancelled.person The person whom the alert was for.
    AlertsAlertImportance The importance of an alert. A `crisis` alert fires the moment it is planned, \#
    takes no slot and ignores quiet hours.
    AlertsAlertKey The key of an alert: the program, the object it is about, and the lead time of the \#
    reminder.
    AlertsAlertKey.lead The minutes between a reminder and its event: 0 to 366 days. For an all-day event \#
    they count back from 09:00 of its day in its zone.
    AlertsAlertKey.object The id of any object with an alert, from the program that plans the alert.
    AlertsAlertKey.program The program that plans the alert.
    AlertsAlertPlanned An alert is upcoming, or its time or words have changed.
    AlertsAlertPlanned.at The time at which it fires.
    AlertsAlertPlanned.because The reasons why this person gets it.
    AlertsAlertPlanned.importance The importance of an alert. A `crisis` alert fires the moment it is \#
    planned, takes no slot and ignores quiet hours.
    AlertsAlertPlanned.key The key of an alert: the program, the object it is about, and the lead time of \#
    the reminder.
    AlertsAlertPlanned.person The person whom the alert is for.
    AlertsAlertPlanned.recurrence The rule of a recurring alert. It is one alert: once it has fired, its \#
    program plans the next time under the same key.
    AlertsAlertPlanned.text A sentence as a key with values. `rendered` of an alert or a notification has \#
    it in words.
    AlertsAlertPlanned.until The time from which the alert is of no use: the start of the event.
    AlertsAlertRaised A notification for these people about something that has just happened, outside of \#
    the 64 slots. It has no reasons and no time of its own, so that it may be about something untraceable.
    AlertsAlertRaised.importance The importance of an alert. A `crisis` alert fires the moment it is \#
    planned, takes no slot and ignores quiet hours.
    AlertsAlertRaised.object The object that it is about; a random id if even that is secret.
    AlertsAlertRaised.people The recipients, at most `Audience.maxPeople`.
    AlertsAlertRaised.program The program that the notification is from.
    AlertsAlertRaised.text A sentence as a key with values. `rendered` of an alert or a notification has \#
    it in words.
    AlertsAlertReason A reason for an alert as a key with values.
    AlertsAlertReason.key The reason, such as `event.yours` or `task.room`.
    AlertsAlertReason.values The values inside the reason: `answer`, or the `minutes` before the start.
    AlertsAlertReasons The reasons why a person gets an alert: 1 to 5 different sentences.
    AlertsAlertReasons.all A reason for an alert as a key with values.
    AlertsAlertText A sentence as a key with values. `rendered` of an alert or a notification has it in \#
    words.
    AlertsAlertText.key The sentence, such as `event.reminder` or `task.due`. Keys are added over time; a \#
    client shows something neutral for an unknown one.
    AlertsAlertText.values The values inside the sentence, each name at most once.
    AlertsAlertValue A value inside the sentence of an alert.
    AlertsAlertValue.name The name of the value, such as `title`, `start` or `count`.
    AlertsAlertValue.text The value: a title, a name, a number, or a moment in the form of an instant.
    AlertsLanguage A language of the site: of alerts, mails, feeds, and previews of links. A new one needs \#
    a case here; the compiler names the words that it lacks.
    AlertsRenderedAlert An alert in words, for a program that shows text as it is.
    AlertsRenderedAlert.body The line below the title, at most 400 characters; empty for a text that has \#
    none.
    AlertsRenderedAlert.language A language of the site: of alerts, mails, feeds, and previews of links. A \#
    new one needs a case here; the compiler names the words that it lacks.
    AlertsRenderedAlert.reasons The reasons as sentences.
    AlertsRenderedAlert.title The title, at most 120 characters.
    """#
}
