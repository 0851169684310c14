#if Health
import Testing

@testable import ServiceHealth

@Suite struct MonotonicInstantTests {
    @Test(
        arguments: [
            (Duration.zero, Int64(0)), (.nanoseconds(1), 1), (.nanoseconds(-1), -1),
            (.microseconds(1500), 1_500_000),
            (.seconds(4722), 4_722_000_000_000), (.seconds(4723), 4_723_000_000_000),
            (.seconds(-4723), -4_723_000_000_000), (.seconds(1_000_000_000), 1_000_000_000_000_000_000),
            (.nanoseconds(Int64.max), Int64.max), (.nanoseconds(-Int64.max), -Int64.max),
            (.seconds(10_000_000_000), Int64.max), (.seconds(-10_000_000_000), Int64.min),
            (.seconds(Int64.max), Int64.max), (.seconds(Int64.min), Int64.min),
        ] as [(Duration, Int64)])
    func `a duration has the nearest whole nanoseconds that 64 bits hold`(
        duration: Duration, nanoseconds: Int64
    ) {
        #expect(duration.saturatedNanoseconds == nanoseconds)
    }

    @Test(arguments: Randomness.seeds)
    func `nanoseconds are what dividing says`(seed: UInt64) {
        var random = Randomness.start(seed)
        for _ in 0..<20_000 {
            let shift = Int.random(in: 0..<92, using: &random)
            let attoseconds = Int128.random(in: 0...(1 << 92) - 1, using: &random) >> shift
            let sign: Int128 = Bool.random(using: &random) ? 1 : -1
            let duration = Duration(attoseconds: attoseconds * sign)
            let exact = attoseconds * sign / 1_000_000_000
            #expect(Int128(duration.saturatedNanoseconds) == exact)
        }
    }

    @Test func `sums stop at the ends of time`() {
        let late = MonotonicInstant(nanoseconds: .max - 1)
        #expect(late.advanced(by: .seconds(1)).nanoseconds == .max)
        let early = MonotonicInstant(nanoseconds: .min + 1)
        #expect(early.advanced(by: .seconds(-1)).nanoseconds == .min)
        #expect(early.duration(to: late) == .nanoseconds(Int64.max))
    }
}
#endif
