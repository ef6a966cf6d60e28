import CryptoCLI
import Platform
import TestSupport
import Testing

@Suite("watch polls what no stream has: pairs of currencies, figures, tokens and sessions", .quick, .endsHang)
struct PolledQuoteTests {
    @Test("A pair of currencies is polled at the pace of the rates: five minutes, at the mock ten seconds")
    func pair() async throws {
        let rates = ["10", "20"].map {
            Exchange.get(RatePath.frankfurter, answer: latestRates(#""USD":1,"SEK":\#($0)"#, date: "2024-03-01"))
        }
        let run = try await withLiveWatch(
            "USD/SEK -p frankfurter --count 2 --csv --no-header --fields symbol,kind,price,currency", rates
        ) { watch, server in
            try await watch.expectOutput("USD,fiat,10,SEK\r\n")
            try await expectEventually("two pauses") { watch.clock.pauses.count == 2 }
            #expect(watch.clock.pauses.allSatisfy { $0 == .seconds(300) } && server.requests.count == 1)
            await watch.clock.pass(pause: .seconds(300))
        }
        #expect(run.status == .success && run.outputLines == ["USD,fiat,10,SEK", "USD,fiat,20,SEK"], "\(run.errors)")
        let clock = TestClock()
        let mock = await runTool(
            "watch USD/SEK -p mock --count 3 --csv --no-header --fields symbol,provider", time: clock.source)
        #expect(mock.outputLines == Array(repeating: "USD,mock", count: 3), "\(mock.errors)")
        #expect(clock.pauses.contains(.seconds(10)), "\(clock.pauses)")
    }

    private static let shares = Exchange.get(
        "/api/v3/global",
        answer: .json(
            #"{"data":{"total_market_cap":{"usd":3751351705612.96},"market_cap_percentage":{"btc":53.9930159141062},"#
                + #""updated_at":1709294100}}"#))

    @Test("Figures are polled with one request")
    func figures() async throws {
        let fields = "--fields symbol,price,currency --csv --no-header"
        let rows = ["global:btc_dominance,53.9930159141062,", "global:market_cap,3751351705612.96,USD"]
        let both = try await withLiveWatch(
            "global:market_cap global:btc_dominance --poll 1m --count 4 \(fields)", [Self.shares, Self.shares]
        ) { watch, server in
            await watch.clock.expectPause(.seconds(60))
            #expect(server.requests.count == 1)
            await watch.clock.pass(.seconds(60))
        }
        #expect(both.status == .success, "\(both.errors)")
        #expect(both.outputLines.sorted() == rows.flatMap { [$0, $0] }, "\(both.output)")
    }

    @Test("A token is polled")
    func token() async throws {
        let address = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48"
        let price = Exchange.get(
            "/api/v3/simple/token_price/ethereum", times: 2,
            answer: .json(#"{"\#(address)":{"usd":0.5,"last_updated_at":1709294300}}"#))
        let line = "eth:\(address) --poll 1m --count 2 --fields id,price,provider --csv --no-header"
        let row = "\(address),0.5,coingecko"
        let run = try await withLiveWatch(line, [price]) { watch, _ in
            try await watch.expectOutput(row + "\r\n")
            await watch.clock.expectPause(.seconds(60))
            await watch.clock.pass(.seconds(60))
        }
        #expect(run.outputLines == [row, row], "\(run.errors)")
    }

    /// A stock before the opening, with a price of that time.
    private static func session(_ price: Int, at time: Int) -> Exchange {
        .get(
            "/v8/finance/chart/NVDA", query: "range=1d&interval=1m&includePrePost=true",
            answer: .json(
                #"{"chart":{"result":[{"meta":{"currency":"USD","symbol":"NVDA","regularMarketPrice":200,"#
                    + #""regularMarketTime":1709240400,"previousClose":190,"currentTradingPeriod":{"#
                    + #""pre":{"start":1709283600,"end":1709303400},"regular":{"start":1709303400,"end":1709326800}}},"#
                    + #""timestamp":[\#(time)],"indicators":{"quote":[{"close":[\#(price)]}]}}],"error":null}}"#))
    }

    @Test("A polled stock has the session of its newest poll")
    func session() async throws {
        let fields = "symbol,price,session,extended_price,extended_change_percent,extended_time"
        let line = "stock:NVDA -p yahoo --poll 1m --count 2 --csv --no-header --fields \(fields)"
        let rows = ["NVDA,200,pre,190,-5,2024-03-01T11:00:00Z", "NVDA,200,pre,210,5,2024-03-01T11:01:00Z"]
        let exchanges = [Self.session(190, at: 1_709_290_800), Self.session(210, at: 1_709_290_860)]
        let run = try await withLiveWatch(line, exchanges) { watch, _ in
            try await watch.expectOutput(rows[0] + "\r\n")
            await watch.clock.expectPause(.seconds(60))
            await watch.clock.pass(.seconds(60))
        }
        #expect(run.outputLines == rows, "\(run.errors)")
    }
}
