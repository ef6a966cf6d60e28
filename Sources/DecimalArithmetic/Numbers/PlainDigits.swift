/// Digits and a power of ten, to be written without an exponent. Short and long numbers both use it.
struct PlainDigits {
    /// ASCII digits. The first and the last are not `0`; empty for 0.
    let digits: UnsafeBufferPointer<UInt8>
    /// The power of ten of the last digit.
    let exponent: Int
    let isNegative: Bool

    private static let zero = UInt8(ascii: "0")
    private static let point = UInt8(ascii: ".")

    /// Appends the canonical form: exact, without an exponent, `+`, or insignificant zeros.
    func write(to output: inout [UInt8]) {
        if isNegative { output.append(UInt8(ascii: "-")) }
        let whole = digits.count + exponent
        if digits.isEmpty {
            output.append(Self.zero)
        } else if exponent >= 0 {
            output.append(contentsOf: digits)
            output.append(contentsOf: repeatElement(Self.zero, count: exponent))
        } else if whole > 0 {
            output.append(contentsOf: digits[..<whole])
            output.append(Self.point)
            output.append(contentsOf: digits[whole...])
        } else {
            output.append(Self.zero)
            output.append(Self.point)
            output.append(contentsOf: repeatElement(Self.zero, count: -whole))
            output.append(contentsOf: digits)
        }
    }

    /// Appends the number rounded half to even to `places` digits after the decimal point; `grouping` separates
    /// thousands with `,`.
    ///
    /// A number that is rounded to zero has no minus sign.
    func write(places: Int, grouping: Bool, to output: inout [UInt8]) {
        let places = max(0, places)
        var scaled = rounded(toPlaces: places)
        if isNegative && scaled.contains(where: { $0 != Self.zero }) { output.append(UInt8(ascii: "-")) }
        if scaled.count <= places {
            scaled.insert(contentsOf: repeatElement(Self.zero, count: places + 1 - scaled.count), at: 0)
        }
        let whole = scaled.count - places
        for index in 0..<whole {
            if grouping && index > 0 && (whole - index) % 3 == 0 { output.append(UInt8(ascii: ",")) }
            output.append(scaled[index])
        }
        guard places > 0 else { return }
        output.append(Self.point)
        output.append(contentsOf: scaled[whole...])
    }

    /// Returns the digits of the number × 10^`places`, rounded half to even to an integer.
    private func rounded(toPlaces places: Int) -> [UInt8] {
        let kept = digits.count + exponent + places
        guard kept >= 0 else { return [] }
        guard kept < digits.count else {
            return [UInt8](digits) + repeatElement(Self.zero, count: digits.isEmpty ? 0 : kept - digits.count)
        }
        var result = [UInt8](digits[..<kept])
        // The last digit is not 0, so a 5 followed by anything is above the half.
        let isTie = digits[kept] == UInt8(ascii: "5") && kept + 1 == digits.count
        let isOdd = (result.last ?? Self.zero) & 1 == 1
        if isTie ? isOdd : digits[kept] >= UInt8(ascii: "5") { Self.increment(&result) }
        return result
    }

    private static func increment(_ digits: inout [UInt8]) {
        for index in digits.indices.reversed() {
            guard digits[index] == UInt8(ascii: "9") else {
                digits[index] += 1
                return
            }
            digits[index] = zero
        }
        digits.insert(UInt8(ascii: "1"), at: 0)
    }
}
