package import Markets
package import Transport

extension MarketProvider {
    /// A client over real sockets that names the tests as the tool names itself to this provider.
    package var testHTTP: HTTPClient { .curl(HTTPConfiguration(userAgent: agent.text(of: "crypto-test"))) }
}
