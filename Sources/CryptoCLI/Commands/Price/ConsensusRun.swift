import CommandLineKit
import DecimalArithmetic
import Markets
import Platform
import Rendering
import Transport

/// `price --consensus` and `price --each`: asks several providers at the same time, and prints their median price or
/// the price of each.
struct ConsensusRun: Sendable {
    typealias Answer = Result<(quote: Quote, link: ProviderChain.Link), ProviderFailure>

    let request: PriceRequest
    let environment: Environment

    /// A provider, and the places of the symbols that it is asked for.
    typealias Inquiry = (provider: Provider, places: [Int])

    private var isOfEach: Bool { request.consensus.each }

    func run() async throws(Failure) -> ExitStatus {
        // Providers do not agree on the extras, so a median has none of their values.
        let invocation = try QuoteInvocation(
            request.common, request.onceQuestion, fields: .quotes(request.view()), environment,
            extras: isOfEach ? nil : [], isStream: request.lines != nil)
        let context = invocation.context
        let selection = try context.providers.selection(for: .consensus)
        let kinds = request.symbols.map { $0.consensusKind(selection) }
        let answers = try await ask(inquiries(kinds, selection), kinds, context)
        var answered: [(symbol: Symbol, rows: [QuoteRow])] = []
        var failures = request.failures(context)
        for (index, symbol) in request.symbols.enumerated() {
            do throws(Failure) {
                let found = try await sources(of: symbol, answers[index], context)
                let own =
                    isOfEach
                    ? try compared(symbol, found, context)
                    : [try agreement(of: symbol, found, needed: request.consensus.needed(of: kinds[index]), context)]
                let ambiguous = own.first { !$0.quote.namesakes.isEmpty }
                if let failure = ambiguous.flatMap({ context.notices.ambiguity(of: $0.quote) }) { throw failure }
                answered.append((symbol, own))
            } catch {
                failures.add(error, of: symbol)
            }
        }
        let rows = request.saved?.rows(of: answered) ?? answered.flatMap(\.rows)
        return try await invocation.finish(rows, await failures.all())
    }

    /// Returns the providers of each kind, with the symbols that they are asked for.
    private func inquiries(_ kinds: [AssetKind], _ selection: ProviderSelection) throws(Failure) -> [Inquiry] {
        var inquiries: [Inquiry] = []
        let groups = [
            (AssetKind.coin, "coins", selection[.coin], false), (.coin, "tokens", selection[.token], true),
            (.stock, "stocks", selection[.stock], false),
        ]
        for (kind, words, able, isOfTokens) in groups {
            let places = kinds.indices.filter {
                kinds[$0] == kind && (request.symbols[$0].token != nil) == isOfTokens
            }
            guard !places.isEmpty else { continue }
            let needed = request.consensus.needed(of: kind)
            guard able.count >= needed else {
                let names = able.isEmpty ? "none" : able.map(\.name).joined(separator: ", ")
                let problem: OptionProblem =
                    isOfEach
                    ? "\(option: "each") needs a provider of \(words); name one with --provider"
                    : """
                    \(option: "consensus") needs \(needed) providers of \(words), but has \(names); name more \
                    with --provider, or lower \(option: "min-sources")
                    """
                throw Failure(problem, request.common.origins)
            }
            inquiries += able.map { ($0, places) }
        }
        return inquiries
    }
}

extension Symbol {
    /// Whether it is a coin or a stock: a bare ticker is a stock if only providers of stocks are named.
    fileprivate func consensusKind(_ selection: ProviderSelection) -> AssetKind {
        if case .stock = name { return .stock }
        if token != nil { return .coin }
        return selection[.coin].isEmpty ? .stock : .coin
    }
}

// MARK: - Answers

extension ConsensusRun {
    /// What the providers answered about a symbol, and the times of the answers, by the clock of each provider.
    private typealias Sources = (quotes: [Quote], dropped: [DroppedProvider], clocks: [String: Timestamp])

