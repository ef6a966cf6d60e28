import AirQuality
import Markets

extension Notices {
    /// Reports the invalid rows of an answer: prints a notice for each of the first, or returns failures with
    /// `--strict`.
    ///
    /// `name` returns the words for one row, `plural` are the words for several.
    func report(
        _ rows: DroppedRows, of provider: String, plural: String, name: (DroppedRow) -> String
    ) -> [Failure] {
        let most = 5
        let lines = rows.prefix(most).map { "\(provider): skipped \(name($0)): \($0.problem)" }
        let more = rows.total > most ? ["\(provider): skipped \(rows.total - most) more \(plural)"] : []
        return (lines + more).flatMap { notice($0, orFailure: .invalidData) }
    }

    /// Prints a notice, once, or returns a failure with `--strict`.
    private func notice(_ line: String, orFailure status: ExitStatus) -> [Failure] {
        if common.strict { return [Failure(status, line)] }
        sayOnce(line)
        return []
    }

    /// Reports what answers with candles lack: prints a notice of the invalid rows of each and one of the missing rows,
    /// or returns failures with `--strict`.
    func reportLost(of candles: [Candle]) -> [Failure] {
        var reported: Set<LostCandles> = []
        return candles.flatMap { candle -> [Failure] in
            guard let lost = candle.lost, reported.insert(lost).inserted else { return [] }
            return reportInvalid(lost, of: candle) + (lost.holes.map { report($0, of: candle) } ?? [])
        }
    }

    private func report(_ holes: CandleHoles, of candle: Candle) -> [Failure] {
        let places =
            holes.count == 1
            ? "that of \(holes.first)" : "the first of \(holes.first), the last of \(holes.last)"
        let line =
            "\(candle.provider): \(holes.count) of \(holes.total) candles of \(holes.width.rawValue) of "
            + "\(candle.symbol) are missing, \(places)"
        return notice(line, orFailure: .unknownName)
    }

    private func reportInvalid(_ lost: LostCandles, of candle: Candle) -> [Failure] {
        guard let row = lost.invalid.first, let time = lost.firstInvalid else { return [] }
        let count = lost.invalid.total
        let line =
            "\(candle.provider): skipped \(count) invalid \(count == 1 ? "candle" : "candles") of \(candle.symbol), "
            + "\(count == 1 ? "that" : "the first") of \(time): \(row.problem)"
        return notice(line, orFailure: .invalidData)
    }

    /// Reports the invalid parts of answers with readings, each once.
    func reportDropped(of readings: [AirReading]) -> [Failure] {
        var reported: Set<DroppedRows> = []
        return readings.flatMap { reading -> [Failure] in
            guard !reading.dropped.isEmpty, reported.insert(reading.dropped).inserted else { return [] }
            return report(reading.dropped, of: reading.provider, plural: "messages or parts") { _ in
                AirReading.droppedPart
            }
        }
    }
}

extension AirReading {
    /// The words for an invalid part of a stream of readings.
    static let droppedPart = "a message or a part of one"
}
