import Synchronization

/// Lets in who knows the password: once for each session in a browser, or with each request of a program.
public final class AccessGuard: Sendable {
    /// What a try came to.
    enum Outcome: Equatable {
        /// The password was right. The session's secret belongs in a cookie.
        case session(String)
        case wrong
        /// There were too many wrong ones. The next attempt has to wait this long.
        case wait(Duration)
    }

    private struct State {
        /// The secrets of the sessions, the oldest first.
        var sessions: [String] = []
        /// How many tries are left, and since when they grow again.
        var tries = mostTries
        var lastTry: Duration = .zero
    }

    private static let mostTries = 10
    private static let timePerTry = Duration.seconds(6)
    private static let mostSessions = 1000

    private let password: Password
    private let elapsed: @Sendable () -> Duration
    private let state = Mutex(State())

    /// Guards with a password.
    ///
    /// - Parameter clock: Measures how long wrong passwords are held off.
    public init<C: Clock>(password: Password, clock: C = ContinuousClock()) where C.Duration == Duration {
        self.password = password
        let start = clock.now
        elapsed = { start.duration(to: clock.now) }
    }

    /// Begins a session.
    func logIn(_ given: String) -> Outcome {
        switch check(given) {
        case .wait(let duration): return .wait(duration)
        case .wrong: return .wrong
        case .session:
            var random = SystemRandomNumberGenerator()
            let secret = (0..<4).map { _ in String(random.next(), radix: 36) }.joined(separator: "-")
            state.withLock { state in
                state.sessions.append(secret)
                if state.sessions.count > Self.mostSessions { state.sessions.removeFirst() }
            }
            return .session(secret)
        }
    }

    /// Ends a session.
    func logOut(_ secret: String) {
        state.withLock { state in state.sessions.removeAll { $0 == secret } }
    }

    /// Whether there is a session with that secret. Nobody guesses one of 256 bits.
    func isSession(_ secret: String) -> Bool { state.withLock { $0.sessions.contains(secret) } }

    /// Compares a password, unless there were too many wrong ones. A right one gives an empty session.
    func check(_ given: String) -> Outcome {
        let now = elapsed()
        let wait: Duration? = state.withLock { state in
            let gained = Int((now - state.lastTry) / Self.timePerTry)
            if gained > 0 {
                state.tries = min(Self.mostTries, state.tries + gained)
                state.lastTry = state.tries == Self.mostTries ? now : state.lastTry + Self.timePerTry * gained
            }
            return state.tries > 0 ? nil : state.lastTry + Self.timePerTry - now
        }
        if let wait { return .wait(wait) }
        if password.isSame(as: given) { return .session("") }
        state.withLock { $0.tries -= 1 }
        return .wrong
    }
}
