import MarketProviders
import AirQuality
import CryptoCLI
import Markets
import Platform
import TestFixtures
import TestSupport
import Testing

/// Common commands without a key, answered from recordings while one provider of the default chains is dead. Where a
/// service has no recording of the symbol, that of another symbol is renamed.
@Suite("Common commands survive the death of any one host", .needsRecordings, .quick, .endsHang, .virtualTime)
struct DeadHostTests {
    /// A command, the moment of its recordings, and the providers that answer it: the first of the default chain, and
    /// the one after it.
    struct Command: Sendable, CustomTestStringConvertible {
        let line: String
        let moment: String
        let first: String
        let next: String
        /// The answers by path.
        let answers: @Sendable () throws -> [String: Answer]
        /// The messages of the streams by path.
        var frames: @Sendable () throws -> [String: String] = { [:] }

        var testDescription: String { line }
    }

    /// A recording in which texts are replaced.
    private static func recording(_ file: String, _ changes: KeyValuePairs<String, String>) throws -> String {
        changes.reduce(String(decoding: try Recordings.bytes(file), as: UTF8.self)) { text, change in
            text.replacing(change.key, with: change.value)
        }
    }

    private static let coins: @Sendable () throws -> [String: Answer] = {
        let ranked = try Answer.recording("coinmarketcap/listings-v1-100rows-20210420.json")
        return [
            "/api/v3/coins/markets": try .recording("coingecko/markets-bitcoin-usd-20210515.json"),
            CoinMarketCapAnswers.listPath: ranked, CoinMarketCapAnswers.path: ranked,
        ]
    }

