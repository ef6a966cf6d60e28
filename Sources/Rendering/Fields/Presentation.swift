package import DecimalArithmetic

/// How tables and markdown show the values of a field; other formats hold the exact value.
package enum Presentation: Sendable, Equatable {
    /// The exact value, or rounded by `--digits`.
    case plain
    /// The exact value, or rounded by `--digits`, thousands grouped.
    case grouped
    /// The exact value in spite of `--digits`, for what is neither a price nor an amount nor a percentage;
    /// text that is never cut.
    case exact
    /// A price: from 1, two decimals and grouped thousands; below 1, four significant digits, or 8 decimals where those
    /// show three. Prices of a table that are alike in size have as many decimals as the smallest of them. On a
    /// terminal it has four decimals from 1 to 10, and only the prices of one asset are alike.
    case price
    /// An amount of money: as a price, but on a terminal with two decimals from 1.
    case money
    /// A rate: six significant digits in spite of `--digits`, thousands grouped.
    case rate
    /// The result of a rate: at least two decimals, and up to six significant digits without zeros at the end.
    case amount
    /// The time at which a day begins, shown as the day on a terminal.
    case day
    /// The time at which a minute begins, shown without seconds on a terminal.
    case minute
    /// True or false, of which only one is worth a word on a terminal.
    case flag(shown: Bool)
    /// Text that a terminal shows only if it was asked for.
    case detail
    /// No decimals, thousands grouped; three digits and a letter, such as `1.23T`, where a table is narrow. As a price
    /// in a column whose numbers are all below 100.
    case whole
    /// A fixed number of decimals, or none where all numbers of a column are whole.
    case fixed(places: Int)
    /// Text that is cut, with `…` at the end, before a column of a narrow table is left out.
    case name
    /// Text that is left out of a narrow table, with its column, unless all of it is shown. If it was asked for, it
    /// continues on the next line, or the rows are records.
    case sentence
    /// A few words that are never cut: where all columns that matter less are left out, they continue on the next line.
    case phrase
    /// Text that continues on the next line where a table is narrow.
    case prose
    /// With a sign, green above 0 and red below; decimals as for a price if nil. What is rounded to 0 has neither.
    case signed(places: Int? = nil)
    /// As `signed`; on a terminal with as many decimals as the row's price, without zeros after the second one.
    case change
    /// As `signed(places: 2)`, followed by `%`.
    case percent
    /// A percentage that is no change: two decimals.
    case share
    /// A number from 0 to 1, of which a table draws a bar of that part of eight columns.
    case bar
    /// A number of seconds in words: `just now`, `3 min ago`, `2 h ago`, `5 days ago`.
    case age

    /// Whether `--digits` does not apply.
    var isUnrounded: Bool { self == .exact || self == .rate }

    /// Formats a number as tables do.
    ///
    /// - Parameters:
    ///   - number: The number.
    ///   - digits: The number of decimals; nil for the default.
    /// - Returns: The text, without colours.
    package func text(of number: Number, digits: Int? = nil) -> String {
        var bytes: [UInt8] = []
        _ = Presenter(digits: digits, escaping: TerminalText.escaping).write(.number(number), as: self, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// The meaning of the color of a cell.
enum Tone: Sendable, Equatable {
    case none
    case rise
    case fall
    /// A number has just become larger or smaller. An arrow behind it shows that too.
    case moved(up: Bool)
    /// A color that the row provides: on a terminal of a block behind the whole cell, elsewhere of its text.
    case tint(ChartColor)

    /// Its exact color, where the background is known; nil without one.
    var color: ChartColor? {
        switch self {
        case .none: nil
        case .rise, .moved(up: true): ChartColor(red: 0x2E, green: 0xA0, blue: 0x43)
        case .fall, .moved(up: false): ChartColor(red: 0xE5, green: 0x48, blue: 0x4D)
        case .tint(let color): color
        }
    }
}

extension ColorDepth {
    /// Returns the escape sequence that begins a tone; empty without colors.
    func begin(_ tone: Tone) -> String {
        switch (self, tone) {
        case (.none, _), (_, .none): ""
        case (_, .rise), (_, .moved(up: true)): "\u{1B}[32m"
        case (_, .fall), (_, .moved(up: false)): "\u{1B}[31m"
        case (_, .tint(let color)): begin(color)
        }
    }
}
