/// Pictures: uploads, their variants, and the search for one.
package enum Media {
  package static let requests: [any Request.Type] = storing + searching + own + feeds + people + backup
  package static let events: [any Event.Type] = [Audited.self]

  private static let storing: [any Request.Type] = [
    TakeUpload.self, ClaimPicture.self, MakeFile.self, DrawCard.self, GetSpace.self,
  ]
  private static let searching: [any Request.Type] = [FindPictures.self, TakeFound.self, GetHeld.self]
  private static let own: [any Request.Type] = [
    AddOwn.self, ListOwn.self, RemoveOwn.self, GetSiteSpace.self,
  ]
  private static let feeds: [any Request.Type] = [FetchFeed.self, TakeFeedPicture.self]
  private static let people: [any Request.Type] = [ExportPerson.self, ErasePerson.self]
  private static let backup: [any Request.Type] = [ListOriginals.self, ReadOriginal.self]
}
