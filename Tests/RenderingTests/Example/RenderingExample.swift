import Rendering

struct Coin {
    var symbol: String
    var price: Number?
}

let coinFields = FieldTable<Coin>([
    Field("symbol", .text, help: "The ticker") { .text($0.symbol) },
    Field("price", .number, help: "The price in USD") { coin in coin.price.map { .number($0) } ?? .null },
])

/// Returns the coins that meet a condition, such as `price > 100`, in an output format.
func text(of coins: [Coin], if condition: String, as format: OutputFormat) throws -> String {
    let condition = try Condition(condition, fields: coinFields)
    let rows = coins.filter { condition.isMet(by: $0) }
    return String(decoding: Renderer.bytes(rows, as: format, fields: coinFields.fields), as: UTF8.self)
}
