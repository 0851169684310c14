import ServicePresentation
import Testing

@Suite struct PhaseTests {
    private static let message = UserMessage(message: "No.")

    @Test(arguments: [
        (Phase<Int>.idle, nil, false, false, false), (.loading, nil, true, false, false),
        (.loaded(1), 1, false, false, false),
        (.reloading(1), 1, false, true, false), (.failed(message), nil, false, false, true),
        (.reloadFailed(1, message), 1, false, false, true),
    ])
    func `a phase says what a view draws`(
        phase: Phase<Int>, value: Int?, isLoading: Bool, isReloading: Bool, hasError: Bool
    ) {
        #expect(phase.value == value)
        #expect(phase.isLoading == isLoading)
        #expect(phase.isReloading == isReloading)
        #expect(phase.isRunning == (isLoading || isReloading))
        #expect(phase.error == (hasError ? Self.message : nil))
    }

    @Test func `phases of values that cannot be compared are phases all the same`() {
        struct Opaque {}
        #expect(Phase.loaded(Opaque()).value != nil)
    }
}
