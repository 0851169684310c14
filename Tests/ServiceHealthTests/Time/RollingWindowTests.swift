#if Health
import Testing

@testable import ServiceHealth

@Suite struct RollingWindowTests {
    @Test func `a count is forgotten when its tenth of the window is out`() {
        var window = RollingWindow<Tick>(length: .seconds(10))
        window.add(.init(calls: 1), at: .ms(0))
        window.add(.init(calls: 1), at: .ms(999))
        window.add(.init(calls: 1), at: .ms(1000))
        window.advance(to: .ms(9_999))
        #expect(window.total.calls == 3)
        window.advance(to: .ms(10_000))
        #expect(window.total.calls == 1)
        window.advance(to: .ms(11_000))
        #expect(window.total.calls == 0)
    }

    @Test func `an age without a count leaves nothing, and counts on`() {
        var window = RollingWindow<Tick>(length: .seconds(10))
        for time in 0..<10 { window.add(.init(calls: 1, marked: 1, slow: 1), at: .ms(time * 1000)) }
        #expect(window.total == .init(calls: 10, marked: 10, slow: 10))
        window.add(.init(calls: 1), at: .ms(1_000_000))
        #expect(window.total == .init(calls: 1))
    }

    @Test func `an instant that lies before the last one counts as now`() {
        var window = RollingWindow<Tick>(length: .seconds(10))
        window.add(.init(calls: 1), at: .ms(5_000))
        window.add(.init(calls: 1), at: .ms(4_000))
        #expect(window.total.calls == 2)
    }
}
#endif
