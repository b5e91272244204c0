import ServiceKit

await ServiceHost.run(NotifierService.self)
