import Markets
import ProviderKit
import TestSupport
import Testing

@Suite("A feed of streams that end", .quick, .virtualTime)
struct FeedEndTests {
    @Test("It ends when all are over and nothing more is added, not while a symbol of another provider continues")
    func all() async throws {
        let (first, second) = (StreamDouble("first") { $0.bare != "ETH" }, StreamDouble("second"))
        try await running([first, second], ["BTC", "SOL", "ETH"]) { run in
            run.feed.close()
            try await run.until { first.changes == ["+BTC-USD", "+SOL-USD"] && second.opened == 1 }
            first.play(.tick("BTC-USD", "1"))
            first.play(.over(["BTC-USD"]))
            try await run.until { first.changes.last == "-BTC-USD" }
            first.play(.over(["SOL-USD"]))
            // Nothing is left that it could be open for.
            try await run.until { first.closed == 1 }
            second.play(.tick("ETH-USD", "2"))
            try await run.until { run.log.ticks == ["BTC-USD 1", "ETH-USD 2"] }
            #expect(!run.hasEnded && run.over.isEmpty)
            second.play(.refuse("ETH-USD"))
            try await run.untilEnd()
            #expect(run.over == ["first"] && run.gaveUp == ["ETH: unknownSymbol at first"])
        }
    }

    @Test("While symbols may be added it continues; one that was removed and comes again is played again")
    func open() async throws {
        let only = StreamDouble("only")
        try await running([only], ["BTC"]) { run in
            try await run.until { only.play(.over(["BTC-USD"])) }
            try await run.until { only.closed == 1 }
            let bitcoin = [try Symbol("BTC")]
            run.feed.change([(false, bitcoin), (true, [try Symbol("ETH")])])
            // The feed has seen that it is gone, or it would not be wanted again.
            try await run.until { only.changes.last == "+ETH-USD" }
            #expect(only.opened == 2)
            run.feed.add(bitcoin)
            try await run.until { only.changes.last == "+BTC-USD" }
            run.feed.close()
            only.play(.tick("BTC-USD", "2"))
            only.play(.over(["BTC-USD", "ETH-USD"]))
            try await run.untilEnd()
            #expect(run.log.ticks == ["BTC-USD 2"] && run.over == ["only"])
        }
    }

    @Test("A list that is kept may bring others in place of what failed, not of what is over")
    func list() async throws {
        let only = StreamDouble("only") { $0.bare != "NOPE" }
        try await running([only], ["NOPE"]) { run in
            run.feed.closeBesideList()
            try await run.until { !run.gaveUp.isEmpty }
            #expect(!run.hasEnded)
            run.feed.add([try Symbol("BTC")])
            try await run.until { only.play(.over(["BTC-USD"])) }
            try await run.untilEnd()
            #expect(run.over == ["only"])
        }
    }
}
