import DecimalArithmetic
import Platform
import TestSupport
import Testing

@testable import Markets

@Suite("Currencies and changes", .quick)
struct ModelTests {
    @Test(
        "Only the codes of ISO 4217 are fiat",
        arguments: [
            ("sek", true), ("USD", true), ("usdt", false), ("SEKK", false), ("YEN", false), ("1inch", false),
        ])
    func fiat(code: String, isFiat: Bool) {
        #expect(Currency(code)?.isFiat == isFiat)
    }

    @Test("The list of ISO 4217 has its codes, and none that only look like it")
    func iso4217() {
        #expect(
            Currency.iso4217.isSuperset(of: ["USD", "SEK", "EUR", "DKK", "NOK", "JPY", "INR", "XAU", "VED", "ZWG"]))
        #expect(Currency.iso4217.isDisjoint(with: ["YEN", "BTC", "USDT", "USDC", "HRK", "DEM", "XTS", "XXX"]))
        #expect(Currency.iso4217.allSatisfy { $0.count == 3 && $0 == $0.uppercased() })
    }

    @Test("A base currency that exchanges quote in is fiat; a coin with a code of ISO 4217 is not")
    func kindOfBase() {
        for code in ["USD", "EUR", "GBP", "JPY", "CHF", "AUD", "CAD", "SEK", "INR", "TRY", "BRL"] {
            #expect(AssetKind(base: code) == .fiat, "\(code)")
        }
        // Ethernity, Mantle and OpenDAO have the codes of Eritrea's, Mongolia's and Somalia's currencies.
        for ticker in ["ERN", "MNT", "SOS", "BTC", "USDT", "EURC", "EURI", "", "eur"] {
            #expect(AssetKind(base: ticker) == .coin, "\(ticker)")
        }
    }

    private func quote(price: String?) -> Quote {
        var quote = Quote(time: Timestamp(seconds: 0), symbol: "X", currency: .usd, provider: "p")
        quote.price = price.flatMap { Number($0) }
        return quote
    }

    @Test(
        "Change and percent from an open; none above 0 means all three unknown, never inf or nan",
        arguments: [
            ("110", "100", "100", "10", "10"), ("90", "100", "100", "-10", "-10"), ("1", "3", "3", "-2", Self.thirds),
            ("5", "5", "5", "0", "0"), ("0", "5", "5", "-5", "-100"), ("110", "0", nil, nil, nil),
            ("110", "-1", nil, nil, nil), ("110", nil, nil, nil, nil), (nil, "100", nil, nil, nil),
            ("0.00000812", "0.000008", "0.000008", "0.00000012", "1.5"),
        ] as [(String?, String?, String?, String?, String?)])
    func changeFromOpen(price: String?, sent: String?, open: String?, change: String?, percent: String?) {
        var quote = quote(price: price)
        quote.setChange(fromOpen: sent.flatMap { Number($0) })
        #expect(quote.open?.description == open)
        #expect(quote.change?.description == change)
        #expect(quote.changePercent?.description == percent)
    }

    private static let thirds = "-66.66666667"

    @Test(
        "A change as sent; the open follows from the amount alone",
        arguments: [
            ("110", "10", "10.0001", "100"), ("110", nil, "10", nil), (nil, "10", "10", nil), ("110", "10", nil, "100"),
            ("110", nil, nil, nil), ("1", "-0.5", "-33.3", "1.5"),
        ] as [(String?, String?, String?, String?)])
    func changeAsSent(price: String?, amount: String?, percent: String?, open: String?) {
        var quote = quote(price: price)
        quote.setChange(amount: amount.flatMap { Number($0) }, percent: percent.flatMap { Number($0) })
        #expect(quote.change?.description == amount)
        #expect(quote.changePercent?.description == percent)
        #expect(quote.open?.description == open)
    }
}
