@testable import MarketProviders
import Platform
import Synchronization
import TestSupport
import Testing
import Transport

@testable import Markets

@Suite("A feed with many symbols, and with many changes", .quick)
struct FeedLoadTests {
    private static func symbols(_ names: [String]) -> [Symbol] { names.compactMap { try? Symbol($0) } }

    @Test("Of changes that wait the feed sees only what they lead to, as one message")
    func mailbox() throws {
        let feed = feed(StreamDouble("only"))
        for _ in 0..<1000 {
            feed.change([
                (isAddition: true, symbols: Self.symbols(["A", "B"])),
                (isAddition: false, symbols: Self.symbols(["A"])),
            ])
        }
        feed.close()
        feed.add(Self.symbols(["C", "A"]))
        let messages = feed.mailbox.take()
        try #require(messages.count == 3)
        guard case .changed = messages[0], case .close = messages[1], case .changed = messages[2]
        else { throw NotAsPosted() }
        #expect(feed.wanted.withLock { $0.keys.map(\.bare) } == ["B", "C", "A"])
        #expect(feed.mailbox.take().isEmpty)
    }

    private struct NotAsPosted: Error {}

    @Test("An end does not wait for what is to be done before it")
    func end() async {
        let asked = Mutex(0)
        let double = StreamDouble("only") { _ in
            asked.withLock { $0 += 1 }
            return true
        }
        let feed = feed(double)
        for index in 0..<1000 {
            feed.add(Self.symbols(["S\(index)"]))
            feed.close()
        }
        await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            await feed.run(into: TickLog())
        }.value
        #expect(asked.withLock { $0 } == 0 && double.opened == 0)
    }

    @Test("A list by keys keeps its order over thousands of changes, and no room for what is gone")
    func keyedList() {
        var list = KeyedList<Int, String>()
        for key in 0..<10 { list[key] = "\(key)" }
        for key in 10..<10_000 {
            list[key] = "new"
            list[key] = nil
        }
        list[3] = "three"
        list[0] = nil
        list[0] = "again"
        #expect(list.keys == [1, 2, 3, 4, 5, 6, 7, 8, 9, 0])
        #expect(list.values.prefix(3) == ["1", "2", "three"] && list.count == 10)
        #expect(list.first?.key == 1)
        #expect(list.room < 50)
    }

    @Test("A table of markets finds each by its name over thousands of changes")
    func marketTable() {
        var table = TickMarketTable()
        for round in 0..<2000 {
            table.add([tickMarket("M\(round)", "M", of: "made")])
            if round >= 10 { table.remove([tickMarket("M\(round - 10)", "M", of: "made")]) }
        }
        #expect(table.all.map(\.name) == (1990..<2000).map { "M\($0)" } && table.count == 10)
        #expect(table.contains("M1995") && !table.contains("M1989") && !table.contains(""))
    }

    @Test("Symbols that come and go on a running feed leave nothing behind")
    func comeAndGo() async throws {
        let double = StreamDouble("only")
        let (feed, log) = (feed(double), TickLog())
        let run = Task { await feed.run(into: log) }
        feed.add(Self.symbols(["BTC"]))
        try await expectEventually("a connection") { double.opened == 1 }
        for round in 0..<200 {
            feed.add(Self.symbols(["S\(round)"]))
            try await expectEventually("S\(round)") { double.changes.last == "+S\(round)-USD" }
            feed.remove(Self.symbols(["S\(round)"]))
            try await expectEventually("S\(round) gone") { double.changes.last == "-S\(round)-USD" }
        }
        double.play(.tick("BTC-USD", "1"))
        try await expectEventually("a tick") { log.ticks == ["BTC-USD 1"] }
        #expect(double.opened == 1)
        run.cancel()
        await run.value
        #expect(double.closed == 1)
    }

    private func feed(_ double: StreamDouble) -> TickFeed {
        TickFeed(
            links: [TickFeed.Link(name: double.name, source: double.source, quotes: { _, _ in [] })],
            choice: CurrencyChoice(.usd),
            policy: StreamPolicy(
                retry: RetryPolicy(retries: 0), attempts: nil, deadline: .none, time: .live, random: { 1 }),
            resolve: { market, _ in .success(market) }, forget: { _ in }, observe: { _ in })
    }
}
