import Platform
package import Transport

extension TransportError {
    /// The row of a request without a valid answer in the table of all kinds of failure.
    package var row: ProviderFailure.Row {
        switch reason {
        case .unreachable(let step): row(.unreachable, .unavailable).saying(step.words(of: host), advice: step.advice)
        case .timedOut(let milliseconds, .attempt):
            row(.timedOut, .tryLater)
                .saying("no answer from \(host) in \(milliseconds) ms", advice: "raise --timeout or try later")
        case .timedOut(_, .deadline):
            row(.timedOut, .tryLater)
                .saying("no answer from \(host) before the deadline", advice: "raise --deadline or try later")
        case .invalid(let fault):
            row(.invalidData, .invalidData, .changed)
                .saying("\(host) sent \(fault.words)", advice: ProviderFailure.Row.another)
        case .redirect(let fault):
            row(.unreachable, .unavailable)
                .saying("\(host) redirects \(fault.words)", advice: "check the provider's URL")
        case .libraryMissing(let text):
            row(.local, .unavailable).saying(
                "libcurl cannot be opened (\(text))", advice: "install libcurl 4 (the package libcurl4 of Debian)")
        case .noThread(.processes):
            row(.unreachable, .unavailable).saying(
                "no thread can be started: the limit on processes and threads is reached",
                advice: "raise 'ulimit -u', or pids.max of the container")
        case .noThread(.addressSpace):
            row(.unreachable, .unavailable)
                .saying("no thread can be started: the limit on memory is reached", advice: "raise 'ulimit -v'")
        case .secretOverPlainHTTP:
            row(.local, .unavailable).saying("a key is never sent to \(host) over plain http", advice: "use https")
        case .invalidURL:
            row(.local, .usage).saying("its URL is not valid", advice: "check the provider's URL variable")
        case .invalidHeader(let name):
            row(.local, .configuration).saying(
                "the key holds a character that is not allowed in the header '\(name)'", advice: "check the key")
        case .notRecorded(let url):
            row(.local, .unavailable, traits: [.final, .unrecorded])
                .saying("the record has no further answer to \(url)", advice: "record the same command again")
        case .cancelled: row(.local, .tryLater).saying("not requested: the command ended first")
        }
    }

    /// Returns a row without words, with the traits that all of these failures have.
    private func row(
        _ code: ProviderFailure.Code, _ status: ExitStatus, _ state: CheckState = .unreachable,
        traits: ProviderFailure.Traits = []
    ) -> ProviderFailure.Row {
        var traits = traits.union(isTransient ? [.ofProvider, .transient] : .ofProvider)
        if code != .local { traits.insert(.outlastsRun) }
        return ProviderFailure.Row(code, status, state, traits, detail: "\(host): \(reason)")
    }
}

extension Unreachable {
    fileprivate func words(of host: String) -> String {
        switch self {
        case .dns: "no address for \(host)"
        case .connect(let text): "no connection to \(host): \(text)"
        case .tls(let text): "no secure connection to \(host): \(text)"
        case .certificate(let text): "the certificate of \(host) is not valid: \(text)"
        case .proxy(let text, _): "the proxy on the way to \(host) failed: \(text)"
        case .reset(let bytes): "\(host) reset the connection after \(bytes) bytes"
        case .cut(let bytes, let expected?): "\(host) closed the connection after \(bytes) of \(expected) bytes"
        case .cut(let bytes, nil): "\(host) closed the connection after \(bytes) bytes"
        case .headerCut: "\(host) closed the connection within the header"
        case .other(let text): "\(host): \(text)"
        }
    }

    /// What a machine lacks on which nothing can be reached yet. The texts are those of OpenSSL and GnuTLS.
    fileprivate var advice: String {
        switch self {
        case .proxy(let text, _) where text.contains(bytes: " 407"): return ProviderFailure.Row.proxyPassword
        case .proxy(_, let variable?): return "check the variable \(variable)"
        case .proxy(_, nil): return "check the variables https_proxy, http_proxy and ALL_PROXY"
        case .certificate(let text):
            func says(_ words: String...) -> Bool { words.contains { text.lowercased().contains(bytes: $0) } }
            if says("not yet valid", "not yet activated", "expired") {
                return "check the clock of this machine, or try another --provider"
            }
            let isUntrusted = says(
                "issuer", "self-signed", "self signed", "verify locations", "setting certificate", "cafile",
                "trust anchors", "signer not found")
            guard isUntrusted else { return "check the network or try another --provider" }
            return "install the package ca-certificates, or set SSL_CERT_FILE to a file of trusted certificates"
        default: return "check the network or try another --provider"
        }
    }
}

extension InvalidAnswer {
    fileprivate var words: String {
        switch self {
        case .notHTTP: "something that is not HTTP"
        case .malformedHeader(let name): "a malformed header '\(name)'"
        case .headerTooLarge(let limit): "a header over \(limit) bytes"
        case .twoLengths(let first, let second): "two lengths, \(first) and \(second)"
        case .malformedChunks: "malformed chunks"
        case .tooLarge(let limit): "over \(limit >> 20) MiB"
        case .unaskedEncoding(let name): "the encoding '\(name)', which was not requested"
        case .brokenCompression: "a broken or cut compressed body"
        case .lengthUnknown: "a body without an end"
        case .emptyBody: "an empty body"
        case .unaskedStatus(let status): "status \(status), which was not requested"
        }
    }
}

extension RedirectFault {
    fileprivate var words: String {
        switch self {
        case .loop: "in a loop"
        case .tooMany(let limit): "more than \(limit) times"
        case .downgrade(let url): "from https to plain \(url)"
        case .scheme(let scheme): "to the scheme '\(scheme)', which is not followed"
        case .noLocation(let status): "with status \(status) but without a location"
        case .badLocation(let text): "to '\(text)', which is not a URL"
        case .wouldRevealKey: "to another host that would see the key"
        }
    }
}
