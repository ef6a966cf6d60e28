import TestSupport
import Testing

/// A provider whose markets are listed before its socket is opened, and whose one subscription covers all of them.
struct ListedStream: Sendable, CustomStringConvertible {
    let provider: String
    let currency: String
    let listPath: String
    let path: String
    let subscription: String
    /// A list of these coins.
    let list: @Sendable ([String]) -> Answer
    /// One message with a tick of each of these coins, at this price.
    let frame: @Sendable ([String], String) -> String

    var description: String { provider }

    /// Arguments to append to a command line.
    var options: String { "-p \(provider) -c \(currency) --csv --no-header --fields symbol,price" }

    static let all = [btse, wazirX]

    static let btse = ListedStream(
        provider: "btse", currency: "USD", listPath: "/futures/api/inquire/initial/market", path: "/ws/futures",
        subscription: #"{"op":"subscribe","args":["coinIndex"]}"#,
        list: { coins in
            let rows = coins.map { #"{"symbol":"\#($0)","future":false,"marketName":"\#($0)-USD"}"# }
            return .json(#"{"code":1,"success":true,"data":[\#(rows.joined(separator: ","))]}"#)
        },
        frame: { coins, price in
            let rows = coins.map { #""\#($0)_1":{"id":"\#($0)","name":"\#($0)","type":1,"price":\#(price)}"# }
            return #"{"topic":"coinIndex","id":null,"data":{\#(rows.joined(separator: ","))}}"#
        })

    static let wazirX = ListedStream(
        provider: "wazirx", currency: "INR", listPath: WazirXAnswers.path, path: "/stream",
        subscription: #"{"event":"subscribe","streams":["!ticker@arr"]}"#,
        list: { coins in
            .json("[" + coins.map { WazirXAnswers.row($0.lowercased(), "inr") }.joined(separator: ",") + "]")
        },
        frame: { coins, price in
            let rows = coins.map { coin in
                let coin = coin.lowercased()
                return #"{"E":1709294400000,"T":"SPOT","U":"inr","c":"\#(price)","s":"\#(coin)inr","u":"\#(coin)"}"#
            }
            return #"{"data":[\#(rows.joined(separator: ","))],"stream":"!ticker@arr"}"#
        })

    /// An answer with a list, sent once.
    func list(_ coins: String...) -> Exchange { .get(listPath, answer: list(coins)) }

    /// A connection that begins with the subscription.
    func socket(_ script: @escaping WebSocketScript) -> Exchange {
        .webSocket(path) { [subscription] peer in
            try peer.expectText(subscription)
            try script(peer)
        }
    }
}
