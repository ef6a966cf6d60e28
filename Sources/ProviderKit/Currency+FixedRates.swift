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
    /// Rates to the euro are those that the Council of the European Union fixed. A line without a rate has the month of
    /// withdrawal from ISO 4217 (list three), and only codes that were withdrawn since 1991: older ones have no rates
    /// anywhere, and several are tickers of coins.
    private static let table = """
        GBp GBP 100
        ZAc ZAR 100
        ILA ILS 100
        USX USD 100
        EUX EUR 100
        KWF KWD 1000
        ATS EUR 13.7603 1999-01-01
        BEF EUR 40.3399 1999-01-01
        BGN EUR 1.95583 2026-01-01
        CYP EUR 0.585274 2008-01-01
        DEM EUR 1.95583 1999-01-01
        EEK EUR 15.6466 2011-01-01
        ESP EUR 166.386 1999-01-01
        FIM EUR 5.94573 1999-01-01
        FRF EUR 6.55957 1999-01-01
        GRD EUR 340.750 2001-01-01
        HRK EUR 7.53450 2023-01-01
        IEP EUR 0.787564 1999-01-01
        ITL EUR 1936.27 1999-01-01
        LTL EUR 3.45280 2015-01-01
        LUF EUR 40.3399 1999-01-01
        LVL EUR 0.702804 2014-01-01
        MTL EUR 0.429300 2008-01-01
        NLG EUR 2.20371 1999-01-01
        PTE EUR 200.482 1999-01-01
        SIT EUR 239.640 2007-01-01
        SKK EUR 30.1260 2009-01-01
        ANG XCG 1 2025-03-31
        AZM AZN 5000 2006-01-01
        BYR BYN 10000 2016-07-01
        GHC GHS 10000 2007-07-01
        MRO MRU 10 2018-01-01
        MZM MZN 1000 2006-07-01
        ROL RON 10000 2005-07-01
        SDD SDG 100 2007-07-01
        SLL SLE 1000 2022-07-01
        STD STN 1000 2018-01-01
        TMM TMT 5000 2009-01-01
        TRL TRY 1000000 2005-01-01
        VEB VEF 1000 2008-01-01
        VEF VES 100000 2018-08-20
        ZMK ZMW 1000 2013-01-01
        ZWL ZWG 2498.7242 2024-04-05
        ADP EUR - 2003-07-01
        AFA AFN - 2003-01-01
        AOK AOA - 1991-03-01
        AON AOA - 2000-02-01
        AOR AOA - 2000-02-01
        ARA ARS - 1992-01-01
        BAD BAM - 1997-07-01
        BGL BGN - 2003-11-01
        BRE BRL - 1993-03-01
        BRR BRL - 1994-07-01
        BYB BYN - 2001-01-01
        CHC CHW - 2004-11-01
        CSD RSD - 2006-10-01
        CSK CZK - 1993-03-01
        ECS USD - 2000-09-01
        ECV USD - 2000-09-01
        GEK GEL - 1995-10-01
        GHP GHS - 2007-06-01
        GWP XOF - 1997-05-01
        HRD EUR - 1995-01-01
        LTT EUR - 1993-07-01
        LVR EUR - 1994-12-01
        MGF MGA - 2004-12-01
        MXP MXN - 1993-01-01
        PEI PEN - 1991-07-01
        PLZ PLN - 1997-01-01
        RUR RUB - 2004-01-01
        SDP SDG - 1998-06-01
        SRG SRD - 2003-12-01
        TJR TJS - 2001-04-01
        TPE USD - 2002-11-01
        UAK UAH - 1996-09-01
        UYP UYU - 1993-03-01
        XEU EUR - 1999-01-01
        YDD YER - 1991-09-01
        YUM RSD - 2003-07-01
        YUN RSD - 1995-11-01
        ZAL ZAR - 1995-03-01
        ZRN CDF - 1999-06-01
        ZRZ CDF - 1994-02-01
        ZWD ZWG - 2008-08-01
        ZWN ZWG - 2006-09-01
        ZWR ZWG - 2009-06-01
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
