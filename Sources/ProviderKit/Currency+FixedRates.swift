package import DecimalArithmetic
package import Platform

/// Money that is a fixed multiple of other money: minor units such as pence, and currencies that ended.
extension Currency {
    /// What a currency is worth for ever, and since when.
    ///
    /// It is a constant, exact rate, so that no provider is asked for it.
    package struct FixedRate: Sendable {
        /// The currency that this one is a part of, or that replaced it.
        package let successor: Currency
        /// Units of this currency for one of the successor; nil if no fixed rate is known here.
        package let units: ExactDecimal?
        /// The first moment of the rate: for the euro the day on which it was fixed, for a redenomination that of the
        /// new currency. Nil if the rate always holds.
        package let since: Timestamp?
    }

    /// The currency that this one is a part of, or that has replaced it at a moment; nil if there is none. Without a
    /// moment only minor units have one.
    package func fixedRate(at moment: Timestamp?) -> FixedRate? {
        guard let known = Self.fixedRates[code], let rate = FixedRate(known) else { return nil }
        guard let since = rate.since else { return rate }
        return moment.map { $0 >= since } == true ? rate : nil
    }

    /// The currency that has rates at a moment and that this one is a fixed multiple of: `GBP` for pence, `EUR` for the
    /// kuna since 2023; itself for any other.
    package func lasting(at moment: Timestamp?) -> Currency {
        guard let rate = fixedRate(at: moment), rate.units != nil else { return self }
        return rate.successor.lasting(at: moment)
    }

    /// Returns what replaced the currency if it has ended at a moment without a fixed rate, and when it ended.
    package func end(at moment: Timestamp) -> (successor: Currency, day: Timestamp)? {
        guard let rate = fixedRate(at: moment), rate.units == nil, let day = rate.since else { return nil }
        return (rate.successor, day)
    }

    /// Whether a code is money that ISO 4217 does not list: a minor unit, a currency that ended, or an unlisted one.
    static func isOtherMoney(_ code: String) -> Bool {
        code.utf8.count == 3 && (fixedRates[code] != nil || unlisted.contains(code))
    }

    /// Returns the code of the minor unit of a text of three or four letters, which exchanges and brokers spell in
    /// several ways; nil for any other text. Letter case counts only where a spelling differs from that of a whole
    /// currency in nothing else.
    static func minorUnit(_ text: String, inCapitals capitals: String) -> String? {
        switch text {
        case "GBp": "GBp"
        case "ILs": "ILA"
        default:
            switch capitals {
            case "GBX", "GBPP": "GBp"
            case "ZAC": "ZAc"
            case "ILA": "ILA"
            case "USX", "USC": "USX"
            case "EUX", "EUC": "EUX"
            case "KWF": "KWF"
            default: nil
            }
        }
    }

    /// Codes of money in use that ISO 4217 lacks and providers of rates have: the offshore yuan, money of islands at
    /// par with that of their kingdom or neighbour, and Cuba's convertible peso.
    private static let unlisted: Set<String> = ["CNH", "CUC", "FOK", "GGP", "IMP", "JEP", "KID", "TVD"]

    /// The lines of the table by the codes that they begin with.
    private static let fixedRates: [String: Substring] = Dictionary(
        table.split(separator: "\n").map { (String($0.prefix(3)), $0) }, uniquingKeysWith: { first, _ in first })

    /// Code, successor, units for one of the successor or `-`, and since when.
    ///
    /// Rates to the euro are those that the Council of the European Union fixed. A line without a rate has the month of withdrawal from ISO 4217 (list three), and only codes that were
    /// withdrawn since 1991: older ones have no rates anywhere, and several are tickers of coins.
    private static let table = """
        GBp GBP 100
        ZAc ZAR 100
        ILA ILS 100
        USX USD 100
        EUX EUR 100
        KWF KWD 1000
        """
}

extension Currency.FixedRate {
    /// Reads a line of the table.
    fileprivate init?(_ line: Substring) {
        let parts = line.split(separator: " ")
        guard parts.count > 2, let successor = Currency(parts[1]) else { return nil }
        let day = parts.count > 3 ? Timestamp(day: parts[3]) : nil
        self.init(successor: successor, units: ExactDecimal(parts[2]), since: day)
    }
}
