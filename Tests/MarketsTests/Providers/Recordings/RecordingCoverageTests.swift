import TestSupport
import Testing

/// Whether a recorded answer is forgotten.
@Suite("Recordings of markets, rates and stocks", .needsRecordings, .computes, .quick)
struct RecordingCoverageTests {
    /// Folders of services that the program does not ask (yet), whose recordings no test reads.
    private static let unasked: Set = ["fiat-other", "openaq"]

    /// Folders of air quality, which `AirRecordingCoverageTests` reads.
    private static let ofAir: Set = ["airnow", "aqi-scales", "city-ws", "eea", "open-meteo", "waqi"]

    /// Recordings that a test takes from the directory by a part of their names, each of them by value.
    private static let taken = Set(
        BinanceMarketTests.catalogues + KrakenStreamTests.oldSessions
            + RateRecordingTests.fixerErrors)

    /// Files that are no provider's answer.
    private static let unread = [
        // OpenAPI descriptions of its two interfaces: what its answers are like, none of them.
        "frankfurter/openapi-v1.json", "frankfurter/openapi-v2.json",
    ]

    /// The text of these tests, without this file.
    private static func tests(_ path: String = #filePath) throws -> String {
        let files = try PackageFolder.swiftFiles(below: "Tests/MarketsTests").filter { !path.hasSuffix($0.path) }
        return try files.map(\.text).joined() + cases()
    }

    /// The text of the cases and roles of all providers, with a quote after each word, which ends a file name.
    private static func cases() throws -> String {
        let folder = PackageFolder.path + "/Tests/Providers"
        let paths = Files.names(in: folder).flatMap { provider in
            Files.names(in: "\(folder)/\(provider)").map { "\(folder)/\(provider)/\($0)" }
        }
        return try paths.filter { $0.hasSuffix(".txt") || $0.hasSuffix(".roles") }.map {
            String(decoding: try Files.bytes($0), as: UTF8.self).replacing("\n", with: "\"\n")
                .replacing(" ", with: "\" ")
        }.joined()
    }

    /// Whether a whole file name stands in a text: with its folder or alone, with its ending or without.
    private static func isNamed(_ path: String, in text: String) -> Bool {
        let name = path.split(separator: "/").last ?? ""
        let stem = name.lastIndex(of: ".").map { name[..<$0] } ?? name
        return [#"/\#(name)""#, #""\#(name)""#, #"/\#(stem)""#, #""\#(stem)""#].contains { text.contains($0) }
    }

    @Test("Every recording is named by a test, or taken by one from the directory, or is no response")
    func coverage() throws {
        let tests = try Self.tests()
        for path in RecordedFiles.folders.flatMap({ Recordings.names(of: $0) }) where !Self.unread.contains(path) {
            let isRead = Self.taken.contains(path) || RecordedFiles.all.contains(path) || Self.isNamed(path, in: tests)
            #expect(isRead, "no test reads \(path)")
        }
    }

    @Test("Every folder is of a provider, of air quality, or of a service that the program does not ask")
    func folders() throws {
        let all = Files.names(in: try #require(Recordings.directory)).filter { !$0.contains(".") }
        let asked = Self.ofAir.union(RecordedFiles.folders)
        #expect(Set(all).subtracting(asked) == Self.unasked)
        #expect(asked.isDisjoint(with: Self.unasked))
    }

    @Test("What no test reads is there, and read by none")
    func unreadAreThere() throws {
        let tests = try Self.tests()
        for path in Self.unread {
            #expect(try !Recordings.bytes(path).isEmpty)
            #expect(!Self.isNamed(path, in: tests) && !RecordedFiles.all.contains(path), "\(path)")
        }
    }
}
