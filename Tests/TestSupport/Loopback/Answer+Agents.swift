extension RecordedRequest {
    /// Whether the service whose path this is refuses the program by its User-Agent: Yahoo serves nothing but what has a
    /// browser's shape (seen in August and October 2026).
    var isOfRefusedAgent: Bool {
        let isYahoo = ["/v8/finance/", "/v7/finance/", "/v1/finance/"].contains { path.contains($0) }
        return isYahoo && header("User-Agent")?.hasPrefix("Mozilla/5.0 (") != true
    }
}

extension Answer {
    /// What Yahoo says to such a program, however seldom it asks.
    static let refusedAgent = Answer.status(429, body: "Edge: Too Many Requests")
}
