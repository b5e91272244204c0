import ServiceKit

await ServiceHost.run(RoomhubService.self)
