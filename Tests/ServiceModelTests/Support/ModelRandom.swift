import Foundation

/// Random numbers that a seed determines, the same on every machine (SplitMix64).
struct ModelRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }

    /// True once in so many times.
    mutating func once(in times: Int) -> Bool { below(times) == 0 }

    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}

/// Which random programs to run.
///
/// A failure names its seed. `SERVICE_MODEL_SEED=<seed> swift test --filter ServiceModelTests` runs that program alone;
/// `SERVICE_MODEL_PROGRAMS=<count>` runs more or fewer, with other seeds for each `SERVICE_MODEL_START`.
enum ModelSeeds {
    /// Whether to take the time for everything, and to say how much that was: `SERVICE_MODEL_FULL=1`.
    static var isFull: Bool { ProcessInfo.processInfo.environment["SERVICE_MODEL_FULL"] == "1" }

    static func programs(_ count: Int) -> [UInt64] {
        let environment = ProcessInfo.processInfo.environment
        if let seed = environment["SERVICE_MODEL_SEED"].flatMap(UInt64.init) { return [seed] }
        let start = environment["SERVICE_MODEL_START"].flatMap(UInt64.init) ?? 1
        let count = environment["SERVICE_MODEL_PROGRAMS"].flatMap(UInt64.init) ?? UInt64(count)
        return Array(start..<start + count)
    }
}
