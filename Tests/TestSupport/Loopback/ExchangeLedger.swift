/// Records the answers of exchanges, so that every unmatched request and every unused answer is known.
struct ExchangeLedger: Sendable {
    let exchanges: [Exchange]
    private var used: [Int]
    private(set) var requests: [RecordedRequest] = []
    /// One line for each request without a matching exchange.
    private(set) var unmatched: [String] = []

    /// The failed expectations of scripts.
    private(set) var failures: [ScriptFailure] = []

    init(_ exchanges: [Exchange]) {
        self.exchanges = exchanges
        used = Array(repeating: 0, count: exchanges.count)
    }

    /// Records the request and takes its answer, nil when there is none.
    mutating func take(_ request: RecordedRequest) -> Answer? {
        requests.append(request)
        for (index, exchange) in exchanges.enumerated()
        where isOpen(index) && exchange.matcher.mismatch(request) == nil {
            used[index] += 1
            return request.refusalOfAgent ?? exchange.answer
        }
        unmatched.append("\(request)" + reasons(request))
        return nil
    }

    /// Records bytes that are not a request.
    mutating func refuse(_ reason: String) {
        unmatched.append("no HTTP/1.1 request: \(reason)")
    }

    /// Records that a script was not played to its end.
    mutating func fail(_ failure: ScriptFailure) {
        failures.append(failure)
    }

    /// The exchanges with answers left, each with a sentence about them.
    var unused: [(exchange: Exchange, reason: String)] {
        exchanges.indices.compactMap { index in
            guard case .exactly(let times) = exchanges[index].times, used[index] < times else { return nil }
            return (exchanges[index], "\(exchanges[index].matcher): asked \(used[index]) times of \(times)")
        }
    }

    private func isOpen(_ index: Int) -> Bool {
        guard case .exactly(let times) = exchanges[index].times else { return true }
        return used[index] < times
    }

    private func reasons(_ request: RecordedRequest) -> String {
        exchanges.map { "\n  not \($0.matcher): \($0.matcher.mismatch(request) ?? "it has no answer left")" }.joined()
    }
}
