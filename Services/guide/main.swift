import ServiceKit

await ServiceHost.run(GuideService.self)
