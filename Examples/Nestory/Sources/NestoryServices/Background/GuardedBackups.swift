public import Inventory

/// Backups that are protected, and whose health is known.
public struct GuardedBackups: BackupService {
    private let live: any BackupService
    private let calls: ProtectedCalls

    /// Guards a service.
    public init(_ live: any BackupService, protection: ServiceProtection) {
        self.live = live
        calls = protection.backup
    }

    /// Makes a copy.
    public func backUp() async throws -> Backup {
        try await calls.call("backUp") { try await live.backUp() }
    }

    /// Returns the copies that there are. To list them proves nothing about the next one, so it is not counted.
    public func backups() async throws -> [Backup] { try await live.backups() }
}
