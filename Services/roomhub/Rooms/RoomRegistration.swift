import Schema
import ServiceKit

extension RoomhubService {
  /// Registers rooms, joining, roommates and the administration of rooms.
  func registerRooms(in handlers: inout Handlers) {
    handlers.on(Roomhub.ListDorms.self, listDorms)
    handlers.on(Roomhub.GetHome.self, getHome)
    handlers.on(Roomhub.GetRoom.self, getRoom)
    handlers.on(Roomhub.LeaveRoom.self, leaveRoom)
    handlers.on(Roomhub.CheckMembership.self, checkMembership)
    handlers.on(Roomhub.ShareRoom.self, shareRoom)
    handlers.on(Roomhub.ListRoommates.self, listRoommates)
    handlers.on(Roomhub.GetRoommate.self, getRoommate)
    handlers.on(Roomhub.ExportPerson.self, exportPerson)
    handlers.erase(Roomhub.ErasePerson.self, erasePerson)
    handlers.on(Roomhub.JoinRoom.self, joinRoom)
    handlers.on(Roomhub.GetJoinCode.self, getJoinCode)
    handlers.on(Roomhub.ChangeJoinCode.self, changeJoinCode)
    handlers.on(Roomhub.ListJoinRequests.self, listJoinRequests)
    handlers.on(Roomhub.ApproveJoin.self, approveJoin)
    handlers.on(Roomhub.DeclineJoin.self, declineJoin)
    handlers.on(Roomhub.WithdrawJoin.self, withdrawJoin)
    handlers.on(Roomhub.DefineDorm.self, defineDorm)
    handlers.on(Roomhub.RemoveDorm.self, removeDorm)
    handlers.on(Roomhub.ListRooms.self, listRooms)
    handlers.on(Roomhub.SetRoomCapacity.self, setRoomCapacity)
    handlers.on(Roomhub.RemoveMember.self, removeMember)
    handlers.subscribe(to: Auth.SignedUp.self, from: .auth, signedUp)
    handlers.subscribe(to: Auth.ProfileChanged.self, from: .auth, profileChanged)
    handlers.subscribe(to: Auth.PersonErased.self, from: .auth, personErased)
    handlers.subscribeToSnapshot(
      from: .auth,
      into: PersonZones.copied { person, db, call in
        if let room = try db.room(of: person) { try db.retellAlerts(of: person, in: room.id, call) }
      })
  }
}
