import JSONReader
import ProviderKit
import TestSupport
import Testing
import Transport

@testable import AirQuality

/// Recordings that no job requests, and a check that every recording has a test.
@Suite("Recordings: coverage", .needsRecordings, .computes, .quick)
struct AirRecordingCoverageTests {
    @Test("WAQI's stations within bounds of 2017 have numbers as text and `-` for none")
    func stationsOf2017() throws {
        var stations: [String] = []
        try JSONReader.read(Recordings.bytes("waqi/3zcurdia-map_bounds-2017.json")) { reader in
            try reader.readMap { key, reader in
                guard key == "data" else { return }
                try reader.readArray { reader in
                    var values: [String] = []
                    try reader.readMap {
                        values.append("\($0.makeString())=\(try $1.readNumberOrString().makeString())")
                    }
                    stations.append(values.joined(separator: " "))
                }
            }
        }
        #expect(stations.count == 33 && stations.count { $0.hasSuffix("aqi=-") } == 1)
        #expect(stations.first == "lat=39.824 lon=116.146 uid=456 aqi=57")
        #expect(stations.last == "lat=39.982 lon=116.397 uid=450 aqi=46")
    }

    private static let tables: [(file: String, rows: Int, first: String, last: String, colours: Int)] = [
        (
            "china.csv", 60, "CN,,Excellent,#00E400,0,50,SO2,ug/m3,24,0,50",
            "CN,,Severely polluted,#7E0023,300,,PM2.5,ug/m3,24,251,", 6
        ),
        ("uk.csv", 50, "GB,,Low,#9cff9c,1,,O3,ug/m3,8,0,33", "GB,,Very high,#ce30ff,10,,PM10,ug/m3,24,101,", 10),
    ]

    @Test("Tables of scales that no provider uses have their recorded values", arguments: tables.indices)
    func otherScales(index: Int) throws {
        let (file, count, first, last, colours) = Self.tables[index]
        var (reader, rows) = (CSVReader(try Recordings.bytes("aqi-scales/\(file)")), [[String]]())
        while let row = try reader.next() { rows.append(row) }
        #expect(rows.count == count + 1 && rows[0].prefix(4) == ["ISO", "variant", "category", "hex"])
        #expect(rows[1].joined(separator: ",") == first && rows[count].joined(separator: ",") == last)
        #expect(Set(rows.dropFirst().map { $0[3] }).count == colours)
    }

    // MARK: - Coverage

    /// The tests, and the cases that read recordings.
    private static func tests() throws -> String {
        let root = PackageFolder.path + "/Tests/Providers"
        let cases = Files.names(in: root).flatMap { folder in
            Files.names(in: "\(root)/\(folder)").filter { $0.hasPrefix("recorded") }.map { "\(root)/\(folder)/\($0)" }
        }
        return try PackageFolder.swiftFiles(below: "Tests/AirQualityTests").map(\.text).joined()
            + cases.map { String(decoding: try Files.bytes($0), as: UTF8.self) }.joined()
    }

    /// Whether a text has a complete file name. The name without its extension counts only if it is not a plain word.
    private static func isNamed(_ name: Substring, in text: String) -> Bool {
        let stem = name.split(separator: ".").first ?? name
        let isPlain = stem.allSatisfy(\.isLetter)
        return [#"/\#(name)""#, "/\(name)\n", #""\#(name)""#, isPlain ? nil : #""\#(stem)""#].contains { name in
            name.map(text.contains) ?? false
        }
    }

    @Test(
        "Every recording is named by a test",
        arguments: ["open-meteo", "waqi", "airnow", "eea", "city-ws", "aqi-scales"])
    func coverage(folder: String) throws {
        let tests = try Self.tests()
        for path in Recordings.names(of: folder) {
            #expect(Self.isNamed(path.dropFirst(folder.count + 1), in: tests), "no test reads \(path)")
        }
    }
}
