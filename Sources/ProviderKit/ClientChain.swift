public import Platform
public import Transport

/// Providers asked one after the other until each item has its answer.
///
/// A provider that fails is followed by the next at once. When all that were asked about an item failed for a passing
/// reason, the chain is walked again for it after a pause, as often and as long as the policy and deadline allow.
public struct ClientChain<Client: Sendable>: Sendable {
    /// A provider ready to be asked.
    public struct Link: Sendable {
        /// Its name.
        public var name: String
        /// Its client.
        public var client: Client

        /// A link of a chain.
        public init(name: String, client: Client) {
            self.name = name
            self.client = client
        }
    }

    /// Something worth a line while the chain is walked.
    public typealias Event = ChainEvent

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

/// Something worth a line while a chain is walked.
public enum ChainEvent: Sendable, Equatable {
    /// A provider failed and another is about to be asked for what is missing; walks count from 0.
    case step(ProviderFailure, next: String, walk: Int)
    /// All failed; the chain is walked again after the pause.
    case pause(Duration)
}

extension ClientChain {
    package typealias Ask<Item, Answer> = (Link, [Item]) async -> [Result<Answer, ProviderFailure>]

    /// One result an item, in their order; `mayAsk` says whom an item may be asked of.
    package func walk<Item, Answer>(
        _ items: [Item], mayAsk: (_ position: Int, Item) -> Bool, ask: Ask<Item, Answer>
    ) async -> [Result<Answer, ProviderFailure>] {
        var tracks = items.map { item in
            Track<Item, Answer>(item: item, route: links.indices.filter { mayAsk($0, item) })
        }
        var open = Array(tracks.indices)
        for walk in 0... {
            await walkOnce(&tracks, open: open, walk: walk, ask: ask)
            open = open.filter { tracks[$0].isWorthAnotherWalk }
            let asked = open.flatMap { tracks[$0].failures.values }.compactMap(\.retryAfter).min()
            guard !open.isEmpty, let pause = pause(after: walk, retryAfter: asked) else { break }
            observe(.pause(pause))
            guard (try? await time.sleep(pause)) != nil else { break }
        }
        return tracks.map { $0.result(ifNeverAsked: links[0].name) }
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
        var failure: ProviderFailure?
        for (position, link) in links.enumerated() {
            let missing = open.filter { tracks[$0].isToBeAsked(at: position) }
            guard !Task.isCancelled else { return }
            guard !missing.isEmpty else { continue }
            if let failure { observe(.step(failure, next: link.name, walk: walk)) }
            let results = await ask(link, missing.map { tracks[$0].item })
            for (index, result) in zip(missing, results) { tracks[index].take(result, from: position) }
            failure = missing.first { tracks[$0].answer == nil }.flatMap { tracks[$0].failures[position] }
        }
    }
}

/// One item's way along the chain.
private struct Track<Item, Answer> {
    let item: Item
    /// The positions of those who may be asked.
    let route: [Int]
    var answer: Answer?
    /// What each of them said last, by position.
    var failures: [Int: ProviderFailure] = [:]

    init(item: Item, route: [Int]) {
        self.item = item
        self.route = route
    }

    /// False once there is an answer, and for a provider that is known to have none.
    func isToBeAsked(at position: Int) -> Bool {
        answer == nil && route.contains(position) && failures[position]?.isPassedOver != true
    }

    /// True when it has no answer, and everybody that could have known one failed for a passing reason.
    var isWorthAnotherWalk: Bool {
        let told = failures.values.filter { !$0.isPassedOver }
        return answer == nil && !told.isEmpty && told.allSatisfy(\.isPassing)
    }

    /// The answer, else what all who were asked said.
    func result(ifNeverAsked provider: String) -> Result<Answer, ProviderFailure> {
        if let answer { return .success(answer) }
        let told = route.compactMap { failures[$0] }
        let cancelled = ProviderFailure(provider, .transport(TransportError(host: provider, reason: .cancelled)))
        return .failure(ProviderFailure(chain: told) ?? cancelled)
    }

    mutating func take(_ result: Result<Answer, ProviderFailure>, from position: Int) {
        switch result {
        case .success(let answer): self.answer = answer
        case .failure(let failure): failures[position] = failure
        }
    }
}
