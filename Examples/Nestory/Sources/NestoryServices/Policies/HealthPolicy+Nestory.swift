public import ServiceHealth

extension HealthPolicy {
    /// When one of the household's services counts as degraded: at the third failure in a row, so that a
    /// single hiccup alarms nobody. It is tried again after five seconds: whoever puts a disk back looks at
    /// the page right then, and asking a file or a server again every five seconds costs nothing.
    public static let nestory = HealthPolicy(failureThreshold: 3, recoveryInterval: .seconds(5))
}
