package import DecimalArithmetic
package import JSONReader

extension Number {
    /// Parses a number in the form of the pages of a service: `4,098.12`, `+0.48`, `-0.51%`, `$266.78`, or `UNCH` for
    /// no change, which is 0; nil for any other text. A percent sign is dropped.
    package init?(shown text: String) {
        if let plain = Number(text) {
            self = plain
            return
        }
        guard text != "UNCH" else {
            self.init(0)
            return
        }
        var digits = text[...]
        let isNegative = digits.first == "-"
        if isNegative || digits.first == "+" { digits = digits.dropFirst() }
        if digits.first == "$" { digits = digits.dropFirst() }
        if digits.last == "%" { digits = digits.dropLast() }
        let parts = digits.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let groups = parts.first?.split(separator: ",", omittingEmptySubsequences: false) ?? []
        let isGrouped =
            groups.count == 1 || (1...3).contains(groups[0].count) && groups.dropFirst().allSatisfy { $0.count == 3 }
        guard isGrouped, digits.first?.isNumber == true else { return nil }
        let fraction = parts.dropFirst().map { ".\($0)" }.joined(separator: "")
        self.init((isNegative ? "-" : "") + groups.joined(separator: "") + fraction)
    }

    /// Parses an amount in the form of pages of Northern Europe, with a comma before exactly two decimals: `-1,50`,
    /// `0,00%`; nil for any other text, such as one that may have a comma between thousands.
    package init?(shownWithDecimalComma text: String) {
        let digits = text.last == "%" ? text.dropLast() : text[...]
        let parts = digits.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].count == 2 else { return nil }
        self.init(shown: "\(parts[0]).\(parts[1])")
    }
}

/// Readers of numbers in the form of the pages of a service, which may also be plain ones.
extension JSONReader {
    /// Reads a price, which may be 0 or below. Null, an empty text, `N/A` and `NA` are unknown values. Throws
    /// `RowProblem` for any other value, also for a percentage, such as the yield of a bond.
    package mutating func optionalSignedPrice(_ field: String) throws -> Number? {
        if try takeNull() { return nil }
        guard next == .number || next == .string else { throw RowProblem(description: "\(field) is not a number") }
        let text = try readNumberOrString().text(field)
        if ["", "N/A", "NA"].contains(text) { return nil }
        guard !text.hasSuffix("%") else { throw RowProblem(description: "\(field) is a percentage, not a price") }
        guard let number = Number(shown: text) else { throw RowProblem(description: "\(field) is not a number") }
        return number
    }

    /// Reads a number that a row does not need. An invalid value is treated as missing.
    package mutating func shownNumberIfSound() throws -> Number? {
        guard next == .number || next == .string, let text = try? readNumberOrString().text("") else {
            return nil
        }
        return Number(shown: text)
    }
}
