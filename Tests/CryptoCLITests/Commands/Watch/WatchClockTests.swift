import CryptoCLI
import TestSupport
import Testing

@Suite("watch: the wall clock is set while it runs", .quick, .endsHang)
struct WatchClockTests {
    private static let hours: Int64 = 3600

    private static func tick(_ price: String, _ time: String = "12:00:00") -> String {
        StreamFrames.coinbase("BTC-USD", price, time: "2024-03-01T\(time)Z")
    }

    private static func candles(_ answer: Answer) -> Exchange {
        .get("/products/BTC-USD/candles", times: .any, answer: answer)
    }

    @Test("age is what the clock says at each tick, negative with one notice if that is ahead; the connection stays")
    func age() async throws {
        let feed = TextFeed()
        let run = try await withSteppedWatch(
            "BTC --count 3 --fields price,age --csv --no-header", [feed.exchange]
        ) { watch, _ in
            try await feed.send(Self.tick("1"))
            await watch.expectLines("1,0")
            watch.clock.setWallClock(ahead: 3 * Self.hours)
            try await feed.send(Self.tick("2"))
            await watch.expectLines("1,0", "2,10800")
            watch.clock.setWallClock(ahead: -6 * Self.hours)
            feed.end(with: Self.tick("3"))
        }
        #expect(run.status == .success)
        #expect(run.outputLines == ["1,0", "2,10800", "3,-10800"])
        #expect(
            run.errors == "crypto: coinbase: the price of BTC dates from 2024-03-01T12:00:00Z, 3 hours ahead of this "
                + "machine's clock\n")
    }

    @Test("--for lasts as long as it says, however the clock is set")
    func duration() async throws {
        let feed = TextFeed()
        let run = try await withSteppedWatch(
            "BTC --for 8s --fields price --csv --no-header", [feed.exchange]
        ) { watch, _ in
            try await feed.send(Self.tick("1"))
            await watch.expectPause(.seconds(8))
            watch.clock.setWallClock(ahead: 5 * Self.hours)
            await watch.clock.pass(.seconds(1))
            await watch.expectPause(.seconds(7))
            watch.clock.setWallClock(ahead: -9 * Self.hours)
            feed.end()
            await watch.clock.pass(.seconds(7))
        }
        #expect(run.status == .success)
        #expect(run.outputLines == ["1"])
        #expect(run.errors.isEmpty, "\(run.errors)")
    }

    @Test("a candle is over when its span is by the ticks' own time: none is cut in pieces, none lost")
    func candles() async throws {
        for jump in [5 * Self.hours, -5 * Self.hours] {
            let feed = TextFeed()
            let run = try await withSteppedWatch(
                "BTC --candles 1m --count 2 --fields time,open,high,low,close,complete --csv --no-header",
                [Self.candles(.json("[]")), feed.exchange]
            ) { watch, _ in
                try await feed.send(Self.tick("10", "12:00:30"))
                watch.clock.setWallClock(ahead: jump)
                try await watch.pass(.seconds(10), hearing: feed)
                try await feed.send(Self.tick("12", "12:00:31"))
                try await feed.send(Self.tick("9", "12:00:32"))
                #expect(watch.console.output.isEmpty)
                try await feed.send(Self.tick("11", "12:01:01"))
                try await feed.send(Self.tick("7", "12:01:02"))
                // From 12:01:01 to 12:02:56. The exchange has no candle for the first minute, which waits until 12:03.
                try await watch.pass(.seconds(115), hearing: feed)
                #expect(watch.console.output.isEmpty)
                feed.end()
                try await watch.step(upTo: .seconds(134), until: "both candles") {
                    watch.console.output.contains("12:01:00Z")
                }
            }
            #expect(run.status == .success)
            #expect(run.outputLines == ["2024-03-01T12:00:00Z,10,12,9,9,false", "2024-03-01T12:01:00Z,11,11,7,7,true"])
            #expect(run.errorLines.allSatisfy { $0.contains("5 hours ahead of this machine's clock") }, "\(run.errors)")
            #expect(run.errorLines.count == (jump < 0 ? 1 : 0))
        }
    }

    @Test("ticks without a time of their own still make candles when the clock is set back")
    func arrivals() async throws {
        let feed = TextFeed()
        let tick = { (price: String) in #"{"type":"ticker","product_id":"BTC-USD","price":"\#(price)"}"# }
        let run = try await withSteppedWatch(
            "BTC --candles 1h --count 2 --fields time,open,high,low,close --csv --no-header",
            [Self.candles(.status(404, body: #"{"message":"NotFound"}"#)), feed.exchange]
        ) { watch, _ in
            try await feed.send(tick("10"))
            watch.clock.setWallClock(ahead: -5 * Self.hours)
            try await feed.send(tick("12"))
            await watch.expectLines("2024-03-01T12:00:00Z,10,10,10,10")
            watch.clock.setWallClock(ahead: 4 * Self.hours)
            feed.end(with: tick("9"))
        }
        #expect(run.status == .success)
        #expect(run.outputLines == ["2024-03-01T12:00:00Z,10,10,10,10", "2024-03-01T07:00:00Z,12,12,12,12"])
    }

    @Test("rates are looked up every five minutes that pass, neither sooner nor later for a clock that is set")
    func rates() async throws {
        let feed = TextFeed()
        let rates = ["10", "20", "30"].map { sek in
            Exchange.get(RatePath.frankfurter, answer: latestRates(#""USD":1.25,"SEK":\#(sek)"#))
        }
        let run = try await withSteppedWatch(
            "BTC -c SEK --count 3 --fields price --csv --no-header", rates + [feed.exchange],
            providers: "coinbase,frankfurter"
        ) { watch, server in
            try await feed.send(Self.tick("1"))
            await watch.expectLines("8")
            await watch.expectPause(.seconds(300))
            for (jump, requests) in [(30 * Self.hours, 3), (-60 * Self.hours, 4)] {
                watch.clock.setWallClock(ahead: jump)
                try await watch.pass(.seconds(295), hearing: feed)
                #expect(server.requests.count == requests - 1)
                try await watch.pass(.seconds(5), hearing: feed)
                // The next pause begins when the rates are there.
                await watch.expectPause(.seconds(300))
                #expect(server.requests.count == requests)
                if requests == 3 { try await feed.send(Self.tick("1")) } else { feed.end(with: Self.tick("1")) }
            }
        }
        #expect(run.status == .success, "\(run.errors)")
        #expect(run.outputLines == ["8", "16", "24"])
    }

    @Test("a pause before connecting again and the reported gap are of the time that passed")
    func reconnect() async throws {
        for jump in [7 * Self.hours, -7 * Self.hours] {
            let first = Exchange.webSocket { peer in
                try peer.send([.text(Self.tick("1")), .ping()])
                try peer.expectText(StreamFrames.coinbaseSubscription("BTC-USD"))
                try peer.expectPong()
                try peer.drop()
            }
            let feed = TextFeed()
            feed.end(with: Self.tick("2"))
            let run = try await withSteppedWatch(
                "BTC --count 2 --fields price --csv --no-header", [first, feed.exchange]
            ) { watch, server in
                await watch.expectPause(.milliseconds(500))
                watch.clock.setWallClock(ahead: jump)
                await watch.clock.pass(.milliseconds(499))
                await watch.expectPause(.milliseconds(1))
                #expect(server.connectionCount == 1)
                await watch.clock.pass(.milliseconds(1))
            }
            #expect(run.status == .success)
            #expect(run.outputLines == ["1", "2"])
            #expect(run.errorLines.contains("crypto: coinbase: back after a gap of 0.5 s"), "\(run.errors)")
        }
    }
}
