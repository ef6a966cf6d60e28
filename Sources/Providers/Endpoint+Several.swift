import Transport

extension Endpoint {
    /// The answers to requests made one after the other. When one fails in a way that all would, the others are not made
    /// and have its failure.
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

    /// As `ask`, with up to `limit` requests under way at once; the answers are in the order of `items`.
    package static func askAtOnce<Item: Sendable, Answer: Sendable>(
        _ items: [Item], limit: Int = 8, _ ask: @escaping @Sendable (Item) async -> Result<Answer, ProviderFailure>
    ) async -> [Result<Answer, ProviderFailure>] {
        await withTaskGroup(of: (Int, Result<Answer, ProviderFailure>).self) { group in
            var answers: [Int: Result<Answer, ProviderFailure>] = [:]
            var end: ProviderFailure?
            for (index, item) in items.enumerated() {
                if index >= limit, let (index, answer) = await group.next() {
                    answers[index] = answer
                    end = end ?? answer.failureOfTheProvider
                }
                if end != nil { break }
                group.addTask { (index, await ask(item)) }
            }
            for await (index, answer) in group { answers[index] = answer }
            return items.indices.compactMap { answers[$0] ?? end.map { .failure($0) } }
        }
    }
}

extension Result where Failure == ProviderFailure {
    /// The failure, where another request would fail in the same way.
    fileprivate var failureOfTheProvider: ProviderFailure? {
        guard case .failure(let failure) = self, failure.isOfTheProvider else { return nil }
        return failure
    }
}

extension ProviderFailure {
    /// True where another request would fail in the same way.
    fileprivate var isOfTheProvider: Bool {
        switch reason {
        case .transport, .rateLimited, .unauthorized, .missingKey: true
        case .status, .invalidData, .unknownSymbol, .unknownCity, .cannotQuote, .noRate, .cannot,
            .streamClosed, .streamSilent:
            false
        }
    }
}

extension String {
    /// Whether it can stand between two slashes of a path and mean itself there.
    package var isPathSegment: Bool { !isEmpty && self != "." && self != ".." && !contains("/") }
}
