import Markets
import Platform
import Synchronization
import TestSupport
import Testing

/// An exchange with made-up trades: its stream and its candles are of the same ones. A test sends the trades up to a
/// moment, and breaks connections.
final class CandleExchange: Sendable {
    /// A trade in the seconds since 1970.
    struct Trade: Sendable {
        let second: Int64
        let price: Int
        let amount: Int
    }

    private struct State {
        /// The second up to which trades have happened.
        var now: Int64
        /// The trade that happens next.
        var next = 0
        /// The connection that is open, counted from 1; nil without one.
        var connection: Int?
        var connections = 0
        var isUp = true
        var isOver = false
        var unsent: [String] = []
    }

    let trades: [Trade]
    private let state: Mutex<State>

    /// Creates an exchange at the beginning of a minute, with 1 to 5 trades in each of so many minutes.
    init(start: Int64, minutes: Int, seed: UInt64) {
        var random = SplitMix64(state: seed)
        var (trades, price) = ([Trade](), 50_000)
        for minute in 0..<Int64(minutes) {
            let seconds = (0..<Int.random(in: 1...5, using: &random)).map { _ in
                Int64.random(in: 0...59, using: &random)
            }
            for second in seconds.sorted() {
                price += Int.random(in: -50...50, using: &random)
                trades.append(
                    Trade(
                        second: start + 60 * minute + second, price: price,
                        amount: Int.random(in: 1...9, using: &random)))
            }
        }
        self.trades = trades
        state = Mutex(State(now: start - 1))
    }

    /// What the exchange answers.
    var exchanges: [Exchange] {
        [
            .get(
                "/products/BTC-USD/candles", query: ["granularity": "60"], times: .any,
                answer: .making { [self] in .json(answer(to: $0)) }),
            .webSocket(times: .any) { [self] in try play($0) },
        ]
    }

    // MARK: - Candles

    /// The candle of a minute as fields of CSV: open, high, low, close and volume.
    func candle(at start: Int64) -> [String] {
        let trades = trades.filter { (start..<start + 60).contains($0.second) }
        let prices = trades.map(\.price)
        return [prices.first, prices.max(), prices.min(), prices.last, trades.map(\.amount).reduce(0, +)].map {
            $0.map(String.init) ?? ""
        }
    }

    /// `[[time, low, high, open, close, volume], …]`, newest first, with the minute that is not over.
    private func answer(to request: RecordedRequest) -> String {
        let now = state.withLock(\.now)
        func time(_ name: String) -> Int64 {
            request.parameter(name).flatMap { Timestamp(rfc3339: $0) }?.seconds ?? 0
        }
        let known = trades.filter { $0.second <= now }
        let minutes = Dictionary(grouping: known) { $0.second / 60 * 60 }
        let rows = minutes.keys.filter { (time("start")...max(time("start"), time("end"))).contains($0) }.sorted(by: >)
        return "[" + rows.map { row(minutes[$0] ?? [], at: $0) }.joined(separator: ",") + "]"
    }

    private func row(_ trades: [Trade], at start: Int64) -> String {
        let prices = trades.map(\.price)
        let numbers = [
            start, Int64(prices.min() ?? 0), Int64(prices.max() ?? 0), Int64(prices.first ?? 0),
            Int64(prices.last ?? 0), Int64(trades.map(\.amount).reduce(0, +)),
        ]
        return "[\(numbers.map(String.init).joined(separator: ","))]"
    }

    // MARK: - The stream

    /// Breaks the connection, and all others until `restore`.
    func fail() { state.withLock { ($0.isUp, $0.connection) = (false, nil) } }

    /// Serves connections again.
    func restore() { state.withLock { $0.isUp = true } }

    /// Lets the client close.
    func end() { state.withLock { $0.isOver = true } }

    /// Lets the trades up to a second happen, and sends them with a heartbeat, if a client is connected.
    func pass(to second: Int64) {
        state.withLock { state in
            state.now = max(state.now, second)
            while state.next < trades.count, trades[state.next].second <= second {
                if state.connection != nil { state.unsent.append(Self.text(of: trades[state.next])) }
                state.next += 1
            }
            guard state.connection != nil else { return }
            state.unsent.append(StreamFrames.coinbaseHeartbeat)
        }
    }

    private static func text(of trade: Trade) -> String {
        StreamFrames.coinbase("BTC-USD", "\(trade.price)", time: Timestamp(seconds: trade.second).description)
    }

    private func play(_ peer: WebSocketPeer) throws {
        // A client that leaves before it has subscribed comes again, or its run is over.
        guard try peer.receiveMessage() != nil else { return }
        guard let number = begin() else { try peer.drop() }
        // However it ends, the client is not connected any more.
        defer { state.withLock { if $0.connection == number { $0.connection = nil } } }
        while true {
            let (texts, isMine, isOver) = state.withLock { state in
                let isMine = state.connection == number
                let texts = isMine ? state.unsent : []
                if isMine { state.unsent = [] }
                return (texts, isMine, state.isOver)
            }
            guard isMine || isOver else { try peer.drop() }
            if isOver {
                while let frame = try peer.receive(), frame.opcode != 8 {}
                return
            }
            if texts.isEmpty {
                try peer.wait { [self] in
                    state.withLock { $0.connection != number || $0.isOver || !$0.unsent.isEmpty }
                }
                continue
            }
            // The answer to a ping shows that the texts were read.
            try peer.send(texts.map { .text($0) } + [.ping()])
            var answer = try peer.receive()
            while let frame = answer, frame.opcode != 8, frame.opcode != 10 { answer = try peer.receive() }
            guard answer?.opcode == 10 else { return }
        }
    }

    /// Begins a connection. Each second one begins with the last trade, as the exchange does it.
    private func begin() -> Int? {
        state.withLock { state in
            guard state.isUp else { return nil }
            state.connections += 1
            state.connection = state.connections
            state.unsent = []
            if state.connections % 2 == 0, state.next > 0 { state.unsent = [Self.text(of: trades[state.next - 1])] }
            return state.connections
        }
    }
}
