import Foundation
import Inventory
import InventoryStore
import NestoryServices
public import Service
public import ServiceHealth

/// Registers the inventory in its file, and what answers while the file does not.
public struct InventoryAssembly: ServiceAssembly {
    private let path: String
    private let backups: String
    private let busyTimeout: Double
    private let staysUp: Bool
    private let health: ServiceHealthManager

    /// Describes the services.
    ///
    /// - Parameters:
    ///   - path: The inventory's file; it is opened, or made, when the inventory is first used.
    ///   - backups: The folder with its copies.
    ///   - busyTimeout: How many seconds to wait for another program that is writing.
    ///   - staysUp: Whether the program goes on where the file cannot be opened, with the last known items. A server
    ///     does; a command says what is wrong, and ends.
    ///   - health: Where the inventory's health is recorded.
    nonisolated public init(
        path: String, backups: String, busyTimeout: Double, staysUp: Bool, health: ServiceHealthManager
    ) {
        self.path = path
        self.backups = backups
        self.busyTimeout = busyTimeout
        self.staysUp = staysUp
        self.health = health
    }

    /// Registers the services.
    public func assemble(env: ServiceEnv) {
        env.register(ItemCopy.self, needs: (any WallClock).self) { ItemCopy(clock: $0) }
        env.register((any LastKnownItems).self, needs: ItemCopy.self) { $0 }
        registerFile(env)
        env.register(
            GuardedInventory.self, needs: (any LastKnownItems).self, ServiceProtection.self,
            onShutdown: { try await $0.close() }
        ) {
            GuardedInventory(lastKnown: $0, protection: $1)
        }
        env.register((any InventoryService).self, needs: GuardedInventory.self) { $0 }
    }

    private func registerFile(_ env: ServiceEnv) {
        // Once it was there, an inventory that is gone must not be taken for a new one.
        let wasThere = Flag()
        let open: @Sendable (any WallClock, ItemCopy?) throws -> any InventoryService = {
            [path, busyTimeout] clock, copy in
            let file = try SQLiteInventory(
                path: path, busyTimeout: busyTimeout, mayCreate: !wasThere.isSet, copy: copy, clock: clock)
            wasThere.set()
            return file
        }
        guard staysUp else {
            env.register(
                (any InventoryService).self, name: .live, scope: GuardedInventory.scope, needs: (any WallClock).self,
                health: .inventory, manager: health, fallbackKind: .readOnly,
                fallback: { throw InventoryError.unavailable(because: nil) }
            ) { try open($0, nil) }
            return
        }
        env.register(
            (any InventoryService).self, name: .live, scope: GuardedInventory.scope, needs: (any WallClock).self,
            ItemCopy.self, health: .inventory, manager: health, fallbackKind: .readOnly,
            fallback: { [path, backups] in
                let copy = try env.resolve(ItemCopy.self)
                Self.fill(copy, from: path, backups)
                return copy
            }
        ) { try open($0, $1) }
    }

    /// Looks for items where nothing is known yet: in the file, which may be only locked or read-only, then in its
    /// backups, the newest first.
    nonisolated private static func fill(_ copy: ItemCopy, from path: String, _ backups: String) {
        let copies = (try? SQLiteBackups.list(backups)) ?? []
        for candidate in [path] + copies.map({ "\(backups)/\($0.name)" }) {
            do {
                if try copy.fill(from: candidate) { return }
            } catch _ {
                // Not this one, then. Why the inventory itself cannot be opened is known already.
            }
        }
    }
}
