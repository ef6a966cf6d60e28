import DecimalArithmetic
import JSONReader
import ProviderKit

extension Number {
    /// The number as an index or a concentration. Nil below 0, and for 9999, 99999 and so on: with `-1`, `-999` and
    /// `-9999` these are what monitors and services write for a missing value. 999 is an index that occurs in dust
    /// storms.
    var air: Number? { isNegative || Self.sentinels.contains(self) ? nil : self }

    private static let sentinels: [Number] = [9999, 99_999, 999_999]
}

/// Readers for values of the air. A value that means a missing one is unknown.
extension JSONReader {
    /// Reads an index or a concentration, as `optionalNumber` does.
    mutating func optionalAir(_ field: @autoclosure () -> String) throws -> Number? {
        try optionalNumber(field())?.air
    }

    /// Reads an index or a concentration, as `numberIfSound` does.
    mutating func airIfSound() throws -> Number? { try numberIfSound()?.air }
}
