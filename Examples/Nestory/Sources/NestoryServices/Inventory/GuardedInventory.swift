public import Inventory
public import Service
import ServiceHealth
import Synchronization

/// The inventory as the program sees it: while the file does not answer, the last known items do, and changes are
/// refused in words.
///
/// It asks for the file anew with each call, as the file may be opened again meanwhile.
public final class GuardedInventory: InventoryService {
    /// The scope of the file that is open: dropped, and opened again, when the file has gone bad.
    public static let scope = ServiceScope.custom("inventory-file")

    private let file = Provider((any InventoryService).self, name: .live)
    private let env = ServiceEnv.current
    private let lastKnown: any LastKnownItems
    private let protection: ServiceProtection
    private struct Files {
        /// The file that is open.
        var current: (any InventoryFile)?
        /// The last one that went bad. Those who still ask it find out late, and must not take away its successor.
        weak var bad: (any InventoryFile)?
    }

    private let files = Mutex(Files())

    /// Guards the inventory that the current environment registers as ``Service/ServiceName/live``.
    public init(lastKnown: any LastKnownItems, protection: ServiceProtection) {
        self.lastKnown = lastKnown
        self.protection = protection
    }

    /// Looks whether the file still answers; and, where there is reason to doubt it, whether it can be changed.
    ///
    /// What it finds is noted as health, and nothing is thrown.
    ///
    /// - Parameter isDisturbed: Whether faults were asked for.
    public func check(isDisturbed: Bool = false) async {
        let doubts = protection.calls(of: .inventory).contains { $0.isDegraded || $0.isRefusing }
        do {
            try await askFile("check") { file in try await file.check() }
        } catch _ {
            // Noted already, where calls are protected.
        }
        guard doubts || isDisturbed else { return }
        do {
            try await changeFile("check") { file in try await file.checkChanges() }
        } catch _ {
            // Noted already, too.
        }
    }

    /// Lets go of the file.
    public func close() async throws {
        let file = files.withLock { files in
            defer { files.current = nil }
            return files.current
        }
        try await file?.close()
    }

    // MARK: Reading

    func read<Value: Sendable>(
        _ method: StaticString, _ body: @Sendable (any InventoryService) async throws -> Value
    ) async throws -> Value {
        do {
            return try await askFile(method, body)
        } catch let error as CancellationError {
            throw error
        } catch {
            let cause = error as? InventoryError
            guard let asOf = lastKnown.asOf else { throw cause ?? .unavailable(because: nil) }
            let value = try await body(lastKnown)
            AnswerAge.current?.note(asOf)
            return value
        }
    }

    private func askFile<Value: Sendable>(
        _ method: StaticString, _ body: @Sendable (any InventoryFile) async throws -> Value
    ) async throws -> Value {
        let file = try openFile(or: { .unavailable(because: $0) })
        do {
            return try await protection.reads.call(method) { try await body(file) }
        } catch {
            throw await noted(error, of: file, or: { .unavailable(because: $0) })
        }
    }

    // MARK: Changing

    func change<Value: Sendable>(
        _ method: StaticString, _ body: @Sendable (any InventoryService) async throws -> Value
    ) async throws -> Value {
        try await changeFile(method, body)
    }

    private func changeFile<Value: Sendable>(
        _ method: StaticString, _ body: @Sendable (any InventoryFile) async throws -> Value
    ) async throws -> Value {
        let file = try openFile(or: { .readOnly(because: $0) })
        do {
            return try await protection.changes.call(method, refusals: Self.isRefusal) { try await body(file) }
        } catch  where Self.isRefusal(error) {
            throw error
        } catch {
            throw await noted(error, of: file, or: { .readOnly(because: $0) })
        }
    }

    /// Whether an error is the caller's doing: an item that is there already or was
    /// changed, a key that was used before, or what a transaction's body threw.
    @Sendable private static func isRefusal(_ error: any Error) -> Bool {
        switch error {
        case InventoryError.alreadyExists, InventoryError.changed, InventoryError.keyReused: true
        case is InventoryError, is InjectedFault, is CallFailure<any Error>, is CancellationError: false
        default: true
        }
    }

    // MARK: The file

    /// Returns the file that is open, or opens it where that is due.
    private func openFile(or refusal: (InventoryError?) -> InventoryError) throws -> any InventoryFile {
        let inventory: any InventoryService
        do throws(ServiceError) {
            inventory = try file.resolve()
        } catch .factoryFailed(_, let error as InventoryError) {
            throw error
        } catch {
            throw error
        }
        guard let file = inventory as? any InventoryFile else { throw refusal(whyNotOpen) }
        files.withLock { $0.current = file }
        return file
    }

    private var whyNotOpen: InventoryError? { protection.reads.lastFailure as? InventoryError }

    /// Turns a failed call into what people are told, and has the file opened anew where it has gone bad.
    private func noted(
        _ error: any Error, of file: any InventoryFile, or refusal: (InventoryError?) -> InventoryError
    ) async -> any Error {
        switch error {
        case is CancellationError:
            return error
        case InventoryError.notAnInventory:
            await reopen(insteadOf: file)
            return error
        case let error as InventoryError:
            return error
        case is CallFailure<any Error>:
            let failed = protection.changes.lastFailure ?? protection.reads.lastFailure
            return refusal(failed as? InventoryError)
        default:
            return InventoryError.failed(details: "\(error)")
        }
    }

    private func reopen(insteadOf file: any InventoryFile) async {
        let isFirst = files.withLock { files in
            guard files.bad !== file else { return false }
            files.bad = file
            files.current = nil
            return true
        }
        guard isFirst else { return }
        // First, so that the file that is opened next finds nothing of this one's beside it.
        await file.abandon()
        env.resetScope(Self.scope)
    }
}
