/// Events with their countdowns, to-do lists and budgets, and their calendars.
package enum Events {
  package static let requests: [any Request.Type] =
    single + toDoRequests + budgetRequests
  package static let events: [any Event.Type] = told + toDoEvents + budgetEvents

  private static let single: [any Request.Type] = [
    ListEvents.self, AddEvent.self, GetEvent.self, GetCountdown.self, EditEvent.self, DeleteEvent.self,
    RestoreEvent.self,
  ]
  private static let told: [any Event.Type] = [
    EventAdded.self, EventChanged.self, EventDeleted.self, EventRestored.self,
  ]
}
