@testable import MarketProviders
import JSONReader
import ProviderKit
import TestSupport
import Testing

@testable import Markets

@Suite("Limits of a rate table", .quick)
struct RateCollectorTests {
    @Test("More rates than the limit are an error, valid or not", arguments: ["1", "0"])
    func rates(rate: String) throws {
        func table(_ count: Int) throws -> RateCollector {
            let members = (0..<count).map { "\"A\($0)\":\(rate)" }.joined(separator: ",")
            return try JSONReader.read(Array("{\(members)}".utf8)) { try RateCollector(&$0) }
        }
        #expect(try table(AnswerLimit.rates).count == AnswerLimit.rates)
        #expect(throws: RowProblem.self) { try table(AnswerLimit.rates + 1) }
    }
}
