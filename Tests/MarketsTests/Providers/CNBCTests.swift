import Markets
import TestSupport
import Testing

@Suite("CNBC", .quick, .virtualTime)
struct CNBCTests {
    private static let path = "/quote-html-webservice/restQuote/symbolType/symbol"

    @Test("More stocks than a request holds are asked for in several")
    func batches() async throws {
        let names = (100..<145).map { "S\($0)" }
        let answers = Answer.making { request in
            let symbols = request.parameter("symbols")?.split(separator: "|").map(String.init) ?? []
            let rows = symbols.map { #"{"symbol":"\#($0)","code":0,"last":"1","currencyCode":"USD"}"# }
            return .json(#"{"FormattedQuoteResult":{"FormattedQuote":[\#(rows.joined(separator: ","))]}}"#)
        }
        try await withLoopbackServer([.get(Self.path, times: 2, answer: answers)]) { server in
            let results = try await Provider.listed("cnbc").client(server).quotes(names)
            #expect(results.map { $0.success?.symbol } == names)
        }
    }
}
