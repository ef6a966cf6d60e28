extension AnswerShape {
    /// A paragraph for each answer: the provider, the job and the path, then its `text`. KnownShapeTests
    /// writes it from the answers that the tests have.
    static let knownText = """
        alternative-me price /fng/
        :o data:a data.[]:o data.[].time_until_update:s? data.[].timestamp:s data.[].value:s
        data.[].value_classification:s metadata:o metadata.error:- name:s

        binance history /api/v3/klines
        :a []:a [].[]:sn

        binance list /api/v3/ticker/24hr
        :a []:o [].askPrice:s [].bidPrice:s [].closeTime:n [].count:n [].highPrice:s [].lastPrice:s [].lowPrice:s
        [].openPrice:s [].priceChange:s [].quoteVolume:s [].symbol:s [].volume:s

        binance price /api/v3/ticker/24hr
        :o askPrice:s bidPrice:s closeTime:n count:n highPrice:s lastPrice:s lowPrice:s openPrice:s priceChange:s
        quoteVolume:s symbol:s volume:s

        bitstamp history /api/v2/ohlc/btcusd/
        :o data:o data.ohlc:a data.ohlc.[]:o data.ohlc.[].close:s data.ohlc.[].high:s data.ohlc.[].low:s
        data.ohlc.[].open:s data.ohlc.[].timestamp:s data.ohlc.[].volume:s data.pair:s

        bitstamp list /api/v2/ticker/
        :a []:o [].ask:s [].bid:s [].high:s [].last:s [].low:s [].market:s [].market_type:s [].open:s [].open_24:s
        [].pair:s [].percent_change_24:s [].side:s [].timestamp:s [].volume:s [].vwap:s

        bitstamp price /api/v2/ticker/
        :a []:o [].ask:s [].bid:s [].high:s [].last:s [].low:s [].market:s [].market_type:s [].open:s [].open_24:s
        [].pair:s [].percent_change_24:s [].side:s [].timestamp:s [].volume:s [].vwap:s

        btse history /public-api/market/v1/klines
        :o code:n data:a data.[]:a data.[].[]:s msg:s success:b time:n

        btse list /public-api/market/v1/markets
        :o code:n data:o data.symbols:a data.symbols.[]:o data.symbols.[].category:s data.symbols.[].displayName:s
        data.symbols.[].minSize:s data.symbols.[].quoteCurrency:s data.symbols.[].symbol:s
        data.symbols.[].tradeCurrency:s data.symbols.[].type:s msg:s success:b time:n

        btse list /public-api/market/v1/ticker/24hr
        :o code:n data:a data.[]:o data.[].amount:s data.[].askPrice:s data.[].bidPrice:s data.[].closeTime:n
        data.[].highPrice:s data.[].lastPrice:s data.[].lowPrice:s data.[].openPrice:s data.[].symbol:s
        data.[].volume:s msg:s success:b time:n

        btse price /public-api/market/v1/ticker/24hr
        :o code:n data:a data.[]:o data.[].amount:s data.[].askPrice:s data.[].bidPrice:s data.[].closeTime:n
        data.[].highPrice:s data.[].lastPrice:s data.[].lowPrice:s data.[].openPrice:s data.[].symbol:s
        data.[].volume:s msg:s success:b time:n

        cnbc history /harmony/app/bars/AAPL/1D/*/*/adjusted/EST5EDT.json
        :o barData:o barData.priceBars:a barData.priceBars.[]:o barData.priceBars.[].close:s
        barData.priceBars.[].high:s? barData.priceBars.[].low:s? barData.priceBars.[].open:s
        barData.priceBars.[].tradeTime:s barData.priceBars.[].volume:s? barData.symbol:s

        cnbc price /quote-html-webservice/restQuote/symbolType/symbol
        :o FormattedQuoteResult:o FormattedQuoteResult.FormattedQuote:a FormattedQuoteResult.FormattedQuote.[]:o
        FormattedQuoteResult.FormattedQuote.[].change:s? FormattedQuoteResult.FormattedQuote.[].change_pct:s
        FormattedQuoteResult.FormattedQuote.[].code:n FormattedQuoteResult.FormattedQuote.[].currencyCode:s?
        FormattedQuoteResult.FormattedQuote.[].exchange:s? FormattedQuoteResult.FormattedQuote.[].high:s?
        FormattedQuoteResult.FormattedQuote.[].last:s FormattedQuoteResult.FormattedQuote.[].last_time:s
        FormattedQuoteResult.FormattedQuote.[].low:s? FormattedQuoteResult.FormattedQuote.[].name:s?
        FormattedQuoteResult.FormattedQuote.[].previous_day_closing:s?
        FormattedQuoteResult.FormattedQuote.[].symbol:s FormattedQuoteResult.FormattedQuote.[].volume:s?

        coinbase history /products/BTC-USD/candles
        :a []:a [].[]:n

        coinbase list /products
        :a []:o [].base_currency:s [].id:s [].min_size:s [].quote_currency:s [].status:s

        coinbase price /products/BTC-USD/stats
        :o high:s last:s low:s open:s volume:s

        coinbase price /products/BTC-USD/ticker
        :o ask:s bid:s price:s size:s time:s trade_id:n volume:s

        coingecko history /api/v3/coins/bitcoin/ohlc
        :a []:a [].[]:n

        coingecko history /api/v3/coins/markets
        :a []:o [].current_price:n [].high_24h:n [].id:s [].image:s [].last_updated:s [].low_24h:n [].market_cap:n
        [].market_cap_rank:n [].name:s [].price_change_24h:n [].price_change_percentage_1h_in_currency:n?
        [].price_change_percentage_24h:n [].price_change_percentage_7d_in_currency:n? [].sparkline_in_7d:o?
        [].sparkline_in_7d.price:a [].sparkline_in_7d.price.[]:n [].symbol:s [].total_volume:n

        coingecko list /api/v3/coins/markets
        :a []:o [].current_price:n [].high_24h:n [].id:s [].image:s [].last_updated:s [].low_24h:n [].market_cap:n
        [].market_cap_rank:n [].name:s [].price_change_24h:n [].price_change_percentage_1h_in_currency:n?
        [].price_change_percentage_24h:n [].price_change_percentage_7d_in_currency:n? [].sparkline_in_7d:o?
        [].sparkline_in_7d.price:a [].sparkline_in_7d.price.[]:n [].symbol:s [].total_volume:n

        coingecko price /api/v3/coins/markets
        :a []:o [].current_price:n [].high_24h:n [].id:s [].image:s [].last_updated:s [].low_24h:n [].market_cap:n
        [].market_cap_rank:n [].name:s [].price_change_24h:n [].price_change_percentage_1h_in_currency:n?
        [].price_change_percentage_24h:n [].price_change_percentage_7d_in_currency:n? [].sparkline_in_7d:o?
        [].sparkline_in_7d.price:a [].sparkline_in_7d.price.[]:n [].symbol:s [].total_volume:n

        coinmarketcap list /public-api/v3/cryptocurrency/listings/latest
        :o data:a data.[]:o data.[].cmc_rank:n? data.[].id:n data.[].last_updated:s? data.[].max_supply:-?
        data.[].name:s? data.[].quote:a data.[].quote.[]:o data.[].quote.[].id:n data.[].quote.[].last_updated:s?
        data.[].quote.[].market_cap:n? data.[].quote.[].percent_change_1h:n? data.[].quote.[].percent_change_24h:n?
        data.[].quote.[].percent_change_7d:n? data.[].quote.[].price:n data.[].quote.[].symbol:s
        data.[].quote.[].volume_24h:n? data.[].slug:s? data.[].symbol:s status:o status.elapsed:n?
        status.error_code:s status.error_message:-? status.timestamp:s

        coinmarketcap price /public-api/v3/cryptocurrency/quotes/latest
        :o data:a data.[]:o data.[].cmc_rank:n? data.[].id:n data.[].last_updated:s? data.[].max_supply:-?
        data.[].name:s? data.[].quote:a data.[].quote.[]:o data.[].quote.[].id:n data.[].quote.[].last_updated:s?
        data.[].quote.[].market_cap:n? data.[].quote.[].percent_change_1h:n? data.[].quote.[].percent_change_24h:n?
        data.[].quote.[].percent_change_7d:n? data.[].quote.[].price:n data.[].quote.[].symbol:s
        data.[].quote.[].volume_24h:n? data.[].slug:s? data.[].symbol:s status:o status.elapsed:n?
        status.error_code:s status.error_message:-? status.timestamp:s

        coinpaprika list /v1/tickers
        :a []:o [].id:s [].last_updated:s [].name:s [].quotes:o [].quotes.USD:o [].quotes.USD.market_cap:n
        [].quotes.USD.percent_change_1h:n [].quotes.USD.percent_change_24h:n [].quotes.USD.percent_change_7d:n
        [].quotes.USD.price:n [].quotes.USD.volume_24h:n [].rank:n [].symbol:s [].total_supply:n

        coinpaprika price /v1/tickers
        :a []:o [].id:s [].last_updated:s [].name:s [].quotes:o [].quotes.USD:o [].quotes.USD.market_cap:n
        [].quotes.USD.percent_change_1h:n [].quotes.USD.percent_change_24h:n [].quotes.USD.percent_change_7d:n
        [].quotes.USD.price:n [].quotes.USD.volume_24h:n [].rank:n [].symbol:s [].total_supply:n

        cryptocompare history /data/v2/histoday
        :o Data:o Data.Data:a Data.Data.[]:o Data.Data.[].close:n Data.Data.[].high:n Data.Data.[].low:n
        Data.Data.[].open:n Data.Data.[].time:n Data.Data.[].volumefrom:n Data.Data.[].volumeto:n Data.TimeTo:n
        Message:s Response:s

        cryptocompare list /data/top/totaltoptiervolfull
        :o Data:a Data.[]:o Data.[].CoinInfo:o Data.[].CoinInfo.FullName:s Data.[].CoinInfo.Id:s
        Data.[].CoinInfo.Internal:s Data.[].CoinInfo.Name:s Data.[].RAW:o Data.[].RAW.USD:o
        Data.[].RAW.USD.FROMSYMBOL:s Data.[].RAW.USD.HIGH24HOUR:n Data.[].RAW.USD.HIGHDAY:n?
        Data.[].RAW.USD.LASTMARKET:s Data.[].RAW.USD.LASTUPDATE:n Data.[].RAW.USD.LOW24HOUR:n
        Data.[].RAW.USD.LOWDAY:n? Data.[].RAW.USD.MARKET:s Data.[].RAW.USD.MKTCAP:n Data.[].RAW.USD.OPEN24HOUR:n
        Data.[].RAW.USD.OPENDAY:n? Data.[].RAW.USD.PRICE:n Data.[].RAW.USD.TOSYMBOL:s Data.[].RAW.USD.TYPE:s
        Data.[].RAW.USD.VOLUME24HOURTO:n Message:s Type:n

        cryptocompare price /data/pricemultifull
        :o DISPLAY:o RAW:o RAW.BTC:o RAW.BTC.USD:o RAW.BTC.USD.FROMSYMBOL:s RAW.BTC.USD.HIGH24HOUR:n
        RAW.BTC.USD.HIGHDAY:n? RAW.BTC.USD.LASTMARKET:s RAW.BTC.USD.LASTUPDATE:n RAW.BTC.USD.LOW24HOUR:n
        RAW.BTC.USD.LOWDAY:n? RAW.BTC.USD.MARKET:s RAW.BTC.USD.MKTCAP:n RAW.BTC.USD.OPEN24HOUR:n
        RAW.BTC.USD.OPENDAY:n? RAW.BTC.USD.PRICE:n RAW.BTC.USD.TOSYMBOL:s RAW.BTC.USD.TYPE:s
        RAW.BTC.USD.VOLUME24HOURTO:n

        currencyapi rates /npm/@fawazahmed0/currency-api@latest/v1/currencies/usd.min.json
        :o date:s usd:o usd.*:n

        defillama history /prices/historical/*/coingecko:bitcoin
        :o coins:o coins.coingecko:bitcoin:o coins.coingecko:bitcoin.confidence:n coins.coingecko:bitcoin.decimals:n
        coins.coingecko:bitcoin.price:n coins.coingecko:bitcoin.symbol:s coins.coingecko:bitcoin.timestamp:n

        defillama price /prices/current/coingecko:bitcoin
        :o coins:o coins.coingecko:bitcoin:o coins.coingecko:bitcoin.confidence:n coins.coingecko:bitcoin.decimals:n
        coins.coingecko:bitcoin.price:n coins.coingecko:bitcoin.symbol:s coins.coingecko:bitcoin.timestamp:n

        dexpaprika price /networks/ethereum/multi/prices
        :a []:o [].chain:s [].id:s [].last_updated:s [].price_usd:n

        eea air /airquality-derivated/AQI-noRunningMeans/content/index.json
        :o contents:a contents.[]:s size:n

        eea air /airquality-derivated/AQI-noRunningMeans/content/raw_stations.json.*
        :a []:o [].altitude:n [].area_classification:s [].code:s [].lat:n [].lon:n [].municipality:s [].name:s
        [].network:s [].network_url:s [].operational:n [].organisation:s [].station_type:s [].station_url:s

        eea air /airquality-derivated/AQI-noRunningMeans/current/MT00011.json
        :o 2024-03-01T11:00:00Z:o 2024-03-01T11:00:00Z.aqi:n 2024-03-01T11:00:00Z.aqi_O3:n
        2024-03-01T11:00:00Z.aqi_PM10:n 2024-03-01T11:00:00Z.culprit:s 2024-03-01T11:00:00Z.modelled_O3:n
        2024-03-01T11:00:00Z.modelled_PM10:n 2024-03-01T11:00:00Z.val_O3:n 2024-03-01T11:00:00Z.val_PM10:n

        erapi rates /v6/latest/USD
        :o base_code:s provider:s rates:o rates.*:n result:s time_last_update_unix:n

        fixer rates /api/latest
        :o base:s date:s rates:o rates.*:n success:b timestamp:n

        frankfurter rates /v2/rates
        :a []:o [].base:s [].date:s [].quote:s [].rate:n

        geckoterminal price /api/v2/simple/networks/eth/token_price/0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48
        :o data:o data.attributes:o data.attributes.token_prices:o
        data.attributes.token_prices.0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48:s data.id:s data.type:s

        iex list /1.0/ref-data/symbols
        :a []:o [].currency:s? [].exchange:s? [].iexId:s? [].name:s? [].symbol:s

        iex price /1.0/stock/AAPL/quote
        :o change:n changePercent:n companyName:s currency:s? high:n iexAskPrice:n iexBidPrice:n latestPrice:n
        latestUpdate:n latestVolume:n low:n marketCap:n primaryExchange:s symbol:s

        kraken history /0/public/OHLC
        :o error:a result:o result.XXBTZUSD:a result.XXBTZUSD.[]:a result.XXBTZUSD.[].[]:sn result.last:n

        kraken list /0/public/AssetPairs
        :o error:a result:o result.ADAUSD:o result.ADAUSD.altname:s result.ADAUSD.base:s result.ADAUSD.quote:s
        result.XXBTZUSD:o result.XXBTZUSD.altname:s result.XXBTZUSD.base:s result.XXBTZUSD.execution_venue:s
        result.XXBTZUSD.quote:s result.XXBTZUSD.wsname:s

        kraken list /0/public/Ticker
        :o error:a result:o result.XXBTZUSD:o result.XXBTZUSD.a:a result.XXBTZUSD.a.[]:s result.XXBTZUSD.b:a
        result.XXBTZUSD.b.[]:s result.XXBTZUSD.c:a result.XXBTZUSD.c.[]:s result.XXBTZUSD.h:a result.XXBTZUSD.h.[]:s
        result.XXBTZUSD.l:a result.XXBTZUSD.l.[]:s result.XXBTZUSD.o:s result.XXBTZUSD.p:a result.XXBTZUSD.p.[]:s
        result.XXBTZUSD.t:a result.XXBTZUSD.t.[]:n result.XXBTZUSD.v:a result.XXBTZUSD.v.[]:s

        kraken price /0/public/Ticker
        :o error:a result:o result.XXBTZUSD:o result.XXBTZUSD.a:a result.XXBTZUSD.a.[]:s result.XXBTZUSD.b:a
        result.XXBTZUSD.b.[]:s result.XXBTZUSD.c:a result.XXBTZUSD.c.[]:s result.XXBTZUSD.h:a result.XXBTZUSD.h.[]:s
        result.XXBTZUSD.l:a result.XXBTZUSD.l.[]:s result.XXBTZUSD.o:s result.XXBTZUSD.p:a result.XXBTZUSD.p.[]:s
        result.XXBTZUSD.t:a result.XXBTZUSD.t.[]:n result.XXBTZUSD.v:a result.XXBTZUSD.v.[]:s

        nasdaq history /api/quote/AAPL/historical
        :o data:o data.symbol:s data.totalRecords:n data.tradesTable:o data.tradesTable.rows:a
        data.tradesTable.rows.[]:o data.tradesTable.rows.[].close:s data.tradesTable.rows.[].date:s
        data.tradesTable.rows.[].high:s data.tradesTable.rows.[].low:s data.tradesTable.rows.[].open:s
        data.tradesTable.rows.[].volume:s? message:-? status:o? status.bCodeMessage:- status.rCode:n

        nasdaq price /api/quote/AAPL/info
        :o data:o data.companyName:s data.exchange:s data.keyStats:o data.keyStats.MarketCap:o?
        data.keyStats.MarketCap.label:s data.keyStats.MarketCap.value:s data.marketStatus:s data.primaryData:o
        data.primaryData.askPrice:s? data.primaryData.bidPrice:s? data.primaryData.deltaIndicator:s
        data.primaryData.lastSalePrice:s data.primaryData.lastTradeTimestamp:s data.primaryData.netChange:s
        data.primaryData.percentageChange:s data.primaryData.volume:s? data.secondaryData:- data.symbol:s message:-?
        status:o? status.bCodeMessage:- status.rCode:n

        okx history /api/v5/market/candles
        :o code:s data:a data.[]:a data.[].[]:s msg:s

        okx list /api/v5/market/tickers
        :o code:s data:a data.[]:o data.[].askPx:s data.[].bidPx:s data.[].high24h:s data.[].instId:s
        data.[].instType:s data.[].last:s data.[].lastSz:s data.[].low24h:s data.[].open24h:s data.[].ts:s
        data.[].vol24h:s data.[].volCcy24h:s msg:s

        okx price /api/v5/market/ticker
        :o code:s data:a data.[]:o data.[].askPx:s data.[].bidPx:s data.[].high24h:s data.[].instId:s
        data.[].instType:s data.[].last:s data.[].lastSz:s data.[].low24h:s data.[].open24h:s data.[].ts:s
        data.[].vol24h:s data.[].volCcy24h:s msg:s

        open-meteo air /v1/air-quality
        :o current:o current.carbon_monoxide:n current.european_aqi:n current.interval:n current.nitrogen_dioxide:n
        current.ozone:n current.pm10:n current.pm2_5:n current.sulphur_dioxide:n current.time:s current.us_aqi:n
        current_units:o current_units.time:s generationtime_ms:n latitude:n longitude:n timezone:s
        utc_offset_seconds:n

        open-meteo air /v1/search
        :o generationtime_ms:n results:a results.[]:o results.[].admin1:s results.[].country:s
        results.[].country_code:s results.[].feature_code:s results.[].id:n results.[].latitude:n
        results.[].longitude:n results.[].name:s results.[].population:n

        open-meteo forecast /v1/air-quality
        :o hourly:o hourly.pm10:a hourly.pm10.[]:n hourly.pm2_5:a hourly.pm2_5.[]:n hourly.time:a hourly.time.[]:s
        hourly.us_aqi:a hourly.us_aqi.[]:n hourly_units:o hourly_units.time:s latitude:n longitude:n
        utc_offset_seconds:n

        open-meteo forecast /v1/search
        :o generationtime_ms:n results:a results.[]:o results.[].admin1:s results.[].country:s
        results.[].country_code:s results.[].feature_code:s results.[].id:n results.[].latitude:n
        results.[].longitude:n results.[].name:s results.[].population:n

        waqi air /feed/@7/
        :o data:o data.aqi:n data.attributions:a data.attributions.[]:o data.attributions.[].name:s
        data.attributions.[].url:s data.city:o data.city.geo:a data.city.geo.[]:n data.city.name:s data.city.url:s
        data.dominentpol:s data.iaqi:o data.iaqi.pm25:o data.iaqi.pm25.v:n data.idx:n data.time:o data.time.iso:s
        data.time.s:s data.time.tz:s data.time.v:n status:s

        wazirx history /sapi/v1/klines
        :a []:a [].[]:n

        wazirx list /sapi/v1/tickers/24hr
        :a []:o [].askPrice:s [].at:n [].baseAsset:s [].bidPrice:s [].highPrice:s [].lastPrice:s [].lowPrice:s
        [].openPrice:s [].quoteAsset:s [].symbol:s [].volume:s

        wazirx price /sapi/v1/tickers/24hr
        :a []:o [].askPrice:s [].at:n [].baseAsset:s [].bidPrice:s [].highPrice:s [].lastPrice:s [].lowPrice:s
        [].openPrice:s [].quoteAsset:s [].symbol:s [].volume:s

        yahoo history /v8/finance/chart/AAPL
        :o chart:o chart.error:- chart.result:a chart.result.[]:o chart.result.[].indicators:o
        chart.result.[].indicators.adjclose:a? chart.result.[].indicators.adjclose.[]:o
        chart.result.[].indicators.adjclose.[].adjclose:a? chart.result.[].indicators.adjclose.[].adjclose.[]:n
        chart.result.[].indicators.quote:a chart.result.[].indicators.quote.[]:o
        chart.result.[].indicators.quote.[].close:a? chart.result.[].indicators.quote.[].close.[]:n
        chart.result.[].indicators.quote.[].high:a? chart.result.[].indicators.quote.[].high.[]:n
        chart.result.[].indicators.quote.[].low:a? chart.result.[].indicators.quote.[].low.[]:n
        chart.result.[].indicators.quote.[].open:a? chart.result.[].indicators.quote.[].open.[]:n
        chart.result.[].indicators.quote.[].volume:a? chart.result.[].indicators.quote.[].volume.[]:n
        chart.result.[].meta:o chart.result.[].meta.currency:s chart.result.[].meta.gmtoffset:n
        chart.result.[].meta.priceHint:n chart.result.[].meta.symbol:s chart.result.[].timestamp:a?
        chart.result.[].timestamp.[]:n

        yahoo list /v1/finance/search
        :o count:n news:a quotes:a quotes.[]:o quotes.[].exchDisp:s? quotes.[].exchange:s? quotes.[].longname:s?
        quotes.[].quoteType:s? quotes.[].shortname:s? quotes.[].symbol:s

        yahoo price /v8/finance/chart/AAPL
        :o chart:o chart.error:- chart.result:a chart.result.[]:o chart.result.[].meta:o
        chart.result.[].meta.chartPreviousClose:n chart.result.[].meta.currency:s chart.result.[].meta.exchangeName:s
        chart.result.[].meta.fullExchangeName:s chart.result.[].meta.longName:s chart.result.[].meta.previousClose:n?
        chart.result.[].meta.regularMarketDayHigh:n chart.result.[].meta.regularMarketDayLow:n
        chart.result.[].meta.regularMarketPrice:n chart.result.[].meta.regularMarketTime:n
        chart.result.[].meta.regularMarketVolume:n chart.result.[].meta.shortName:s chart.result.[].meta.symbol:s
        chart.result.[].timestamp:a? chart.result.[].timestamp.[]:n
        """
}
