package import Platform
package import Transport

/// Providers that are tried in order until each item has a result.
///
/// If a provider fails, the next is tried at once. If all providers fail for an item with temporary errors, the chain
/// is repeated for it after a pause, as often and as long as the policy and deadline allow. Providers that hang do not
/// use up the time: a few seconds until the deadline are left for each one after them. With a memory, those that failed
/// in an earlier run are asked last.
package struct ClientChain<Client: Sendable>: Sendable {
    /// A provider of a chain, with its client.
    package struct Link: Sendable {
        /// The name of the provider.
        package var name: String
        /// The provider; nil for one that only its name tells of.
        package var provider: Provider?
        /// The client of the provider.
        package var client: Client
        /// A client that is asked if all providers fail, such as one that only has old answers; nil if there is none.
        package var lastResort: Client?
        /// Whether the client is the last resort of its provider, which failed before.
        package fileprivate(set) var isLastResort = false

        /// Creates a link of a chain. Each parameter sets the property of the same name.
        package init(name: String, client: Client, lastResort: Client? = nil) {
            self.name = name
            self.client = client
            self.lastResort = lastResort
        }

        /// Creates the link of a provider. Each parameter sets the property of the same name.
        package init(_ provider: Provider, client: Client, lastResort: Client? = nil) {
            self.init(name: provider.name, client: client, lastResort: lastResort)
            self.provider = provider
        }

        /// Returns the link with another client of its provider, and without a last resort.
        package func asking(_ client: Client) -> Link {
            var link = self
            (link.client, link.lastResort) = (client, nil)
            return link
        }
    }

    /// The providers in the order they are tried; at least one.
    package var links: [Link]
    /// The number of retries of the chain, and the pauses between them.
    package var retry: RetryPolicy
    /// The deadline of the whole chain.
    package var deadline: Deadline
    /// The clock for pauses.
    package var time: TimeSource
    /// Returns a random number from 0 to 1 for each pause.
    package var random: @Sendable () -> Double
    /// A function that receives each event.
    package var observe: @Sendable (ChainEvent) -> Void
    /// What earlier runs tell about the providers; nil if they are always asked in the order of `links`.
    package var memory: ChainMemory?

    /// Creates a chain. Each parameter sets the property of the same name.
    package init(
        links: [Link], retry: RetryPolicy, deadline: Deadline, time: TimeSource,
        random: @escaping @Sendable () -> Double, observe: @escaping @Sendable (ChainEvent) -> Void
    ) {
        self.links = links
        self.retry = retry
        self.deadline = deadline
        self.time = time
        self.random = random
        self.observe = observe
    }
}

/// An event of a chain that is worth a message.
package enum ChainEvent: Sendable, Equatable {
    /// A provider failed, and another is tried for the missing items. `walk` counts the attempts of the chain from 0.
    case step(ProviderFailure, next: String, walk: Int)
    /// All providers failed, and the last resort of the one of the failure has an answer.
    case lastResort(ProviderFailure)
    /// All providers failed. The chain is repeated after the pause.
    case pause(Duration)
    /// A walk of the chain is done, and providers failed on the way: those of its first round. `isAnswered` says
    /// whether another one has an answer for an item.
    case done([ChainStep], isAnswered: Bool)
}

/// A provider of a chain that failed, and the one that was tried after it.
package struct ChainStep: Sendable, Equatable {
    /// The failure of the provider.
    package var failure: ProviderFailure
    /// The name of the next provider.
    package var next: String

    package init(failure: ProviderFailure, next: String) { (self.failure, self.next) = (failure, next) }
}

extension ClientChain {
    package typealias Ask<Item, Answer> = (Link, [Item]) async -> [Result<Answer, ProviderFailure>]

    /// Returns one result per item, in order. `mayAsk` returns whether the provider at a position of `links` may be
    /// asked for an item: all of them, unless it says otherwise.
    package func walk<Item, Answer>(
        _ items: [Item], mayAsk: (_ position: Int, Item) -> Bool = { _, _ in true }, ask: Ask<Item, Answer>
    ) async -> [Result<Answer, ProviderFailure>] {
        guard !items.isEmpty else { return [] }
        let order = order
        var chain = self
        chain.links = order.map { links[$0] }
        return await chain.walkInOrder(items, mayAsk: { mayAsk(order[$0], $1) }, ask: ask)
    }

    /// The positions of the providers in the order in which they are asked.
    private var order: [Int] {
        guard let memory, links.count > 1 else { return Array(links.indices) }
        let isLast = links.map { memory.isAskedLast($0.name) }
        return links.indices.filter { !isLast[$0] } + links.indices.filter { isLast[$0] }
    }

    private func walkInOrder<Item, Answer>(
        _ items: [Item], mayAsk: (_ position: Int, Item) -> Bool, ask: Ask<Item, Answer>
    ) async -> [Result<Answer, ProviderFailure>] {
        var tracks = items.map { item in
            ItemProgress<Item, Answer>(item: item, route: links.indices.filter { mayAsk($0, item) })
        }
        var steps: [ChainStep] = []
        for walk in 0... {
            let failed = await walkOnce(&tracks, walk: walk, ask: ask)
            if walk == 0 { steps = failed }
            let waiting = tracks.indices.filter { tracks[$0].isWaiting }
            guard !waiting.isEmpty, let pause = pause(after: walk, waiting.flatMap { tracks[$0].chain.failures.values })
            else { break }
            observe(.pause(pause))
            guard (try? await time.sleep(pause)) != nil else { break }
            for index in waiting { tracks[index].begin() }
        }
        remember(tracks)
        let resorts = await walkLastResort(&tracks, ask: ask)
        if !steps.isEmpty { observe(.done(steps, isAnswered: tracks.contains { $0.answer != nil })) }
        for failure in resorts { observe(.lastResort(failure)) }
        return tracks.map { $0.result(ifNeverAsked: links[0].name) }
    }

