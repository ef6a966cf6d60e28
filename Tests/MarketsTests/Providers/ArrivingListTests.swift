import Markets
import TestSupport
import Testing
import Transport

/// Long lists over sockets, which are decoded while they arrive.
@Suite("Lists that are decoded while they arrive", .quick)
struct ArrivingListTests {
    private static let path = "/v1/tickers"

    private static func row(_ number: Int) -> String {
        #"{"id":"c-\#(number)","symbol":"C\#(number)","name":"Coin ü\#(number)","rank":\#(number),"text":"\#(filler)","#
            + #""quotes":{"USD":{"price":\#(number).25,"percent_change_24h":-1.5,"market_cap":0}}}"#
    }

    private static let filler = String(repeating: "x", count: 300)

    private static func list(_ count: Int) -> [UInt8] {
        Array(("[" + (1...count).map(row).joined(separator: ",") + "]").utf8)
    }

    private static func answer(_ answer: Answer) async throws -> Result<ListAnswer, ProviderFailure> {
        try await withLoopbackServer([.get(path, query: "quotes=USD", times: .any, answer: answer)]) { server in
            let client = Provider.listed("coinpaprika").client(server)
            do throws(ProviderFailure) {
                let query = ListQuery(.oneAnswer(atLeast: 1), currency: CurrencyChoice(.usd))
                return .success(try await client.list(query))
            } catch {
                return .failure(error)
            }
        }
    }

    /// 1,500 and 30,000 rows: one is kept whole, of the other 12 MB are let go while they are read.
    @Test("All rows come, whatever the pieces, plain or compressed", arguments: [1500, 30_000])
    func whole(count: Int) async throws {
        let text = Self.list(count)
        let size = 70_001
        let pieces = stride(from: 0, to: text.count, by: size).map { Array(text[$0...].prefix(size)) }
        let zipped = Gzip.stored(text)
        let answers: [Answer] = [
            .json(text), .chunked(pieces),
            .response(headers: [("Content-Encoding", "gzip")], body: zipped),
        ]
        for answer in answers {
            let quotes = try await Self.answer(answer).get().quotes
            #expect(quotes.count == count)
            #expect(quotes.map(\.symbol) == (1...count).map { "C\($0)" })
            #expect(quotes.map { $0.price?.description } == (1...count).map { "\($0).25" })
        }
    }

    @Test(
        "A list that ends early is cut, and none of its rows come", arguments: [1500, 30_000],
        [Answer.Ending.close, .reset])
    func cut(count: Int, ending: Answer.Ending) async throws {
        let text = Self.list(count)
        let failure = try await Self.answer(.cut(text, after: text.count - 100_000, then: ending)).failure
        guard case .transport(let error) = failure?.reason, case .unreachable = error.reason else {
            Issue.record("\(String(describing: failure))")
            return
        }
    }

    @Test("A list with an error near its end is invalid, and the error has its place", arguments: [1500, 30_000])
    func broken(count: Int) async throws {
        var text = Self.list(count)
        text[text.count - 50_000] = 1
        let failure = try await Self.answer(.json(text)).failure
        #expect(failure?.reason == .invalidData("no JSON: a control character at byte \(text.count - 50_000)"))
    }

    /// A text before the error, and one after it.
    private static let paddings: [String: (before: String, after: String)] = [
        "white space": (padding + "{", "}"), "a member": (#"{"padding":"\#(padding)","#, "}"),
        "a member behind it": ("{", #","padding":"\#(padding)"}"#),
    ]

    /// Longer than what is kept of a list.
    private static let padding = String(repeating: " ", count: 9_000_000)

    @Test("An error of the provider has its kind behind 9 MB", arguments: paddings.keys.sorted())
    func paddedError(name: String) async throws {
        let padding = try #require(Self.paddings[name])
        let reason = try await Self.answer(
            .json(padding.before + #""error":"too many requests""# + padding.after)
        ).failure?.reason
        #expect(reason == .rateLimited(words: "too many requests"))
    }
}
