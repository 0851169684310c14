#if PostgreSQL
public import PostgresClient

extension PostgresTimeouts {
    /// So long that a machine on which everything runs at once is no failure. Tests of a limit set that one.
    public static var patient: PostgresTimeouts {
        PostgresTimeouts(queue: .seconds(120), statement: .seconds(60), commit: .seconds(60), retry: .seconds(60))
    }

    /// Patient, apart from the limits that a test is about.
    ///
    /// - Parameter change: Sets those limits.
    public static func limited(_ change: (inout PostgresTimeouts) -> Void) -> PostgresTimeouts {
        var timeouts = patient
        change(&timeouts)
        return timeouts
    }
}
#endif
