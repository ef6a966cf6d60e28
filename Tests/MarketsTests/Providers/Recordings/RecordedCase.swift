import DecimalArithmetic
import Markets
import TestSupport
import Testing

/// A recorded answer: the request that it answers, the job of the client that sends it, and what comes out.
struct RecordedCase: Sendable, CustomTestStringConvertible {
    /// What a client is asked for.
    enum Job: Sendable {
        case quotes([String], CurrencyChoice = CurrencyChoice(.usd))
        /// The first rows of a list.
        case list(Int, CurrencyChoice = CurrencyChoice(.usd))
        case past(PastQuestion)
        case rates(RateWire)
    }

    /// What comes out of it.
    enum Outcome: Sendable, Equatable {
        /// The facts of each row; nil for a symbol that the provider does not know.
        case rows([[String: String]?])
        /// The number of candles, the first and the last.
        case candles(Int, String?, String?)
        /// The base, the time, the number of rates with the base's own, their sum, and some of them.
        case table(String)
        case failure(ProviderFailure.Reason, retryAfter: Duration? = nil)
    }

    /// The body of another answer.
    enum Body: Sendable {
        case json(String)
        case recording(String)
    }

    /// The path of the recording.
    let file: String
    let job: Job
    let outcome: Outcome
    var path = ""
    var query = RequestMatcher.Query.any
    var headers: [String: RequestMatcher.Header] = [:]
    var key: String?
    var status = 200
    var type = "application/json"
    var answerHeaders: [(String, String)] = []
    /// What surrounds the recording, at `*`, in the answer that it was taken out of.
    var envelope: String?
    /// The other answers that the job needs, by path.
    var others: [String: Body] = [:]
    /// What is special in it.
    var note: String?

    var testDescription: String { ([file] + (note.map { [$0] } ?? [])).joined(separator: ": ") }

    var isFailure: Bool {
        if case .failure = outcome { true } else { false }
    }

    /// Adds to a case, as a part of its name, what is special in it.
    func about(_ note: String) -> RecordedCase {
        var copy = self
        copy.note = note
        return copy
    }

    // MARK: - Playing

    private func answer() throws -> Answer {
        guard let envelope else {
            return try .recording(file, status: status, type: type, headers: answerHeaders)
        }
        return .json(envelope.replacing("*", with: String(decoding: try Recordings.bytes(file), as: UTF8.self)))
    }

    private func exchanges() throws -> [Exchange] {
        let also = try others.map { path, body in
            switch body {
            case .json(let text): Exchange.get(path, answer: .json(text))
            case .recording(let file): Exchange.get(path, answer: try .recording(file))
            }
        }
        return [.get(path, query: query, headers: headers, answer: try answer())] + also
    }

    /// What comes out when the provider answers with the recording.
    func play() async throws -> Outcome {
        do {
            switch job {
            case .past(let question): return Self.outcome(try await question.ask(exchanges()).get(), of: question)
            case .rates(let wire): return try outcome(await wire.latest(answer()).get(), of: wire)
            case .list(let limit, let choice):
                let list = try await withLoopbackServer(exchanges()) { server in
                    try await client(server).list(ListQuery(.first(limit), currency: choice))
                }
                #expect(list.dropped.isEmpty)
                return .rows(list.quotes.map(\.facts))
            case .quotes(let symbols, let choice):
                let results = try await withLoopbackServer(exchanges()) { server in
                    await client(server).quotes(try symbols.map { try Symbol($0) }, choice)
                }
                if results.count == 1 { return .rows([try results[0].get().facts]) }
                for (symbol, result) in zip(symbols, results) where result.success == nil {
                    #expect(result.failure?.reason == unknown(symbol))
                }
                return .rows(results.map { $0.success?.facts })
            }
        } catch let failure as ProviderFailure {
            return .failure(failure.reason, retryAfter: failure.retryAfter)
        }
    }

    private func client(_ server: LoopbackServer) -> MarketClient {
        MarketProvider.listed(provider).client(server, key: key)
    }

    private static func outcome(_ candles: [Candle], of question: PastQuestion) -> Outcome {
        #expect(candles.allSatisfy { $0.provider == question.provider && !$0.stale })
        #expect(candles.map(\.time) == candles.map(\.time).sorted())
        return .candles(candles.count, candles.first?.line, candles.last?.line)
    }

    private func outcome(_ table: RateTable, of wire: RateWire) throws -> Outcome {
        #expect(table.provider == wire.name && table.dropped.isEmpty)
        let sum = try table.rates.values.reduce(ExactDecimal.zero) { try $0 + $1 }
        var words = ["\(table.base.code)", "\(table.time)", "\(table.rates.count)", "\(sum)"]
        if case .table(let expected) = outcome {
            let codes = expected.split(separator: " ").filter { $0.contains("=") }.map { String($0.prefix(3)) }
            words += codes.map { "\($0)=\(table.rate($0) ?? "-")" }
        }
        return .table(words.joined(separator: " "))
    }
}
