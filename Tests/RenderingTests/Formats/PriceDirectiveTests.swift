import DecimalArithmetic
import Platform
import Rendering
import TestSupport
import Testing

@Suite("Price directives of ledger and beancount", .quick)
struct PriceDirectiveTests {
    struct PricedRow: Sendable {
        var name = "BTC"
        var price: String? = "62440.63"
        var currency = "USD"
        var time: String? = "2024-03-01T12:00:00Z"
    }

    private static let table = FieldTable<PricedRow>([
        Field("price", .number, help: "Price", roles: .price) { .number($0.price) },
        Field("symbol", .text, help: "Ticker", roles: .commodity) { .text($0.name) },
        Field("currency", .text, help: "Currency", roles: .currency) { .text($0.currency) },
        Field("time", .time, help: "Time", roles: .priceTime) { .time($0.time) },
        Field("rank", .integer, help: "Rank") { _ in .integer(1) },
    ])

    /// Returns the directives of rows, and the remark about them.
    private func directives(
        _ rows: [PricedRow], _ format: OutputFormat, digits: Int? = nil
    ) -> (text: String, remark: String?) {
        var renderer = Renderer(
            format, fields: Self.table.defaults(for: format), options: RenderingOptions(digits: digits))
        let bytes = renderer.bytes(rows)
        return (String(decoding: bytes, as: UTF8.self), renderer.takeRemark())
    }

    @Test("A row is a directive with the exact price; the time has no fraction, and beancount has the day")
    func row() {
        let rows = [
            PricedRow(), PricedRow(name: "PEPE", price: "4.05e-6", currency: "SEK", time: "2024-03-01T23:59:59.999Z"),
        ]
        let ledger = directives(rows, .ledger)
        #expect(
            ledger.text == "P 2024-03-01 12:00:00 BTC 62440.63 USD\nP 2024-03-01 23:59:59 PEPE 0.00000405 SEK\n")
        #expect(ledger.remark == nil)
        let beancount = directives(rows, .beancount)
        #expect(beancount.text == "2024-03-01 price BTC 62440.63 USD\n2024-03-01 price PEPE 0.00000405 SEK\n")
        #expect(beancount.remark == nil)
        #expect(directives([PricedRow()], .ledger, digits: 1).text == "P 2024-03-01 12:00:00 BTC 62440.6 USD\n")
    }

    @Test(
        "A row without a price or a time has no directive, nor has a price in itself",
        arguments: [OutputFormat.ledger, .beancount])
    func nothing(_ format: OutputFormat) {
        let rows = [PricedRow(price: nil), PricedRow(time: nil), PricedRow(name: "USD", price: "1")]
        #expect(directives(rows, format).text == "")
        let other = Renderer.bytes([PricedRow()], as: format, fields: [Self.table.fields[0]])
        #expect(other.isEmpty)
    }

    @Test(
        "A name that a format does not allow is in quotes or mapped",
        arguments: [
            ("BTC", "BTC", "BTC"), ("stETH", "stETH", "STETH"), ("1INCH", #""1INCH""#, "X1INCH"),
            ("BTC-PERP", #""BTC-PERP""#, "BTC-PERP"), ("BRK.B", #""BRK.B""#, "BRK.B"),
            ("^GSPC", #""^GSPC""#, "X-GSPC"), ("$WIF", #""$WIF""#, "X-WIF"), ("A B", #""A B""#, "A-B"),
            ("币", #""币""#, "U5E01"), ("é", #""é""#, "UC9"), ("true", #""true""#, "XTRUE"), ("NULL", "NULL", "XNULL"),
            ("TRUE", "TRUE", "XTRUE"), (#"A"B;C"#, #""A_B_C""#, "A-B-C"), ("A\nB", #""A B""#, "A-B"),
            ("X.", #""X.""#, "X"),
            ("", #""""#, "X"), ("T", "T", "T"),
            (
                "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "ABCDEFGHIJKLMNOPQRSTUVWX"
            ),
            ("ABCDEFGHIJKLMNOPQRSTUVW-YZ", #""ABCDEFGHIJKLMNOPQRSTUVW-YZ""#, "ABCDEFGHIJKLMNOPQRSTUVW"),
        ])
    func names(name: String, ledger: String, beancount: String) {
        let ofLedger = directives([PricedRow(name: name)], .ledger)
        #expect(ofLedger.text == "P 2024-03-01 12:00:00 \(ledger) 62440.63 USD\n")
        #expect((ofLedger.remark == nil) == (ledger == name))
        let ofBeancount = directives([PricedRow(name: name)], .beancount)
        #expect(ofBeancount.text == "2024-03-01 price \(beancount) 62440.63 USD\n")
        #expect((ofBeancount.remark == nil) == (beancount == name))
        let asCurrency = directives([PricedRow(currency: name)], .beancount).text
        #expect(asCurrency == (name == "BTC" ? "" : "2024-03-01 price BTC 62440.63 \(beancount)\n"))
    }

    @Test("One remark names the changed names once, the first five of them")
    func remark() {
        let rows = (0..<7).flatMap { [PricedRow(name: "\($0)X"), PricedRow(name: "\($0)X")] }
        #expect(
            directives(rows, .beancount).remark
                == "some names are written as beancount allows: 0X as X0X, 1X as X1X, 2X as X2X, 3X as X3X, 4X as X4X "
                + "and 2 more")
        var renderer = Renderer(.ledger, fields: Self.table.defaults(for: .ledger))
        _ = renderer.bytes([PricedRow(name: "1INCH")])
        #expect(renderer.takeRemark() == #"some names are written as ledger allows: 1INCH as "1INCH""#)
        _ = renderer.bytes([PricedRow(name: "1INCH")])
        #expect(renderer.takeRemark() == nil)
    }

    @Test("Two names that become one commodity are named")
    func collision() {
        let rows = ["+X", "-X", "^X", "-X"].map { PricedRow(name: $0) }
        let remark = directives(rows, .beancount).remark
        #expect(
            remark?.hasSuffix(
                "; +X and -X become one commodity, X-X; +X and ^X become one commodity, X-X") == true, "\(remark ?? "")"
        )
        #expect(directives(rows, .ledger).remark?.contains("one commodity") == false)
        var renderer = Renderer(.beancount, fields: Self.table.defaults(for: .beancount))
        _ = renderer.bytes(rows.prefix(1))
        #expect(renderer.collision == nil)
        _ = renderer.bytes(rows)
        #expect(renderer.collision == "+X and -X become one commodity, X-X")
    }

    @Test("Rows without a commodity, a price, a currency and a time do not fit")
    func fits() {
        for format in OutputFormat.allCases {
            #expect(Self.table.fits(format) == ![.prometheus, .influx].contains(format))
            #expect(SampleRow.table.fits(format) == ![.ledger, .beancount, .prometheus, .influx].contains(format))
        }
    }
}
