package import Platform
import Transport

/// A time in which a stream may have sent data that did not arrive.
package struct StreamGap: Sendable, Equatable {
    /// The provider.
    package let provider: String
    /// When anything last arrived before it.
    package let from: Timestamp
    /// When something arrived again, or the run ended.
    package let to: Timestamp
    /// The tickers of which data may be missing.
    package let symbols: [String]
    /// Why: `closed 1006`, `reset`, `silent`, `lost`.
    package let reason: String
    /// The number of missing messages, if the provider's numbers tell it.
    package let missed: Int?

    /// Creates a gap. Each parameter sets the property of the same name.
    package init(
        provider: String, from: Timestamp, to: Timestamp, symbols: [String], reason: String, missed: Int? = nil
    ) {
        (self.provider, self.from, self.to) = (provider, from, to)
        (self.symbols, self.reason, self.missed) = (symbols, reason, missed)
    }
}

extension ProviderFailure {
    /// Why a stream broke, in a word or two: `closed 1006`, as RFC 6455, section 7.1.5, calls a connection that ends
    /// without a close frame, `silent`, `reset`; otherwise the code of the failure.
    package var reasonOfGap: String {
        if case .transport(let error) = reason, case .unreachable(.reset) = error.reason { return "reset" }
        return switch reason {
        case .streamClosed(let code?, _): "closed \(code)"
        case .streamClosed(nil, nil), .streamClosed(nil, Self.midMessage): "closed 1006"
        case .streamClosed: "closed"
        case .streamSilent: "silent"
        default: "\(code)"
        }
    }

    /// The words of a connection that ended within a message.
    static var midMessage: String { "in the middle of a message" }
}
