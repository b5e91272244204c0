// Written by Tests/Interop/quad_schema_texts.py from the doc comments of Schema.

extension SchemaTexts {
  static let notifier = #"""
    Notifier Planned alerts, the 64 armed alerts of a person, the inbox, and the channels.
    NotifierAddEmailChannel Adds a channel to the account's own mail address. No other address is \#
    possible.
    NotifierAddGotifyChannel Adds an app of a Gotify server. Notifications are posted to `/message` below \#
    the server's URL.
    NotifierAddGotifyChannel.name A person's name for a channel: "phone".
    NotifierAddGotifyChannel.token The token of the app, which only sends. No reply contains it.
    NotifierAddGotifyChannel.url The URL of the server, without a query: `https://gotify.example`.
    NotifierAddNtfyChannel Adds a topic of an ntfy server. Whoever knows the topic can read what is sent \#
    to it.
    NotifierAddNtfyChannel.name A person's name for a channel: "phone".
    NotifierAddNtfyChannel.url The URL of the topic: `https://ntfy.example/my-topic`.
    NotifierAddPushChannel Adds a browser's subscription, as `PushSubscription.toJSON()` returns it. \#
    Adding the same one again only confirms that it is still in use. It ends with its session.
    NotifierAddPushChannel.endpoint The address of the push service, from the browser's subscription.
    NotifierAddPushChannel.keys The keys with which a push to a browser is encrypted (RFC 8291), in \#
    base64url.
    NotifierAddPushChannel.name A person's name for a channel: "phone".
    NotifierAddWebhookChannel Adds an address to which notifications are posted as signed JSON.
    NotifierAddWebhookChannel.name A person's name for a channel: "phone".
    NotifierAddWebhookChannel.url The address to which notifications are posted as JSON.
    NotifierAddedWebhook A new webhook with the secret that signs its messages. The secret is shown only \#
    this once.
    NotifierAddedWebhook.channel A channel that brings notifications to a person outside of the page. The \#
    inbox is always there and is not a channel.
    NotifierAddedWebhook.secret The key of the HMAC-SHA-256 in `X-Quad-Signature`.
    NotifierAlertCounts The counts of a person's alerts. `planned` is always the sum of the others.
    NotifierAlertCounts.armed The number of alerts that have a slot.
    NotifierAlertCounts.cancelled The number of alerts that were canceled before they fired.
    NotifierAlertCounts.fired The number of alerts that fired.
    NotifierAlertCounts.missed The number of alerts whose time passed while the site was not running, and \#
    that were of no use afterwards.
    NotifierAlertCounts.planned The number of alerts ever planned.
    NotifierAlertCounts.queued The number of alerts that wait for a slot.
    NotifierAlertTimes The quiet hours of channels, and the time of the digest.
    NotifierAlertTimes.digest The time at which notifications of low importance are sent together; nil \#
    sends each as it comes.
    NotifierAlertTimes.quiet Quiet hours from one time of day to another, past midnight if the end is the \#
    lower one. The days are those on which they begin. Alerts still fire into the inbox; channels wait for \#
    the end.
    NotifierAlertTimes.quietUntil The end of the current quiet hours; nil outside of them.
    NotifierAlertTimes.version The number of edits; an edit names the version that it began from.
    NotifierAlertTimes.zone The zone of the times, from the profile; UTC without one.
    NotifierAlertsChanged Alerts of a person changed: armed, queued again, or gone. Each list holds at \#
    most 64; beyond that the event only asks to fetch the alerts.
    NotifierAlertsChanged.armed Alerts that got a slot.
    NotifierAlertsChanged.demoted Alerts that lost their slot to sooner ones.
    NotifierAlertsChanged.gone Alerts that are no longer upcoming.
    NotifierAlertsChanged.queued Alerts that wait for a slot.
    NotifierAlertsFired Alerts fired; each is now a notification in the inbox.
    NotifierAlertsFired.alerts The alerts that fired.
    NotifierAlertsFired.notices The notifications that came of them, in the same order.
    NotifierArmedAlerts All alerts that have a slot, for a device that arms them itself.
    NotifierArmedAlerts.items The alerts, at most 64, the soonest first.
    NotifierChannel A channel that brings notifications to a person outside of the page. The inbox is \#
    always there and is not a channel.
    NotifierChannel.added The moment at which the channel was added.
    NotifierChannel.id The id of a channel.
    NotifierChannel.isOn True while the channel delivers.
    NotifierChannel.isThisDevice True for the device that sent the request.
    NotifierChannel.kind The kind of a channel.
    NotifierChannel.lastDelivered The moment of the latest delivery. Absent before the first.
    NotifierChannel.lastFailure The last failure, if it came after the last delivery.
    NotifierChannel.least The minimum importance; less important notifications stay in the inbox.
    NotifierChannel.name The person's name for it: a device, a program.
    NotifierChannel.target The host of a push service, the mail address, or the URL of a topic, a server \#
    or a webhook: never a secret.
    NotifierChannel.waiting The number of notifications waiting for delivery.
    NotifierChannelKind The kind of a channel.
    NotifierChannelName A person's name for a channel: "phone".
    NotifierChannelURL The URL of a channel: `https` with a host and without a user or a password. Hosts \#
    in the site's own network are rejected unless the operator allows them, and so is plain `http`.
    NotifierChannels All channels of a person.
    NotifierChannels.items The channels, in the order in which they were added.
    NotifierChannels.kinds The kinds of channel that this site offers.
    NotifierChannelsChanged A channel of the person was added, changed or removed: fetch the list again.
    NotifierChannelsChanged.channel The id of a channel.
    NotifierClearInbox Empties the inbox. The cleared notifications can be restored for a moment.
    NotifierClearedInbox The number of cleared notifications.
    NotifierClearedInbox.cleared The number of notifications that were cleared.
    NotifierClearedInbox.until The time until which it can be restored.
    NotifierDeadDelivery A dead delivery without its content, which is private to the person.
    NotifierDeadDelivery.attempts The number of attempts.
    NotifierDeadDelivery.died The moment of the last attempt.
    NotifierDeadDelivery.host The host of the channel's address; the rest of it is secret.
    NotifierDeadDelivery.id The id of one delivery to a channel.
    NotifierDeadDelivery.kind The kind of a channel.
    NotifierDeadDelivery.person The person whose channel it was.
    NotifierDeadDelivery.planned The moment for which the delivery was planned.
    NotifierDeadDelivery.reason The reason why the last attempt failed.
    NotifierDeliveryDied A delivery to a channel failed for good.
    NotifierDeliveryDied.channel The id of a channel.
    NotifierDeliveryDied.reason The reason why the last attempt failed.
    NotifierDeliveryFailure The latest failure of a channel.
    NotifierDeliveryFailure.at The moment of the failure.
    NotifierDeliveryFailure.reason The reason in our own words, such as `gone`, `refused 403` or \#
    `unreachable`; nothing from the other side's reply.
    NotifierDropAlert Cancels this one alert; the object it is about stays unchanged.
    NotifierDropAlert.id The id of a planned alert.
    NotifierEditChannel Changes the given members and keeps the others; `null` clears the name.
    NotifierEditChannel.id The id of a channel.
    NotifierEditChannel.isOn False stops deliveries without removing the channel.
    NotifierEditChannel.least The least importance that the channel delivers.
    NotifierEditChannel.name A person's name for a channel: "phone".
    NotifierGotifyToken The token of an app on a Gotify server: up to 100 printable ASCII characters \#
    without spaces.
    NotifierInbox A page of a person's inbox.
    NotifierInbox.items The notifications, the newest first.
    NotifierInbox.next The cursor of the next page. Absent on the last page.
    NotifierInbox.unread The number of unread notifications in the whole inbox.
    NotifierInboxChanged Notifications were read, marked unread, cleared or restored on one of the \#
    person's devices.
    NotifierInboxChanged.unread The number of unread notifications from now on.
    NotifierInboxState The number for a badge.
    NotifierInboxState.unread The number of unread notifications.
    NotifierListAlerts Lists the upcoming alerts, soonest first: armed ones, then queued ones.
    NotifierListAlerts.cursor The start of the next page. It is opaque to callers; the program that \#
    created it checks it.
    NotifierListAlerts.language The language of `rendered`; the site's unless given.
    NotifierListAlerts.limit The maximum number of items on a page: 1 to 100, 20 unless given.
    NotifierListAlerts.state Lists only alerts in this state.
    NotifierListArmed Returns the armed alerts, the set that a phone would mirror as its own \#
    notifications.
    NotifierListArmed.language The language of `rendered`; the site's unless given.
    NotifierListDeadDeliveries Lists dead deliveries for administrators, newest first.
    NotifierListDeadDeliveries.cursor The start of the next page. It is opaque to callers; the program \#
    that created it checks it.
    NotifierListDeadDeliveries.limit The maximum number of items on a page: 1 to 100, 20 unless given.
    NotifierListInbox Lists the inbox, newest first.
    NotifierListInbox.cursor The start of the next page. It is opaque to callers; the program that created \#
    it checks it.
    NotifierListInbox.language The language of `rendered`; the site's unless given.
    NotifierListInbox.limit The maximum number of items on a page: 1 to 100, 20 unless given.
    NotifierListInbox.unread True lists only unread notifications.
    NotifierNotice A notification for a person: an alert that fired, or a message from a program.
    NotifierNotice.alert The alert; absent if none was planned.
    NotifierNotice.at The moment at which it came.
    NotifierNotice.because The reasons why the person got it. Empty for a notification without reasons.
    NotifierNotice.id The id of a notification in the inbox.
    NotifierNotice.importance The importance of an alert. A `crisis` alert fires the moment it is planned, \#
    takes no slot and ignores quiet hours.
    NotifierNotice.kind The reason why a notification is in the inbox now. `fired`: The alert fired at its \#
    time. `late`: The alert fired after its time, because the site was not running then. `missed`: The \#
    alert was too late to be of use: one notification for all that were missed together. `raised`: No \#
    alert was planned: something has just happened.
    NotifierNotice.object The id of any object with an alert, from the program that plans the alert.
    NotifierNotice.program The program that it is from.
    NotifierNotice.read The time of reading; absent while it is unread.
    NotifierNotice.rendered The text and the reasons in words, in the requested language or the site's. \#
    Absent in an export.
    NotifierNotice.snoozedUntil The next time of a snoozed notification.
    NotifierNotice.text A sentence as a key with values. `rendered` of an alert or a notification has it \#
    in words.
    NotifierNoticeKind The reason why a notification is in the inbox now. `fired`: The alert fired at its \#
    time. `late`: The alert fired after its time, because the site was not running then. `missed`: The \#
    alert was too late to be of use: one notification for all that were missed together. `raised`: No \#
    alert was planned: something has just happened.
    NotifierNoticeRaised A notification that is not an alert came to the inbox. It may be about something \#
    untraceable, so the body is empty.
    NotifierPinAlert Pins an alert, so that it keeps its slot even if others come sooner.
    NotifierPinAlert.id The id of a planned alert.
    NotifierPlannedAlert An upcoming alert as its person sees it.
    NotifierPlannedAlert.at The moment at which it fires.
    NotifierPlannedAlert.because The reasons why the person gets it, 1 to 5.
    NotifierPlannedAlert.id The id of a planned alert.
    NotifierPlannedAlert.importance The importance of an alert. A `crisis` alert fires the moment it is \#
    planned, takes no slot and ignores quiet hours.
    NotifierPlannedAlert.isPinned True if the person keeps a slot for it.
    NotifierPlannedAlert.isSnoozed True for a snoozed alert.
    NotifierPlannedAlert.lead The minutes between a reminder and its event: 0 to 366 days. For an all-day \#
    event they count back from 09:00 of its day in its zone.
    NotifierPlannedAlert.object The object that it is about: an event, a task.
    NotifierPlannedAlert.position The position from 1 among the alerts of the same state, soonest first.
    NotifierPlannedAlert.program The program that planned the alert.
    NotifierPlannedAlert.recurrence A rule of RFC 5545, section 3.3.10, such as `FREQ=YEARLY`. The program \#
    that stores it parses it; here only its outer form is checked.
    NotifierPlannedAlert.rendered The text and the reasons in words, in the requested language or the \#
    site's. Absent in an export.
    NotifierPlannedAlert.state The state of an upcoming alert. `queued`: The alert waits for one of the 64 \#
    slots. `armed`: The alert holds a slot and fires at its time.
    NotifierPlannedAlert.text A sentence as a key with values. `rendered` of an alert or a notification \#
    has it in words.
    NotifierPlannedAlert.until The moment from which it is of no use any more: the start of the event.
    NotifierPlannedAlerts A page of a person's upcoming alerts, with the numbers of slots.
    NotifierPlannedAlerts.items The alerts, the soonest first.
    NotifierPlannedAlerts.next The cursor of the next page. Absent on the last page.
    NotifierPlannedAlerts.slots The use of a person's slots.
    NotifierPlannedState The state of an upcoming alert. `queued`: The alert waits for one of the 64 \#
    slots. `armed`: The alert holds a slot and fires at its time.
    NotifierPushKey The site's public key for Web Push, RFC 8292.
    NotifierPushKey.key The site's VAPID key (RFC 8292): a point of P-256, 65 bytes in base64url.
    NotifierPushKeyText A key of up to 88 characters of base64url, which hold 65 bytes.
    NotifierPushKeys The keys with which a push to a browser is encrypted (RFC 8291), in base64url.
    NotifierPushKeys.auth The authentication secret, from its subscription (RFC 8291).
    NotifierPushKeys.p256dh The browser's public key, from its subscription (RFC 8291).
    NotifierQuietDay A day of the week.
    NotifierQuietDays Weekdays, each once.
    NotifierQuietDays.all A day of the week.
    NotifierQuietHours Quiet hours from one time of day to another, past midnight if the end is the lower \#
    one. The days are those on which they begin. Alerts still fire into the inbox; channels wait for the \#
    end.
    NotifierQuietHours.days Weekdays, each once.
    NotifierQuietHours.from The time at which they begin, on the person's clock.
    NotifierQuietHours.to The time at which they end, on the next day if it is before `from`.
    NotifierReadInbox Marks notifications as read: all up to this one, or the whole inbox.
    NotifierReadInbox.upTo The newest notification to mark as read; all unless given.
    NotifierReadNotice.id The id of a notification in the inbox.
    NotifierRemoveChannel.id The id of a channel.
    NotifierSetAlertTimes Changes the given members and keeps the others; `null` turns a member off.
    NotifierSetAlertTimes.digest The time of the daily digest on the person's clock; `null` turns the \#
    digest off.
    NotifierSetAlertTimes.quiet Quiet hours from one time of day to another, past midnight if the end is \#
    the lower one. The days are those on which they begin. Alerts still fire into the inbox; channels wait \#
    for the end.
    NotifierSetAlertTimes.version The version that the edit began from; 0 before the first edit.
    NotifierSlots The use of a person's slots.
    NotifierSlots.armed The number of alerts that have a slot, at most 64. They fire at their time.
    NotifierSlots.most The maximum number of armed alerts.
    NotifierSlots.mostPinned The maximum number of pinned alerts among them.
    NotifierSlots.pinned The number of alerts whose slot the person keeps.
    NotifierSlots.queued The number of later alerts without a slot. They move up as slots become free.
    NotifierSnoozeMinutes The length of a snooze: 1 minute to 30 days.
    NotifierSnoozeNotice Snoozes a notification for this many minutes; it takes a slot like any other \#
    alert.
    NotifierSnoozeNotice.id The id of a notification in the inbox.
    NotifierSnoozeNotice.minutes The length of a snooze: 1 minute to 30 days.
    NotifierTestChannel Sends a test through this channel at once, even in quiet hours; the list of \#
    channels shows the result.
    NotifierTestChannel.id The id of a channel.
    NotifierUnpinAlert.id The id of a planned alert.
    NotifierUnreadNotice.id The id of a notification in the inbox.
    """#
}
