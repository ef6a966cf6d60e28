import MarketProviders
import Markets
import Platform
import Transport

/// Recorded lists in memory, from the bytes of an answer to quotes.
enum MarketDecoding {
    private struct Recorded {
        let provider: String
        let file: String
        /// How many quotes a list of it has.
        let rows: Int

        /// The command that shows it.
        var line: String { "list --provider \(provider)" }
    }

    private static let recordings = [
        Recorded(provider: "okx", file: "okx/tickers-spot-all-20220321.json", rows: 337),
        Recorded(provider: "binance", file: "binance/ticker24hr-all-v1-20190822.json", rows: 60),
        Recorded(provider: "coinmarketcap", file: "coinmarketcap/listings-v1-100rows-20210420.json", rows: 100),
    ]

    static func figures() async throws -> [Figure] {
        var figures: [Figure] = []
        for recorded in recordings {
            switch Recording(recorded.file) {
            case .missing(let reason): figures.append(Figure(recorded.line, missing: reason))
            case .file(let path):
                let body = try FileBytes.read(path, limit: 64 << 20)?.bytes ?? []
                figures.append(try await figure(recorded, body))
            }
        }
        return figures
    }

    private static func figure(_ recorded: Recorded, _ body: [UInt8]) async throws -> Figure {
        let http = HTTPClient { request in
            HTTPResponse(status: 200, body: body, host: "localhost", url: request.path)
        }
        guard let provider = ProviderTable.markets.named(recorded.provider) else {
            return Figure(recorded.provider, missing: "there is no such provider")
        }
        // Requests to the provider's own host would be kept apart.
        let client = provider.makeUnpriced(ProviderSettings(http: http, base: "http://localhost", time: .live))
        let query = ListQuery(.first(1000), currency: CurrencyChoice(.usd, allowsOtherCurrency: true))
        var times: [Double] = []
        for round in Sizes.rounds(Sizes.decodingRounds) {
            let watch = Stopwatch()
            let list = try await client.list(query)
            let time = watch.milliseconds
            guard list.quotes.count == recorded.rows else {
                throw Failure.wrongResult(recorded.line, "\(list.quotes.count) quotes of \(recorded.rows)")
            }
            if round > 0 { times.append(time) }
        }
        times.sort()
        let rate = Double(body.count) / 1000 / times[times.count / 2]
        return Figure(
            "\(recorded.line), \(body.count / 1000) kB", times: times,
            comparison: "\(Report.decimal(rate, places: 0)) MB/s", goal: "450 MB/s")
    }
}
