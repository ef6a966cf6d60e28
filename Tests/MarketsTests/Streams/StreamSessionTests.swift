import Platform
import TestFixtures
import TestSupport
import Testing

@testable import Markets

/// The blocks `@ WS` and `@ session` of `stream.roles`.
@Suite("Streams of exchanges: subscriptions, rules and recorded sessions", .quick)
struct StreamSessionTests {
    private static let files = ProviderFile.all("stream.roles")

    @Test(
        "Markets are subscribed to by the documented messages; without markets none is sent",
        arguments: files.filter { !$0.blocks("WS").isEmpty })
    func subscriptions(file: ProviderFile) {
        for block in file.blocks("WS") {
            var stream = reading(of: file.provider, Array(block.words.dropFirst(2)))
            var sent = stream.subscription
            for line in block.lines {
                let text = String(line.dropFirst(2))
                switch line.first {
                case "+": sent += stream.subscribe([tickMarket(text, text, of: file.provider)])
                case "-": sent += stream.unsubscribe([tickMarket(text, text, of: file.provider)])
                default:
                    #expect(sent.first == text)
                    sent = Array(sent.dropFirst())
                }
            }
            #expect(sent.isEmpty)
            #expect(stream.subscribe([]).isEmpty && stream.unsubscribe([]).isEmpty)
            #expect(reading(of: file.provider, []).subscription.isEmpty)
        }
    }

    @Test(
        "A stream ends after the silence that its service promises not to keep",
        arguments: [
            ("coinbase", StreamRules(silence: .seconds(10))), ("kraken", StreamRules(silence: .seconds(10))),
            // Two missed pings of 20 seconds end it.
            ("binance", StreamRules(silence: .seconds(40), hidesUnknownSymbols: true)),
            // 480 subscriptions are allowed an hour.
            (
                "okx",
                StreamRules(
                    silence: .seconds(40), ping: StreamRules.Ping(text: "ping", every: .seconds(20), answer: "pong"),
                    pause: .seconds(1), changes: StreamRules.Changes(480, in: .seconds(3600)))
            ),
            (
                "bitstamp",
                StreamRules(
                    silence: .seconds(30),
                    ping: StreamRules.Ping(text: #"{"event":"bts:heartbeat"}"#, every: .seconds(15)),
                    hidesUnknownSymbols: true)
            ),
            (
                "gate",
                StreamRules(
                    silence: .seconds(30),
                    ping: StreamRules.Ping(text: #"{"time":0,"channel":"spot.ping"}"#, every: .seconds(15)))
            ),
        ])
    func rules(provider: String, expected: StreamRules) {
        #expect(reading(of: provider, []).rules == expected)
    }

    @Test(
        "Every line of the recorded sessions is read by value and in order, and has no tick of other markets",
        .needsRecordings, arguments: files.filter { !$0.blocks("session").isEmpty })
    func recorded(file: ProviderFile) throws {
        for block in file.blocks("session") {
            let lines = try Recordings.lines(block.words[2])
            let expected = lines.map { self.expected($0, block.values, file.provider) }
            let markets = Set(lines.compactMap { RecordedMessage(text: $0)[block.values["market"] ?? ""] }).sorted()
            var (all, none) = (reading(of: file.provider, markets), reading(of: file.provider, ["NONE"]))
            for (index, line) in lines.enumerated() {
                let place = "\(block.words[2]), line \(index)"
                #expect(all.outcome(Array(line.utf8)).asSent == expected[index], "\(place)")
                #expect(none.outcome(Array(line.utf8)) == .nothing, "\(place)")
            }
            let count = expected.count { $0 != .nothing }
            #expect(count == block.words.dropFirst(3).first.flatMap { Int($0) }, "\(block.words[2])")
        }
    }

    /// What a recorded message says, read by other means; nothing for what is no ticker. The keys of its members are by
    /// field.
    private func expected(_ line: String, _ keys: [String: String], _ provider: String) -> StreamOutcome {
        let message = RecordedMessage(text: line)
        let kinds = keys["kind"]?.split(separator: " ").map(String.init) ?? []
        guard kinds.isEmpty || kinds.dropFirst().contains(message[kinds[0]] ?? ""),
            let market = message[keys["market"] ?? ""], let text = message[keys["time"] ?? ""],
            let time = Timestamp(rfc3339: text) ?? Int64(text).flatMap({ Timestamp(exactMilliseconds: $0) })
        else { return .nothing }
        let numbers = keys.filter { !["kind", "market", "time"].contains($0.key) }
        return .tick(message.facts(of: market, provider, time: time.description, numbers))
    }
}
