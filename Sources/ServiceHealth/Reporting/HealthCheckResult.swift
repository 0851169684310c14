#if Health
/// The result of a health check.
public struct HealthCheckResult: Sendable, Equatable {
    /// How well something works, from best to worst.
    public enum Status: String, Sendable, Codable, Comparable, CaseIterable {
        /// It works.
        case pass
        /// It works in part.
        case warn
        /// It does not work.
        case fail

        /// Whether the left status is better.
        ///
        /// - Parameters:
        ///   - lhs: A status.
        ///   - rhs: The status to compare it with.
        /// - Returns: True if `lhs` is better; false if it is worse or the same.
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
    /// Details for the people who operate the program.
    public let detail: String?

    /// Creates a result.
    ///
    /// - Parameters:
    ///   - status: How well it works.
    ///   - detail: Details for the people who operate the program.
    public init(_ status: Status, detail: String? = nil) {
        self.status = status
        self.detail = detail
    }
}
#endif
