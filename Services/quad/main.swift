import Glibc
import Terminal

exit(await Quad.run(Array(CommandLine.arguments.dropFirst())).rawValue)
