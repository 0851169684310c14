/// Says how much a finding matters.
public enum Severity: String, Sendable, Codable, CaseIterable, Comparable {
    /// Worth knowing; nothing breaks.
    case note
    /// Likely to hurt someone.
    case warning
    /// Breaks a rule that an app must not break.
    case error

    /// Orders notes before warnings before errors.
    public static func < (left: Severity, right: Severity) -> Bool {
        left.rank < right.rank
    }

    private var rank: Int {
        switch self {
        case .note: 0
        case .warning: 1
        case .error: 2
        }
    }
}
