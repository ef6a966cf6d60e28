import CryptoCLI
import TestSupport
import Testing

@Suite("An error in an operand names it, and shows a line that works", .quick)
struct OperandErrorTests {
    static let missing: [BadLine] = [
        BadLine("price", "missing argument '<symbol>', as in 'crypto price BTC'"),
        BadLine("watch", "missing argument '<symbol>', as in 'crypto watch BTC'"),
        BadLine("convert", "missing argument '<amount>', as in 'crypto convert 1 BTC EUR'"),
        BadLine("convert 5", "missing argument '<from>', as in 'crypto convert 5 BTC EUR'"),
        BadLine("convert 5 EUR", "missing argument '<to>', as in 'crypto convert 5 EUR USD'"),
        BadLine(
            "convert 0.5 BTC/SEK",
            "'BTC/SEK' is a pair; its codes are two arguments, as in 'crypto convert 0.5 BTC SEK'"),
        BadLine(
            "convert - btc-sek", "'btc-sek' is a pair; its codes are two arguments, as in 'crypto convert - btc sek'"),
        BadLine("convert - BTC", "missing argument '<to>', as in 'crypto convert - BTC EUR'"),
        BadLine("convert BTC SEK", "'BTC' is not an amount; the amount comes first, as in 'crypto convert 1 BTC SEK'"),
        BadLine("convert EUR", "the amount comes first, as in 'crypto convert 1 EUR USD'"),
        BadLine(
            "convert some BTC USD", "'some' is not an amount; the amount comes first, as in 'crypto convert 1 BTC USD'"),
        BadLine("convert 1e3 BTC USD", "'1e3' is not an amount; write it without an exponent"),
        BadLine(
            "convert 5BTC SEK EUR",
            "'5BTC' is not an amount; the currency follows it, as in 'crypto convert 5 BTC SEK EUR'"),
        BadLine("convert $5 USD SEK", "the currency follows it, as in 'crypto convert 5 USD SEK'"),
        BadLine("convert 2.5€", "the currency follows it, as in 'crypto convert 2.5 EUR BTC'"),
        BadLine("list --add", "--add needs symbols as arguments, as in 'crypto list --add BTC'"),
        BadLine("list --move 2", "--move needs one symbol as argument, as in 'crypto list --move 2 BTC'"),
    ]

    static let points: [BadLine] = [
        BadLine(
            "aqi 28.6, 77.2",
            "<city>: '28.6,' is not a point; write degrees north and east with a comma and no space, as in 28.6,77.2"),
        BadLine("aqi 28.6N,77.2E", "'28.6N,77.2E' is not a point; write degrees north and east with a comma"),
        BadLine("aqi 33.9S,18.4°E", "and no space, as in -33.9,18.4"),
        BadLine(["aqi", "40.7N 74W"], "and no space, as in 40.7,-74"),
        BadLine("aqi 28.6,77.2,3", "'28.6,77.2,3' is not a point; write degrees north and east"),
        BadLine("aqi 28.6 77.2", "'28.6' is not a point; write degrees north and east"),
        BadLine("aqi 95.5N,77.2E", "'95.5N,77.2E' is not a point; write degrees north and east"),
    ]

