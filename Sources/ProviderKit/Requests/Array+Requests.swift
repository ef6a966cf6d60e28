extension Array {
    /// Returns the elements in groups of `size`; the last one may be smaller.
    package func groups(of size: Int) -> [[Element]] {
        stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
    }
}

extension Array where Element: Sendable {
    /// Sends a request for each element, one after the other. If one fails in a way that all would, the remaining
    /// requests are not sent and get the same failure.
    ///
    /// Returns the elements with their results, in order.
    package func requestInSequence<Answer>(
        _ request: (Element) async -> Result<Answer, ProviderFailure>
    ) async -> [(Element, Result<Answer, ProviderFailure>)] {
        var answers: [(Element, Result<Answer, ProviderFailure>)] = []
        var end: ProviderFailure?
        for element in self {
            let answer = if let end { Result<Answer, ProviderFailure>.failure(end) } else { await request(element) }
            end = end ?? answer.failure(.ofProvider)
            answers.append((element, answer))
        }
        return answers
    }

    /// Sends a request for each element, in groups: the requests of a group are concurrent. After a failure in a way
    /// that all would, or a group of errors of the server, the remaining groups are not sent and get the same failure.
    ///
    /// Returns the results in the order of the elements.
    package func requestConcurrently<Answer: Sendable>(
        groupsOf size: Int = 8,
        _ request: @escaping @Sendable (Element) async -> Result<Answer, ProviderFailure>
    ) async -> [Result<Answer, ProviderFailure>] {
        var answers: [Result<Answer, ProviderFailure>] = []
        var end: ProviderFailure?
        for group in groups(of: size) {
            if let end {
                answers += group.map { _ in .failure(end) }
                continue
            }
            let found = await Self.answers(to: group, request)
            answers += found
            end = found.lazy.compactMap { $0.failure(.ofProvider) }.first
            // One error of a server may be of one request; a whole group of them is of the server.
            let errors = found.compactMap { $0.failure(.ofServer) }
            if errors.count == size { end = end ?? errors.first }
        }
        return answers
    }

    private static func answers<Answer: Sendable>(
        to group: [Element], _ request: @escaping @Sendable (Element) async -> Answer
    ) async -> [Answer] {
        await withTaskGroup(of: (Int, Answer).self) { tasks in
            for (index, element) in group.enumerated() { tasks.addTask { (index, await request(element)) } }
            var answers: [(Int, Answer)] = []
            for await answer in tasks { answers.append(answer) }
            return answers.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }
}

extension Result where Failure == ProviderFailure {
    /// Returns the failure if its kind has a trait, otherwise nil.
    fileprivate func failure(_ trait: ProviderFailure.Traits) -> ProviderFailure? {
        guard case .failure(let failure) = self, failure.has(trait) else { return nil }
        return failure
    }
}
