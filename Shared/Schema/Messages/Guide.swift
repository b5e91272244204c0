/// First aid: the guide's content, training, and what an administrator says about both.
package enum Guide {
  package static let requests: [any Request.Type] =
    contentRequests + videoRequests + trainingRequests + aedRequests
    + crisisRequests + readinessRequests + personRequests
  package static let events: [any Event.Type] = [Audited.self, CrisisChanged.self]

  private static let contentRequests: [any Request.Type] = [
    GetContent.self, ChangeSite.self, RecordReview.self, RemoveReview.self,
  ]
  private static let trainingRequests: [any Request.Type] = [
    GetTraining.self, RecordStep.self, AnswerQuiz.self, ChangeChoices.self,
  ]
  private static let aedRequests: [any Request.Type] = [
    GetAEDs.self, AddAED.self, ChangeAED.self, DeleteAED.self, ImportAEDs.self,
  ]
  private static let personRequests: [any Request.Type] = [ExportPerson.self, ErasePerson.self]

  /// An administrator's action in guide; auth keeps the log of all programs.
  package struct Audited: AuditedEvent {
    package static let topic = "guide.audit.recorded"
    package static let version = "1.2"
    package static let audience = AudienceKind.programs
    /// The entry to be added to the audit log.
    package let entry: Auth.AuditEntry

    package init(entry: Auth.AuditEntry) {
      self.entry = entry
    }
  }
}
