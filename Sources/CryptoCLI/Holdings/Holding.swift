import DecimalArithmetic
import Markets

/// What is held of a favorite: its lots together.
struct Holding: Sendable {
    let symbol: Symbol
    let lots: [FavoriteLot]
    /// The sum of the amounts.
    let amount: ExactDecimal
    /// The group of the favorites that it is among; nil if they are in none.
    let group: String?

    /// Creates the holding of lots. `units` returns how many units a lot has today. Throws if they are too many.
    init(
        _ symbol: Symbol, _ lots: [FavoriteLot], in group: String?,
        units: (FavoriteLot) throws(ArithmeticError) -> ExactDecimal = { $0.amount }
    ) throws(Failure) {
        (self.symbol, self.lots, self.group) = (symbol, lots, group)
        do throws(ArithmeticError) {
            var amount = ExactDecimal.zero
            for lot in lots { amount = try amount + units(lot) }
            self.amount = amount
        } catch {
            throw .tooLarge(symbol, "amount")
        }
    }
}

/// What is held of an asset, and what it is worth; or the total of several.
struct Position: Sendable {
    /// The number of units; nil for a total.
    let amount: ExactDecimal?
    /// Price × amount.
    let value: ExactDecimal?
    /// What the units cost.
    let cost: ExactDecimal?
    /// `value` − `cost`. The gain of a total counts only holdings with a cost.
    let gain: ExactDecimal?
    /// 100 × `gain` ÷ `cost`.
    let gainPercent: ExactDecimal?
    /// 100 × `value` ÷ the total value.
    var share: ExactDecimal?

    /// `worth` is the value of what has a cost.
    init(amount: ExactDecimal?, value: ExactDecimal?, cost: ExactDecimal?, worth: ExactDecimal?) {
        (self.amount, self.value, self.cost) = (amount, value, cost)
        gain = worth.flatMap { worth in cost.flatMap { try? worth - $0 } }
        gainPercent = gain.flatMap { gain in cost.flatMap { try? gain.percentage(of: $0) } }
    }

    /// Whether it is the total.
    var isTotal: Bool { amount == nil }
}
