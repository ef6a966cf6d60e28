extension ValueParser where Value == Int {
    /// Parses an integer in decimal digits between the bounds, inclusive.
    package static func wholeNumber(from lower: Int = 0, to upper: Int = .max) -> ValueParser {
        ValueParser { (text) throws(ValueError) in
            guard !text.isEmpty else { throw ValueError.empty }
            if let number = Int(text), isWhole(text), number >= lower, number <= upper { return number }
            // Only a number with too many digits is not an Int here.
            let isTooLarge = upper == .max && isWhole(text) && !text.hasPrefix("-") && Int(text) == nil
            throw ValueError(
                isTooLarge
                    ? "\(text.inQuotes) is too large" : "\(text.inQuotes) is not a whole number \(bounds(lower, upper))"
            )
        }
    }

    private static func isWhole(_ text: String) -> Bool {
        let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
        return !digits.isEmpty && digits.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
    }

    private static func bounds(_ lower: Int, _ upper: Int) -> String {
        switch (lower, upper) {
        case (.min, .max): "of 64 bits"
        case (_, .max): "of \(lower) or more"
        default: "from \(lower) to \(upper)"
        }
    }
}

extension ValueParser where Value == UInt64 {
    /// Parses an unsigned 64-bit integer, such as a seed.
    package static var seed: ValueParser {
        ValueParser { (text) throws(ValueError) in
            guard !text.isEmpty else { throw ValueError.empty }
            guard text.utf8.first != UInt8(ascii: "+"), let number = UInt64(text) else {
                throw ValueError("\(text.inQuotes) is not a whole number from 0 to \(UInt64.max)")
            }
            return number
        }
    }
}
