await BusBench.main(Array(CommandLine.arguments.dropFirst()))
