extension TransportError.Reason {
    /// The same reason with the key masked in text from the server; servers often echo what they receive.
    func masking(_ key: String) -> TransportError.Reason {
        switch self {
        case .unreachable(let reason): .unreachable(reason.masking(key))
        case .invalid(let fault): .invalid(fault.masking(key))
        case .redirect(.badLocation(let text)): .redirect(.badLocation(text.masking(key)))
        case .redirect(.scheme(let text)): .redirect(.scheme(text.masking(key)))
        default: self
        }
    }
}

extension Unreachable {
    fileprivate func masking(_ key: String) -> Unreachable {
        switch self {
        case .connect(let text): .connect(text.masking(key))
        case .tls(let text): .tls(text.masking(key))
        case .certificate(let text): .certificate(text.masking(key))
        case .proxy(let text, let variable): .proxy(text.masking(key), variable: variable)
        case .other(let text): .other(text.masking(key))
        case .dns, .reset, .cut, .headerCut: self
        }
    }
}

extension InvalidAnswer {
    fileprivate func masking(_ key: String) -> InvalidAnswer {
        switch self {
        case .malformedHeader(let text): .malformedHeader(text.masking(key))
        case .twoLengths(let first, let second): .twoLengths(first.masking(key), second.masking(key))
        case .unaskedEncoding(let text): .unaskedEncoding(text.masking(key))
        default: self
        }
    }
}
