import FoundationEssentials
import Glibc

/// The same executable again, with other arguments.
struct ChildProcess {
  let pid: pid_t

  static func start(_ arguments: [String]) throws -> ChildProcess {
    var pid = pid_t()
    let path = "/proc/self/exe"
    var argv: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) }
    argv.append(nil)
    defer { for argument in argv { free(argument) } }
    let code = posix_spawn(&pid, path, nil, nil, &argv, environ)
    guard code == 0 else { throw CocoaError(.executableLoad) }
    return ChildProcess(pid: pid)
  }

  func end() {
    kill(pid, SIGTERM)
    var status: Int32 = 0
    waitpid(pid, &status, 0)
  }

  static func remove(_ folder: String) {
    do { try FileManager.default.removeItem(atPath: folder) } catch {
      BusBench.write("left behind: \(folder)")
    }
  }
}
