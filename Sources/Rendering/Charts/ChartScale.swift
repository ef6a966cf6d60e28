import DecimalArithmetic

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The y axis: its ends, and the round values of its labels.
///
/// A round value is a multiple of 1, 2 or 5 times a power of ten (P. S. Heckbert, "Nice Numbers for Graph Labels",
/// Graphics Gems, 1990).
struct ChartScale {
    /// The labelled round values, lowest first. A label is the exact value, with as many decimals as all labels need.
    let ticks: [(value: Double, label: String)]
    /// The ends of the axis times `magnification`.
    private let inner: ClosedRange<Double>
    /// 1, or a factor for values so small that a double cannot hold their differences.
    private let magnification: Double

    /// Creates the axis for a range of values. If `given` is not nil, it is the range of the axis. Labels are at least
    /// `distance`, a share of the axis, apart; if that leaves no two, its ends are labelled. `unit` follows each label.
    init(_ values: ClosedRange<Double>, given: ClosedRange<Double>?, distance: Double, unit: String = "") {
        let asked = given ?? values
        let isTiny = max(abs(asked.lowerBound), abs(asked.upperBound)) < 1e-200
        magnification = isTiny ? 1e200 : 1
        let wanted = Self.widened(asked.lowerBound * magnification...asked.upperBound * magnification)
        let finest = Step(atLeast: (wanted.upperBound - wanted.lowerBound) / 8)
        inner = given == nil ? finest.rounded(wanted) : wanted
        let (step, multiples) = Self.division(of: inner, from: finest, isGiven: given != nil, distance: distance)
        ticks = multiples.map { [magnification] in
            (step.value($0) / magnification, step.label($0, shift: isTiny ? -200 : 0) + unit)
        }
    }

    /// Returns the finest division whose labels are far enough apart. Of a given axis the ends are labelled too, if
    /// they are round.
    private static func division(
        of range: ClosedRange<Double>, from finest: Step, isGiven: Bool, distance: Double
    ) -> (step: Step, multiples: [Int]) {
        let size = range.upperBound - range.lowerBound
        let all = finest.multiples(in: range)
        let ends = (finest, all.count > 1 ? [all[0], all[all.count - 1]] : all)
        var divisions: [(step: Step, multiples: [Int])] = []
        var (step, multiples) = (finest, all)
        while multiples.count > 1 {
            if step.value(1) / size >= distance - 1e-9 { divisions.append((step, multiples)) }
            step = step.next
            multiples = step.multiples(in: range)
        }
        guard isGiven else { return divisions.first ?? ends }
        if let whole = divisions.first(where: { $0.step.divides(range) }) { return whole }
        let fine = Step(atLeast: size / 50)
        guard fine.divides(range) else { return divisions.first ?? ends }
        let round = fine.multiples(in: range)
        return (fine, [round[0], round[round.count - 1]])
    }

    /// Returns the height of a value, from 0 at the lower end to 1 at the upper end. Values outside the axis are at
    /// its end.
    func share(_ value: Double) -> Double {
        let share = (value * magnification - inner.lowerBound) / (inner.upperBound - inner.lowerBound)
        return min(1, max(0, share))
    }

    /// Widens a range so that values that are almost equal are in its middle.
    private static func widened(_ range: ClosedRange<Double>) -> ClosedRange<Double> {
        let (low, high) = (range.lowerBound, range.upperBound)
        let size = max(abs(low), abs(high))
        guard high - low <= size * 1e-9 else { return range }
        let room = size == 0 ? 1 : size * 0.05
        return (low - room)...(high + room)
    }
}

/// The distance between round values.
private struct Step {
    /// 1, 2 or 5.
    var factor: Int
    var exponent: Int
}

extension Step {
    /// Creates the smallest step that is not below `size`.
    init(atLeast size: Double) {
        exponent = Int(saturating: log10(size).rounded(.down))
        let scaled = size / pow(10, Double(exponent))
        factor = scaled <= 1 ? 1 : scaled <= 2 ? 2 : 5
        if scaled > 5 { (factor, exponent) = (1, exponent + 1) }
    }

    var next: Step {
        switch factor {
        case 1: Step(factor: 2, exponent: exponent)
        case 2: Step(factor: 5, exponent: exponent)
        default: Step(factor: 1, exponent: exponent + 1)
        }
    }

    /// Extends a range so that it begins and ends at multiples.
    func rounded(_ range: ClosedRange<Double>) -> ClosedRange<Double> {
        let low = Int(saturating: (quotient(range.lowerBound) + Self.slack).rounded(.down))
        let high = Int(saturating: (quotient(range.upperBound) - Self.slack).rounded(.up))
        return min(range.lowerBound, value(low))...max(range.upperBound, value(high))
    }

    /// Returns the multiples within a range, counted from 0.
    func multiples(in range: ClosedRange<Double>) -> [Int] {
        let first = Int(saturating: (quotient(range.lowerBound) - Self.slack).rounded(.up))
        let last = Int(saturating: (quotient(range.upperBound) + Self.slack).rounded(.down))
        return first <= last ? Array(first...last) : []
    }

    /// Whether both ends of a range are multiples.
    func divides(_ range: ClosedRange<Double>) -> Bool {
        [range.lowerBound, range.upperBound].map(quotient).allSatisfy { abs($0 - $0.rounded()) <= Self.slack }
    }

    /// The tolerance for rounding errors of a quotient.
    private static let slack = 1e-6

    private func quotient(_ value: Double) -> Double {
        exponent < 0 ? value * pow(10, Double(-exponent)) / Double(factor) : value / self.value(1)
    }

    /// Returns a multiple as a double.
    func value(_ count: Int) -> Double {
        let power = pow(10, Double(abs(exponent)))
        return exponent < 0 ? Double(count * factor) / power : Double(count * factor) * power
    }

    /// Returns a multiple as exact text, times ten to the power of `shift`.
    func label(_ count: Int, shift: Int) -> String {
        let exponent = exponent + shift
        let exact = Number("\(count * factor)e\(exponent)") ?? Number(0)
        return exact.formatted(places: max(0, -exponent), grouping: true)
    }
}
