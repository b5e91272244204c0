/// Events with their countdowns, to-do lists and budgets.
package enum Events {
  package static let requests: [any Request.Type] =
    single + dates + sharing + pictureRequests + calendars + toDoRequests + budgetRequests
  package static let events: [any Event.Type] = told + pictureEvents + toDoEvents + budgetEvents

  private static let single: [any Request.Type] = [
    ListEvents.self, AddEvent.self, SearchEvents.self, GetEvent.self, GetCountdown.self, EditEvent.self,
    DeleteEvent.self,
    RestoreEvent.self, ExportPerson.self, ErasePerson.self,
  ]
  private static let sharing: [any Request.Type] = [
    SetAnswer.self, WithdrawAnswer.self, ListAnswers.self, MakeLink.self, EndLink.self, GetSharedEvent.self,
    GetSharedEventHead.self,
  ]
  private static let told: [any Event.Type] = [
    EventAdded.self, EventChanged.self, EventDeleted.self, EventRestored.self, AnswerChanged.self,
    ListsChanged.self,
  ]
}
