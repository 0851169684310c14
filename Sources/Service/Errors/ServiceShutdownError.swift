/// Reports the services that failed to shut down, or did not finish in time.
public struct ServiceShutdownError: Error, Sendable, CustomStringConvertible {
    /// The services whose shutdown threw, with what it threw, in the order in which they were shut down.
    public let failures: [(service: String, error: any Error)]
    /// The services that were still shutting down when the time was up, and those that had to wait for them.
    public let timedOut: [String]

    /// The message for developers: every failure and everything that hung.
    public var description: String {
        var lines = ["Not every service shut down."]
        for (service, error) in failures { lines.append("'\(service)' failed: \(error)") }
        if !timedOut.isEmpty {
            lines.append("Not finished when the time was up: \(timedOut.joined(separator: ", ")).")
        }
        return lines.joined(separator: "\n")
    }
}
