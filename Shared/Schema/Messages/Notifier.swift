/// Planned alerts, the 64 armed alerts of a person, the inbox, and the channels.
package enum Notifier {
  package static let requests: [any Request.Type] =
    alertRequests + inboxRequests + channelRequests + timeRequests + [ExportPerson.self, ErasePerson.self]
  package static let events: [any Event.Type] = [
    AlertsChanged.self, AlertsFired.self, NoticeRaised.self, InboxChanged.self, ChannelsChanged.self,
    DeliveryDied.self,
  ]

  private static let alertRequests: [any Request.Type] = [
    ListAlerts.self, ListArmed.self, CountAlerts.self, PinAlert.self, UnpinAlert.self, DropAlert.self,
  ]
  private static let inboxRequests: [any Request.Type] = [
    ListInbox.self, ReadNotice.self, UnreadNotice.self, ReadInbox.self, SnoozeNotice.self, ClearInbox.self,
    RestoreInbox.self,
  ]
  private static let channelRequests: [any Request.Type] = [
    ListChannels.self, GetPushKey.self, AddPushChannel.self, AddEmailChannel.self, AddNtfyChannel.self,
    AddGotifyChannel.self,
    AddWebhookChannel.self, EditChannel.self, RemoveChannel.self, TestChannel.self, ListDeadDeliveries.self,
  ]
  private static let timeRequests: [any Request.Type] = [GetAlertTimes.self, SetAlertTimes.self]
}