    private static func stock(_ symbol: String, atCNBC name: String, in currency: String)
        -> @Sendable () throws
        -> [String: Answer]
    {
        {
            let chart = try recording(
                "yahoo/v8-chart-AAPL.json", ["AAPL": symbol, #""USD""#: "\"\(currency)\""])
            let row = try recording(
                "cnbc/restquote-ko-20260831.json",
                [#""symbol":"KO","#: #""symbol":"\#(name)","currencyCode":"\#(currency)","#])
            return ["/v8/finance/chart/\(symbol)": .json(chart), CNBCAnswers.path: .json(row)]
        }
    }

    static let commands = [
        Command(
            line: "list", moment: "2021-05-15T14:40:00Z", first: "coingecko", next: "coinmarketcap", answers: coins),
        Command(
            line: "price BTC", moment: "2021-05-15T14:40:00Z", first: "coingecko", next: "coinmarketcap",
            answers: coins),
        Command(
            line: "price stock:AAPL", moment: "2026-08-31T21:00:00Z", first: "yahoo", next: "cnbc",
            answers: stock("AAPL", atCNBC: "AAPL", in: "USD")),
        Command(
            line: "price stock:VOLV-B.ST -c SEK", moment: "2026-08-31T21:00:00Z", first: "yahoo", next: "cnbc",
            answers: stock("VOLV-B.ST", atCNBC: "VOLV.B-SE", in: "SEK")),
        Command(
            line: "convert 100 SEK USD", moment: "2026-10-07T18:00:00Z", first: "frankfurter", next: "ecb",
            answers: {
                [
                    "/v2/rates": .json(try recording("frankfurter/v2-rates-eur-20261007.json", ["PLN": "SEK"])),
                    RatePath.ecb: try .recording("ecb/eu_central_bank-exchange_rates.xml", type: "text/xml"),
                ]
            }),
        Command(
            line: "watch BTC --count 1", moment: "2024-03-01T12:00:00Z", first: "coinbase", next: "kraken",
            answers: { [:] },
            frames: {
                [
                    "/": try recording("coinbase-exchange/bennycode-ws-ticker-BTC-USD.json", [:]),
                    "/v2": try recording("kraken/jkorf-ws2-ticker-update.json", ["ETH/USDT": "BTC/USD"]),
                ]
            }),
        // The default chain has one provider. All find the place by the same geocoding, which stays alive.
        Command(
            line: "aqi Stockholm -p open-meteo,eea", moment: "2026-07-26T07:30:00Z", first: "open-meteo", next: "eea",
            answers: {
                let place = OpenMeteoAnswers.place(
                    "Stockholm", latitude: "59.32938", longitude: "18.06871", country: "Sweden", population: 1_515_017)
                let station = EEAAnswers.station("SE0001A", "Hornsgatan", "59.3172", "18.0489")
                return [
                    OpenMeteoAnswers.searchPath: OpenMeteoAnswers.results(place),
                    OpenMeteoAnswers.airPath: try .recording("open-meteo/air_quality-kl-20261010.json"),
                    EEAAnswers.indexPath: .json(EEAAnswers.index), EEAAnswers.listPath: .json("[\(station)]"),
                    EEAAnswers.path("SE0001A"): try .recording("eea/current-station-malta-20260728.json"),
                ]
            }),
    ]

    /// All providers of the default chains, each once.
    private static let hosts: [String] = {
        let jobs = [ProviderJob.list, .price, .history, .watch, .rates]
        let markets =
            jobs.flatMap({ ProviderTable.markets.defaults(for: $0, of: $0.kind) })
            + ProviderTable.markets.defaults(for: .price, of: .stock)
        var seen: Set<String> = []
        return (markets.map(\.name) + ProviderTable.airQuality.defaults(for: .air, of: nil).map(\.name)).filter {
            seen.insert($0).inserted
        }
    }()

    private static func variable(_ provider: String, _ end: String) -> String {
        "CRYPTO_\(provider.uppercased().replacing("-", with: "_"))_\(end)"
    }

    private static func run(_ command: Command, dead: String?, deadVariable: String? = nil) async throws -> ToolRun {
        var time = testTime
        let moment = try #require(Timestamp(rfc3339: command.moment))
        time.now = { moment }
        let answers = try command.answers()
        let streams = try command.frames().map { path, frame in
            Exchange.webSocket(path, times: .any) { peer in
                _ = try peer.receiveMessage()
                try peer.send(text: frame)
                try peer.waitUntilClientLeaves()
            }
        }
        let others = Exchange.everything(.making { answers[$0.path] ?? .json("{}", status: 404) })
        return try await withRefusedURL { grave in
            try await withLoopbackServer(streams + [others]) { server in
                var variables = server.airVariables
                for host in hosts {
                    let url = host == dead ? grave : server.url
                    variables[variable(host, "URL")] = url
                    variables[variable(host, "WS_URL")] = url.replacing("http:", with: "ws:")
                }
                variables["CRYPTO_EEA_URL"] = server.url
                if let deadVariable { variables[deadVariable] = grave }
                let options = "--retries 0 --csv --no-header --fields provider"
                return await runTool("\(command.line) \(options)", variables, time: time)
            }
        }
    }

    @Test(
        "Without geocoding, the point of a large city is that of the system's list of time zones",
        .needs("/usr/share/zoneinfo/zone.tab", Files.exists("/usr/share/zoneinfo/zone.tab")))
    func survivesGeocoding() async throws {
        let air = try #require(Self.commands.last)
        for line in ["aqi Stockholm", air.line] {
            let command = Command(
                line: line, moment: air.moment, first: air.first, next: air.next, answers: air.answers)
            let run = try await Self.run(command, dead: nil, deadVariable: "CRYPTO_OPEN_METEO_GEOCODING_URL")
            #expect(run.status == .success && run.outputLines == [air.first], "\(run.output)\(run.errors)")
            #expect(run.errorLines.count { $0.contains("no connection") && $0.contains("list of time zones") } == 1)
        }
    }

    @Test("Without it the next one answers in time, with one notice; others are not missed", arguments: commands)
    func survives(command: Command) async throws {
        #expect(Self.hosts.count == 16)
        for dead in Self.hosts {
            let run = try await Self.run(command, dead: dead)
            let provider = dead == command.first ? command.next : command.first
            #expect(run.status == .success, "\(dead): \(run.errors)")
            #expect(Set(run.outputLines) == [provider], "\(dead): \(run.output)\(run.errors)")
            let notices = run.errorLines.filter { $0.contains("; trying ") }
            if dead == command.first {
                #expect(notices.count == 1 && notices[0].hasPrefix("crypto: \(dead): no connection"), "\(run.errors)")
            } else {
                #expect(notices.isEmpty, "\(dead): \(run.errors)")
            }
            #expect(run.elapsed < .seconds(10))
        }
    }
}
