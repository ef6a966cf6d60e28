import Markets

/// What the other services of the exchanges and of the coin lists answered, by value. The program asks for none of
/// them, nor (yet) for the figures of the whole market, the price of a contract and the trades of a market.
extension OtherServiceTests {
    static let coins: [RecordedValues] = [
        RecordedValues(
            "btse/futures-v1-market_summary-20191115.json", "#=15", "0/symbol=BTCH20", "0/last=8607.5",
            "0/volume=770633.757", "1/openInterestUSD=1.152713871E7", "1/contract_end=", "last/symbol=LTCPFC",
            "last/last=59.8", gives: isArray),
        RecordedValues(
            "btse/public-api-ticker-price-documented.json", "code=1", "data/#=2", "data/0/symbol=BTC-USDT",
            "data/0/price=20875.31000000", "data/0/time=1624989976195", "data/1/symbol=ETH-BTC",
            "data/1/price=0.07530600", quote: "BTC/USDT", gives: .refused("symbol is ETH-BTC, not BTC-USDT")),
        RecordedValues(
            "btse/spot-v2-market_summary-20190905.json", "#=4", "BTC-USD/last=10582.0",
            "BTC-USD/percent_change=0.033085976", "BTC-USD/volume=15796857", "USDT-USD/last=1.0018",
            "USDT-USD/low24hr=0.9996", gives: .refused("data is missing")),
        RecordedValues(
            "btse/spot-v3.3-time-20260923.json", "iso=2026-09-23T03:26:14.269Z", "epoch=1790133974",
            gives: .refused("data is missing")),
        RecordedValues(
            "coinbase-exchange/bennycode-rest-products-BTC-EUR-book-level-1.json", "asks/#=1", "asks/0/0=8966.06",
            "asks/0/1=3009.993", "asks/0/2=1", "bids/0/0=8966.04", "sequence=12259075", quote: "BTC/EUR",
            gives: .unpriced(1)),
        RecordedValues(
            "coinbase-exchange/bennycode-rest-v2-exchange-rates-GET-200-EUR.json", "data/currency=EUR",
            "data/rates/#=394", "data/rates/AED=3.6003976279140268", "data/rates/SEK=10.8751209857209661",
            "data/rates/USD=0.9798", "data/rates/BTC=0.0000497922294745", gives: isObject),
        RecordedValues(
            "coinbase-exchange/bennycode-rest-v2-exchange-rates-GET-200.json", "data/currency=USD", "data/rates/#=393",
            "data/rates/AED=3.6730000000000002", "data/rates/SEK=11.0996944587106351", "data/rates/EUR=1.0208",
            "data/rates/BTC=0.0000507144268091", gives: isObject),
        RecordedValues(
            "coinbase-exchange/pricehist-currencies-partial.json", "#=5", "0/id=BTC", "0/name=Bitcoin",
            "0/details/symbol=₿", "0/details/min_withdrawal_amount=0.0001", "1/id=DOGE", "1/max_precision=0.1",
            "last/id=GBP", "last/name=British Pound", gives: .refused("row 1: quote currency is missing")),
        RecordedValues(
            "coingecko/asset_platforms-20210518.json", "#=56", "0/id=factom", "0/chain_identifier=null", "0/shortname=",
            "last/id=harmony-shard-0", "last/name=Harmony Shard 0", gives: .refused("row 1: symbol is missing")),
        RecordedValues(
            "coingecko/coins-bitcoin-full-2021.json", "id=bitcoin", "symbol=btc", "localization/ja=ビットコイン",
            "genesis_date=2009-01-03", "market_cap_rank=1", "market_data/current_price/usd=49007",
            "market_data/current_price/sek=408663", "market_data/max_supply=21000000.0",
            "market_data/last_updated=2021-05-15T15:58:12.266Z", "tickers/#=100", gives: isObject),
        RecordedValues(
            "coingecko/global-20210518.json", "data/active_cryptocurrencies=7362",
            "data/total_market_cap/usd=2142953338976.9612", "data/total_market_cap/idr=3.065741191040524e+16",
            "data/market_cap_percentage/btc=38.259132842486686",
            "data/market_cap_change_percentage_24h_usd=-0.9554088490358789", "data/updated_at=1621346159",
            gives: isObject),
        RecordedValues(
            "coingecko/global-20250117-trimmed.json", "data/active_cryptocurrencies=16733", "data/total_market_cap/#=5",
            "data/total_market_cap/usd=3751351705612.96", "data/total_market_cap/ars=3.90607995806268e+15",
            "data/market_cap_percentage/btc=53.9930159141062", "data/updated_at=1737105225", gives: isObject),
        RecordedValues(
            "coingecko/search-trending-20210518.json", "coins/#=7", "coins/0/item/id=matic-network",
            "coins/0/item/price_btc=4.774496780022442e-05", "coins/1/item/price_btc=3.725378016648686e-10",
            "coins/last/item/symbol=SUSHI", "coins/last/item/market_cap_rank=53", "exchanges/#=0", gives: isObject),
        RecordedValues("coingecko/simple-price-bad-vs-ethereum-20210515.json", "#=1", "bitcoin/#=0", gives: isObject),
        RecordedValues("coingecko/simple-price-bitcoin-eth-202108.json", "bitcoin/eth=14.394342", gives: isObject),
        RecordedValues("coingecko/simple-price-bitcoin-usd-20210515.json", "bitcoin/usd=49253", gives: isObject),
        RecordedValues("coingecko/simple-price-ids-with-spaces-20210515.json", "bitcoin/usd=49357", gives: isObject),
        RecordedValues(
            "coinpaprika/global-20201021.json", "market_cap_usd=368198248292", "bitcoin_dominance_percentage=59.98",
            "market_cap_ath_date=2018-01-07T11:17:00Z", "market_cap_change_24h=-0.2", "last_updated=1603238207",
            gives: isObject),
        RecordedValues(
            "coinpaprika/global-20211022.json", "market_cap_usd=2559344984924", "cryptocurrencies_number=5438",
            "volume_24h_percent_to_ath=9999.99", "volume_24h_change_24h=-18.21", "last_updated=1634927806",
            gives: isObject),
        RecordedValues(
            "coinpaprika/ohlcv-btc-2019.json", "#=2", "0/time_open=2019-01-01T00:00:00Z", "0/open=3743.13383814",
            "0/close=3846.6792974", "0/volume=3062073034", "last/time_close=2019-01-02T23:59:59Z",
            "last/high=3951.20469616", "last/market_cap=67250129005", gives: .refused("row 1: id is missing")),
        RecordedValues(
            "coinpaprika/coins-top20-20240824.json", "#=20", "0/id=btc-bitcoin", "0/rank=1", "2/type=token",
            "last/id=leo-leo-token", "last/symbol=LEO", "last/rank=20", "last/is_new=false",
            gives: .refused("row 1: quotes.USD is missing")),
        RecordedValues(
            "cryptocompare/coinlist-all-2017.json", "Response=Success", "Type=100", "Data/#=1748", "Data/BTC/Id=1182",
            "Data/BTC/FullName=Bitcoin (BTC)", "Data/BTC/TotalCoinSupply=21000000", "Data/42/CoinName=42 Coin",
            "Data/42/PreMinedValue=N/A", "Data/42/Sponsored=false", gives: .refused("Data is missing")),
        RecordedValues(
            "cryptocompare/dominikz-top-totalvol-20190208.json", "Type=100", "Data/#=3", "Data/0/CoinInfo/Name=BTC",
            "Data/0/CoinInfo/NetHashesPerSecond=41623606545.7453", "Data/0/ConversionInfo/Supply=17527237",
            "Data/last/CoinInfo/Name=ETH", "Data/last/ConversionInfo/TotalVolume24H=8112191.918469148",
            gives: .unpriced(3)),
        RecordedValues(
            "cryptocompare/generateAvg-BTC-USD-2017.json", "RAW/MARKET=CUSTOMAGG", "RAW/PRICE=6515.83",
            "RAW/LASTUPDATE=1510593868", "RAW/OPEN24HOUR=6085.22", "RAW/VOLUME24HOURTO=229156918.68158323",
            "RAW/CHANGE24HOUR=430.6099999999997", "DISPLAY/FROMSYMBOL=Ƀ", "DISPLAY/PRICE=$ 6,515.83", quote: "BTC",
            gives: .refused("a ticker is CHANGE24HOUR, not BTC")),
        RecordedValues(
            "cryptocompare/pricehistorical-2017.json", "#=1", "ETH/#=3", "ETH/BTC=0.002616", "ETH/USD=1.13",
            "ETH/EUR=1.04", quote: "ETH", gives: .refused("RAW is missing")),
        RecordedValues(
            "cryptocompare/pricemulti-BTC-USD-2017.json", "BTC/#=1", "BTC/USD=2561.88", quote: "BTC",
            gives: .refused("RAW is missing")),
        RecordedValues(
            "cryptocompare/pricemulti-fiat-to-crypto-2017.json", "#=2", "USD/BTC=0.0004232", "USD/ETH=0.004826",
            "EUR/BTC=0.0004839", "EUR/ETH=0.005518", quote: "BTC", gives: .refused("RAW is missing")),
        RecordedValues(
            "cryptocompare/pricemulti-multi-2017.json", "#=3", "BTC/USD=2513.55", "BTC/CNY=17441.13", "ETH/EUR=207.93",
            "LTC/USD=48.46", "LTC/CNY=336.34", quote: "BTC", gives: .refused("RAW is missing")),
        RecordedValues(
            "cryptocompare/rate-limit-2021.json", "Type=100", "Data/calls_made/month=38", "Data/calls_left/second=19",
            "Data/calls_left/month=49962", "HasWarning=false", gives: .refused("Data is missing")),
        RecordedValues(
            "cryptocompare/top-exchanges-full-BTC-USD-2021.json", "Message=Total available exchanges - 107",
            "Data/AggregatedData/PRICE=59551.41", "Data/AggregatedData/LASTUPDATE=1637434730",
            "Data/AggregatedData/FLAGS=2052", "Data/CoinInfo/NetHashesPerSecond=156819203103601950000",
            "Data/Exchanges/#=5", "Data/Exchanges/0/MARKET=Coinbase", "Data/Exchanges/0/PRICE=59533.15",
            "Data/Exchanges/last/MARKET=btse", gives: .refused("Data is missing")),
        RecordedValues(
            "cryptocompare/top-exchanges-full-EUR-USD-2021.json", "Message=Total available exchanges - 8",
            "Data/CoinInfo/#=0", "Data/AggregatedData/PRICE=1.126",
            "Data/AggregatedData/CHANGE24HOUR=-0.001000000000000112", "Data/Exchanges/#=5",
            "Data/Exchanges/0/MARKET=Kraken", "Data/Exchanges/0/PRICE=1.12592", "Data/Exchanges/last/MARKET=Lykke",
            gives: .refused("Data is missing")),
        RecordedValues(
            "cryptocompare/top-exchanges-full-USD-BTC-2021.json", "Message=Total available exchanges - 1",
            "Data/AggregatedData/PRICE=0.00059115", "Data/AggregatedData/OPENDAY=3.5e-7",
            "Data/AggregatedData/CHANGEPCTDAY=168800.00000000003", "Data/Exchanges/#=1", "Data/Exchanges/0/PRICE=8308",
            gives: .refused("Data is missing")),
        RecordedValues(
            "cryptocompare/top-pairs-ETH-2017.json", "Response=Success", "Data/#=5", "Data/0/toSymbol=KRW",
            "Data/0/volume24hTo=286355191868.53656", "Data/last/toSymbol=EUR", "Data/last/volume24h=158353.75482262",
            gives: .refused("row 1: Name is missing")),
        RecordedValues(
            "kraken/Assets-20171003.json", "error/#=0", "result/#=27", "result/XXBT/altname=XBT",
            "result/XXDG/altname=XDG", "result/XXDG/decimals=8", "result/ZJPY/display_decimals=0",
            "result/KFEE/altname=FEE", gives: .refused("row 1: base is missing")),
        RecordedValues(
            "kraken/trades-bcheur-20190515-trimmed.json", "error/#=0", "result/BCHEUR/#=5", "result/BCHEUR/0/#=6",
            "result/BCHEUR/0/0=348.000000", "result/BCHEUR/0/2=1557895726.2415", "result/BCHEUR/last/0=337.400000",
            "result/BCHEUR/last/1=1.00000000", "result/last=1557906728205444960",
            gives: .refused("row 1: an array instead of an object at byte 31")),
    ]
}
