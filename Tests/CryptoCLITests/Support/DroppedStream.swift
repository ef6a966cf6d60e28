import CryptoCLI
import Markets
import Platform
import TestSupport
import Testing

/// A `crypto watch BTC --candles 1m` at an exchange that drops its connections at random, in virtual time.
struct DroppedStream {
    let exchange: CandleExchange
    /// When the run begins, in seconds since 1970.
    private let begin: Int64

    init(of exchange: CandleExchange, from begin: Int64) {
        (self.exchange, self.begin) = (exchange, begin)
    }

    /// Runs with these arguments until it has ended or so many minutes have passed.
    func run(
        _ arguments: String, minutes: Int64, seed: UInt64, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> ToolRun {
        try await withVirtualTime(start: Timestamp(seconds: begin)) { clock in
            try await withLoopbackServer(exchange.exchanges, sourceLocation: sourceLocation) { server in
                let words =
                    "watch BTC -p coinbase --deadline 30d --timeout 60s --candles 1m --csv \(arguments) --fields "
                    + "time,symbol,provider,open,high,low,close,volume,complete,currency,width"
                exchange.pass(to: begin)
                let variables = server.streams(of: "coinbase").merging(server.variables(for: "coinbase")) { $1 }
                let hasEnded = Flag()
                async let end = {
                    defer { hasEnded.raise() }
                    return await runTool(
                        words.split(separator: " ").map(String.init), variables, sourceLocation: sourceLocation)
                }()
                var random = SplitMix64(state: seed)
                while clock.elapsed < .seconds(60 * minutes), !hasEnded.isRaised {
                    await step(clock, 5)
                    let mayDrop = clock.elapsed < .seconds(60 * (minutes - 6))
                    guard Int.random(in: 1...25, using: &random) == 1, mayDrop else { continue }
                    exchange.fail()
                    for _ in 0..<Int.random(in: 0...10, using: &random) { await step(clock, 20) }
                    exchange.restore()
                }
                exchange.end()
                return await end
            }
        }
    }

    /// Lets so many seconds pass, at the beginning of which the trades in them are sent.
    private func step(_ clock: VirtualTime, _ seconds: Int64) async {
        exchange.pass(to: begin + clock.elapsed.components.seconds + seconds)
        await clock.pass(.seconds(seconds))
    }
}
