import ServiceKit

await ServiceHost.run(AuthService.self)
