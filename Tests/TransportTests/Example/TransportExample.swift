import Transport

/// Returns the text of a page of a host; nil if the response has no content.
func page(_ path: String, of host: String) async throws -> String? {
    let client = HTTPClient.curl(HTTPConfiguration(userAgent: "example/1.0"))
    let response = try await client.send(HTTPRequest(base: host, path: path))
    guard case .content(let bytes) = response.verdict else { return nil }
    return String(decoding: bytes, as: UTF8.self)
}
