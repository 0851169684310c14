#if Health
@testable import ServiceHealth

/// Seeds for tests with random steps: a few fixed ones, and one that is new in every run. Printed, so that a
/// failure can be repeated.
enum Randomness {
    static let seeds: [UInt64] = [1, 2, 3, 4, 5, 6, 7, 8, 9, .random(in: 10 ... .max)]

    static func start(_ seed: UInt64, _ test: String = #function) -> SeededGenerator {
        print("\(test) seed \(seed)")
        return SeededGenerator(seed: seed)
    }
}
#endif
