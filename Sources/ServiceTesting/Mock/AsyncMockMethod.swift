@_spi(Lock) import Service

/// An asynchronous requirement of a mock: what it answers, and how it was called.
///
/// It is scripted like a ``MockMethod``. In addition, a test can hold its calls and answer each when it wants:
///
/// ```swift
/// mock.stub.price.holds()
/// let total = Task { try await Shop(prices: mock).total(["Vase", "Chair"]) }
///
/// let first = try await mock.stub.price.next()
/// #expect(first.arguments.item == "Vase")
/// #expect(mock.stub.price.callCount == 1)
/// first.returns(3)
/// ```
public final class AsyncMockMethod<Arguments: Sendable, Output: Sendable, Failure: Error>: Sendable {
    fileprivate typealias Body = @Sendable (Arguments) async throws(Failure) -> Output
    fileprivate let script: MockScript<Arguments, Output, Failure, Body>
    private let held = Recorder<HeldCall<Arguments, Output, Failure>>()
    /// How many held calls the test was given.
    private let given = Lock(0)

    /// Creates a method without a script.
    ///
    /// - Parameters:
    ///   - method: The mock's type and the method, for messages.
    ///   - origin: Where the mock was created.
    public init(_ method: String, _ origin: MockOrigin) {
        script = MockScript(method, origin)
    }

    // MARK: What happened

    /// The arguments of every call so far, in order.
    public var calls: [Arguments] { script.calls.elements }

    /// The number of calls so far.
    public var callCount: Int { calls.count }

    /// Waits until the method was called a number of times.
    ///
    /// - Parameter count: How many calls to wait for.
    /// - Returns: The arguments of the first `count` calls.
    /// - Throws: `CancellationError` if the task is cancelled before.
    public func calls(_ count: Int) async throws -> [Arguments] { try await script.calls.first(count) }

    // MARK: Scripting

    /// Returns values: one for each call, then always the last.
    ///
    /// - Parameters:
    ///   - first: The value for the first call.
    ///   - more: The values for the calls after it.
    public func returns(_ first: Output, _ more: Output...) {
        script.set(answers: ([first] + more).map { .success($0) })
    }

    /// Throws an error for every call.
    ///
    /// - Parameter error: The error.
    public func fails(_ error: Failure) { script.set(answers: [.failure(error)]) }

    /// Returns values and throws errors: one for each call, then always the last.
    ///
    /// - Parameters:
    ///   - first: The answer to the first call.
    ///   - more: The answers to the calls after it.
    public func answers(_ first: Result<Output, Failure>, _ more: Result<Output, Failure>...) {
        script.set(answers: [first] + more)
    }

    /// Runs a closure for every call.
    ///
    /// - Parameter body: Returns the result. It is called without a lock held, in the task of the caller.
    public func answers(_ body: @escaping @Sendable (Arguments) async throws(Failure) -> Output) {
        script.set(body: body)
    }

    /// Lets every call from now on wait until the test answers it, see ``next()``.
    public func holds() { script.setHold() }

    /// Waits for the next call that is held.
    ///
    /// - Returns: The oldest held call that this method has not returned yet, answered or not.
    /// - Throws: `CancellationError` if the task is cancelled before.
    public func next() async throws -> HeldCall<Arguments, Output, Failure> {
        while true {
            let calls = try await held.elements { calls in calls.count > given.withLock { $0 } }
            let call = given.withLock { given -> HeldCall<Arguments, Output, Failure>? in
                // Another task may have taken it meanwhile.
                guard given < calls.count else { return nil }
                defer { given += 1 }
                return calls[given]
            }
            if let call { return call }
        }
    }

    // MARK: Answering

    /// Answers a call, as the mock's method does.
    ///
    /// - Parameter arguments: What the method was called with.
    /// - Returns: What the test scripted.
    /// - Throws: The error that the test scripted. Without a script an issue is recorded, and ``UnscriptedCallError`` is
    ///   thrown if `Failure` can be that.
    public func callAsFunction(_ arguments: Arguments) async throws(Failure) -> Output {
        switch script.next(arguments) {
        case .answer(let answer): return try answer.get()
        case .body(let body): return try await body(arguments)
        case .unscripted: return try script.unscripted().get()
        case .hold: return try await hold(arguments).get()
        }
    }

    /// Lets a call wait for the test's answer.
    fileprivate func hold(_ arguments: Arguments) async -> Result<Output, Failure> {
        let call = HeldCall<Arguments, Output, Failure>(arguments) { [script] in script.report($0) }
        held.record(call)
        return await call.answer()
    }
}

extension AsyncMockMethod where Output == any Sendable {
    /// Answers a call of a generic method, as the mock's method does.
    ///
    /// - Parameters:
    ///   - arguments: What the method was called with.
    ///   - type: The type that the caller asked for. An answer of another type records an issue, and the call ends as one
    ///     that no script answers.
    /// - Returns: What the test scripted.
    /// - Throws: The error that the test scripted, or ``UnscriptedCallError`` where `Failure` can be that.
    public func callAsFunction<T>(_ arguments: Arguments, as type: T.Type) async throws(Failure) -> T {
        let output: any Sendable
        switch script.next(arguments) {
        case .answer(let answer): output = try answer.get()
        case .body(let body): output = try await body(arguments)
        case .unscripted: return try script.unscripted(as: type).get()
        case .hold: output = try await hold(arguments).get()
        }
        if let output = output as? T { return output }
        return try script.mismatch(output, for: type).get()
    }
}
