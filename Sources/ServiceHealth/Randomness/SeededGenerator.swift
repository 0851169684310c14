#if Health
/// Draws the numbers that jitter and fault injection need: the same seed gives the same numbers.
///
/// The mixing function is the public-domain SplitMix64.
struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Starts from a seed, or from one drawn by the system.
    init(seed: UInt64?) {
        state = seed ?? .random(in: .min ... .max)
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number from zero up to, but not including, one.
    mutating func nextFraction() -> Double {
        Double(next() >> 11) * 0x1p-53
    }
}
#endif
