#if Health
/// What a health check found.
public struct HealthCheckResult: Sendable, Equatable {
    /// Says how well something works, from best to worst.
    public enum Status: String, Sendable, Codable, Comparable, CaseIterable {
        /// As it should.
        case pass
        /// Not quite, but it serves.
        case warn
        /// Not at all.
        case fail

        /// Whether the left one is better.
        ///
        /// - Parameters:
        ///   - lhs: The one that may be better.
        ///   - rhs: The one that may be worse.
        /// - Returns: True if `lhs` is better; false if they are the same.
        public static func < (lhs: Status, rhs: Status) -> Bool { lhs.severity < rhs.severity }

        private var severity: Int {
            switch self {
            case .pass: 0
            case .warn: 1
            case .fail: 2
            }
        }
    }

    /// How well it works.
    public let status: Status
    /// What there is to say about it, for the people who run the program.
    public let detail: String?

    /// Makes a result.
    ///
    /// - Parameters:
    ///   - status: How well it works.
    ///   - detail: What there is to say about it, for the people who run the program.
    public init(_ status: Status, detail: String? = nil) {
        self.status = status
        self.detail = detail
    }
}
#endif
