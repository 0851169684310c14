/// How many wrong passwords may still come: ten, and one more every six seconds.
struct PasswordTries {
    static let most = 10
    static let timePerTry = Duration.seconds(6)

    /// How many are left, and since when they grow again.
    private var left = most
    private var last: Duration

    /// Begins with all of them.
    init(at now: Duration) {
        last = now
    }

    /// Returns how long the next try has to wait; nil where it has not.
    mutating func wait(at now: Duration) -> Duration? {
        let gained = Int((now - last) / Self.timePerTry)
        if gained > 0 {
            left = min(Self.most, left + gained)
            last = left == Self.most ? now : last + Self.timePerTry * gained
        }
        return left > 0 ? nil : last + Self.timePerTry - now
    }

    /// Counts a wrong password.
    mutating func spend() { left -= 1 }
}
