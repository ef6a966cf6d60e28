import Platform
import TestSupport
import Testing
import Transport

/// A client's configuration for tests, with a short timeout.
func configuration(
    timeout: Duration = .seconds(60), deadline: Deadline = .none, bodyLimit: Int = HTTPConfiguration.defaultBodyLimit,
    observe: (@Sendable (HTTPEvent) -> Void)? = nil
) -> HTTPConfiguration {
    HTTPConfiguration(
        timeout: timeout, deadline: deadline, userAgent: "crypto/test", bodyLimit: bodyLimit, observe: observe)
}

/// The result of one GET from a server with this single answer.
func fetch(
    _ answer: Answer, showsItsEnd: Bool = true, _ configuration: HTTPConfiguration = configuration(),
    sourceLocation: SourceLocation = #_sourceLocation
) async throws -> Result<HTTPResponse, TransportError> {
    let exchange = Exchange.get("/", answer: answer, sourceLocation: sourceLocation)
    return try await withLoopbackServer([exchange], sourceLocation: sourceLocation) { server in
        let request = HTTPRequest(base: server.url, path: "/", showsItsEnd: showsItsEnd)
        return await HTTPClient.curl(configuration).result(of: request)
    }
}

/// The error of such a GET. The test fails when there is none.
func failure(
    _ answer: Answer, showsItsEnd: Bool = true, _ configuration: HTTPConfiguration = configuration(),
    sourceLocation: SourceLocation = #_sourceLocation
) async throws -> TransportError.Reason {
    let result = try await fetch(answer, showsItsEnd: showsItsEnd, configuration, sourceLocation: sourceLocation)
    return try #require(result.failureReason, sourceLocation: sourceLocation)
}

extension HTTPClient {
    /// The answer or the error, for comparing.
    func result(of request: HTTPRequest) async -> Result<HTTPResponse, TransportError> {
        do throws(TransportError) {
            return .success(try await send(request))
        } catch {
            return .failure(error)
        }
    }
}

extension Result where Failure == TransportError {
    var failureReason: TransportError.Reason? {
        if case .failure(let error) = self { error.reason } else { nil }
    }
}
