import CommandLineKit
import DecimalArithmetic
import Markets
import Platform
import Rendering
import Transport

/// `price --consensus`: prints the median price of several providers, which are asked at the same time.
struct ConsensusRun: Sendable {
    typealias Answer = Result<(quote: Quote, link: ProviderChain.Link), ProviderFailure>

    let request: PriceRequest
    let environment: Environment

    /// A provider, and the places of the symbols that it is asked for.
    struct Inquiry: Sendable {
        let provider: MarketProvider
        let places: [Int]
    }

    /// The number of providers of a kind that must agree.
    func needed(of kind: AssetKind) -> Int {
        request.consensus.minSources ?? ConsensusOptions.defaultSources(of: kind)
    }

    func run() async throws(Failure) -> ExitStatus {
        let table = FieldTable<QuoteRow>.agreed(defaults: PriceRequest.agreedDefaults)
        if let status = try HelpRows.print(
            table, of: "price --consensus", job: .price, options: request.common, environment)
        {
            return status
        }
        // Providers do not agree on the extras, so their values would not be printed.
        let invocation = try QuoteInvocation(
            request.common, request.onceQuestion, fields: table, environment, extras: [])
        let session = invocation.session
        let selection = try session.providers.selection(for: .consensus)
        let kinds = request.symbols.map { $0.consensusKind(selection) }
        let answers = try await ask(inquiries(kinds, selection), kinds, session)
        var (rows, failures): ([QuoteRow], FailureList) = (
            [], FailureList(session, of: request.symbols, ofFavorites: request.favorites)
        )
        for (index, symbol) in request.symbols.enumerated() {
            do throws(Failure) {
                var row = try await agreement(of: symbol, answers[index], needed: needed(of: kinds[index]), session)
                row.givenName = symbol.onceName
                if let failure = session.notices.ambiguity(of: row.quote) { throw failure }
                rows.append(row)
            } catch {
                failures.add(error)
            }
        }
        return try await invocation.finish(rows, await failures.all())
    }

    /// Returns the providers of each kind, with the symbols that they are asked for.
    private func inquiries(_ kinds: [AssetKind], _ selection: ProviderSelection) throws(Failure) -> [Inquiry] {
        var inquiries: [Inquiry] = []
        for (kind, able) in [(AssetKind.coin, selection.coins), (.stock, selection.stocks)] {
            let places = kinds.indices.filter { kinds[$0] == kind }
            guard !places.isEmpty else { continue }
            guard able.count >= needed(of: kind) else {
                let names = able.map(\.name).joined(separator: ", ")
                let problem: OptionProblem = """
                    \(option: "consensus") needs \(needed(of: kind)) providers of \(kind.rawValue)s, but has \
                    \(names.isEmpty ? "none" : names); name more with --provider, or lower \(option: "min-sources")
                    """
                throw Failure(problem, request.common.origins)
            }
            inquiries += able.map { Inquiry(provider: $0, places: places) }
        }
        return inquiries
    }
}

extension Symbol {
    /// Whether it is a coin or a stock: a bare ticker is a stock if only providers of stocks are named.
    fileprivate func consensusKind(_ selection: ProviderSelection) -> AssetKind {
        if case .stock = name { return .stock }
        return selection.coins.isEmpty ? .stock : .coin
    }
}

// MARK: - Agreeing

extension ConsensusRun {
    private func agreement(
        of symbol: Symbol, _ results: [(provider: String, answer: Answer)], needed: Int, _ session: Session
    ) async throws(Failure) -> QuoteRow {
        var (quotes, dropped): ([Quote], [Agreement.Dropped]) = ([], [])
        var failures: [ProviderFailure] = []
        var clocks: [String: Timestamp] = [:]
        for (provider, answer) in results {
            switch answer {
            case .failure(let failure):
                failures.append(failure)
                dropped.append(Agreement.Dropped(provider: provider, reason: Failure.reason(of: failure)))
            case .success((let quote, let link)):
                let now = link.client.now()
                clocks[quote.provider] = now
                if let failure = session.notices.review(quote, at: now) { throw Failure(failure) }
                quotes.append(quote)
            }
        }
        if quotes.isEmpty, let failure = ProviderFailure(chain: failures) {
            var list = FailureList(session, of: request.symbols, ofFavorites: request.favorites)
            list.add(failure, of: symbol, asked: results.map(\.provider))
            throw await list.all()[0]
        }
        let sources = quotes.compactMap { quote in quote.price.map { Consensus.Source(quote.provider, $0.value) } }
        guard let consensus = Consensus(sources) else {
            throw disagreement(on: symbol, fact: "no price", sources: [], dropped: dropped)
        }
        dropped += consensus.outliers.map { Agreement.Dropped(provider: $0.provider, reason: "outlier: \($0.price)") }
        if consensus.sources.count < needed {
            let count = "only \(consensus.sources.count) of \(results.count) providers agree, \(needed) are needed"
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
        if session.common.strict, let first = dropped.first {
            throw Failure(.tryLater, "\(symbol): skipped \(first.provider): \(first.reason)")
        }
        for provider in dropped { session.notices.sayOnce("skipped \(provider.provider): \(provider.reason)") }
        let kept = quotes.filter { quote in consensus.sources.contains { $0.provider == quote.provider } }
        // The age is by the clock of the provider whose quote is the oldest.
        let oldest = kept.min { $0.time < $1.time }
        let now = oldest.flatMap { clocks[$0.provider] } ?? environment.time.now()
        return QuoteRow(kept, Agreement(consensus: consensus, dropped: dropped), now: now)
    }

    private func disagreement(
        on symbol: Symbol, fact: String, sources: [Consensus.Source], dropped: [Agreement.Dropped]
    ) -> Failure {
        let values = sources.map { "\($0.provider) \($0.price)" } + dropped.map { "\($0.provider) \($0.reason)" }
        return Failure(.tryLater, "\(symbol): \(fact): \(values.joined(separator: ", "))")
    }
}
