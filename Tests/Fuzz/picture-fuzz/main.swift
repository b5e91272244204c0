import Glibc
import Images
import JSON
import Pixels

// Damages pictures and decodes them as the worker does:
//   picture-fuzz FOLDER_OF_SEEDS RUNS SEED LAST [planted]
// The bytes being decoded are in the file LAST, for when the decoder ends the process. "planted" makes
// a finding of a damaged picture that decodes: the search has to come upon one.
let words = CommandLine.arguments
guard words.count >= 5, let runs = Int(words[2]), let seed = UInt64(words[3]) else {
  print("picture-fuzz FOLDER_OF_SEEDS RUNS SEED LAST [planted]")
  exit(2)
}
let seeds = try Files.all(in: words[1])
guard !seeds.isEmpty, ImageWorker.start(allowingHEIC: true) else {
  print("no seeds, or no libvips")
  exit(2)
}
exit(try Search(seeds: seeds, last: words[4], isPlanted: words.count > 5).run(runs, seed: seed) ? 0 : 1)
