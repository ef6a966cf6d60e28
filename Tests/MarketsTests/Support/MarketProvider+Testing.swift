import Markets
import TestFixtures
import TestSupport
import Transport

extension Provider {
    /// A client over real sockets that sends the provider's kind of User-Agent with the name of the tests.
    var testHTTP: HTTPClient { .curl(.ofTest(agent.text(of: "crypto-test"))) }
}
