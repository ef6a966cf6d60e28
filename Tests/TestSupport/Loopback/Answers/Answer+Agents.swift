extension RecordedRequest {
    /// What the service with this path answers to a program by its User-Agent, however low its request rate; nil if it
    /// serves the program. Some services serve only a User-Agent with the form of a browser's.
    var refusalOfAgent: Answer? {
        guard header("User-Agent")?.hasPrefix("Mozilla/5.0 (") != true else { return nil }
        return Self.refusals.first { path.contains($0.path) }?.answer
    }

    /// Yahoo's (seen in August and October 2026), CNBC's and Nasdaq's.
    private static let refusals: [(path: String, answer: Answer)] =
        ["/v8/finance/", "/v7/finance/", "/v1/finance/"].map { ($0, .status(429, body: "Edge: Too Many Requests")) }
        + ["/quote-html-webservice/", "/harmony/app/"].map { ($0, .status(403, body: "<HTML>Access Denied</HTML>")) }
        + ["/api/quote/", "/api/nordic/"].map { ($0, .status(200, body: "<html>Are you a robot?</html>")) }
}
