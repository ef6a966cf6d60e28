import CryptoCLI
import TestFixtures
import TestSupport
import Testing

/// The views of the program, as text with their colours written out, at four widths on a light and on a dark terminal.
///
/// `CRYPTO_VIEW_PICTURES=DIR swift test --filter ViewSnapshot` also draws each one into a directory, to be looked at.
@Suite("Views on a terminal", .quick, .endsHang)
struct ViewSnapshotTests {
    private static let views = [
        View("list", "list --limit 8 -p sample"),
        View("list-favorites", "list --favorites -p sample"),
        View("list-holdings", "list --holdings -p sample"),
        View("price", "price BTC ETH -p sample"),
        View("price-history", "price BTC --history 7d -p sample"),
        View("price-chart", "price BTC --chart -p sample"),
        View("price-candlesticks", "price BTC --chart --candlesticks -p sample"),
        View("price-overlay", "price BTC ETH SOL --chart --overlay -p sample"),
        View("price-stock", "price stock:AAPL SHIB USD/SEK -p sample"),
        View("convert", "convert 0.5 BTC SEK EUR USD -p sample"),
        View("convert-explain", "convert 100 SEK BTC --explain -p sample"),
        View("aqi", "aqi Delhi Mumbai Chennai -p sample"),
        View("aqi-us", "aqi Delhi Mumbai Bengaluru --scale us -p sample"),
        View("aqi-history", "aqi Delhi --history 4h -p sample"),
        View("aqi-chart", "aqi Delhi --chart -p sample"),
        View("aqi-forecast", "aqi Delhi --forecast 24h --chart -p sample"),
        View("watch", "watch - -p sample", input: "add BTC\nadd ETH\nadd SHIB\n"),
        View("providers", "price --provider help"),
    ]

    @Test("Views are as recorded; no line is longer than the terminal", arguments: views)
    func asRecorded(_ view: View) async throws {
        var text = ""
        for columns in View.widths {
            var texts: [String] = []
            for theme in TerminalTheme.all {
                let screen = try await view.screen(columns: columns, theme: theme)
                #expect(!screen.hasWrapped, "\(columns)")
                texts.append(screen.text)
                guard let folder = Snapshots.pictures else { continue }
                let picture = TerminalPicture(of: screen, theme: theme, title: view.name, summary: view.line)
                try Files.write(Array(picture.svg.utf8), to: "\(folder)/\(view.name)-\(columns)-\(theme).svg")
            }
            let areAlike = texts.allSatisfy { $0 == texts[0] }
            for (theme, shown) in zip(TerminalTheme.all, areAlike ? [texts[0]] : texts) {
                text += "=== \(columns) columns, \(areAlike ? "light and dark" : "\(theme)")\n\(shown)"
            }
        }
        expectSnapshot(of: text, named: "view-\(view.name)")
    }
}
