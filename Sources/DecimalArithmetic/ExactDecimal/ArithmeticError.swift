/// The reason why a calculation has no result.
public enum ArithmeticError: Error, Equatable, Sendable {
    /// The first digit of the result is beyond position 6144.
    case overflow
    /// The divisor is 0.
    case divisionByZero
}
