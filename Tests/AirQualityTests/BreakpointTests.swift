import DecimalArithmetic
import TestSupport
import Testing

@testable import AirQuality

/// Compares OpenAQ's tables of breakpoints cell by cell.
@Suite("Breakpoints, recorded", .needsRecordings, .quick)
struct BreakpointRecordingTests {
    /// A line of a CSV file: the place of the band, the bounds of its index and the concentrations of a pollutant.
    private struct Cell {
        let category, hex, lowerIndex, upperIndex, pollutant, unit, hours, lower, upper: String

        init?(_ line: String) {
            let words = line.split(separator: ",", omittingEmptySubsequences: false).map { $0.filter { $0 != "\"" } }
            guard words.count == 11, words[0] != "ISO", words[1] != "old" else { return nil }
            (category, hex, lowerIndex, upperIndex) = (words[2], words[3], words[4], words[5])
            (pollutant, unit, hours, lower, upper) = (words[6], words[7], words[8], words[9], words[10])
        }

        /// No provider has ammonia and lead.
        var known: Pollutant? {
            ["PM2.5": .pm2_5, "PM10": .pm10, "O3": .o3, "NO2": .no2, "SO2": .so2, "CO": .co][pollutant]
        }
    }

    private static func cells(_ file: String) throws -> [Cell] {
        String(decoding: try Recordings.bytes("aqi-scales/\(file)"), as: UTF8.self)
            .split(whereSeparator: \.isNewline).compactMap { Cell(String($0)) }
    }

    private static func unit(_ text: String) -> ConcentrationUnit? {
        text == "ug/m3" ? .microgramsPerCubicMetre : ConcentrationUnit(rawValue: text)
    }

    /// Compares every cell except those for which `isOther` is true. The test checks their count.
    private func compare(_ file: String, _ scale: AQIScale, isOther: (Cell) -> Bool) throws -> (same: Int, other: Int) {
        var (same, other) = (0, 0)
        for cell in try Self.cells(file) {
            guard let pollutant = cell.known else { continue }
            let place = try #require(
                scale.bands.firstIndex {
                    cell.category.lowercased().hasPrefix($0.level.lowercased())
                        && ("\($0.range.lowerBound)" == cell.lowerIndex || file == "eu.csv")
                })
            if isOther(cell) {
                other += 1
                continue
            }
            let table = try #require(
                scale.breakpoints.first { $0.pollutant == pollutant && "\($0.hours)" == cell.hours }, "\(cell)")
            #expect(Self.unit(cell.unit) == table.unit, "\(cell)")
            // Where rows meet, the file begins a band one unit above the end of the band below.
            let row = table.rows[place]
            let meets = place > 0 && row?.upper != nil && table.rows[place - 1]?.upper == row?.lower
            let lower = try row.map { try meets ? $0.lower + 1 : $0.lower }
            #expect(lower == ExactDecimal(cell.lower), "\(cell)")
            #expect(row?.upper == ExactDecimal(cell.upper), "\(cell)")
            same += 1
        }
        return (same, other)
    }

    @Test("Every cell of India's table is the recorded one; names and colors are not compared")
    func india() throws {
        let count = try compare("india.csv", .india) { _ in false }
        #expect(count == (42, 0))
    }

    @Test("Cells and colors of Europe's table of 2024 are the recorded ones; Extremely Poor begins at the band below")
    func europe() throws {
        let count = try compare("eu.csv", .europe) { _ in false }
        #expect(count == (30, 0))
        let colours = Set(try Self.cells("eu.csv").map { $0.hex.uppercased() })
        #expect(colours == Set(AQIScale.europe.bands.map(\.color)))
    }

    @Test("Every cell of the US table is the recorded one, except where 40 CFR 58 differs")
    func unitedStates() throws {
        // The file leaves the last band open, gives 1-hour ozone a first band without an end and 8-hour ozone a last
        // band, and has sulfur dioxide of one hour throughout, where 40 CFR 58 uses a day from 305 ppb on.
        let count = try compare("us.csv", .us) { cell in
            cell.lowerIndex == "301" || (cell.pollutant == "O3" && cell.hours == "1" && cell.lowerIndex == "0")
                || (cell.pollutant == "SO2" && cell.lowerIndex == "201")
        }
        #expect(count == (33, 9))
        for cell in try Self.cells("us.csv")
        where cell.lowerIndex == "301" && !(cell.pollutant == "O3" && cell.hours == "8") {
            let tables = AQIScale.us.breakpoints.filter { $0.pollutant == cell.known }
            #expect(tables.contains { $0.rows[5]?.lower == ExactDecimal(cell.lower) }, "\(cell)")
        }
        let colours = Set(try Self.cells("us.csv").map { $0.hex.uppercased() })
        // The file has #FFFE00 as yellow.
        #expect(colours.symmetricDifference(AQIScale.us.bands.map(\.color)) == ["#FFFE00", "#FFFF00"])
    }
}

