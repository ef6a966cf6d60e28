import TestSupport

/// Answers of exchanges with given values.
enum BinanceAnswers {
    static let path = "/api/v3/ticker/24hr"

    /// One market.
    static func row(_ market: String, last: String = "67024.00000000", open: String = "66000.00000000") -> String {
        #"{"symbol":"\#(market)","priceChange":"1","priceChangePercent":"1","lastPrice":"\#(last)","#
            + #""openPrice":"\#(open)","highPrice":"67500.00000000","lowPrice":"65900.00000000","#
            + #""bidPrice":"67023.99000000","askPrice":"67024.01000000","volume":"12.5","#
            + #""quoteVolume":"1837800.12345678","closeTime":1709294390123,"count":7}"#
    }

    /// The array of these rows.
    static func rows(_ rows: String...) -> Answer {
        .json("[" + rows.joined(separator: ",") + "]")
    }

    static let unknownSymbol = Answer.json(#"{"code":-1121,"msg":"Invalid symbol."}"#, status: 400)
}

enum WazirXAnswers {
    static let path = "/sapi/v1/tickers/24hr"

    /// One market.
    static func row(_ base: String, _ quote: String, last: String = "5900000.50", open: String = "5920010") -> String {
        #"{"symbol":"\#(base)\#(quote)","baseAsset":"\#(base)","quoteAsset":"\#(quote)","openPrice":"\#(open)","#
            + #""lowPrice":"5800000.0","highPrice":"6000000.0","lastPrice":"\#(last)","volume":"12.5","#
            + #""bidPrice":"5899999.0","askPrice":"5900001.0","at":1709294390123}"#
    }

    /// The array of these rows.
    static func rows(_ rows: String...) -> Answer {
        .json("[" + rows.joined(separator: ",") + "]")
    }
}

enum CryptoCompareAnswers {
    static let listPath = "/data/top/totaltoptiervolfull"
    static let pricePath = "/data/pricemultifull"

    /// The RAW object of one coin in one currency.
    static func raw(_ currency: String, price: String = "67024.5", open: String = "66000") -> String {
        #"{"\#(currency)":{"TYPE":"5","MARKET":"CCCAGG","PRICE":\#(price),"LASTUPDATE":1709294390,"OPENDAY":\#(open),"#
            + #""HIGHDAY":67500,"LOWDAY":65900,"VOLUME24HOURTO":1837800.5,"MKTCAP":1319000000000}}"#
    }

    /// The top list of one coin.
    static func list(_ symbol: String, _ name: String, raw: String) -> Answer {
        .json(
            #"{"Message":"Success","Type":100,"Data":[{"CoinInfo":{"Id":"1182","Name":"\#(symbol)","#
                + #""FullName":"\#(name)"},"RAW":\#(raw)}]}"#)
    }

    /// The quote of one coin.
    static func price(_ symbol: String, raw: String) -> Answer {
        .json(#"{"RAW":{"\#(symbol)":\#(raw)},"DISPLAY":{}}"#)
    }
}
