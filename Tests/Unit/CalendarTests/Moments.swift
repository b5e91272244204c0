import Schema
import Testing

func wall(_ text: String) throws -> WallTime { try #require(WallTime(text), "\(text)") }
func moment(_ text: String) throws -> Instant { try #require(Instant(text), "\(text)") }
func date(_ text: String) throws -> CivilDate { try #require(CivilDate(text), "\(text)") }
