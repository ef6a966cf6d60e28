import CryptoCLI
import TestSupport
import Testing

@Suite("aqi: invalid messages of a socket", .quick, .endsHang)
struct AirLeftOutTests {
    private static let partlyBad =
        #"[{"city":"A","aqi":1.50},{"aqi":5},{"city":"E","aqi":"bad"},7,{"city":"B","aqi":2},{"city":"C","aqi":3}]"#
    private static let leftOut = [
        "no JSON: no value at byte 0", "element 2: city is missing", "E: aqi is not a number",
        "element 4: a number instead of an object at byte 60",
    ].map { "crypto: city-ws: skipped a message or a part of one: \($0)" }

    @Test("invalid data is left out and reported, a notice each; --strict makes them 65 beside the rows")
    func leftOut() async throws {
        let script = sending("<html>", Self.partlyBad)
        let run = try await runStream("--template", "{city} {aqi};", scripts: [script])
        #expect(run.status == .success && run.output == "A 1.5;B 2;C 3;")
        #expect(run.errorLines == Self.leftOut)
        let quiet = try await runStream("--quiet", "--template", "{city};", scripts: [script])
        #expect(quiet.status == .success && quiet.output == "A;B;C;" && quiet.errors.isEmpty)
        let strict = try await runStream("--strict", "--template", "{city};", scripts: [script])
        #expect(strict.status == .invalidData && strict.output == "A;B;C;")
        #expect(strict.errorLines == Self.leftOut)
    }

    @Test("of many invalid elements five are named and all are counted")
    func manyLeftOut() async throws {
        let bad = (0..<300).map { #"{"city":"C\#($0)","aqi":[]}"# }.joined(separator: ",")
        let run = try await runStream("--template", "{city};", scripts: [sending(#"[\#(bad),{"city":"A","aqi":1}]"#)])
        #expect(run.status == .success && run.output == "A;")
        try #require(run.errorLines.count == 6 && run.errorLines[0].hasSuffix("C0: aqi is not a number"))
        #expect(run.errorLines[5] == "crypto: city-ws: skipped 295 more messages or parts")
    }

    @Test("a city with an invalid element is 65 with the reason; so is a stream that has nothing else")
    func onlyBad() async throws {
        let script: WebSocketScript = { peer in
            try peer.send(text: Self.partlyBad)
            try peer.waitUntilClientLeaves()
        }
        let one = try await runStream(
            "B", "e", "--retries", "0", "--deadline", "2s", "--template", "{city};", scripts: [script])
        #expect(one.status == .invalidData && one.output == "B;")
        #expect(one.errors.contains("city-ws: invalid answer: E: aqi is not a number"))
        let junk: WebSocketScript = { peer in
            try peer.send(text: "<html>")
            try peer.waitUntilClientLeaves()
        }
        let none = try await runStream("--retries", "0", "--deadline", "2s", scripts: [junk])
        expectFailure(
            none, .invalidData, says: "city-ws: invalid answer: no JSON: no value at byte 0")
        let past = try await runStream(
            "A", "--history", "1h", "--deadline", "2s", "--template", "{aqi};", scripts: [script])
        #expect(past.status == .success && past.output == "1.5;" && past.errorLines.count == 3)
    }
}