    static let unknown: [BadLine] = [
        BadLine("convert 5 SEK bitcoin -p sample", "'bitcoin' (asked: sample); did you mean 'BTC'?", .unknownName),
        BadLine("convert 1 Bitcoin SEK -p sample", "'Bitcoin' (asked: sample); did you mean 'BTC'?", .unknownName),
        BadLine("convert 1 BCT SEK -p sample", "'BCT' (asked: sample); did you mean 'BTC'?", .unknownName),
        BadLine("convert 1 BTC SKE -p sample", "'SKE' (asked: sample); did you mean 'SEK'?", .unknownName),
        BadLine(
            "convert 5 BTC/EUR SEK -p sample", "unknown currency 'BTC/EUR'; it is a pair: write 'BTC' or 'EUR'",
            .unknownName),
        BadLine("convert 5 SEK id:bitcoin -p sample", "'id:bitcoin'; did you mean 'BTC'?", .unknownName),
        BadLine(
            "convert 1 BTC stock:AAPL -p sample",
            "unknown currency 'stock:AAPL'; the price of a stock is 'crypto price stock:AAPL -c BTC'", .unknownName),
        BadLine(
            "convert 5 stock:AAPL SEK -p sample", "the price of a stock is 'crypto price stock:AAPL -c SEK'",
            .unknownName),
        BadLine(
            "convert 1 BTC xxx -p sample",
            "unknown currency 'xxx' (asked: sample); 'crypto list --search xxx -p sample' searches by name",
            .unknownName),
        BadLine(
            "convert 1 BTC SEKK -p sample", "unknown currency 'SEKK' (asked: sample); did you mean 'SEK'?",
            .unknownName),
        BadLine(
            "price ZZZ -p sample",
            "unknown symbol 'ZZZ' (asked: sample); 'crypto list --search zzz -p sample' searches by name", .unknownName),
        BadLine(
            "price id:zzz -p sample",
            "unknown symbol 'id:zzz' (asked: sample); 'crypto list --fields symbol,id -p sample' lists ids",
            .unknownName),
        BadLine(
            "price $5 -p sample",
            "unknown symbol '$5' (asked: sample); '$5' is an amount: try 'crypto convert 5 USD BTC -p sample'",
            .unknownName),
        BadLine(
            "price 5btc -p sample", "; '5btc' is an amount: try 'crypto convert 5 BTC USD -p sample'", .unknownName),
        BadLine("price stock:NONE.L -p sample", "unknown symbol 'stock:NONE.L' (asked: sample)", .unknownName),
        BadLine(
            "list BTC --market futures -p sample",
            "sample: 'BTC' is not a future; 'crypto list --market futures -p sample' lists what there is", .unknownName),
        BadLine(
            "list BTC-PERP --market spot -p sample", "sample: 'BTC-PERP' is not in a spot market; ", .unknownName),
        BadLine("list BTC --market futures -p coingecko", "--market futures: coingecko has none; '--provider' may be "),
        BadLine(
            "aqi Delhi,Mumbai -p sample",
            "unknown city 'Delhi,Mumbai'; separate cities with spaces: crypto aqi Delhi Mumbai",
            .unknownName),
        BadLine(
            "price stock:ZZZZ -p sample", "; a stock is written as in 'stock:AAPL' or 'stock:HSBA.L'", .unknownName),
        BadLine(
            "aqi New_Delhi -p sample", "sample: unknown city 'New_Delhi'; did you mean 'Delhi'?", .unknownName),
        BadLine(
            "aqi Stockholm -p sample", "sample: unknown city 'Stockholm'; it has 'Mumbai', 'Bengaluru' and 10 more",
            .unknownName),
        BadLine(
            "aqi 28.6,77.2 -p sample",
            "sample: no air quality at the point '28.6,77.2'; try a city, as in 'crypto aqi Delhi -p sample'",
            .unknownName),
        BadLine(
            "aqi 28 -p sample",
            "sample: unknown city '28'; a point is written with a comma and no space, as in 'crypto aqi 28.6,77.2'",
            .unknownName),
        BadLine(
            "aqi @5 -p sample",
            "sample: unknown station '@5'; stations are those of waqi, as in 'crypto aqi @6332 -p waqi'", .unknownName),
    ]

    @Test("A missing operand", arguments: missing)
    func missingOperand(_ line: BadLine) async {
        expectFailure(await runTool(line.arguments), line.status, says: line.says)
    }

    @Test("A point that is not written as one", arguments: points)
    func point(_ line: BadLine) async {
        expectFailure(await runTool(line.arguments), line.status, says: line.says)
    }

    @Test("An operand that no provider knows", arguments: unknown)
    func unknownOperand(_ line: BadLine) async {
        expectFailure(await runTool(line.arguments), line.status, says: line.says)
    }

    @Test(
        "The lines that messages show work",
        arguments: [
            "price BTC", "convert 1 BTC EUR", "convert 5 EUR USD", "price stock:AAPL -c EUR", "aqi Delhi",
            "list --search bit", "list --fields symbol,id",
        ])
    func example(line: String) async {
        let run = await runTool("\(line) -p sample")
        #expect(run.status == .success, "\(run.errors)")
    }
}
