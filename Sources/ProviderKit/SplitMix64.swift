/// The SplitMix64 random number generator (Steele, Lea, Flood: "Fast Splittable Pseudorandom Number Generators",
/// 2014). It gives the same numbers on every machine.
package struct SplitMix64: RandomNumberGenerator {
    package var state: UInt64

    /// Creates a generator with a seed.
    package init(state: UInt64) {
        self.state = state
    }

    /// Creates a generator for a name, with other numbers for another seed.
    package init(name: String, seed: UInt64 = 0) {
        // FNV-1a, because Swift's own hashes differ from run to run.
        state = seed ^ name.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }
}
