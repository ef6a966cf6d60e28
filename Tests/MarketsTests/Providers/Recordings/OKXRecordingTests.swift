@testable import MarketProviders
import TestSupport
import Testing

@testable import Markets

/// The recorded answers of OKX, byte for byte over real sockets, and what they say.
@Suite("OKX, recorded", .needsRecordings, .quick)
struct OKXRecordingTests {
    @Test("The recorded instruments in dollars are the markets that the rule of names has in dollars")
    func instruments() throws {
        let text = PlainJSON(text: try Recordings.bytes("okx/instruments-spot-202412.json"))
        #expect(try text.value(at: "data/#") == "5")
        for index in 0..<5 {
            let base = try Symbol(try #require(try text.value(at: "data/\(index)/baseCcy")))
            let name = try OKX.names.name(of: base, CurrencyChoice(.usd)).get()
            #expect(try text.value(at: "data/\(index)/instId") == name)
        }
    }
}
