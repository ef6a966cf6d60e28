import CommandLineKit
import Markets
import Platform
import Transport

extension Failure {
    /// The failure of a provider or of a whole chain, with its exit status and advice.
    init(_ failure: ProviderFailure, in table: ProviderTable) {
        if failure.isOfTheUser {
            self.init(failure.row.status, failure.row.fact)
            return
        }
        if let cause = failure.causeOnThisMachine {
            let row = cause.row
            let (fact, advice) =
                cause.reason == .unreachable(.dns)
                ? ("no network: no host name can be resolved", "--provider sample needs none")
                : (row.fact, row.advice())
            self.init(row.status, "\(fact); \(advice)")
            return
        }
        let advice = Self.words(of: failure, in: table).advice
        let facts = Self.facts(of: failure, in: table)
        let introduction = facts.count > 1 ? "no provider could answer: " : ""
        self.init(failure.row.status, introduction + (facts + (advice.isEmpty ? [] : [advice])).joined(separator: "; "))
    }

    /// Returns the facts without advice, for the notice that names the next provider.
    static func fact(of failure: ProviderFailure, in table: ProviderTable) -> String {
        facts(of: failure, in: table).joined(separator: "; ")
    }

    /// Returns the notice about a provider that failed, after which another one is tried.
    static func line(of failure: ProviderFailure, next: String, in table: ProviderTable) -> String {
        "\(fact(of: failure, in: table)); trying \(next)"
    }

    /// Returns each provider of a chain with its reason, in order; neighbors with the same reason share a
    /// line.
    private static func facts(of failure: ProviderFailure, in table: ProviderTable) -> [String] {
        var groups: [(providers: [String], reason: String)] = []
        for member in failure.members {
            let reason = reason(of: member, in: table)
            if let last = groups.indices.last, groups[last].reason == reason {
                groups[last].providers.append(member.provider)
            } else {
                groups.append(([member.provider], reason))
            }
        }
        return groups.map { "\($0.providers.joined(separator: ", ")): \($0.reason)" }
    }

    /// Returns the fact without the provider's name.
    static func reason(of failure: ProviderFailure, in table: ProviderTable) -> String {
        words(of: failure, in: table).fact
    }

    /// Returns the words of a failure. Most come from its row; variables, places and currencies are named here.
    private static func words(of failure: ProviderFailure, in table: ProviderTable) -> (fact: String, advice: String) {
        let row = failure.row
        var provider: Provider? { table.named(failure.provider) }
        switch failure.reason {
        case .transport(let error):
            guard case .invalidURL(let text) = error.reason else { break }
            let scheme = text.split(bytes: "://").first.map(String.init) ?? ""
            let isForeign = scheme != text && !["http", "https", "ws", "wss"].contains(scheme.lowercased())
            let fact = "\(text.inQuotes) is not a URL" + (isForeign ? " of http or https" : "")
            return (fact, "check \((provider?.urlVariables ?? []).joined(separator: " or "))")
        case .unauthorized, .missingKey:
            guard let provider, provider.key != .none else {
                return ("refused, though it takes no key" + row.message, ProviderFailure.Row.another)
            }
            let file = failure.keyFile.map { ", or '\(provider.name) = KEY' in \($0)" } ?? ""
            let note = provider.keyNote.map { "; \($0)" } ?? ""
            return (row.fact, "set \(provider.keyVariable)\(file)\(note)")
        case .noHost:
            // The variable of its stream if it has nothing else.
            let variable = provider.map { $0.variablePrefix + ($0.host.isEmpty ? "_WS_URL" : "_URL") } ?? ""
            let others = table.replacements(for: failure.provider).joined(separator: ", ")
            return (row.fact, "set \(variable) to a host that speaks the same protocol, or try --provider \(others)")
        case .unknownCity(let name?, let candidates): return words(unknown: name, at: failure.provider, candidates)
        case .noStation(let place, let distance, let nearest):
            return words(noStationNear: place, within: distance, nearest, in: table)
        case .cannotQuote(let currency): return refusal(of: currency) ?? (row.fact, row.advice())
        case .noPast(let currency) where !isKnown(currency.code):
            return refusal(of: currency) ?? (row.fact, row.advice())
        case .noRate(_, let cause):
            let facts = fact(of: cause, in: table)
            return (row.fact + (cause.chain.isEmpty ? ": \(facts)" : " (\(facts))"), words(of: cause, in: table).advice)
        default: break
        }
        return (row.fact, row.advice())
    }
}

extension ProviderFailure {
    /// The error that each provider that was asked failed with, if this machine lacks what the error names: a thread,
    /// libcurl, or the addresses of several hosts. It is said once, whatever providers were asked.
    var causeOnThisMachine: TransportError? {
        var errors: [TransportError] = []
        for member in members where !member.has(.unable) {
            guard case .transport(let error) = member.reason else { return nil }
            errors.append(error)
        }
        guard let first = errors.first, errors.allSatisfy({ $0.reason == first.reason }) else { return nil }
        return switch first.reason {
        case .unreachable(.dns): Set(errors.map(\.host)).count > 1 ? first : nil
        case .libraryMissing, .noThread: first
        default: nil
        }
    }
}
