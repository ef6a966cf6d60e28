import AirQuality
import Markets

extension Session {
    /// What of an answer makes no sense and is left out: a notice for each of the first, or the failures they are under
    /// `--strict`. `name` says what one is, `things` what many are.
    func leftOut(
        _ rows: DroppedRows, of provider: String, _ things: String, name: (DroppedRow) -> String
    ) -> [Failure] {
        let most = 5
        let lines = rows.prefix(most).map { "\(provider): \(name($0)) is left out: \($0.problem)" }
        let more = rows.total > most ? ["\(provider): \(rows.total - most) more \(things) are left out"] : []
        if common.strict { return (lines + more).map { Failure(.invalidData, $0) } }
        for line in lines + more { noticeOnce(line) }
        return []
    }

    /// What came beside readings and made no sense, each thing once.
    func leftOut(beside readings: [AirReading]) -> [Failure] {
        var told: Set<DroppedRows> = []
        return readings.flatMap { reading -> [Failure] in
            guard !reading.dropped.isEmpty, told.insert(reading.dropped).inserted else { return [] }
            return leftOut(reading.dropped, of: reading.provider, "messages or parts") { _ in AirReading.leftOutThing }
        }
    }
}

extension AirReading {
    /// What is left out of a stream of readings, in words.
    static let leftOutThing = "a message, or a part of one,"
}
