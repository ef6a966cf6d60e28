import CryptoCLI
import Markets
import Platform
import Synchronization
import TestSupport
import Testing

/// A `crypto watch BTC --candles 1m` at an exchange that drops its connections at random, by a clock that a test moves
/// as fast as the run can follow.
final class DroppedStream: Sendable {
    let exchange: CandleExchange
    private let clock: SteppingClock
    private let console = TestConsole()
    /// When the run begins, in seconds since 1970.
    private let begin: Int64
    /// What the run was; nil as long as it goes on.
    private let ended = Mutex<ToolRun?>(nil)

    init(of exchange: CandleExchange, from begin: Int64) {
        (self.exchange, self.begin) = (exchange, begin)
        clock = SteppingClock(start: Timestamp(seconds: begin))
    }

    private var now: Int64 { begin + clock.elapsed.components.seconds }

    /// Runs with these arguments until it has ended or so many minutes have passed. `printed` returns the rows so far.
    func run(
        _ arguments: String, minutes: Int64, seed: UInt64, printed: (@Sendable () -> String)? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> ToolRun {
        try await withLoopbackServer(exchange.exchanges, sourceLocation: sourceLocation) { server in
            let words =
                "watch BTC -p coinbase --deadline 30d --timeout 60s --candles 1m --csv \(arguments) --fields "
                + "time,symbol,provider,open,high,low,close,volume,complete,currency,width"
            exchange.pass(to: begin)
            let variables = server.streams(of: "coinbase").merging(server.variables(for: "coinbase")) { $1 }
            let end = Task {
                let run = await runTool(
                    words.split(separator: " ").map(String.init), variables, time: clock.source, console: console,
                    sourceLocation: sourceLocation)
                ended.withLock { $0 = run }
                return run
            }
            try await expectEventually("connected") { exchange.isConnected || isOver }
            let printed = printed ?? { [console] in console.output }
            var random = SplitMix64(state: seed)
            while now < begin + 60 * minutes, !isOver {
                try await step()
                try await expectDue(printed)
                let mayDrop = now < begin + 60 * (minutes - 6)
                if Int.random(in: 1...25, using: &random) == 1, mayDrop, !isOver {
                    try await drop(for: Int.random(in: 0...10, using: &random), printed: printed)
                }
            }
            exchange.end()
            clock.advance(by: .seconds(60))
            try await expectEventually("the end of the run") {
                // What began to pause just before, such as the wait for the answer to a close, ends too.
                if !isOver { clock.advance(by: .seconds(1)) }
                return isOver
            }
            return await end.value
        }
    }

    private var isOver: Bool { ended.withLock { $0 != nil } }

    /// Lets five seconds pass, after the run has read what comes in them. It would take ten seconds without a message
    /// for a dead stream, and the clock must not be that far ahead of what was read.
    private func step(_ seconds: Int64 = 5) async throws {
        exchange.pass(to: now + seconds)
        try await expectEventually("all is read") { exchange.isRead || isOver }
        clock.advance(by: .seconds(seconds))
    }

    /// Waits until the candles are there that ended some time ago, as far as the run can know that they are over.
    private func expectDue(_ printed: @Sendable () -> String) async throws {
        guard let seen = exchange.seen else { return }
        let due = min((now - 20) / 60 * 60 - 60, seen / 60 * 60)
        guard due >= begin else { return }
        // What began to pause just before the clock was moved waits for another second. One for which the exchange is
        // asked again later comes later: what was printed at the end is compared. On a busy machine an answer takes
        // long, and after two minutes of the clock nobody waits for it.
        let end = now + 60
        try await expect(
            "the candle of \(Timestamp(seconds: due)) after \(printed().suffix(200))", secondAfter: 200
        ) {
            let last = printed().split(whereSeparator: \.isNewline).last?.split(separator: ",").first
            if let time = last.flatMap({ Timestamp(rfc3339: String($0)) }), time.seconds >= due { return true }
            return now >= end
        }
    }

    /// Waits until something holds or the run is over. A second passes each time that it was looked for so often in
    /// vain.
    private func expect(_ what: Comment, secondAfter count: Int, _ isSo: () -> Bool) async throws {
        var polls = 0
        try await expectEventually(what) {
            if isSo() || isOver { return true }
            polls += 1
            if polls.isMultiple(of: count) { try await step(1) }
            return false
        }
    }

    /// Drops the connection and all others for so many times 20 seconds, and waits for the next one.
    private func drop(for times: Int, printed: @Sendable () -> String) async throws {
        let before = losses
        exchange.fail()
        // On a busy machine a connection may have ended on its own just before. Then the next one fails, after a pause.
        try await expect("the loss is noticed", secondAfter: 200) { losses > before }
        for _ in 0..<times {
            try await step(20)
            try await expectDue(printed)
        }
        exchange.restore()
        // The pause before the next attempt, which is one of many, ends.
        try await expect("connected again", secondAfter: 20) { exchange.isConnected }
    }

    /// How often a connection was lost.
    private var losses: Int { console.errors.split(separator: "\n").count { $0.contains("connecting again in ") } }
}
