import CommandLineKit
import DecimalArithmetic
import Markets

extension Failure {
    /// A command line without a command that begins with a coin or an amount, as people type it first; nil for any
    /// other.
    init?(noCommandIn arguments: [String]) {
        guard let first = arguments.first, let command = Self.command(taking: arguments) else { return nil }
        let line = "crypto \(command) \(arguments.joined(separator: " "))"
        self.init(.usage, "unknown command \(first.inQuotes); did you mean \(line.inQuotes)?")
    }

    /// Returns the command that takes these operands, by the first of them.
    private static func command(taking operands: [String]) -> String? {
        if ExactDecimal(operands[0]) != nil, operands.count > 2,
            isKnown(operands[1].uppercased()) || MetalWeight(rawValue: operands[1]) != nil
        {
            return "convert"
        }
        let pair = operands[0].uppercased().split { $0 == "/" || $0 == "-" }
        guard pair.count <= 2, let ticker = pair.first, Asset.largeCoins.contains(String(ticker)) else {
            return nil
        }
        return "price"
    }
}
