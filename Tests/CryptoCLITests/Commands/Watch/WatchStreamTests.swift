import CryptoCLI
import Platform
import TestSupport
import Testing

@Suite("watch: ticks over a socket", .quick, .endsHang)
struct WatchStreamTests {
    @Test(
        "recorded frames come out in order, none lost while connected and none invented, through drops",
        .needsRecordings)
    func recorded() async throws {
        let frames = try Recordings.lines("coinbase-exchange/cryptofeed-ws-ticker-20210417.ndjson")
        let ticks = frames.filter { $0.hasPrefix(#"{"type":"ticker""#) && $0.contains("-GBP") }
        let third = frames.count / 3
        let parts = [frames[..<third], frames[third..<(2 * third)], frames[(2 * third)...]].map(Array.init)
        let scripts = parts.enumerated().map { index, part -> WebSocketScript in
            { peer in
                try peer.expectText(StreamFrames.coinbaseSubscription("BAND-GBP", "SKL-GBP", "NU-GBP"))
                try peer.send(texts: part)
                if index == 0 { try peer.drop() }
                if index == 1 { return try peer.close(1001, reason: "restart") }
                try peer.expectClose(1000)
            }
        }
        let wanted = ticks.filter { tick in ["BAND-GBP", "SKL-GBP", "NU-GBP"].contains { tick.contains($0) } }
        let run = try await runWatch(
            "BAND/GBP SKL/GBP NU/GBP --count \(wanted.count) --template {market}:{price}:{time}\\n", scripts)
        #expect(run.status == .success)
        let expected = wanted.map { frame in
            func member(_ name: String) -> Substring {
                frame.split(separator: "\"\(name)\":\"", maxSplits: 1)[1].prefix { $0 != "\"" }
            }
            return "\(member("product_id")):\(canonical(member("price"))):\(member("time"))"
        }
        #expect(run.outputLines == expected)
        #expect(run.errorLines.filter { $0.contains("connecting again in") }.count == 2)
        #expect(run.errorLines.contains { $0.contains("coinbase: back after a gap of ") })
    }

    private func canonical(_ price: Substring) -> String {
        guard price.contains(".") else { return String(price) }
        var text = String(price)
        while text.hasSuffix("0") { text.removeLast() }
        return text.hasSuffix(".") ? String(text.dropLast()) : text
    }
}
