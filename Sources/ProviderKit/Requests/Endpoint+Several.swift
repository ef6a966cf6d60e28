import Transport

extension Endpoint {
    /// Sends requests one after the other and returns their results. If one fails in a way that all would, the
    /// remaining requests are not sent and get the same failure.
    package static func ask<Batch, Answer>(
        _ batches: [Batch], _ ask: (Batch) async -> Result<Answer, ProviderFailure>
    ) async -> [(Batch, Result<Answer, ProviderFailure>)] {
        var answers: [(Batch, Result<Answer, ProviderFailure>)] = []
        var end: ProviderFailure?
        for batch in batches {
            let answer = if let end { Result<Answer, ProviderFailure>.failure(end) } else { await ask(batch) }
            end = end ?? answer.failureOfTheProvider
            answers.append((batch, answer))
        }
        return answers
    }

    /// Sends requests like `ask`, in groups: the requests of a group are concurrent, with a `pause` between two
    /// groups. The results are in the order of `items`.
    package static func askAtOnce<Item: Sendable, Answer: Sendable>(
        _ items: [Item], groupsOf size: Int = 8, pause: () async -> Void = {},
        _ ask: @escaping @Sendable (Item) async -> Result<Answer, ProviderFailure>
    ) async -> [Result<Answer, ProviderFailure>] {
        var answers: [Result<Answer, ProviderFailure>] = []
        var end: ProviderFailure?
        for start in stride(from: 0, to: items.count, by: size) {
            let group = items[start..<min(start + size, items.count)]
            if let end {
                answers += group.map { _ in .failure(end) }
                continue
            }
            if start > 0 { await pause() }
            answers += await askTogether(group, ask)
            end = answers[start...].lazy.compactMap(\.failureOfTheProvider).first
        }
        return answers
    }

    private static func askTogether<Item: Sendable, Answer: Sendable>(
        _ items: ArraySlice<Item>, _ ask: @escaping @Sendable (Item) async -> Answer
    ) async -> [Answer] {
        await withTaskGroup(of: (Int, Answer).self) { group in
            for (index, item) in zip(items.indices, items) { group.addTask { (index, await ask(item)) } }
            var answers: [(Int, Answer)] = []
            for await answer in group { answers.append(answer) }
            return answers.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }
}

extension Result where Failure == ProviderFailure {
    /// The failure, if another request would fail in the same way; otherwise nil.
    fileprivate var failureOfTheProvider: ProviderFailure? {
        guard case .failure(let failure) = self, failure.isOfTheProvider else { return nil }
        return failure
    }
}

extension ProviderFailure {
    /// True if another request would fail in the same way.
    fileprivate var isOfTheProvider: Bool {
        switch reason {
        case .transport, .rateLimited, .blocked, .unauthorized, .missingKey, .noHost: true
        case .status, .invalidData, .noPrice, .noCandles, .unknownSymbol, .unknownCity, .cannotQuote, .noRate,
            .staleRate, .staleAnswer, .cannot, .notKept, .streamClosed, .streamSilent:
            false
        }
    }
}

extension String {
    /// Whether the text can be a segment of a URL path, and keeps its meaning there.
    package var isPathSegment: Bool { !isEmpty && self != "." && self != ".." && !contains("/") }
}
