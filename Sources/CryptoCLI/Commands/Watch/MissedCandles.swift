import Markets
import Platform
import ProviderKit
import Synchronization

/// The candles of a stream that it did not see whole. When they are over, the provider of the stream is asked for them.
/// Until it has sent them, they and the later ones of their market wait.
final class MissedCandles: Sendable {
    private struct State {
        /// Those of each market, in the order in which they began to wait.
        var markets: [WaitingCandles] = []
        /// The difference between the time of the ticks and the monotonic clock.
        var offset = Duration.zero

        func index(of market: TickMarket) -> Int? {
            markets.firstIndex { $0.market.provider == market.provider && $0.market.label == market.label }
        }

        mutating func set(_ waiting: WaitingCandles, at index: Int?) {
            guard let index else { return markets.append(waiting) }
            markets[index] = waiting
        }

        /// Removes and returns the candles that wait no longer at a time.
        mutating func take(at time: Int64) -> [Candle] {
            let candles = markets.indices.flatMap { markets[$0].take(at: time) }
            markets.removeAll(where: \.isEmpty)
            return candles
        }
    }

    private let context: RunContext
    private let width: CandleWidth
    /// By the names of the providers that are asked; raised when a candle of one begins to wait.
    private let signals: [String: TaskSignal]
    private let reported = Mutex<Set<String>>([])
    private let state = Mutex(State())

    private var time: TimeSource { context.environment.time }

    /// Creates an empty list for candles of a width; nil if no provider of the chain has a stream and candles. One
    /// whose prices may be polled is left out, because what it sends may not be all ticks.
    init?(_ context: RunContext, _ chain: TickChain, _ width: CandleWidth) {
        let names = chain.links.filter { $0.polling == nil && chain.markets[$0.name] != nil }.map(\.name).filter {
            context.table.named($0).map { $0.jobs.contains(.history) && !$0.isMadeUp } ?? false
        }
        guard !names.isEmpty else { return nil }
        (self.context, self.width) = (context, width)
        signals = Dictionary(names.map { ($0, TaskSignal()) }, uniquingKeysWith: { first, _ in first })
    }

    // MARK: - The candles of the stream

    /// Takes a candle that is over, and the spans after it of which the stream saw nothing. Returns what is to be
    /// printed now. `offset` leads from the monotonic clock to the time of the ticks.
    func take(
        _ candle: Candle?, missed: ClosedRange<Int64>? = nil, of market: TickMarket, offset: Duration
    ) -> [Candle] {
        let isWhole = candle?.complete != false && missed == nil
        let isAsked = signals[market.provider] != nil
        let (candles, isWaiting) = state.withLock { state -> ([Candle], Bool) in
            state.offset = offset
            let index = state.index(of: market)
            let known = index.map { state.markets[$0] }
            guard var waiting = known ?? (isWhole || !isAsked ? nil : WaitingCandles(market, width)) else {
                return ([candle].compactMap(\.self), false)
            }
            let time = seconds(state)
            if let candle { waiting.add(candle, isAsked: isAsked, at: time) }
            if let missed, isAsked { waiting.add(missed, at: time) }
            let candles = waiting.take(at: time)
            state.set(waiting, at: index)
            return (candles, !waiting.isEmpty)
        }
        if isWaiting { signals[market.provider]?.raise() }
        return candles
    }

    /// Removes and returns the candles that wait no longer.
    func takeDue() -> [Candle] {
        state.withLock { state in
            let time = seconds(state)
            return state.take(at: time)
        }
    }

    /// Removes and returns all candles.
    func takeAll() -> [Candle] { state.withLock { $0.take(at: .max) } }

    /// The time until the first candle waits no longer; nil if none waits.
    var rest: Duration? {
        state.withLock { state in
            state.markets.compactMap(\.limit).min().map { .seconds($0) - state.offset - time.elapsed() }
        }
    }

    private func seconds(_ state: borrowing State) -> Int64 { (state.offset + time.elapsed()).components.seconds }
}

// MARK: - What the providers are asked

extension MissedCandles {
    /// Asks the providers for the candles that wait, until the task is cancelled. Calls `print` when some wait no
    /// longer.
    func run(_ print: @escaping @Sendable () -> Void) async {
        await withTaskGroup(of: Void.self) { group in
            for (name, signal) in signals { group.addTask { [self] in await ask(name, signal, print) } }
        }
    }

    private func ask(_ name: String, _ signal: TaskSignal, _ print: @escaping @Sendable () -> Void) async {
        while !Task.isCancelled {
            let (questions, rest) = next(of: name)
            if !questions.isEmpty {
                await ask(questions, of: name, print)
            } else if let rest {
                await signal.wait(atMost: rest, time)
            } else {
                await signal.wait()
            }
            // With a test clock whose pauses take no time, other tasks must run too.
            await TaskThreads.yield()
        }
    }

    private func ask(_ questions: [Question], of name: String, _ print: @escaping @Sendable () -> Void) async {
        guard let provider = context.table.named(name) else { return }
        let chain = context.providers.converting([provider], for: .history)
        let answers = await questions.requestConcurrently { question in
            let answer = await Result(asking: { () throws(ProviderFailure) in
                let candles = try await chain.history(question.query).candles
                if let failure = self.context.notices.review(candles) { throw failure }
                return candles
            })
            guard case .success(let candles) = answer else { return answer }
            let notices = self.context.notices
            for failure in notices.reportLost(of: candles) { notices.console.say(failure) }
            self.change(question) { $0.take(candles, of: question.query, at: $1) }
            print()
            return answer
        }
        for (question, answer) in zip(questions, answers) {
            if case .failure(let failure) = answer { fail(question, failure) }
        }
        print()
    }

    private func fail(_ question: Question, _ failure: ProviderFailure) {
        guard !Task.isCancelled else { return }
        let hasNone = if case .noCandles = failure.reason { true } else { false }
        if !hasNone, !failure.has(.unrecorded), reported.insert(question.market.provider) {
            context.notices.say(
                "\(Failure.fact(of: failure, in: context.table)); candles that the stream saw only in part stay so")
        }
        let least = failure.retryAfter ?? failure.hold ?? .zero
        change(question) { waiting, time in
            if hasNone || failure.has(.passing) {
                waiting.take([], of: question.query, at: time, pause: least.components.seconds)
            } else {
                waiting.giveUp(question.query.from.seconds...question.query.to.seconds)
            }
        }
    }

    private typealias Question = (market: TickMarket, query: HistoryQuery)

    /// Returns the questions that are due for a provider, and the time until the next one; nil if there is none.
    private func next(of provider: String) -> (questions: [Question], rest: Duration?) {
        state.withLock { state in
            let time = seconds(state)
            var questions: [Question] = []
            var next: Int64?
            for index in state.markets.indices where state.markets[index].market.provider == provider {
                if let query = state.markets[index].question(at: time) {
                    questions.append((state.markets[index].market, query))
                } else if let due = state.markets[index].next {
                    next = min(next ?? due, due)
                }
            }
            return (questions, next.map { .seconds($0) - state.offset - self.time.elapsed() })
        }
    }

    private func change(_ question: Question, _ change: (inout WaitingCandles, _ time: Int64) -> Void) {
        state.withLock { state in
            guard let index = state.index(of: question.market) else { return }
            change(&state.markets[index], seconds(state))
        }
    }
}
