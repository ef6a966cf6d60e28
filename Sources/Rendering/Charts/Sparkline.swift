/// The latest values as one character each, the lowest at the bottom and the highest at the top.
///
/// Values are doubles, which are precise enough for the height of a bar.
package enum Sparkline {
    private static let blocks = Array("▁▂▃▄▅▆▇█")
    private static let marks = Array(".:-=+*#%@")

    /// Returns the last `width` values in `width` columns, the newest at the right edge. Nil and NaN are gaps.
    ///
    /// If all values are equal, they are drawn in the middle. Without `unicode` the bars are ASCII characters of
    /// increasing density.
    package static func text(_ values: [Double?], width: Int, unicode: Bool = true) -> String {
        let levels = unicode ? blocks : marks
        let width = max(0, width)
        let last = values.suffix(width).map { $0.flatMap { $0.isFinite ? $0 : nil } }
        let known = last.compactMap { $0 }
        guard let lowest = known.min(), let highest = known.max() else { return String(repeating: " ", count: width) }
        let bars = last.map { value in
            value.map { levels[level($0, lowest: lowest, highest: highest, of: levels.count)] } ?? " "
        }
        return String(repeating: " ", count: width - bars.count) + String(bars)
    }

    private static func level(_ value: Double, lowest: Double, highest: Double, of count: Int) -> Int {
        if lowest == highest { return (count - 1) / 2 }
        // Halve the values, because the difference of two doubles may overflow.
        let share = (value / 2 - lowest / 2) / (highest / 2 - lowest / 2)
        return min(count - 1, max(0, Int(saturating: (share * Double(count)).rounded(.down))))
    }
}
