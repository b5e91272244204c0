import ServiceKit

await ServiceHost.run(GreeterService.self)
