import ServiceKit

await ServiceHost.run(MediaService.self)
