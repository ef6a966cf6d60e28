package import Markets
package import Transport

extension MarketProvider {
    /// A client over real sockets that sends the provider's kind of User-Agent with the name of the tests.
    package var testHTTP: HTTPClient { .curl(HTTPConfiguration(userAgent: agent.text(of: "crypto-test"))) }
}
