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
        /// What told the last one that was open from any other.
        var identity: String?
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
        let doubts = protection.doubts(.inventory)
        do {
            _ = try await read("check") { try await ($0 as? any InventoryFile)?.check() }
        } catch _ {
            // Noted already, where calls are protected.
        }
        guard doubts || isDisturbed else { return }
        do {
            try await change("check") { try await $0.checkChanges() }
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

    /// The inventory that is open, or was last.
    public var identity: String? { files.withLock { $0.identity } }

    // MARK: Calls

    /// Asks the file, or the last known items where it does not answer.
    func read<Value: Sendable>(
        _ method: StaticString, _ body: @Sendable (any InventoryService) async throws -> Value
    ) async throws -> Value {
        // Opening may find the last known items, too.
        let file = open(or: InventoryError.unavailable)
        let asOf = lastKnown.asOf
        let served: Served<Value>
        switch file {
        case .success(let file):
            served = try await protection.reads.call(method) {
                try await body(file)
            } recover: { failure in
                let cause = await told(failure, by: protection.reads, of: file, or: InventoryError.unavailable)
                guard asOf != nil else { throw cause }
                return try await body(lastKnown)
            }
        case .failure(let cause):
            guard asOf != nil else { throw cause }
            served = Served(value: try await body(lastKnown), source: .fallback)
        }
        if served.source == .fallback, let asOf { AnswerAge.current?.note(asOf) }
        return served.value
    }

    /// Changes the file. There is no fallback for changes.
    func change<Value: Sendable>(
        _ method: StaticString, _ body: @Sendable (any InventoryFile) async throws -> Value
    ) async throws -> Value {
        let file = try open(or: InventoryError.readOnly).get()
        return try await protection.changes.call(method) {
            try await body(file)
        } recover: { failure in
            let error = await told(failure, by: protection.changes, of: file, or: InventoryError.readOnly)
            // What took too long may have been written all the same.
            if case .timedOut = failure { throw InventoryError.outcomeUnknown }
            // Who changes something is not told about reading.
            if case .unavailable(let cause) = error { throw InventoryError.readOnly(because: cause) }
            throw error
        }.value
    }

    // MARK: The file

    /// Returns the file that is open, or opens it where that is due.
    ///
    /// - Parameter refusal: What people are told while it is not open.
    private func open(or refusal: (InventoryError?) -> InventoryError) -> Result<any InventoryFile, InventoryError> {
        let inventory: any InventoryService
        do throws(ServiceError) {
            inventory = try file.resolve()
        } catch .factoryFailed(_, let error as InventoryError) {
            return .failure(error)
        } catch {
            return .failure(.failed(details: "\(error)"))
        }
        guard let file = inventory as? any InventoryFile else { return .failure(refusal(lastError(of: .inventory))) }
        files.withLock { ($0.current, $0.identity) = (file, file.identity) }
        return .success(file)
    }

    /// Turns a failed call into what people are told, and has the file opened anew where it has gone bad.
    private func told(
        _ failure: CallFailure<any Error>, by calls: ResiliencePipeline, of file: any InventoryFile,
        or refusal: (InventoryError?) -> InventoryError
    ) async -> InventoryError {
        switch protection.told(failure, by: calls) {
        case let error as InventoryError:
            if case .notAnInventory = error { await reopen(insteadOf: file) }
            return error
        case is CallFailure<any Error>:
            return refusal(lastError(of: .inventoryChanges) ?? lastError(of: .inventory))
        case let error:
            return .failed(details: "\(error)")
        }
    }

    private func lastError(of service: ServiceID) -> InventoryError? {
        protection.health.lastError(of: service) as? InventoryError
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
