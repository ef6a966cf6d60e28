extension TransportError.Reason {
    /// The same reason with the key masked in text from the server; servers often echo what they receive.
    func masking(_ key: String?) -> TransportError.Reason {
        switch self {
        case .unreachable(.connect(let text)): .unreachable(.connect(text.masking(key)))
        case .unreachable(.tls(let text)): .unreachable(.tls(text.masking(key)))
        case .unreachable(.certificate(let text)): .unreachable(.certificate(text.masking(key)))
        case .unreachable(.proxy(let text, let variable)): .unreachable(.proxy(text.masking(key), variable: variable))
        case .unreachable(.other(let text)): .unreachable(.other(text.masking(key)))
        case .invalid(.malformedHeader(let text)): .invalid(.malformedHeader(text.masking(key)))
        case .invalid(.twoLengths(let first, let second)):
            .invalid(.twoLengths(first.masking(key), second.masking(key)))
        case .invalid(.unaskedEncoding(let text)): .invalid(.unaskedEncoding(text.masking(key)))
        case .redirect(.badLocation(let text)): .redirect(.badLocation(text.masking(key)))
        case .redirect(.scheme(let text)): .redirect(.scheme(text.masking(key)))
        default: self
        }
    }
}
