import DecimalArithmetic
import Markets
import ProviderKit
import TestSupport
import Testing

@Suite("Consensus of several providers", .quick)
struct ConsensusTests {
    private static func sources(_ prices: [String]) throws -> [Consensus.Source] {
        try prices.enumerated().map { Consensus.Source("p\($0)", try #require(ExactDecimal($1))) }
    }

    @Test(
        "The median of those that agree, exactly; who is far off is dropped",
        arguments: [
            (["100"], "100", "0", []), (["100", "101"], "100.5", "0.49751244", []),
            (["100", "102", "101"], "101", "0.99009901", []),
            (["100", "101", "500"], "100.5", "0.49751244", ["p2"]),
            (["1", "100", "101", "102"], "101", "0.99009901", ["p0"]),
            (["0.00000012", "0.00000012", "0.00000013", "0.00000012"], "0.00000012", "0", ["p2"]),
            // The MAD is 0, and what is within half a percent of the median stays.
            (["200", "200", "200", "201"], "200", "0.5", []), (["200", "200", "200", "201.1"], "200", "0", ["p3"]),
            (["67000.1", "67001.3", "66998.7", "67000.9", "61000"], "67000.5", "0.00268655", ["p4"]),
        ] as [([String], String, String, [String])])
    func vectors(prices: [String], median: String, deviation: String, outliers: [String]) throws {
        let consensus = try #require(Consensus(try Self.sources(prices)))
        #expect(consensus.median.description == median)
        #expect(consensus.deviationPercent.description.hasPrefix(deviation))
        #expect(consensus.outliers.map(\.provider) == outliers)
        #expect(consensus.sources.count + consensus.outliers.count == prices.count)
    }

    @Test("No source is no consensus")
    func none() {
        #expect(Consensus([]) == nil)
    }

    @Test("In 2,000 random draws: the median of an honest majority moves by no more than its own spread")
    func random() throws {
        var generator = SplitMix64(state: 7)
        for _ in 0..<2000 {
            let honest = Int(generator.next() % 5) + 3
            let liars = Int(generator.next() % UInt64((honest + 1) / 2))
            let truth = (0..<honest).map { _ in ExactDecimal(100_000 + Int(generator.next() % 200)) }
            let lies = (0..<liars).map { _ in ExactDecimal(Int(generator.next() % 400_000) + 1) }
            let sources = (truth + lies).enumerated().map { Consensus.Source("p\($0)", $1) }
            let consensus = try #require(Consensus(sources))
            let (low, high) = (try #require(truth.min()), try #require(truth.max()))
            #expect(consensus.median >= low && consensus.median <= high, "\(truth) \(lies)")
            let far = zip(sources, truth + lies).filter { $1 < 50_000 || $1 > 200_000 }.map(\.0.provider)
            #expect(Set(far).isSubset(of: consensus.outliers.map(\.provider)), "\(truth) \(lies)")
        }
    }
}