    /// Returns the quotes of a symbol, and the providers that failed. Throws if all did.
    private func sources(
        of symbol: Symbol, _ results: [(provider: String, answer: Answer)], _ context: RunContext
    ) async throws(Failure) -> Sources {
        var sources: Sources = ([], [], [:])
        var failures: [ProviderFailure] = []
        for (provider, answer) in results {
            switch answer {
            case .failure(let failure):
                failures.append(failure)
                sources.dropped.append((provider, Failure.reason(of: failure, in: context.table)))
            case .success((let quote, let link)):
                let now = link.client.now()
                sources.clocks[quote.provider] = now
                if let failure = context.notices.review(quote, at: now) { throw Failure(failure, in: context.table) }
                sources.quotes.append(quote)
            }
        }
        if sources.quotes.isEmpty, let failure = ProviderFailure(chain: failures) {
            var list = FailureList(context, of: request.symbols, ofFavorites: request.favorites)
            list.add(failure, of: symbol, asked: results.map(\.provider))
            throw await list.all()[0]
        }
        return sources
    }

    /// Reports the providers that are left out; with `--strict` the first one is a failure.
    private func report(_ dropped: [DroppedProvider], of symbol: Symbol, _ context: RunContext) throws(Failure) {
        if context.common.strict, let first = dropped.first {
            throw Failure(.tryLater, "\(symbol): skipped \(first.provider): \(first.reason)")
        }
        for provider in dropped { context.notices.sayOnce("skipped \(provider.provider): \(provider.reason)") }
    }
}

// MARK: - Each

extension ConsensusRun {
    /// Returns a row for each provider, with the distance of its price from the median of all.
    private func compared(
        _ symbol: Symbol, _ sources: Sources, _ context: RunContext
    ) throws(Failure) -> [QuoteRow] {
        try report(sources.dropped, of: symbol, context)
        let median = (try? Consensus.median(sources.quotes.compactMap { $0.price?.value })) ?? nil
        return sources.quotes.map { quote in
            var row = QuoteRow(quote, now: sources.clocks[quote.provider] ?? environment.time.now())
            // Each provider's row has a state of its own.
            row.givenName = "\(symbol.canonical) \(quote.provider)"
            if let median, let price = quote.price?.value {
                row.deviation = try? (price - median).magnitude.percentage(of: median.magnitude)
            }
            return row
        }
    }
}

// MARK: - Agreeing

extension ConsensusRun {
    private func agreement(
        of symbol: Symbol, _ found: Sources, needed: Int, _ context: RunContext
    ) throws(Failure) -> QuoteRow {
        let sources = found.quotes.compactMap { quote in
            quote.price.map { Consensus.Source(quote.provider, $0.value) }
        }
        var dropped = found.dropped
        guard let consensus = Consensus(sources) else {
            throw disagreement(on: symbol, fact: "no price", sources: [], dropped: dropped)
        }
        dropped += consensus.outliers.map { ($0.provider, "outlier: \($0.price)") }
        if consensus.sources.count < needed {
            let asked = found.quotes.count + found.dropped.count
            let count = "only \(consensus.sources.count) of \(asked) providers agree, \(needed) are needed"
            throw disagreement(on: symbol, fact: count, sources: consensus.sources, dropped: dropped)
        }
        if let most = request.consensus.maxDeviation, consensus.deviationPercent > most {
            let deviation = consensus.deviationPercent
            // Two decimals as in a table, or more where those do not tell it from the bound.
            let places = (2...20).first { deviation.rounded(toPlaces: $0) > most } ?? 20
            let shown = Number(deviation).formatted(places: places, grouping: false)
            throw disagreement(
                on: symbol, fact: "the providers deviate by \(shown)%, more than \(most)%", sources: consensus.sources,
                dropped: dropped)
        }
        try report(dropped, of: symbol, context)
        let kept = found.quotes.filter { quote in consensus.sources.contains { $0.provider == quote.provider } }
        // The age is by the clock of the provider whose quote is the oldest.
        let oldest = kept.min { $0.time < $1.time }
        let now = oldest.flatMap { found.clocks[$0.provider] } ?? environment.time.now()
        var row = QuoteRow(kept, (consensus, dropped), now: now)
        row.givenName = symbol.canonical
        return row
    }

    private func disagreement(
        on symbol: Symbol, fact: String, sources: [Consensus.Source], dropped: [DroppedProvider]
    ) -> Failure {
        let values = sources.map { "\($0.provider) \($0.price)" } + dropped.map { "\($0.provider) \($0.reason)" }
        return Failure(.tryLater, "\(symbol): \(fact): \(values.joined(separator: ", "))")
    }
}
