import Markets
import Platform
import ProviderKit
import TestSupport
import Testing
import Transport

@Suite("A feed along a chain of providers", .quick, .virtualTime)
struct TickFeedTests {
    @Test("Ticks come from the first provider that knows the symbol; an unknown one passes to the next")
    func chain() async throws {
        let (first, second) = (StreamDouble("first"), StreamDouble("second"))
        try await running([first, second], ["BTC", "ETH"]) { run in
            try await run.until { first.opened == 1 }
            first.play(.tick("BTC-USD", "1"))
            first.play(.refuse("ETH-USD"))
            try await run.until { second.opened == 1 }
            second.play(.tick("ETH-USD", "2"))
            try await run.until { run.log.ticks == ["BTC-USD 1", "ETH-USD 2"] }
            #expect(first.changes == ["+BTC-USD", "+ETH-USD", "-ETH-USD"])
            #expect(second.changes == ["+ETH-USD"])
        }
    }

    @Test("A symbol that is unknown everywhere is given up; the feed ends when none is left and nothing more can come")
    func unknown() async throws {
        let (first, second) = (StreamDouble("first") { _ in false }, StreamDouble("second"))
        try await running([first, second], ["NOPE"]) { run in
            try await run.until { second.opened == 1 }
            second.play(.refuse("NOPE-USD"))
            run.feed.close()
            try await run.untilEnd()
            #expect(run.gaveUp == ["NOPE: unknownSymbol at first"])
            #expect(second.closed == 1)
        }
    }

    @Test("before the first tick n retries are n+1 attempts along the whole chain; then the last failure counts")
    func attempts() async throws {
        let (first, second) = (StreamDouble("first"), StreamDouble("second"))
        try await running([first, second], ["BTC"], retries: 2) { run in
            for attempt in 1...3 {
                try await run.until { first.opened == attempt && first.play(.fail(.status(503, words: nil))) }
                try await run.until { second.opened == attempt && second.play(.fail(.status(502, words: nil))) }
                if attempt < 3 {
                    try await run.until { !run.clock.pauses.isEmpty }
                    await run.clock.pass(.seconds(2))
                }
            }
            run.feed.close()
            try await run.untilEnd()
            #expect((first.opened, second.opened) == (3, 3))
            #expect(run.gaveUp == ["BTC: status(502, words: nil) at second"])
        }
    }

    @Test("After the first tick the connection is opened again without end, and each gap is reported with its length")
    func reconnect() async throws {
        let only = StreamDouble("only")
        try await running([only], ["BTC"], retries: 0) { run in
            try await run.until { only.play(.tick("BTC-USD", "1")) }
            try await run.until { run.log.ticks.count == 1 }
            for round in 1...10 {
                try await run.until { only.opened == round && only.play(.fail(.streamClosed(code: 1006))) }
                try await run.until { !run.clock.pauses.isEmpty }
                await run.clock.pass(.seconds(60))
            }
            try await run.until { only.opened == 11 && only.play(.tick("BTC-USD", "2")) }
            try await run.until { run.log.ticks.count == 2 }
            #expect(run.gaps == [.seconds(600)])
            #expect(run.losses == 10)
            #expect(only.changes == [String](repeating: "+BTC-USD", count: 11))
        }
    }

    @Test(
        "A connection that brought ticks for as long as the last pause, and 5 seconds, resets the pauses",
        arguments: [(10, 10, [0.5, 0.5, 0.5, 0.5]), (4, 10, [0.5, 1, 2, 4]), (0, 3600, [0.5, 1, 2, 4])])
    func healthy(ticking: Int, life: Int, pauses: [Double]) async throws {
        let only = StreamDouble("only")
        try await running([only], ["BTC"], retries: 0) { run in
            for round in 1...pauses.count {
                try await run.until { only.opened == round && only.play(.tick("BTC-USD", "1")) }
                try await run.until { run.log.ticks.count == 2 * round - 1 }
                await run.clock.pass(.seconds(ticking))
                only.play(.tick("BTC-USD", "2"))
                try await run.until { run.log.ticks.count == 2 * round }
                await run.clock.pass(.seconds(life - ticking))
                only.play(.fail(.streamClosed(code: 1006)))
                try await run.until { run.pauses.count == round && !run.clock.pauses.isEmpty }
                await run.clock.pass(.seconds(4))
            }
            #expect(run.pauses == pauses.map { .seconds($0) })
        }
    }

    @Test("With attempts bounded a running stream ends after so many in a row")
    func bounded() async throws {
        let only = StreamDouble("only")
        try await running([only], ["BTC"], retries: 2, attempts: 2) { run in
            try await run.until { only.play(.tick("BTC-USD", "1")) }
            try await run.until { run.log.ticks.count == 1 }
            for round in 1...3 {
                try await run.until { only.opened == round && only.play(.fail(.streamClosed(code: nil))) }
                if round < 3 {
                    try await run.until { !run.clock.pauses.isEmpty }
                    await run.clock.pass(.seconds(60))
                }
            }
            run.feed.close()
            try await run.untilEnd()
            #expect(run.gaveUp.count == 1)
        }
    }

    @Test("A rejected key ends a running stream at once", arguments: [ProviderFailure.Reason.unauthorized(words: nil)])
    func final(reason: ProviderFailure.Reason) async throws {
        let only = StreamDouble("only")
        try await running([only], ["BTC"]) { run in
            try await run.until { only.play(.tick("BTC-USD", "1")) }
            try await run.until { run.log.ticks.count == 1 }
            only.play(.fail(reason))
            run.feed.close()
            try await run.untilEnd()
            #expect(only.opened == 1)
            #expect(run.losses == 0)
        }
    }

    @Test("symbols come and go on the open connection, and the last one's end closes it")
    func changes() async throws {
        let only = StreamDouble("only")
        try await running([only], ["BTC"]) { run in
            try await run.until { only.opened == 1 }
            run.feed.add(["ETH", "BTC"].compactMap { try? Symbol($0) })
            try await run.until { only.changes == ["+BTC-USD", "+ETH-USD"] }
            run.feed.remove(["BTC"].compactMap { try? Symbol($0) })
            try await run.until { only.changes == ["+BTC-USD", "+ETH-USD", "-BTC-USD"] }
            #expect(only.opened == 1)
        }
        #expect(only.closed == 1)
    }

    @Test("a suspended feed has no connection; a resumed one asks for all it had")
    func suspended() async throws {
        let only = StreamDouble("only")
        try await running([only], ["BTC", "ETH"]) { run in
            try await run.until { only.opened == 1 }
            await run.feed.suspend()
            try await run.until { only.closed == 1 }
            run.feed.resume()
            try await run.until { only.opened == 2 }
            #expect(only.changes == ["+BTC-USD", "+ETH-USD", "+BTC-USD", "+ETH-USD"])
        }
    }

    @Test("An id is asked of the first provider only")
    func ids() async throws {
        let (first, second) = (StreamDouble("first") { _ in false }, StreamDouble("second"))
        try await running([first, second], ["id:bitcoin"]) { run in
            run.feed.close()
            try await run.untilEnd()
            #expect(second.opened == 0)
            #expect(run.gaveUp.count == 1)
        }
    }
}
