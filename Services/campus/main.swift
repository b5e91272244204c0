import ServiceKit

await ServiceHost.run(CampusService.self)
