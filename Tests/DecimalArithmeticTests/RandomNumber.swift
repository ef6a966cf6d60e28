import DecimalArithmetic

/// Random numbers that are edge cases more often than uniform chance gives.
enum RandomNumber {
    /// A number that `Number` accepts, with up to `digits` digits. `near` limits it to magnitudes that people print.
    static func text(digits: Int, near: Bool = false) -> String {
        while true {
            let coefficient = Bool.random() ? random(Int.random(in: 1...digits)) : edge(Int.random(in: 1...digits))
            let exponent = near ? Int.random(in: -30...10) : exponent()
            let text = "\(Bool.random() ? "-" : "")\(coefficient)e\(exponent)"
            let isAccepted = digits > 34 ? Number(text) != nil : ExactDecimal(text) != nil
            if isAccepted { return text }
        }
    }

    private static func random(_ count: Int) -> String {
        let first = String(Int.random(in: count == 1 ? 0...9 : 1...9))
        return first + (1..<count).map { _ in String(Int.random(in: 0...9)) }.joined()
    }

    /// All nines, ties, powers of ten and their neighbours.
    private static func edge(_ count: Int) -> String {
        guard count > 2 else { return String(Int.random(in: 0...9)) }
        let zeros = String(repeating: "0", count: count - 2)
        return switch Int.random(in: 0..<5) {
        case 0: String(repeating: "9", count: count)
        case 1: "1" + zeros + "1"
        case 2: "1" + zeros + "5"
        case 3: "5" + zeros + "0"
        default: String(random(count).dropLast()) + "5"
        }
    }

    private static func exponent() -> Int {
        switch Int.random(in: 0..<10) {
        case 0: Int.random(in: -6176 ... -6130)
        case 1: Int.random(in: 6070...6144)
        case 2: Int.random(in: -3200...3200)
        case 3...5: Int.random(in: -45...45)
        default: Int.random(in: -12...4)
        }
    }
}
