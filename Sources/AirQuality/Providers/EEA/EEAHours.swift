import DecimalArithmetic
import JSONReader
import Platform
import ProviderKit

/// The hours of one station: an object by their times, `{"2026-07-23T07:00:00.000Z":{"val_PM10":65.9,"modelled_PM10":0,
/// "aqi_PM10":3.27,…},…}`. Only what was measured is kept; also `aqi`, the largest index of an hour, may be the
/// model's.
struct EEAHours: Cacheable {
    /// The measured concentrations, oldest first.
    private(set) var hours = HourlyConcentrations()
    /// The largest index of what was measured in each hour, as sent; nil if that of a pollutant is missing.
    private var indices: [ExactDecimal?] = []
    private var dropped = DroppedRows()
    /// True for an old answer.
    private(set) var isStale = false

    mutating func markStale() { isStale = true }

    /// The pollutants by their names in the file.
    private static let pollutants: [(name: String, pollutant: Pollutant)] = [
        ("PM2.5", .pm2_5), ("PM10", .pm10), ("O3", .o3), ("NO2", .no2), ("SO2", .so2),
    ]

    init(_ reader: inout JSONReader) throws {
        var slots: [Slot] = []
        try reader.readMap(upTo: AnswerLimit.hours) { key, reader in
            let read = try reader.readSoundRow { reader in
                let time = try Timestamp(rfc3339: key.text("time")).required("time of an hour")
                return try Slot(time, &reader)
            }
            switch read {
            case .success(let slot): slots.append(slot)
            case .failure(let problem):
                let place = slots.count + dropped.total + 1
                dropped.append(DroppedRow(place: place, symbol: key.shown, problem: problem.description))
            }
        }
        if slots.isEmpty, let first = dropped.first {
            throw RowProblem(description: "\(first.symbol ?? ""): \(first.problem)")
        }
        slots.sort { $0.time < $1.time }
        hours.times = slots.map(\.time)
        indices = slots.map(\.index)
        for (column, (_, pollutant)) in Self.pollutants.enumerated() {
            hours.values[pollutant] = slots.map { $0.values[column] }
        }
    }

    /// The measured values of one hour.
    private struct Slot {
        let time: Timestamp
        /// By the place of the pollutant in `pollutants`.
        var values: [ExactDecimal?]
        var index: ExactDecimal?

        init(_ time: Timestamp, _ reader: inout JSONReader) throws {
            self.time = time
            values = [ExactDecimal?](repeating: nil, count: pollutants.count)
            var (indices, isModelled) = (values, [Bool](repeating: true, count: values.count))
            try reader.readObject(members) { member, reader in
                switch member.kind {
                case "val_": values[member.column] = try reader.airIfSound()?.value
                case "aqi_": indices[member.column] = try reader.airIfSound()?.value
                default: isModelled[member.column] = try reader.integerIfSound() != 0
                }
            }
            for column in values.indices where isModelled[column] { values[column] = nil }
            let measured = values.indices.filter { values[$0] != nil }
            // Without the index of one pollutant, the largest of the others may not be that of the air.
            if measured.allSatisfy({ indices[$0].map { $0 >= 1 } ?? false }) {
                index = measured.compactMap { indices[$0] }.max()
            }
        }
    }

    /// The members of an hour: `val_PM2.5`, `aqi_PM2.5`, `modelled_PM2.5`, by their kinds and pollutants.
    private static let members = JSONKeys(
        ["val_", "aqi_", "modelled_"].flatMap { kind in
            pollutants.enumerated().map { (name: kind + $1.name, key: (kind: kind, column: $0)) }
        })
}

extension EEAHours {
    /// The position of the newest hour that has begun and in which something was measured.
    func newestMeasured(at now: Timestamp) -> Int? {
        hours.times.indices.last { hours.times[$0] <= now && isMeasured($0) }
    }

    /// The positions of all hours in which something was measured, up to one of them.
    func measured(upTo last: Int) -> [Int] { (0...last).filter(isMeasured) }

    private func isMeasured(_ position: Int) -> Bool {
        hours.values.values.contains { $0[position] != nil }
    }

    /// Returns the reading of an hour: the agency's index on its own scale, otherwise one computed from the hours.
    func reading(
        of place: LocatedPlace, at position: Int, _ scale: AQIScale, station: String, country: String
    ) -> AirReading {
        var reading = place.reading(
            at: hours.times[position], scale: scale, provider: EEA.name, station: station, country: country)
        reading.concentrations = hours.values.compactMapValues { $0[position].map(Number.init) }
        reading.stale = isStale
        reading.dropped = dropped
        if scale == .europe, let sent = indices[position], let own = scale.index(ofAgency: sent) {
            (reading.aqi, reading.band) = (Number(own.index), own.band)
        } else {
            reading.takeBeside(scale.index(of: hours, at: position))
        }
        return reading
    }
}
