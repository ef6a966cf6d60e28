extension ProviderFailure {
    /// The kind of a failure, for programs. Later versions may have more.
    public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The name of the kind, such as `unknown-symbol`.
        public let rawValue: String

        /// Creates a kind of this name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The name of the kind.
        public var description: String { rawValue }

        /// The host has no address, refuses connections, or is cut off.
        public static let unreachable = Code(rawValue: "unreachable")
        /// No answer came within a time limit.
        public static let timedOut = Code(rawValue: "timed-out")
        /// The provider answers with a status or a message that is an error.
        public static let refused = Code(rawValue: "refused")
        /// Too many requests.
        public static let rateLimited = Code(rawValue: "rate-limited")
        /// The program or its address is blocked.
        public static let blocked = Code(rawValue: "blocked")
        /// The key is wrong.
        public static let unauthorized = Code(rawValue: "unauthorized")
        /// The provider needs a key, or it cannot be read.
        public static let missingKey = Code(rawValue: "missing-key")
        /// The answer does not follow the protocol.
        public static let invalidData = Code(rawValue: "invalid-data")
        /// The provider does not know the symbol, or it is not one.
        public static let unknownSymbol = Code(rawValue: "unknown-symbol")
        /// The provider does not know the place, or has no station near it.
        public static let unknownPlace = Code(rawValue: "unknown-place")
        /// The provider knows the symbol, but has no price or candle of it.
        public static let noPrice = Code(rawValue: "no-price")
        /// The provider does not quote in the currency, and there is no rate for it.
        public static let noCurrency = Code(rawValue: "no-currency")
        /// The data are too old.
        public static let stale = Code(rawValue: "stale")
        /// The provider does not do this job, or does not have this kind of data.
        public static let unsupported = Code(rawValue: "unsupported")
        /// The stream was closed, or nothing came for too long.
        public static let streamEnded = Code(rawValue: "stream-ended")
        /// Something on this machine: libcurl is missing, a URL or a key is not valid, the call was cancelled.
        public static let local = Code(rawValue: "local")
    }

    /// The kind of the failure.
    public var code: Code { row.code }
}

extension ProviderFailure: CustomStringConvertible {
    /// The provider, the kind of the failure and what is known of it; of a chain, each provider's. The words of a
    /// provider may hold any characters.
    public var description: String {
        members.map { "\($0.provider): \($0.code)" + ($0.row.detail.map { " (\($0))" } ?? "") }.joined(separator: "; ")
    }
}
