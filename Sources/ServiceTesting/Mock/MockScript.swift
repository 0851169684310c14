@_spi(Lock) import Service

/// What a scripted method answers, and the calls it got.
///
/// `Body` is what runs for a call: a closure, synchronous or not.
final class MockScript<Arguments: Sendable, Output: Sendable, Failure: Error, Body: Sendable>: Sendable {
    typealias Answer = Result<Output, Failure>

    /// What one call meets.
    enum Step: Sendable {
        case unscripted
        case answer(Answer)
        case body(Body)
        case hold
    }

    private enum Script: Sendable {
        case none
        /// One answer for each call, then always the last.
        case answers([Answer], next: Int)
        case body(Body)
        case hold
    }

    let method: String
    private let origin: MockOrigin
    private let script = Lock(Script.none)
    let calls = Recorder<Arguments>()

    init(_ method: String, _ origin: MockOrigin) {
        self.method = method
        self.origin = origin
    }

    // MARK: Scripting

    func set(answers: [Answer]) { set(.answers(answers, next: 0)) }
    func set(body: Body) { set(.body(body)) }
    func setHold() { set(.hold) }

    private func set(_ new: Script) {
        let old = script.withLock { script in
            let old = script
            script = new
            return old
        }
        // What the old script held may be released with it, and not under the lock.
        withExtendedLifetime(old) {}
    }

    // MARK: Answering

    /// Records a call, and returns what answers it.
    func next(_ arguments: Arguments) -> Step {
        calls.record(arguments)
        return script.withLock { script in
            switch script {
            case .none: return .unscripted
            case .answers(let answers, let next):
                if next + 1 < answers.count { script = .answers(answers, next: next + 1) }
                return .answer(answers[next])
            case .body(let body): return .body(body)
            case .hold: return .hold
            }
        }
    }

    /// Reports a call that no script answers, and returns what such a call comes to.
    func unscripted() -> Answer { nothing(because: UnscriptedCallError(method: method)) }

    /// Reports an answer that a generic call cannot return, and returns what such a call comes to.
    func mismatch<T>(_ answer: Output, for type: T.Type) -> Result<T, Failure> {
        nothing(because: UnscriptedCallError(method: method, answer: "\(answer)", type: "\(type)"))
    }

    /// Reports a call that no script answers, and returns what a generic call comes to.
    func unscripted<T>(as type: T.Type) -> Result<T, Failure> { nothing(because: UnscriptedCallError(method: method)) }

    private func nothing<T>(because error: UnscriptedCallError) -> Result<T, Failure> {
        origin.report("\(error)")
        if let failure = error as? Failure { return .failure(failure) }
        if let nothing = Nothing.value(T.self) { return .success(nothing) }
        fatalError("\(error) \(T.self) has no empty value to return instead.")
    }

    /// Reports a misuse at the place where the mock was created.
    func report(_ text: String) { origin.report("\(method): \(text)") }
}
