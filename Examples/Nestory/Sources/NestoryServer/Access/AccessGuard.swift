import Synchronization

/// Lets in who knows the password: once for each session in a browser, or with each request of a program.
///
/// Wrong passwords are limited. A machine that has sent the right one has tries of its own, as all others share theirs: what
/// they send does not hold it off, and tells them no more than before. It is known by its address, not by what it sends, as
/// whatever is compared without a limit can be guessed without one.
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
        /// The tries of all others.
        var shared = PasswordTries(at: .zero)
        /// The tries of machines that have sent the right password, by their addresses.
        var own: [String: PasswordTries] = [:]

        mutating func wait(_ address: String?, at now: Duration) -> Duration? {
            guard let address, own[address] != nil else { return shared.wait(at: now) }
            return own[address]?.wait(at: now)
        }

        mutating func noteWrong(_ address: String?) {
            guard let address, own[address] != nil else { return shared.spend() }
            own[address]?.spend()
        }

        mutating func noteRight(_ address: String?, at now: Duration) {
            guard let address, own[address] == nil else { return }
            // Those that are forgotten are known again with their next right password.
            if own.count == mostAddresses { own.removeAll() }
            own[address] = PasswordTries(at: now)
        }
    }

    private static let mostSessions = 1000
    private static let mostAddresses = 1000

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
    ///
    /// - Parameter address: The address of the machine that sends the password; nil where that is unknown.
    func logIn(_ given: String, from address: String?) -> Outcome {
        switch check(given, from: address) {
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
    ///
    /// - Parameter address: The address of the machine that sends it; nil where that is unknown.
    func check(_ given: String, from address: String?) -> Outcome {
        let now = elapsed()
        if let wait = state.withLock({ $0.wait(address, at: now) }) { return .wait(wait) }
        guard password.isSame(as: given) else {
            state.withLock { $0.noteWrong(address) }
            return .wrong
        }
        state.withLock { $0.noteRight(address, at: now) }
        return .session("")
    }
}
