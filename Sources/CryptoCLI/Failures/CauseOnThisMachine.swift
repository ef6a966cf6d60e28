import Markets
import Platform
import Transport

/// What this machine lacks, so that no provider could be reached. It is said once, whatever providers were asked.
enum CauseOnThisMachine: Equatable {
    /// The names of several hosts have no address.
    case noNames
    /// libcurl cannot be opened; the text is the message of the loader.
    case noLibrary(String)
    case noThread(ThreadLimit)
}

extension ProviderFailure {
    /// What this machine lacks, if each provider that was asked failed because of it.
    var causeOnThisMachine: CauseOnThisMachine? {
        var errors: [TransportError] = []
        for member in members {
            switch member.reason {
            case .transport(let error): errors.append(error)
            // No request was sent.
            case .cannot, .notKept, .missingKey, .noHost: continue
            default: return nil
            }
        }
        switch errors.first?.reason {
        case .unreachable(.dns) where Set(errors.map(\.host)).count > 1:
            return errors.allSatisfy { $0.reason == .unreachable(.dns) } ? .noNames : nil
        case .libraryMissing(let text): return errors.allSatisfy { $0.reason.isOfLibrary } ? .noLibrary(text) : nil
        case .noThread(let limit): return errors.allSatisfy { $0.reason == .noThread(limit) } ? .noThread(limit) : nil
        default: return nil
        }
    }
}

extension TransportError.Reason {
    fileprivate var isOfLibrary: Bool { if case .libraryMissing = self { true } else { false } }
}
