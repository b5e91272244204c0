import ServiceKit

await ServiceHost.run(EventsService.self)
