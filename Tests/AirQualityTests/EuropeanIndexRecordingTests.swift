import DecimalArithmetic
import JSONReader
import ProviderKit
import TestSupport
import Testing

@testable import AirQuality

/// The European Environment Agency's index of each hour and pollutant, next to the concentration it is computed from.
@Suite("Recordings: Europe's index", .needsRecordings, .quick)
struct EuropeanIndexRecordingTests {
    /// An hour's concentration of a pollutant in µg/m³ and the agency's index: the band, counted from 1, plus the
    /// position in it.
    private struct Pair {
        let pollutant: Pollutant
        let concentration: ExactDecimal
        let index: ExactDecimal
    }

    private static let names: [(String, Pollutant)] = [
        ("PM2.5", .pm2_5), ("PM10", .pm10), ("NO2", .no2), ("O3", .o3), ("SO2", .so2),
    ]

    /// The pairs of a station's hours. An index of 0 belongs to no concentration.
    private static func pairs(_ file: String) throws -> [Pair] {
        var pairs: [Pair] = []
        try Recordings.bytes(file).withUnsafeBufferPointer { bytes in
            try JSONReader.read(bytes) { reader in
                try reader.readMap { _, reader in
                    var numbers: [String: ExactDecimal] = [:]
                    try reader.readMap { key, reader in
                        let key = key.makeString()
                        guard key != "culprit" else { return try reader.skip() }
                        numbers[key] = try reader.optionalNumber(key)?.value
                    }
                    for (name, pollutant) in names {
                        guard let value = numbers["val_" + name], let index = numbers["aqi_" + name], !index.isZero,
                            !value.isNegative
                        else { continue }
                        pairs.append(Pair(pollutant: pollutant, concentration: value, index: index))
                    }
                }
            }
        }
        return pairs
    }

    @Test("The thresholds are those of 2024, each hour has its own index, and a band is 20, apart from rounding")
    func agency() throws {
        let pairs = try Self.pairs("eea/current-station-malta-20260728.json")
        #expect(pairs.count == 566)
        for pair in pairs {
            let table = try #require(AQIScale.europe.breakpoints.first { $0.pollutant == pair.pollutant })
            #expect(table.hours == 1)
            // The agency rounds a concentration first, and begins a band one unit above the end of the band below.
            let found = try #require(
                try AQIScale.europe.index(of: pair.concentration.rounded(toPlaces: 0, .halfUp), in: table))
            let distance = try (found.divided(by: 20) + 1 - pair.index).magnitude
            #expect(distance < ExactDecimal("0.1") ?? 0, "\(pair)")
        }
    }
}
