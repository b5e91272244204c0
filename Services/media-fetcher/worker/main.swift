import Pixels

ImageWorker.run()
