import Service
import ServicePresentation
import Testing

@Suite(.timeLimit(.minutes(5))) struct ResultCancellableTests {
    @Test func `what the work returns is a success`() async throws {
        let result = try await Result(cancellable: { 1 })
        #expect(try result.get() == 1)
    }

    @Test func `what the work throws is a failure`() async throws {
        let result = try await Result<Int, any Error>(cancellable: { throw Unexplained() })
        #expect(throws: Unexplained.self) { try result.get() }
    }

    @Test(
        arguments: [
            CancellationError(), urlError(-999), LayerFailure(failureKind: .cancelled),
            LayerFailure(failureKind: .failed(CancellationError())),
            ServiceError.factoryFailed(serviceType: "A", underlyingError: CancellationError()),
        ] as [any Error])
    func `every kind of cancellation is thrown`(error: any Error) async {
        await #expect(throws: CancellationError.self) {
            try await Result<Int, any Error>(cancellable: { throw error })
        }
    }

    @Test func `the transport's own cancellation is thrown`() async {
        let presenter = ErrorPresenter.standard.adding(cancellations: { $0 is Unexplained })
        await #expect(throws: CancellationError.self) {
            try await Result<Int, any Error>(cancellable: { throw Unexplained() }, presenter: presenter)
        }
    }

    @MainActor
    @Test func `whatever is thrown in a cancelled task is a cancellation`() async {
        let task = Task { try await Result<Int, any Error>(cancellable: { throw Unexplained() }) }
        task.cancel()  // before it had a turn: both run on the main actor
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @MainActor
    @Test func `a success in a cancelled task stays a success`() async throws {
        let task = Task { try await Result<Int, any Error>(cancellable: { 1 }) }
        task.cancel()
        #expect(try await task.value.get() == 1)
    }
}
