/// Random numbers along a line of steps, such as the seconds of a clock: the same seed, name and step give the same
/// number.
package struct RandomCurve: Sendable {
    private let seed: UInt64
    private let name: String
    private let interval: Int64
    private let range: ClosedRange<Int>

    /// Creates a curve. A new number of the range is drawn every `interval` steps; between two of them it is straight.
    package init(name: String, seed: UInt64, every interval: Int64, in range: ClosedRange<Int>) {
        (self.name, self.seed, self.interval, self.range) = (name, seed, interval, range)
    }

    /// Returns the number at a step.
    package subscript(step: Int64) -> Int {
        let (drawn, rest) = (step / interval, Int(step % interval))
        let (first, second) = (draw(drawn), draw(drawn + 1))
        return first + (second - first) * rest / Int(interval)
    }

    private func draw(_ count: Int64) -> Int {
        var generator = SplitMix64(name: name)
        generator.state = seed ^ generator.state &+ UInt64(bitPattern: count) &* 0x9e37_79b9_7f4a_7c15
        return range.lowerBound + Int(generator.next() % UInt64(range.count))
    }
}
