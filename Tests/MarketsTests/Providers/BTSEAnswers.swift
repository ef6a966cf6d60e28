@testable import MarketProviders
import Platform
import TestSupport
import Testing

@testable import Markets

/// BTSE's answers, as its documentation and recordings have them.
enum BTSEAnswers {
    static let appPath = "/futures/api/inquire/initial/market"
    static let marketsPath = "/public-api/market/v1/markets"
    static let tickerPath = "/public-api/market/v1/ticker/24hr"

    static func envelope(_ data: String) -> String {
        #"{"success":true,"code":1,"msg":"Success","time":1786602644221,"data":\#(data)}"#
    }

    static func ticker(_ market: String, _ price: String) -> String {
        #"{"symbol":"\#(market)","lastPrice":\#(price),"openPrice":"50","highPrice":"0","closeTime":1786602644}"#
    }

    static func withClient(_ exchanges: [Exchange], _ body: (MarketClient) async throws -> Void) async throws {
        try await withLoopbackServer(exchanges) { try await body(Provider.btse.client($0)) }
    }

    /// A future's row of `ticker/24hr`.
    static let perpetual =
        #"{"symbol":"BTC-PERP-USDT","lastPrice":"64000.5","openPrice":"64000","highPrice":"64500.10","#
        + #""lowPrice":"63200.25","amount":"800000000","volume":"512345678.901","openTime":1786514400,"#
        + #""closeTime":1786602644,"priceChange":"0.5","priceChangePercent":"0","prevClosePrice":"64001","#
        + #""bidPrice":"64000","bidQty":"222000","askPrice":"64001","askQty":"255355","openInterest":"29489680","#
        + #""fundingRate":"0.0001","nextFundingTime":1786608000000,"fundingIntervalMinutes":480}"#
}
