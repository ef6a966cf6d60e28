/// The SplitMix64 random number generator (Steele, Lea, Flood: "Fast Splittable Pseudorandom Number Generators",
/// 2014). It gives the same numbers on every machine.
package struct SplitMix64: RandomNumberGenerator {
    package var state: UInt64

    /// Creates a generator with a seed.
    package init(state: UInt64) {
        self.state = state
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }
}
