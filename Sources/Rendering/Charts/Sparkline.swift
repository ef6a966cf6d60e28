import DecimalArithmetic

/// The latest values as one character each, the lowest at the bottom and the highest at the top.
///
/// Values are doubles, which are precise enough for the height of a bar.
package enum Sparkline {
    /// Returns numbers, oldest first, in `width` columns: all of them at the left edge, or if there are more, the last
    /// of each of `width` parts of the same length.
    package static func text(_ numbers: [Number], width: Int, unicode: Bool) -> String {
        let count = max(0, width)
        let shown =
            numbers.count <= count ? numbers : (0..<count).map { numbers[($0 + 1) * numbers.count / count - 1] }
        return text(shown.map { $0.value.doubleValue }, width: count, unicode: unicode)
    }

    /// Returns the last `width` values, oldest first, in `width` columns from the left edge. Nil and NaN are gaps.
    ///
    /// If all values are equal, they are drawn in the middle. Without `unicode` the bars are ASCII characters of
    /// increasing density.
    package static func text(_ values: [Double?], width: Int, unicode: Bool = true) -> String {
        let levels = Array(unicode ? "▁▂▃▄▅▆▇█" : ".:-=+*#%@")
        let width = max(0, width)
        let last = values.suffix(width).map { $0.flatMap { $0.isFinite ? $0 : nil } }
        let known = last.compactMap { $0 }
        guard let lowest = known.min(), let highest = known.max() else { return String(repeating: " ", count: width) }
        let bars = last.map { value in
            value.map { levels[level($0, lowest: lowest, highest: highest, of: levels.count)] } ?? " "
        }
        return String(bars) + String(repeating: " ", count: width - bars.count)
    }

    private static func level(_ value: Double, lowest: Double, highest: Double, of count: Int) -> Int {
        if lowest == highest { return (count - 1) / 2 }
        // Halve the values, because the difference of two doubles may overflow.
        let share = (value / 2 - lowest / 2) / (highest / 2 - lowest / 2)
        return min(count - 1, max(0, Int(saturating: (share * Double(count)).rounded(.down))))
    }
}
