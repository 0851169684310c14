/// Does work again and again: what is due, then nothing until it is due again.
public struct RepeatedWork: Sendable {
    private let clock: any Clock<Duration>
    private let afterFailure: Duration
    private let work: @Sendable () async throws -> Duration
    private let failed: @Sendable (any Error) -> Void

    /// Describes the work.
    ///
    /// - Parameters:
    ///   - clock: Measures the time between.
    ///   - afterFailure: How long to wait after the work has thrown.
    ///   - failed: Is told what the work threw.
    ///   - work: Does what is due, and returns how long it takes until something is due again.
    public init(
        clock: any Clock<Duration>, afterFailure: Duration, failed: @escaping @Sendable (any Error) -> Void,
        work: @escaping @Sendable () async throws -> Duration
    ) {
        self.clock = clock
        self.afterFailure = afterFailure
        self.failed = failed
        self.work = work
    }

    /// Works until the task is cancelled, and then returns.
    public func repeated() async {
        while !Task.isCancelled {
            let pause: Duration
            do {
                pause = try await work()
            } catch {
                if Task.isCancelled { return }
                failed(error)
                pause = afterFailure
            }
            do { try await clock.sleep(for: pause) } catch { return }
        }
    }
}