    /// Tells the memory what became of a walk. Where no provider had an answer, the fault may be this machine's.
    private func remember<Item, Answer>(_ tracks: [ItemProgress<Item, Answer>]) {
        guard let memory, !Task.isCancelled else { return }
        let sources = links.indices.filter { position in tracks.contains { $0.source == position } }
        guard !sources.isEmpty else { return }
        let failed = links.indices.filter { !sources.contains($0) }.compactMap { position in
            tracks.lazy.compactMap { $0.chain.failures[position] }
                .first { $0.has(.outlastsRun) && $0.provider == links[position].name }
        }
        memory.note(sources.map { links[$0].name }, failed)
    }

    /// Asks the last resort of each provider for what no provider has an answer to because of a fault. Returns the
    /// failures that have such an answer.
    private func walkLastResort<Item, Answer>(
        _ tracks: inout [ItemProgress<Item, Answer>], ask: Ask<Item, Answer>
    ) async -> [ProviderFailure] {
        var resorts: [ProviderFailure] = []
        for (position, link) in links.enumerated() {
            guard let client = link.lastResort, !Task.isCancelled else { continue }
            let missing = tracks.indices.filter { tracks[$0].isFaulty && tracks[$0].isToBeAsked(at: position) }
            guard !missing.isEmpty else { continue }
            var resort = link.asking(client)
            resort.isLastResort = true
            let results = await ask(resort, missing.map { tracks[$0].item })
            for (index, result) in zip(missing, results) {
                guard case .success(let answer) = result else { continue }
                if let failure = tracks[index].chain.failures[position] { resorts.append(failure) }
                tracks[index].answer = answer
            }
        }
        return resorts
    }

    /// The deadline of the chain, or that of the provider that waits for it.
    private var end: Deadline { deadline.orEarlier(.ofTask) }

    /// Returns the pause after the `walk`th attempt, counted from 0; nil if there is no other attempt.
    package func pause(after walk: Int, _ failures: [ProviderFailure]) -> Duration? {
        retry.pause(after: walk, failures, remaining: end.remaining(at: time.elapsed()), unit: random())
    }

    /// Asks each provider once. Returns those after whose failure another one was asked.
    private func walkOnce<Item, Answer>(
        _ tracks: inout [ItemProgress<Item, Answer>], walk: Int, ask: Ask<Item, Answer>
    ) async -> [ChainStep] {
        var failure: ProviderFailure?
        var steps: [ChainStep] = []
        // Every command walks a chain. Sequences of sequences would be types that are made at run time here.
        for position in 0..<links.count {
            let link = links[position]
            let missing = tracks.indices.filter { tracks[$0].next == position }
            guard !Task.isCancelled else { break }
            guard !missing.isEmpty else { continue }
            if let failure {
                observe(.step(failure, next: link.name, walk: walk))
                steps.append(ChainStep(failure: failure, next: link.name))
            }
            let others = links.indices.count { later in
                later > position && missing.contains { tracks[$0].isToBeAsked(at: later) }
            }
            let share = end.share(at: time.elapsed(), others: others)
            let results = await Deadline.$ofTask.withValue(share) { await ask(link, missing.map { tracks[$0].item }) }
            for place in 0..<results.count { tracks[missing[place]].take(results[place], from: position) }
            failure = missing.first { tracks[$0].answer == nil }.flatMap { tracks[$0].chain.failures[position] }
        }
        return steps
    }
}

/// The state of one item in the chain.
private struct ItemProgress<Item, Answer> {
    let item: Item
    /// The positions of the providers that may be asked.
    let route: [Int]
    var answer: Answer?
    /// The position of the provider that the answer is from; nil without one, and for that of a last resort.
    private(set) var source: Int?
    private(set) var chain = ChainProgress()
    /// The position of the provider that is asked next; nil for none on this walk.
    private(set) var next: Int?
    /// True if there is no result, but another walk may find one.
    private(set) var isWaiting = false

    init(item: Item, route: [Int]) {
        (self.item, self.route) = (item, route)
        begin()
    }

    /// Begins a walk of the chain.
    mutating func begin() { move(to: chain.step(after: -1, on: route)) }

    /// False once there is a result, and for a provider that is known to have none.
    func isToBeAsked(at position: Int) -> Bool {
        answer == nil && chain.step(after: position - 1, on: route) == .ask(position)
    }

    /// True if there is no result, and a provider that could have one failed.
    var isFaulty: Bool { answer == nil && chain.failures.values.contains { !$0.isSkippable } }

    /// The result, or the failures of all providers that were asked.
    func result(ifNeverAsked provider: String) -> Result<Answer, ProviderFailure> {
        if let answer { return .success(answer) }
        let cancelled = ProviderFailure(provider, .transport(TransportError(host: provider, reason: .cancelled)))
        return .failure(chain.failure ?? cancelled)
    }

    mutating func take(_ result: Result<Answer, ProviderFailure>, from position: Int) {
        next = nil
        switch result {
        case .success(let answer): (self.answer, source) = (answer, position)
        case .failure(let failure):
            chain.note(failure, at: position)
            move(to: chain.step(after: position, on: route))
        }
    }

    private mutating func move(to step: ChainProgress.Step) {
        if case .ask(let position) = step { next = position } else { next = nil }
        isWaiting = step == .wait
    }
}
