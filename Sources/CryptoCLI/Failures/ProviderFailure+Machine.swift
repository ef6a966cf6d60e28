import Markets
import Transport

extension ProviderFailure {
    /// The error that each provider that was asked failed with, if this machine lacks what the error names: a thread,
    /// libcurl, or the addresses of several hosts. It is said once, whatever providers were asked.
    var causeOnThisMachine: TransportError? {
        var errors: [TransportError] = []
        for member in members {
            switch member.reason {
            case .transport(let error): errors.append(error)
            // No request was sent.
            case .cannot, .notKept, .missingKey, .noHost: continue
            default: return nil
            }
        }
        guard let first = errors.first, errors.allSatisfy({ $0.reason == first.reason }) else { return nil }
        return switch first.reason {
        case .unreachable(.dns): Set(errors.map(\.host)).count > 1 ? first : nil
        case .libraryMissing, .noThread: first
        default: nil
        }
    }
}
