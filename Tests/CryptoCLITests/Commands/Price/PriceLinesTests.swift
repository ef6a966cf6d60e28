import CryptoCLI
import Platform
import ProviderKit
import Synchronization
import TestSupport
import Testing

@Suite("price - with lines of stdin", .quick, .virtualTime)
struct PriceLinesTests {
    private func run(
        _ line: String, _ text: String, _ exchanges: [Exchange] = []
    ) async throws -> ToolRun {
        try await withLoopbackServer(exchanges) { server in
            var variables = server.variablesForDefaultChains
            for name in ["FRANKFURTER", "ECB", "ERAPI", "CURRENCYAPI"] { variables["CRYPTO_\(name)_URL"] = server.url }
            return await runTool(
                line.split(separator: " ").map(String.init), variables, input: input(Array(text.utf8)))
        }
    }

    @Test("candles of minutes that fit in one answer are asked for together: a thousand of a day in five requests")
    func pages() async throws {
        let exchange = MadeCoinbase()
        let day: Int64 = 1_709_164_800 - 86_400
        // Every 86 seconds, so that no minute has two of them.
        let moments = (0..<1000).map { Timestamp(seconds: day + $0 * 86) }.shuffled()
        let run = try await run(
            "price - -p coinbase --fields time,close,width --csv --no-header",
            moments.map { "BTC \($0)\n" }.joined(), [exchange.candles])
        #expect(run.outputLines == moments.map { exchange.row(of: "BTC-USD", at: $0) } && run.errors.isEmpty)
        #expect(exchange.requests.count == 5)
    }

    @Test("a server that answers eight requests with its own errors is not asked for the rest")
    func server() async throws {
        let text = (0..<100 as Range<Int64>).map { "BTC \(Timestamp(seconds: 1_700_000_000 + $0 * 86_400))\n" }.joined()
        try await withLoopbackServer([.everything(.status(503))]) { server in
            let run = await runTool(
                ["price", "-", "-p", "coinbase", "--retries", "0"], server.variablesForDefaultChains,
                input: input(Array(text.utf8)))
            #expect(run.status == .unavailable && run.errors.hasPrefix("crypto: line 1 and 99 more: coinbase"))
            #expect(server.requests.count == 8)
        }
    }
}

@Suite("price - with many moments", .quick, .virtualTime)
struct ManyMomentsTests {
    @Test("1,000 moments of ten coins over eight years: at most one request for each page of candles that holds one")
    func many() async throws {
        let exchange = MadeCoinbase()
        let coins = ["BTC", "ETH", "SOL", "ADA", "XRP", "DOGE", "LTC", "LINK", "DOT", "AVAX"]
        let first: Int64 = 1_456_790_400
        var generator = SplitMix64(state: 37)
        var lines: [(coin: String, moment: Timestamp)] = []
        for index in 0..<1000 {
            let seconds = Int64(generator.next() % UInt64(8 * 365 * 86_400))
            lines.append((coins[index % coins.count], Timestamp(seconds: first + seconds)))
        }
        let pages = Set(lines.map { "\($0.coin) \($0.moment.seconds / 60 / 300)" })
        let text = lines.map { "\($0.coin) \($0.moment)\n" }.joined()
        try await withLoopbackServer([exchange.candles]) { server in
            let run = await runTool(
                ["price", "-", "-p", "coinbase", "--fields", "time,close,width", "--csv", "--no-header"],
                server.variablesForDefaultChains, input: input(Array(text.utf8)))
            #expect(run.status == .success && run.errors.isEmpty)
            #expect(run.outputLines == lines.map { exchange.row(of: "\($0.coin)-USD", at: $0.moment) })
        }
        #expect(exchange.requests.count <= pages.count && Set(exchange.requests).count == exchange.requests.count)
    }
}

/// An exchange of Coinbase's protocol with a made price for each minute of each product, which counts its requests.
final class MadeCoinbase: Sendable {
    private let asked = Mutex<[String]>([])

    /// The targets of the requests.
    var requests: [String] { asked.withLock(\.self) }

    /// The price at the end of a span.
    private static func close(_ product: String, _ start: Int64, _ width: Int64) -> String {
        let number = product.utf8.reduce(0) { $0 &* 31 &+ Int64($1) } % 1000
        return "\(number + 1).\(String(10_000_000 + start / 60 % 9_999_999).dropFirst())1"
    }

    /// The row of a moment's minute.
    func row(of product: String, at moment: Timestamp) -> String {
        let start = moment.seconds / 60 * 60
        return "\(Timestamp(seconds: start)),\(Self.close(product, start, 60)),1m"
    }

    /// What it answers: at most 300 candles, the newest first.
    var candles: Exchange {
        .everything(
            .making { [self] request in
                asked.withLock { $0.append(request.target) }
                guard let width = request.parameter("granularity").flatMap({ Int64($0) }),
                    let start = request.parameter("start").flatMap({ Timestamp(rfc3339: $0) }),
                    let end = request.parameter("end").flatMap({ Timestamp(rfc3339: $0) }),
                    (end.seconds - start.seconds) / width < 300
                else { return .status(400, body: #"{"message":"granularity too small"}"#) }
                let product = String(request.path.split(separator: "/")[1])
                let rows = stride(from: end.seconds, through: start.seconds, by: -Int(width)).map { start in
                    "[\(start),1,9999,2,\(Self.close(product, start, width)),5]"
                }
                return .json("[\(rows.joined(separator: ","))]")
            })
    }
}
