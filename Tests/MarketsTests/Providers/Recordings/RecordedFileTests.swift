import DecimalArithmetic
import Markets
import TestSupport
import Testing

/// What stands in recordings that the command line does not show, and whether a recording is forgotten.
@Suite("Recorded answers", .needsRecordings, .quick)
struct RecordedFileTests {
    @Test(
        "Every recorded answer of another service, by value", arguments: RecordedFiles.rows(of: "recorded-values.tsv"))
    func values(row: [String]) throws {
        let json = PlainJSON(text: try Recordings.bytes(row[0]))
        for field in row.dropFirst() {
            let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            #expect(try json.value(at: parts[0]) == parts[1], "\(row[0]): \(field)")
        }
    }

    @Test(
        "Every recorded table of rates: base, time, the number of rates, their sum, and some of them",
        arguments: RecordedFiles.rows(of: "recorded-tables.tsv"))
    func tables(row: [String]) async throws {
        let folder = row[0].prefix { $0 != "/" }
        let name = row[0].hasPrefix("frankfurter/phpeso") ? "frankfurter/v1" : folder == "er-api" ? "erapi" : folder
        let wire = try #require(RateWire.named(name))
        let table = try await wire.latest(.recording(row[0])).get()
        #expect(table.provider == wire.name && table.dropped.isEmpty)
        let sum = try table.rates.values.reduce(ExactDecimal.zero) { try $0 + $1 }
        let codes = row[1].split(separator: " ").filter { $0.contains("=") }.map { String($0.prefix(3)) }
        let words = ["\(table.base.code)", "\(table.time)", "\(table.rates.count)", "\(sum)"]
        #expect((words + codes.map { "\($0)=\(table.rate($0) ?? "-")" }).joined(separator: " ") == row[1])
    }

    @Test("Every provider with recordings has a case", arguments: RecordedFiles.folders)
    func isComplete(folder: String) {
        let isThere = RecordedFiles.all.contains { $0.hasPrefix(folder + "/") }
        #expect(isThere || Recordings.names(of: folder).isEmpty)
    }

    /// Errors of streams, which other tests read.
    private static let others: Set = [
        "coinbase-exchange/bennycode-ws-ticker-unsubscribe-error.json", "coinbase-exchange/ws-errors.ndjson",
        "okx/ws-error-60018.json",
    ]

    @Test("No recorded error is forgotten", arguments: RecordedFiles.folders)
    func noErrorIsForgotten(folder: String) {
        let recorded = Recordings.names(of: folder).filter { $0.contains("error") && !Self.others.contains($0) }
        let refused = RecordedFiles.all.union(RateRecordingTests.fixerErrors)
        for file in recorded { #expect(refused.contains(file), "\(file)") }
    }
}
