import ProviderKit
import TestSupport
import Testing

@Suite("Currencies", .quick)
struct CurrencyTests {
    @Test(
        arguments: [
            ("sek", "SEK"), ("USD", "USD"), ("usdt", "USDT"), ("SEKK", "SEKK"), ("YEN", "YEN"), ("1inch", "1INCH"),
            ("币安", "币安"), ("é1", "É1"), ("e\u{301}", "E\u{301}"), ("₿x", nil), ("", nil), ("U$D", nil), ("a b", nil),
            ("-USD", nil), (String(repeating: "A", count: 21), nil),
        ] as [(String, String?)])
    func codes(text: String, code: String?) {
        #expect(Currency(text)?.code == code)
    }

    @Test("A pair fixes its quote currency; otherwise the choice comes first, then the others if it allows them")
    func candidates() throws {
        let strict = CurrencyChoice(.usd)
        let lenient = CurrencyChoice(.usd, allowsOtherCurrency: true)
        #expect(strict.candidates(or: [.usdt, .eur]) == [.usd])
        #expect(lenient.candidates(or: [.usdt, .eur]) == [.usd, .usdt, .eur])
        #expect(lenient.candidates(for: try Symbol("BTC"), or: [.eur]) == [.usd, .eur])
        #expect(lenient.candidates(for: try Symbol("BTC/INR"), or: [.eur]) == [.inr])
    }
}
