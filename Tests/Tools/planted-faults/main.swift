PlantedFaults.run()
