import Foundation
import Testing

/// Waits for what another process does: it cannot be gated, and no event tells, so this looks again and again.
///
/// Every test that waits for a process waits here, and none without an end.
enum Patience {
    /// How long anything may take. Machines may be busy; where all is well, nothing takes a hundredth of it.
    static let limit = Duration.seconds(60)

    /// Waits until something holds.
    ///
    /// - Parameters:
    ///   - what: What should come about, for the message where it never does.
    ///   - pause: How long to wait between two looks.
    /// - Throws: What a look throws, and an error where it never came about, which is also recorded.
    static func until(
        _ what: @autoclosure () -> String, lookingEvery pause: Duration = .milliseconds(20),
        within limit: Duration = limit,
        sourceLocation: SourceLocation = #_sourceLocation, _ holds: () async throws -> Bool
    ) async throws {
        let deadline = ContinuousClock.now + limit
        while try await !holds() {
            try #require(.now < deadline, "It never came about that \(what()).", sourceLocation: sourceLocation)
            try await Task.sleep(for: pause)
        }
    }
}
