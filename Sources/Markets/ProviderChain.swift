public import Platform
public import Transport

/// Providers asked one after the other until each item has its answer.
///
/// A provider that fails is followed by the next at once. When all that were asked about an item failed for a passing
/// reason, the chain is walked again for it after a pause, as often and as long as the policy and deadline allow.
public struct ProviderChain: Sendable {
    /// A provider ready to be asked.
    public struct Link: Sendable {
        /// Its name.
        public var name: String
        /// Its client.
        public var client: MarketClient

        /// A link of a chain.
        public init(name: String, client: MarketClient) {
            self.name = name
            self.client = client
        }
    }

    /// Something worth a line while the chain is walked.
    public enum Event: Sendable, Equatable {
        /// A provider failed and the next is asked for what is missing; walks count from 0.
        case step(ProviderFailure, next: String, walk: Int)
        /// All failed; the chain is walked again after the pause.
        case pause(Duration)
    }

    /// Who is asked, in this order; one or more.
    public var links: [Link]
    /// How often and after what pauses the chain is walked again.
    public var retry: RetryPolicy
    /// When the whole walk must be over.
    public var deadline: Deadline
    /// The clock of pauses.
    public var time: TimeSource
    /// A number from 0 to 1 for each pause.
    public var random: @Sendable () -> Double
    /// Told of each step.
    public var observe: @Sendable (Event) -> Void

    /// A chain.
    public init(
        links: [Link], retry: RetryPolicy, deadline: Deadline, time: TimeSource,
        random: @escaping @Sendable () -> Double, observe: @escaping @Sendable (Event) -> Void
    ) {
        self.links = links
        self.retry = retry
        self.deadline = deadline
        self.time = time
        self.random = random
        self.observe = observe
    }
}

extension ProviderChain {
    /// The first list that any provider gives, and who gave it.
    public func list(_ query: ListQuery) async throws(ProviderFailure) -> (answer: ListAnswer, link: Link) {
        let results = await walk([query]) { link, _ in
            do throws(ProviderFailure) {
                return [.success((try await link.client.list(query), link))]
            } catch {
                return [.failure(error)]
            }
        }
        return try results[0].get()
    }

    /// One result a symbol, in the order asked; ids are asked of the first provider only.
    public func quotes(
        _ symbols: [Symbol], in currency: CurrencyChoice
    ) async -> [Result<(quote: Quote, link: Link), ProviderFailure>] {
        let first = links[0].name
        return await walk(symbols) { link, symbols in
            let mine = symbols.filter { link.name == first || !$0.isID }
            var answers = await mine.isEmpty ? [] : link.client.quotes(mine, currency)
            answers.reverse()
            return symbols.map { symbol in
                guard link.name == first || !symbol.isID, let answer = answers.popLast() else {
                    return .failure(ProviderFailure(link.name, .unknownSymbol(symbol)))
                }
                return answer.map { ($0, link) }
            }
        }
    }

    private typealias Ask<Item, Answer> = (Link, [Item]) async -> [Result<Answer, ProviderFailure>]

    private func walk<Item, Answer>(
        _ items: [Item], ask: Ask<Item, Answer>
    ) async -> [Result<Answer, ProviderFailure>] {
        var tracks = items.map { Track<Item, Answer>(item: $0) }
        var open = Array(tracks.indices)
        var walks = 0
        while true {
            await walkOnce(&tracks, open: open, walk: walks, ask: ask)
            open = open.filter { tracks[$0].isWorthAnotherWalk }
            let asked = open.flatMap { tracks[$0].failures }.compactMap(\.retryAfter).min()
            guard !open.isEmpty, let pause = pause(after: walks, retryAfter: asked) else { break }
            observe(.pause(pause))
            guard (try? await time.sleep(pause)) != nil else { break }
            walks += 1
        }
        return tracks.map(\.result)
    }

    private func pause(after walk: Int, retryAfter: Duration?) -> Duration? {
        let remaining = deadline.remaining(at: time.elapsed())
        guard
            case .pause(let pause) = retry.step(
                after: walk, retryAfter: retryAfter, remaining: remaining, unit: random())
        else { return nil }
        return pause
    }

    private func walkOnce<Item, Answer>(
        _ tracks: inout [Track<Item, Answer>], open: [Int], walk: Int, ask: Ask<Item, Answer>
    ) async {
        for index in open { tracks[index].failures = [] }
        for (position, link) in links.enumerated() {
            let missing = open.filter { tracks[$0].answer == nil }
            guard !missing.isEmpty, !Task.isCancelled else { return }
            let results = await ask(link, missing.map { tracks[$0].item })
            for (index, result) in zip(missing, results) { tracks[index].take(result) }
            let failure = missing.first { tracks[$0].answer == nil }.flatMap { tracks[$0].failures.last }
            if let failure, position + 1 < links.count {
                observe(.step(failure, next: links[position + 1].name, walk: walk))
            }
        }
    }
}

/// One item's way along the chain.
private struct Track<Item, Answer> {
    let item: Item
    var answer: Answer?
    /// Of the present walk, in the chain's order.
    var failures: [ProviderFailure] = []

    init(item: Item) {
        self.item = item
    }

    /// True when it has no answer, and everybody that could have known one failed for a passing reason.
    var isWorthAnotherWalk: Bool {
        let told = failures.filter { !$0.isPassedOver }
        return answer == nil && !told.isEmpty && told.allSatisfy(\.isPassing)
    }

    /// The answer, else the last failure that is more than not knowing, else the first.
    var result: Result<Answer, ProviderFailure> {
        if let answer { return .success(answer) }
        let cancelled = ProviderFailure("", .transport(TransportError(host: "", reason: .cancelled)))
        return .failure(failures.last { !$0.isPassedOver } ?? failures.first ?? cancelled)
    }

    mutating func take(_ result: Result<Answer, ProviderFailure>) {
        switch result {
        case .success(let answer): self.answer = answer
        case .failure(let failure): failures.append(failure)
        }
    }
}
