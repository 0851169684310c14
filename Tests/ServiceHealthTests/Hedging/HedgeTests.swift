#if Health
import Testing

@testable import ServiceHealth

@Suite struct HedgeTests {
    /// What an attempt came to, with an error that runs code as it goes.
    private final class End: Sendable {
        let farewell: @Sendable () -> Void
        init(farewell: @escaping @Sendable () -> Void) { self.farewell = farewell }
        deinit { farewell() }
    }

    @Test func `an earlier failure that a later one replaces goes after unlocking`() {
        let hedge = Hedge<End>(policy: HedgingPolicy(after: .seconds(1), maxAttempts: 2))
        let wasRunning = Log<Bool>()
        hedge.ended(1, with: End { [weak hedge] in wasRunning.add(hedge?.isRunning ?? true) }, .failure)
        #expect(wasRunning.elements.isEmpty)
        hedge.ended(2, with: End {}, .failure)
        #expect(wasRunning.elements == [false])
    }
}
#endif
