extension RecordedRequest {
    /// Whether the service with this path refuses the program by its User-Agent: Yahoo serves only a User-Agent with
    /// the form of a browser's (seen in August and October 2026).
    var isOfRefusedAgent: Bool {
        let isYahoo = ["/v8/finance/", "/v7/finance/", "/v1/finance/"].contains { path.contains($0) }
        return isYahoo && header("User-Agent")?.hasPrefix("Mozilla/5.0 (") != true
    }
}

extension Answer {
    /// Yahoo's answer to such a program, however low its request rate.
    static let refusedAgent = Answer.status(429, body: "Edge: Too Many Requests")
}
