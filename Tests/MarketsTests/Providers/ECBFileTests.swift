import Platform
import TestSupport
import Testing
import Transport

/// The ECB's rates in the form that no job asks for: comma-separated, a day a line, each with a comma at its end.
@Suite("The ECB's rates as CSV, recorded", .needsRecordings, .quick)
struct ECBFileTests {
    private static func records(_ bytes: [UInt8]) throws -> [[String]] {
        var (reader, records) = (CSVReader(bytes), [[String]]())
        while let record = try reader.next() { records.append(record) }
        return records
    }

    /// A day's rate of a currency, by the header.
    private static func rate(_ code: String, _ day: String, in records: [[String]]) throws -> String {
        let column = try #require(records.first?.firstIndex(of: code))
        return try #require(records.first { $0[0] == day })[column]
    }

    @Test("One day: a space after each comma belongs to its field")
    func daily() throws {
        let records = try Self.records(Recordings.bytes("ecb/currencyconverter-eurofxref-daily.csv"))
        #expect(records.map(\.count) == [31, 31] && records.map(\.last) == [" ", " "])
        for (code, rate) in [(" USD", " 1.1684"), (" HUF", " 366.90"), (" SEK", " 10.8920"), (" ZAR", " 19.3849")] {
            #expect(try Self.rate(code, "13 April 2026", in: records) == rate)
        }
    }

    private static let days: [(day: String, rates: [String: String])] = [
        ("2026-04-13", ["USD": "1.1684", "SEK": "10.892", "HUF": "366.9", "BGN": "N/A", "ZAR": "19.3849"]),
        ("2025-11-18", ["USD": "1.159", "BGN": "1.9558", "IDR": "19420.32"]),
        ("1999-01-04", ["USD": "1.1789", "ROL": "13111", "TRL": "372274", "RON": "N/A", "ZAR": "6.9358"]),
    ]

    @Test("The days since 1999, cut: currencies that are gone or not yet there are N/A")
    func history() throws {
        let records = try Self.records(Recordings.bytes("ecb/currencyconverter-eurofxref-hist.csv"))
        #expect(records.count == 699 && records.allSatisfy { $0.count == 43 && $0.last == "" })
        for (day, rates) in Self.days {
            for (code, rate) in rates { #expect(try Self.rate(code, day, in: records) == rate, "\(day) \(code)") }
        }
    }

    @Test(
        "The archive holds all days, those of the cut file as they are there",
        .needs(program: "python3"))
    func archive() async throws {
        let python = try #require(Executables.inPath("python3"))
        let directory = try #require(Recordings.directory)
        let script = """
            import sys, zipfile
            sys.stdout.buffer.write(zipfile.ZipFile(sys.argv[1]).read('eurofxref-hist.csv'))
            """
        let file = "\(directory)/ecb/currencyconverter-eurofxref-hist.zip"
        let outcome = try await ToolProcess.run(python, ["-I", "-c", script, file])
        #expect(outcome.status == .exited(0) && outcome.output.count == 1_891_690)
        let all = outcome.output.split(separator: UInt8(ascii: "\n"))
        try #require(all.count == 6984)
        let cut = try Recordings.bytes("ecb/currencyconverter-eurofxref-hist.csv").split(separator: UInt8(ascii: "\n"))
        #expect(Set(cut).isSubset(of: Set(all)) && cut.first == all.first && cut.last == all.last)
        let records = try Self.records(Array(all[0] + [UInt8(ascii: "\n")] + all[3491]))
        #expect(try Self.rate("USD", "2012-08-17", in: records) == "1.2337")
    }
}
