import ServiceKit

await ServiceHost.run(AttendanceService.self)