@Suite("Breakpoints", .quick)
struct BreakpointTests {
    @Test("Each bound of each row is the bound of the band", arguments: [AQIScale.india, .us])
    func ends(scale: AQIScale) throws {
        for table in scale.breakpoints {
            for (row, band) in zip(table.rows, scale.bands) {
                guard let row, let upper = row.upper else { continue }
                let indices = try [row.lower, upper].map { try table.index(of: $0, bands: scale.bands) }
                #expect(
                    indices == [ExactDecimal(band.range.lowerBound), ExactDecimal(band.range.upperBound)], "\(table)")
            }
        }
    }

    @Test(
        "Concentrations are truncated in the US, rounded half up in India and exact in Europe; indices are whole",
        arguments: [
            ("us", "pm2_5", 24, "0", "0"), ("us", "pm2_5", 24, "9.05", "50"), ("us", "pm2_5", 24, "9.0999", "50"),
            ("us", "pm2_5", 24, "9.1", "51"), ("us", "pm2_5", 24, "35.49", "100"), ("us", "pm2_5", 24, "35.9", "102"),
            ("us", "pm2_5", 24, "325.4", "500"), ("us", "pm2_5", 24, "400", "649"), ("us", "pm10", 24, "54.99", "50"),
            ("us", "pm10", 24, "604.9", "500"), ("us", "pm10", 24, "700", "607"), ("us", "o3", 8, "0.0549", "50"),
            ("us", "o3", 8, "0.055", "51"), ("us", "o3", 8, "0.2", "300"), ("us", "o3", 8, "0.5", "300"),
            ("us", "o3", 1, "0.125", "101"), ("us", "o3", 1, "0.604", "500"), ("us", "co", 8, "4.49", "50"),
            ("us", "co", 8, "4.5", "51"), ("us", "so2", 1, "35.9", "50"), ("us", "so2", 1, "304.9", "200"),
            ("us", "so2", 1, "900", "200"), ("us", "so2", 24, "305", "201"), ("us", "so2", 24, "1004", "500"),
            ("us", "no2", 1, "53.9", "50"), ("us", "no2", 1, "2049", "500"), ("us", "no2", 1, "100.5", "100"),
            // The example of CPCB: 51 at 31, 75 at 45, 100 at 60.
            ("in", "pm2_5", 24, "31", "51"), ("in", "pm2_5", 24, "45", "75"), ("in", "pm2_5", 24, "60", "100"),
            ("in", "pm2_5", 24, "30.49", "50"), ("in", "pm2_5", 24, "30.5", "51"), ("in", "pm2_5", 24, "250", "400"),
            ("in", "pm2_5", 24, "251", "401"), ("in", "pm2_5", 24, "380", "500"), ("in", "pm2_5", 24, "500", "592"),
            ("in", "pm10", 24, "100.5", "101"), ("in", "co", 8, "1.04", "50"), ("in", "co", 8, "1.05", "51"),
            ("in", "co", 8, "34", "400"), ("in", "co", 8, "51", "500"), ("in", "o3", 8, "208", "300"),
            ("in", "o3", 8, "300", "300"), ("in", "o3", 1, "209", "301"), ("in", "o3", 1, "748", "400"),
            ("eu", "pm2_5", 1, "0", "0"), ("eu", "pm2_5", 1, "2.5", "10"), ("eu", "pm2_5", 1, "5.49", "21"),
            ("eu", "pm2_5", 1, "32.5", "50"), ("eu", "pm2_5", 1, "140", "100"), ("eu", "pm2_5", 1, "190", "120"),
            ("eu", "pm10", 1, "270", "100"), ("eu", "pm10", 1, "345", "120"), ("eu", "no2", 1, "11", "21"),
            ("eu", "o3", 1, "59", "20"), ("eu", "o3", 1, "104", "44"), ("eu", "o3", 1, "200", "120"),
            ("eu", "so2", 1, "20", "20"), ("eu", "so2", 1, "1125", "300"),
        ])
    func indices(scale: String, pollutant: String, hours: Int, concentration: String, index: String) throws {
        let scale = try #require(AQIScale.named(scale))
        let table = try #require(scale.breakpoints.first { $0.pollutant.rawValue == pollutant && $0.hours == hours })
        let found = try scale.index(of: try #require(ExactDecimal(concentration)), in: table)
        #expect(found?.description == index)
    }

    @Test(
        "A concentration below the first band of a table has no index",
        arguments: [("us", "o3", 1, "0.1249"), ("us", "so2", 24, "304.99"), ("in", "o3", 1, "208.4")])
    func below(scale: String, pollutant: String, hours: Int, concentration: String) throws {
        let scale = try #require(AQIScale.named(scale))
        let table = try #require(scale.breakpoints.first { $0.pollutant.rawValue == pollutant && $0.hours == hours })
        #expect(try scale.index(of: try #require(ExactDecimal(concentration)), in: table) == nil)
    }

    @Test("Europe's thresholds are 20 apart, and a band includes its upper threshold")
    func europe() throws {
        let scale = AQIScale.europe
        for table in scale.breakpoints {
            let ends = table.rows.compactMap { $0?.upper }
            #expect(try ends.map { try scale.index(of: $0, in: table) } == [20, 40, 60, 80, 100], "\(table.pollutant)")
            #expect(table.rows.map { $0?.lower } == [0] + ends)
            let levels = try ends.map { try scale.band(of: scale.index(of: $0, in: table)).level }
            #expect(levels == scale.bands.dropLast().map(\.level))
        }
    }
}
