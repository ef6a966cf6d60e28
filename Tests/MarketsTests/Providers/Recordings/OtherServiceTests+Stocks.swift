import Markets

/// What the other services of Yahoo and IEX answered, by value.
extension OtherServiceTests {
    static let stocks: [RecordedValues] = [
        RecordedValues(
            "iex/cloud-chart-1d.json", "#=390", "0/minute=09:30", "0/close=138.68", "0/notional=509195.675",
            "last/minute=15:59", "last/close=137.77", "last/volume=12385", quote: "MSFT", gives: isArray),
        RecordedValues(
            "iex/cloud-chart-bad-option.json", #"error="badOption" is not allowed"#, quote: "MSFT",
            gives: .failed(.status(200, words: #""badOption" is not allowed"#))),
        RecordedValues(
            "iex/cloud-chart-msft.json", "#=23", "0/date=2019-07-10", "0/close=137.85", "1/changePercent=0.399",
            "last/date=2019-08-09", "last/close=137.71", "last/volume=23466701", quote: "MSFT", gives: isArray),
        RecordedValues(
            "iex/cloud-fx-latest-one.json", "#=1", "0/symbol=USDCAD", "0/rate=1.25674", "0/timestamp=1627045829863",
            quote: "USDCAD", gives: isArray),
        RecordedValues(
            "iex/cloud-fx-latest.json", "#=3", "0/rate=1.25674", "1/symbol=USDGBP", "1/rate=0.7262111386264443",
            "last/symbol=USDJPY", "last/rate=110.426", "last/isDerived=false", quote: "USDCAD", gives: isArray),
        RecordedValues(
            "iex/cloud-historical-prices-msft-5d.json", "#=5", "0/date=2020-11-04", "0/open=214.02",
            "last/date=2020-11-10", "last/close=211.01", "last/changeOverTime=-0.024863", quote: "MSFT",
            gives: isArray),
        RecordedValues(
            "iex/cloud-ohlc-market.json", "#=8890", "BXS/open/price=29.12", "BXS/close/time=1554408121497",
            "AEP/close/price=82.62", "BB/open/time=1554384655647", quote: "BXS", gives: .refused("symbol is missing")),
        RecordedValues(
            "iex/cloud-ohlc-msft.json", "symbol=MSFT", "open/price=120", "close/price=119.36",
            "close/time=1554408000193", "high=120.23", "low=118.38", quote: "MSFT", gives: .unpriced(1)),
        RecordedValues("iex/cloud-price-msft.json", "=119.36", quote: "MSFT", gives: isNumber),
        RecordedValues(
            "iex/iextrading4j-stock-ChartDateResponse.json", "#=1", "0/date=20180129", "0/minute=09:30",
            "0/marketNotional=444312772.8062", "0/numberOfTrades=335", quote: "AAPL", gives: isArray),
        RecordedValues(
            "iex/iextrading4j-stock-ChartOneDayResponse.json", "#=1", "0/date=20180301", "0/open=162.145",
            "0/close=162.32", "0/marketClose=161.88", quote: "AAPL", gives: isArray),
        RecordedValues(
            "iex/iextrading4j-stock-ChartOneMonthResponse.json", "#=1", "0/date=2018-02-01", "0/open=167.165",
            "0/close=167.78", "0/vwap=167.6021", quote: "AAPL", gives: isArray),
        RecordedValues(
            "iex/iextrading4j-stock-ChartSixMonthResponse.json", "#=1", "0/date=2017-09-01", "0/open=164.8",
            "0/close=164.05", "0/vwap=164.1212", "0/label=Sep 1, 17", quote: "AAPL", gives: isArray),
        RecordedValues(
            "iex/iextrading4j-stock-ChartThreeMonthResponse.json", "#=1", "0/date=2017-12-01", "0/open=169.95",
            "0/close=171.05", "0/changePercent=-0.466", quote: "AAPL", gives: isArray),
        RecordedValues(
            "iex/iextrading4j-stock-DelayedQuoteResponse.json", "symbol=AAPL", "delayedPrice=170.5", "high=180.48",
            "low=178.83", "delayedSize=9", "delayedPriceTime=1510942340633", "processedTime=1510943241506",
            quote: "AAPL", gives: .unpriced(1)),
        RecordedValues("iex/iextrading4j-stock-PriceResponse.json", "=170.4", quote: "AAPL", gives: isNumber),
        RecordedValues(
            "iex/iextrading4j-v1-alternative-CryptoBookResponse.json", "symbol=BTCUSD", "bids/#=1", "bids/0/price=1000",
            "bids/0/size=0.5", "asks/0/price=10421", "asks/0/timestamp=1572620748579", quote: "BTCUSD",
            gives: .unpriced(1)),
        RecordedValues(
            "iex/iextrading4j-v1-alternative-CryptoPriceResponse.json", "symbol=BTCUSD", "price=8324.08",
            quote: "BTCUSD", gives: .unpriced(1)),
        RecordedValues(
            "iex/iextrading4j-v1-forex-CurrencyConversionResponse.json", "#=1", "0/symbol=USDGBP", "0/rate=0.755",
            "0/amount=56.113", "0/timestamp=1288282222000", quote: "USDGBP", gives: isArray),
        RecordedValues(
            "iex/iextrading4j-v1-forex-HistoricalCurrencyRatesResponse.json", "#=1", "0/#=1", "0/0/date=2019-10-06",
            "0/0/symbol=EURUSD", "0/0/rate=1.09834", quote: "EURUSD", gives: isArray),
        RecordedValues(
            "iex/iextrading4j-v1-forex-LatestCurrencyRatesResponse.json", "#=1", "0/symbol=USDGBP", "0/rate=0.755",
            "0/isDerived=true", quote: "USDGBP", gives: isArray),
        RecordedValues(
            "iex/legacy-1.0-batch-price-fb-msft-2018.json", "#=2", "FB/price=182.68", "MSFT/price=96.36", quote: "FB",
            gives: .refused("symbol is missing")),
        RecordedValues(
            "yahoo/mop-v7-quote-sample.json", "quoteResponse/result/#=2", "quoteResponse/error=null",
            "quoteResponse/result/0/symbol=BA", "quoteResponse/result/0/regularMarketPrice=331.76",
            "quoteResponse/result/0/regularMarketTime=1534363219",
            "quoteResponse/result/0/regularMarketChange=-7.380005", "quoteResponse/result/0/priceToBook=-132.59792",
            quote: "BA", gives: .refused("meta is missing")),
        RecordedValues(
            "yahoo/quote-AAPL-BABA.json", "quoteResponse/result/#=2", "quoteResponse/error=null",
            "quoteResponse/result/0/symbol=AAPL", "quoteResponse/result/0/regularMarketPrice=244.6",
            "quoteResponse/result/0/regularMarketTime=1739566800", "quoteResponse/result/1/symbol=BABA",
            "quoteResponse/result/1/regularMarketPrice=124.73", "quoteResponse/result/1/currency=USD", quote: "AAPL",
            gives: .refused("meta is missing")),
        RecordedValues(
            "yahoo/quote-BTC-USD.json", "quoteResponse/result/#=1", "quoteResponse/result/0/symbol=BTC-USD",
            "quoteResponse/result/0/quoteType=CRYPTOCURRENCY", "quoteResponse/result/0/regularMarketPrice=96077.45",
            "quoteResponse/result/0/regularMarketVolume=21228961792", "quoteResponse/result/0/marketCap=1904783523840",
            quote: "BTC-USD", gives: .refused("meta is missing")),
        RecordedValues(
            "yahoo/quote-EURUSD=X.json", "quoteResponse/result/0/symbol=EURUSD=X",
            "quoteResponse/result/0/regularMarketPrice=1.0489877",
            "quoteResponse/result/0/regularMarketChange=-0.0005505085", "quoteResponse/result/0/bid=1.0489877",
            "quoteResponse/result/0/tradeable=false", quote: "EURUSD=X", gives: .refused("meta is missing")),
        RecordedValues(
            "yahoo/quote-_VXAPL.json", "quoteResponse/result/0/symbol=^VXAPL",
            "quoteResponse/result/0/regularMarketPrice=23.77", "quoteResponse/result/0/regularMarketOpen=0",
            "quoteResponse/result/0/regularMarketDayRange=0.0 - 0.0",
            "quoteResponse/result/0/regularMarketPreviousClose=24.28", quote: "^VXAPL",
            gives: .refused("meta is missing")),
    ]
}
