import Glibc
import Terminal

exit(await Quadctl.run(Array(CommandLine.arguments.dropFirst())).rawValue)
