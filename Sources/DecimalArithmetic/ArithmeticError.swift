/// Why a calculation has no result.
public enum ArithmeticError: Error, Equatable, Sendable {
    /// The result has its first digit beyond position 6144.
    case overflow
    case divisionByZero
}
