import SiteCommands

/// The files of `quad` besides the lists: the session, the devices and the boards.
extension Home {
  private static let sessionName = "session.json"
  private static let devicesName = "devices.json"
  private static let boardsName = "boards.json"

  /// The stored session; nil if nobody is signed in.
  func session() throws -> SiteSession? { try read(SiteSession.self, Home.sessionName) }

  func keep(_ session: SiteSession) throws { try write(session, Home.sessionName) }

  /// Deletes the session and the lists that were shown in it.
  func forget() throws {
    try remove(Home.sessionName)
    try forgetLists()
  }

  func devices() throws -> KnownDevices { try read(KnownDevices.self, Home.devicesName) ?? KnownDevices() }

  func keep(_ devices: KnownDevices) throws { try write(devices, Home.devicesName) }

  func boards() throws -> SeenBoards { try read(SeenBoards.self, Home.boardsName) ?? SeenBoards() }

  func keep(_ boards: SeenBoards) throws { try write(boards, Home.boardsName) }
}
