import Platform
import TestSupport
package import Transport

extension HTTPConfiguration {
    /// The configuration of a client in a test: in virtual time without sockets.
    package static func ofTest(_ userAgent: String = "crypto-test") -> HTTPConfiguration {
        var configuration = HTTPConfiguration(userAgent: userAgent, time: VirtualTime.current?.source ?? .live)
        configuration.network = VirtualNetwork.current
        return configuration
    }
}
