/// A synchronous requirement of a mock: what it answers, and how it was called.
///
/// ```swift
/// mock.stub.price.returns(3)  // always 3
/// mock.stub.price.fails(Broken())  // throws
/// mock.stub.price.answers(.failure(Broken()), .success(3))  // throws once, then always 3
/// mock.stub.price.answers { item, currency in item.count }  // computes
/// ```
///
/// A new script replaces the one before. A call that no script answers records an issue where the mock was created, and
/// throws ``UnscriptedCallError`` if it can throw any error. Otherwise it returns nothing, nil, false, zero, an empty string
/// or an empty collection; if its result has no such value, the process stops with the same message.
public final class MockMethod<Arguments: Sendable, Output: Sendable, Failure: Error>: Sendable {
    fileprivate typealias Body = @Sendable (Arguments) throws(Failure) -> Output
    fileprivate let script: MockScript<Arguments, Output, Failure, Body>

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
    /// - Parameter body: Returns the result. It is called without a lock held, on the thread of the caller.
    public func answers(_ body: @escaping @Sendable (Arguments) throws(Failure) -> Output) { script.set(body: body) }

    // MARK: Answering

    /// Answers a call, as the mock's method does.
    ///
    /// - Parameter arguments: What the method was called with.
    /// - Returns: What the test scripted.
    /// - Throws: The error that the test scripted. Without a script an issue is recorded, and ``UnscriptedCallError`` is
    ///   thrown if `Failure` can be that.
    public func callAsFunction(_ arguments: Arguments) throws(Failure) -> Output {
        switch script.next(arguments) {
        case .answer(let answer): return try answer.get()
        case .body(let body): return try body(arguments)
        case .unscripted, .hold: return try script.unscripted().get()
        }
    }
}

extension MockMethod where Output == any Sendable {
    /// Answers a call of a generic method, as the mock's method does.
    ///
    /// - Parameters:
    ///   - arguments: What the method was called with.
    ///   - type: The type that the caller asked for. An answer of another type records an issue, and the call ends as one
    ///     that no script answers.
    /// - Returns: What the test scripted.
    /// - Throws: The error that the test scripted, or ``UnscriptedCallError`` where `Failure` can be that.
    public func callAsFunction<T>(_ arguments: Arguments, as type: T.Type) throws(Failure) -> T {
        let output: any Sendable
        switch script.next(arguments) {
        case .answer(let answer): output = try answer.get()
        case .body(let body): output = try body(arguments)
        case .unscripted, .hold: return try script.unscripted(as: type).get()
        }
        if let output = output as? T { return output }
        return try script.mismatch(output, for: type).get()
    }
}
