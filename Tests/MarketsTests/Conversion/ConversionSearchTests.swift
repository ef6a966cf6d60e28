import DecimalArithmetic
import Markets
import Platform
import TestSupport
import Testing

@Suite("The search for a path", .quick)
struct ConversionSearchTests {
    /// A random set of tables over a few currencies.
    private static func tables() -> [RateTable] {
        let codes = ["EUR", "USD", "SEK", "DKK", "JPY", "CHF", "GBP", "AED"]
        return (0..<Int.random(in: 1...6)).map { index in
            let chosen = codes.shuffled().prefix(Int.random(in: 2...3))
            let rates = chosen.dropFirst().map { "\($0)=\(Int.random(in: 1...9))" }.joined(separator: " ")
            return RateTable.of(
                chosen[0], rates, provider: "p\(index)", time: "2024-03-0\(Int.random(in: 1...4))T00:00:00Z")
        }
    }

    /// All simple ways, as the number of legs and the time of the oldest.
    private static func ways(_ tables: [RateTable], _ from: Currency, _ to: Currency) -> [(Int, Timestamp)] {
        var found: [(Int, Timestamp)] = []
        func walk(_ at: Currency, _ visited: [Currency], _ oldest: Timestamp?) {
            if at == to, let oldest { return found.append((visited.count - 1, oldest)) }
            for table in tables where table.rates[at] != nil {
                for next in table.rates.keys where !visited.contains(next) {
                    walk(next, visited + [next], min(oldest ?? table.time, table.time))
                }
            }
        }
        walk(from, [from], nil)
        return found
    }

    @Test("finds the fewest legs, then the freshest, as trying all ways does")
    func allWays() throws {
        var pathless = 0
        for _ in 0..<400 {
            let tables = Self.tables()
            var graph = RateGraph()
            for table in tables { graph.add(table) }
            let known = Array(Set(tables.flatMap(\.rates.keys))).sorted { $0.code < $1.code }
            let (from, to) = (known[0], known[known.count - 1])
            let best = Self.ways(tables, from, to).min { $0.0 != $1.0 ? $0.0 < $1.0 : $0.1 > $1.1 }
            guard let best else {
                pathless += 1
                #expect(throws: ConversionFailure.noPath(from: Asset(from), to: Asset(to))) {
                    try graph.conversion(from: Asset(from), to: Asset(to))
                }
                continue
            }
            let conversion = try graph.conversion(from: Asset(from), to: Asset(to))
            #expect(conversion.legs.count == best.0 && conversion.time == best.1)
            #expect(conversion.legs.first?.from == Asset(from) && conversion.legs.last?.to == Asset(to))
            #expect(zip(conversion.legs, conversion.legs.dropFirst()).allSatisfy { $0.to == $1.from })
            #expect(try graph.conversion(from: Asset(from), to: Asset(to)) == conversion)
        }
        #expect(pathless > 0)
    }
}
