import DecimalArithmetic
import Markets
import Platform
import Synchronization
import TestSupport
import Testing
import Transport

/// What a scripted provider says to one symbol, or to one request for a list.
enum Say: Sendable {
    case price(Int)
    case fail(ProviderFailure.Reason, retryAfter: Duration? = nil)

    static let unknown = Say.fail(.unknownSymbol(nil))
    static let down = Say.fail(.status(503, words: nil))
    static let limited = Say.fail(.rateLimited(words: nil))
    static let wrong = Say.fail(.invalidData("nonsense"))
}

/// What happened, in order.
final class Log: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func add(_ line: String) { lines.withLock { $0.append(line) } }
}

/// Scripted providers, the clock their chain goes by, and what happens.
struct ChainSetup {
    let clock = TestClock()
    let log = Log()
    var retries = 0
    var deadline: Duration?

    /// A chain of providers a, b, c…; each says to a symbol what its script has for it, walk after walk, the last
    /// for ever.
    func chain(_ scripts: [[String: [Say]]]) -> ProviderChain {
        let links = zip(["a", "b", "c", "d"], scripts).map { name, script in
            ProviderChain.Link(name: name, client: client(name, script))
        }
        return ProviderChain(
            links: links, retry: RetryPolicy(retries: retries), deadline: Deadline(moment: deadline),
            time: clock.source, random: { 1 },
            observe: { [log] event in
                switch event {
                case .step(let failure, let next, let walk): log.add("\(failure.provider)→\(next) walk \(walk)")
                case .lastResort(let failure): log.add("\(failure.provider): last resort")
                case .pause(let pause): log.add("pause \(pause.components.seconds)")
                case .done: break
                }
            })
    }

    private func client(_ name: String, _ script: [String: [Say]]) -> MarketClient {
        let calls = Counter()
        var client = MarketClient.unimplemented()
        client.quotes = { [log] symbols, _ in
            log.add("\(name): \(symbols.map(\.description).joined(separator: " "))")
            return symbols.map { symbol in
                let says = script[symbol.description] ?? [.unknown]
                return Self.result(name, symbol, says[min(calls.next(symbol.description), says.count - 1)])
            }
        }
        client.list = { [log] _ throws(ProviderFailure) in
            log.add("\(name): list")
            let says = script["list"] ?? [.unknown]
            let say = says[min(calls.next("list"), says.count - 1)]
            return ListAnswer(quotes: [try Self.result(name, nil, say).get()])
        }
        return client
    }

    private static func result(_ name: String, _ symbol: Symbol?, _ say: Say) -> Result<Quote, ProviderFailure> {
        switch say {
        case .price(let price):
            var quote = Quote(time: TestClock().now, symbol: symbol?.bare ?? "X", currency: .usd, provider: name)
            quote.price = Number(ExactDecimal(price))
            return .success(quote)
        case .fail(.unknownSymbol, let pause):
            return .failure(ProviderFailure(name, .unknownSymbol(symbol), retryAfter: pause))
        case .fail(let reason, let pause):
            return .failure(ProviderFailure(name, reason, retryAfter: pause))
        }
    }
}

private final class Counter: Sendable {
    private let counts = Mutex<[String: Int]>([:])
    func next(_ key: String) -> Int {
        counts.withLock { counts in
            defer { counts[key, default: 0] += 1 }
            return counts[key, default: 0]
        }
    }
}
