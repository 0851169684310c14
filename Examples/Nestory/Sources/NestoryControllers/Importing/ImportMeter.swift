import Inventory

/// Carries how far an import is from the thread that reads to the main actor, where only the newest counts.
final class ImportMeter: Sendable {
    private typealias Reading = (progress: ImportProgress, run: Int)

    private let readings: AsyncStream<Reading>
    private let input: AsyncStream<Reading>.Continuation

    init() {
        (readings, input) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    deinit {
        input.finish()
    }

    /// Tells how far an import is. For any thread.
    func tell(_ progress: ImportProgress, ofRun run: Int) {
        input.yield((progress, run))
    }

    /// Hands what is told to a listener, until nobody is left to tell anything.
    @MainActor func listen(_ listener: @escaping @MainActor (ImportProgress, _ run: Int) -> Void) {
        Task { [readings] in
            for await reading in readings { listener(reading.progress, reading.run) }
        }
    }
}
