public import Inventory

/// Notifications that are protected, and whose health is known.
public struct GuardedNotifications: NotificationService {
    private let live: any NotificationService
    private let calls: ProtectedCalls

    /// Guards a service.
    public init(_ live: any NotificationService, protection: ServiceProtection) {
        self.live = live
        calls = protection.notifications
    }

    /// Sends what is due.
    public func notify() async throws -> NotificationReport {
        try await calls.call("notify") { try await live.notify() }
    }
}
