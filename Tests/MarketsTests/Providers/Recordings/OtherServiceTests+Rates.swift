/// What the other services of fixer and frankfurter answered, by value; `RateRecordingTests` refuses them as rates.
extension OtherServiceTests {
    static let rates: [RecordedValues] = [
        RecordedValues(
            "fixer/cash-cli-fixer.json", "#=168", "AED=United Arab Emirates Dirham", "BTC=Bitcoin", "SEK=Swedish Krona",
            "ZMK=Zambian Kwacha (pre-2013)", "ZWL=Zimbabwean Dollar"),
        RecordedValues(
            "fixer/nacoma-convert_success.json", "query/from=GBP", "query/amount=25", "info/rate=148.972231",
            "info/timestamp=1519328414", "historical=", "date=2018-02-22", "result=3724.305775"),
        RecordedValues(
            "fixer/nacoma-fluctuation_success.json", "start_date=2018-02-25", "base=EUR", "rates/#=2",
            "rates/USD/start_rate=1.228952", "rates/USD/change=0.0038", "rates/JPY/end_rate=131.651142",
            "rates/JPY/change_pct=0.0483"),
        RecordedValues(
            "fixer/nacoma-symbols_success.json", "success=true", "symbols/#=168",
            "symbols/AED=United Arab Emirates Dirham", "symbols/SEK=Swedish Krona", "symbols/ZWL=Zimbabwean Dollar"),
        RecordedValues(
            "fixer/nacoma-time_series_success.json", "end_date=2012-05-03", "base=EUR", "rates/#=3",
            "rates/2012-05-01/USD=1.322891", "rates/2012-05-02/AUD=1.274202", "rates/2012-05-03/CAD=1.296868"),
        RecordedValues(
            "fixer/phpeso-conversion-convert-current.json", "query/to=EUR", "query/amount=1000", "info/rate=0.015093",
            "info/timestamp=1751303405", "date=2025-06-30", "result=15.093"),
        RecordedValues(
            "fixer/phpeso-conversion-convert-historical.json", "query/to=EUR", "info/rate=0.015429",
            "info/timestamp=1749859199", "date=2025-06-13", "historical=true", "result=15.429"),
        RecordedValues(
            "frankfurter/v2-rate-EUR-USD-documented.json", "date=2026-03-25", "base=EUR", "quote=USD", "rate=1.1568"),
        RecordedValues(
            "frankfurter/v2-rate-usd-eur-ecb-20260724.json", "date=2026-07-24", "base=USD", "quote=EUR",
            "rate=0.87897"),
    ]
}
