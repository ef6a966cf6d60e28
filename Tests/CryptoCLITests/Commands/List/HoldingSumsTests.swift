import TestSupport
import Testing

@Suite("Holdings: every digit, computed by another program", .quick)
struct HoldingSumsTests {
    private static let python = Executables.inPath("python3")

    /// Twelve lots of coins, stocks and currencies, one of them a second one of a coin.
    private static let file = """
        BTC 0.5 @ 30000 USD
        ETH 12.345678901234567891 @ 1800.55 EUR
        stock:AAPL 17 @ 150.25
        SEK 100000.01 @ 1 SEK
        EUR 2500.75 @ 1.07
        BTC 0.25 @ 250000.5 SEK # the second lot
        PEPE 123456789.123 @ 0.0000011
        stock:MSFT 3.5 @ 4000 SEK
        id:solana 40 @ 0.0007 BTC
        JPY 1000000 @ 0.0065
        DOGE/EUR 1234.5 @ 0.05
        XRP 10000 @ 0.5 GBP

        """

    /// Computes what each row should hold from the lots, the prices of the rows and what one euro is worth in each
    /// currency. A quotient is rounded once, half to even, to 20 digits, unless it is by a power of ten; a percentage
    /// to 8 decimals. The cost of a unit is converted as a price is.
    private static let script = #"""
        import json, sys
        from decimal import Context, Decimal, ROUND_HALF_EVEN, getcontext
        from fractions import Fraction
        getcontext().prec = 34
        lots, rates, table, total, target = sys.stdin.read().split("\0")
        rates = {code: Decimal(rate) for code, rate in (line.split() for line in rates.splitlines())}
        rates["EUR"] = Decimal(1)
        rows = json.loads(table, parse_float=Decimal, parse_int=Decimal)
        total = json.loads(total, parse_float=Decimal, parse_int=Decimal)[0]
        bitcoin = next(row["price"] for row in rows if row["symbol"] == "BTC")

        def rounded(value, digits):
            return Context(prec=digits, rounding=ROUND_HALF_EVEN).divide(
                Decimal(value.numerator), Decimal(value.denominator))

        def convert(amount, code, to):
            if code == to:
                return amount
            if code == "BTC":
                return amount * bitcoin
            exact = Fraction(amount) * Fraction(rates[to]) / Fraction(rates[code])
            return rounded(exact, 34 if rates[code].normalize().as_tuple().digits == (1,) else 20)

        def percent(part, whole):
            return (Fraction(part) * 100 / Fraction(whole)).__round__(8)

        held = {}
        for line in lots.splitlines():
            words = line.split("#")[0].split()
            symbol = words[0].split(":")[-1].split("/")
            name = {"solana": "SOL"}.get(symbol[0], symbol[0])
            code = words[4] if len(words) > 4 else symbol[1] if len(symbol) > 1 else "USD"
            held.setdefault(name, []).append((Decimal(words[1]), Decimal(words[3]), code))
        expected, values, costs = [], [], []
        for row in rows:
            lots = held[row["symbol"]]
            amount = sum((lot[0] for lot in lots), Decimal(0))
            value = row["price"] * amount
            cost = sum((convert(lot[1], lot[2], row["currency"]) * lot[0] for lot in lots), Decimal(0))
            values.append(convert(value, row["currency"], target))
            costs.append(convert(cost, row["currency"], target))
            expected.append((amount, value, cost, value - cost, percent(value - cost, cost)))
        value, cost = sum(values, Decimal(0)), sum(costs, Decimal(0))
        names = ["amount", "value", "cost", "gain", "gain_percent"]
        wrong = [
            (row["symbol"], name, row[name], good)
            for row, goods in zip(rows, expected) for name, good in zip(names, goods) if Fraction(row[name]) != Fraction(good)
        ]
        wrong += [
            (row["symbol"], "share", row["share_percent"])
            for row, part in zip(rows, values) if Fraction(row["share_percent"]) != percent(part, value)
        ]
        sums = dict(value=value, cost=cost, gain=value - cost, gain_percent=percent(value - cost, cost), share_percent=100)
        wrong += [(name, total[name], good) for name, good in sums.items() if Fraction(total[name]) != Fraction(good)]
        print(len(rows), total["currency"], wrong)
        """#

    @Test(
        "Twelve lots of coins, stocks and currencies in any currency", .needs("python3", python != nil),
        arguments: ["USD", "SEK", "EUR", "JPY"])
    func twelveLots(currency: String) async throws {
        let python = try #require(Self.python)
        try await withHome(Self.file) { home in
            let rates = await home.run(
                "convert 1 EUR USD SEK GBP JPY --template {to}_{rate}\\n"
            ).output.replacing("_", with: " ")
            let rows = await home.run("list --holdings --json -c \(currency)")
            let total = await home.run("list --holdings --total --json -c \(currency)")
            #expect(rows.errors.isEmpty && total.errors.isEmpty, "\(rows.errors)")
            let input = [Self.file, rates, rows.output, total.output, currency].joined(separator: "\0")
            let outcome = try await ToolProcess.run(
                python, ["-c", Self.script], environment: ["PATH": "/usr/bin:/bin"], input: .bytes(Array(input.utf8)))
            #expect(outcome.errorText.isEmpty)
            #expect(outcome.outputText == "11 \(currency) []\n")
        }
    }
}
