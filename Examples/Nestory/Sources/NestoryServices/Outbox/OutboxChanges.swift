import Foundation
public import Inventory
import Logging
public import ServiceHealth
public import ServiceOutbox
import Synchronization

/// Makes changes of single items in the inventory, and keeps them in an outbox while it is not available.
///
/// The outbox is opened when it is first used, and opened anew after it failed. While it cannot be opened, changes are made
/// without it: what the inventory refuses then is refused. If its file is taken away with changes in it, no new one takes its
/// place as long as the program runs: nobody would miss them.
public final class OutboxChanges: ItemChanges {
    private struct State {
        var outbox: Outbox<ItemChange>?
        var isClosed = false
        /// How many changes were in the file when it was taken away.
        var missing = 0
    }

    /// Short, as asking a file costs little, and nothing while its circuit is open.
    private static let policy = OutboxPolicy(firstDelay: .seconds(1), maximumDelay: .seconds(5))
    /// How long to wait before a broken outbox is opened anew.
    private static let pause = Duration.seconds(10)

    private let path: String
    private let health: ServiceHealthManager
    private let clock: any Clock<Duration>
    private let limits: OutboxLimits
    private let inventory: @Sendable () throws -> any InventoryService
    private let state = Mutex(State())

    /// Describes the outbox. Nothing is opened yet.
    ///
    /// - Parameters:
    ///   - path: The outbox's file, on a disk of this machine.
    ///   - health: Says when the inventory is back.
    ///   - clock: What the time between two attempts is based on.
    ///   - limits: How much is kept at most.
    ///   - inventory: Returns the inventory that changes are sent to.
    public init(
        path: String, health: ServiceHealthManager, clock: any Clock<Duration> = ContinuousClock(),
        limits: OutboxLimits = OutboxLimits(),
        inventory: @escaping @Sendable () throws -> any InventoryService
    ) {
        self.path = path
        self.health = health
        self.clock = clock
        self.limits = limits
        self.inventory = inventory
    }

    /// Whether the outbox can be used now.
    public var keepsChanges: Bool {
        do { return try open() != nil } catch { return false }
    }

    /// Makes a change, or keeps it if the inventory is not available or older changes of the item are kept.
    public func make(_ change: ItemChange) async throws -> ChangeOutcome {
        guard let outbox = try? open(), change.isKeepable else { return try await makeDirectly(change) }
        let change = current(change)
        if let outcome = try await foresee(change, in: outbox) { return outcome }
        let attempt = LiveAttempt()
        let key = change.key.flatMap { IdempotencyKey(rawValue: $0.text) } ?? IdempotencyKey()
        let result = await LiveAttempt.$current.withValue(attempt) {
            () async -> Result<OutboxOutcome, PerformFailure> in
            do throws(PerformFailure) {
                return .success(try await outbox.perform(change, on: change.subject, key: key))
            } catch { return .failure(error) }
        }
        switch result {
        case .success(.done): return .done(try attempt.answer?.get())
        case .success(.kept(let receipt)): return .kept(number: receipt.number, item: change.id)
        case .failure(.refused): return .done(try attempt.answer?.get())
        case .failure(.cancelled): throw CancellationError()
        case .failure(.notKept(let error, let mayHaveHappened)):
            Logger.service.warning("change not kept", metadata: ["error": "\(error)"])
            if case .keyReused = error {
                guard let known = try await known(change, in: outbox) else { throw InventoryError.keyReused }
                return known
            }
            guard !mayHaveHappened else { throw InventoryError.outcomeUnknown }
            if case .diskFull = error { throw InventoryError.diskFull }
            if case .failure(let refusal)? = attempt.answer { throw refusal }
            if case .full = error { throw InventoryError.readOnly(because: nil) }
            // Older changes of the item may be kept, and must not be overtaken: it has to be tried again.
            if error.isBroken { letGo(of: outbox, because: error) }
            throw InventoryError.busy
        }
    }

    /// Returns the changes that are kept. It costs nothing while there are none.
    public func kept() async throws -> KeptChanges {
        let outbox: Outbox<ItemChange>?
        do { outbox = try open() } catch { return .unreadable }
        guard let outbox else { return KeptChanges() }
        return try await kept(in: outbox)
    }

    /// Why no change can be kept; nil where all is well.
    public var problem: (any Error)? {
        do { _ = try open() } catch { return error }
        return nil
    }

    /// Carries out what a person decided about a refused change.
    public func decide(_ decision: KeptDecision, on number: Int64) async throws -> Bool {
        guard let outbox = try? open() else { return false }
        do throws(OutboxError) {
            switch decision {
            case .retry:
                // Who decides has seen the inventory that is there now.
                let entry = try await outbox.entries().first { $0.number == number }
                if let change = entry?.command, change.inventory != nil {
                    try await outbox.replace(number, with: current(change))
                } else {
                    try await outbox.retry(number)
                }
            case .replace(let change): try await outbox.replace(number, with: current(change))
            case .discard: try await outbox.discard(number)
            }
            return true
        } catch {
            switch error {
            case .noEntry: return false
            case .diskFull: throw InventoryError.diskFull
            case .busy: throw InventoryError.busy
            default: throw InventoryError.failed(details: "\(error)")
            }
        }
    }

    /// Delivers what is kept until the task is cancelled or the outbox is closed.
    ///
    /// - Parameter note: Is called whenever a change is kept, delivered or refused.
    public func run(noting note: @escaping @Sendable () async -> Void) async {
        while !Task.isCancelled {
            do {
                guard let outbox = try open() else { return }
                let listener = Task {
                    for await _ in outbox.statuses { await note() }
                }
                defer { listener.cancel() }
                do throws(OutboxError) {
                    // Their health says more than that of reading: a full disk can be read.
                    try await outbox.run(recovering: .inventoryChanges, health: health)
                } catch {
                    letGo(of: outbox, because: error)
                    throw error
                }
            } catch {
                Logger.service.error("outbox failed", metadata: ["error": "\(error)"])
                do { try await clock.sleep(for: Self.pause) } catch { return }
            }
        }
    }

    /// Closes the outbox. What is kept stays, and is delivered when the program runs again.
    ///
    /// - Throws: `OutboxError`.
    public func close() throws {
        let outbox = state.withLock { state in
            state.isClosed = true
            return state.outbox.take()
        }
        try outbox?.close()
    }

    // MARK: The outbox

    /// Returns the outbox; nil if it was closed for good.
    private func open() throws(OutboxError) -> Outbox<ItemChange>? {
        let inventory = inventory
        return try state.withLock { state throws(OutboxError) in
            guard !state.isClosed, state.outbox == nil else { return state.isClosed ? nil : state.outbox }
            guard state.missing == 0 || FileManager.default.fileExists(atPath: path) else {
                throw .failed(
                    details: """
                        Its file is gone, with \(state.missing) of the changes that are not in the inventory yet. Put it back, \
                        or start the program anew to go on without them.
                        """)
            }
            state.outbox = try Outbox(path: path, limits: limits, policy: Self.policy, clock: clock) {
                delivery throws(DeliveryFailure) in
                try await Self.deliver(delivery, to: inventory)
            }
            state.missing = 0
            return state.outbox
        }
    }

    private func letGo(of outbox: Outbox<ItemChange>, because error: OutboxError) {
        let status = outbox.status
        state.withLock { state in
            guard state.outbox === outbox else { return }
            state.outbox = nil
            if case .gone = error { state.missing = status.waiting + status.held + status.refused }
        }
        // It is broken already.
        try? outbox.close()
    }

    /// The same change, for the inventory that is there now.
    private func current(_ change: ItemChange) -> ItemChange {
        var change = change
        change.inventory = try? inventory().identity
        return change
    }

    private func makeDirectly(_ change: ItemChange) async throws -> ChangeOutcome {
        .done(try await inventory().apply(change))
    }

    /// Sends a change to the inventory, under the key of its delivery.
    private static func deliver(
        _ delivery: OutboxDelivery<ItemChange>, to inventory: @Sendable () throws -> any InventoryService
    ) async throws(DeliveryFailure) {
        var change = delivery.command
        let key = delivery.key.rawValue
        // After a decision it has another key than the one that it came with.
        if change.key?.text != key { change.key = ChangeKey(key, of: key.utf8) }
        let attempt = delivery.number == nil ? LiveAttempt.current : nil
        let item: Item?
        do {
            item = try await inventory().apply(change)
        } catch {
            attempt?.note(.failure(error))
            throw DeliveryFailure(error)
        }
        attempt?.note(.success(item))
        if item == nil { throw .gone }
    }

    // MARK: What is kept

    private func kept(in outbox: Outbox<ItemChange>) async throws -> KeptChanges {
        let status = outbox.status
        guard status.waiting + status.held + status.refused > 0 else { return KeptChanges() }
        do {
            return KeptChanges(try await outbox.entries().map { KeptChange($0) })
        } catch {
            guard !error.isBroken else {
                letGo(of: outbox, because: error)
                return .unreadable
            }
            throw InventoryError.failed(details: "\(error)")
        }
    }

    /// Answers what can be known without the inventory: that a change is kept already, or does not fit those that are.
    private func foresee(_ change: ItemChange, in outbox: Outbox<ItemChange>) async throws -> ChangeOutcome? {
        if let known = try await known(change, in: outbox) { return known }
        let kept = try await kept(in: outbox)
        guard !kept.changes(of: change.id).isEmpty, !kept.needsDecision(on: change.id) else { return nil }
        let stored: Item?
        do { stored = try await inventory().item(change.id) } catch is InventoryError { stored = nil }
        let item = kept.item(change.id, over: stored)
        if case .add = change.work {
            guard item == nil else { throw InventoryError.alreadyExists }
            return nil
        }
        guard let item else { return .done(nil) }
        guard change.expected == nil || change.expected == item.revision else { throw InventoryError.changed(item) }
        return nil
    }

    /// Finds a change that is kept already.
    private func known(_ change: ItemChange, in outbox: Outbox<ItemChange>) async throws -> ChangeOutcome? {
        guard let key = change.key else { return nil }
        let same = try await kept(in: outbox).all.first { $0.change?.key?.text == key.text }
        guard let same else { return nil }
        guard same.change?.key == key else { throw InventoryError.keyReused }
        return .kept(number: same.number, item: same.change?.id ?? change.id)
    }
}

extension OutboxError {
    /// Whether the outbox has to be opened anew before it can be of use.
    fileprivate var isBroken: Bool {
        switch self {
        case .gone, .damaged, .noAccess, .tooNew, .failed: true
        default: false
        }
    }
}

extension ItemChange {
    /// Whether the change may wait. What is brought back from the trash may be gone from there by then.
    fileprivate var isKeepable: Bool { if case .restore = work { false } else { true } }

    /// What the outbox orders changes by.
    fileprivate var subject: String { "item-\(id.uuidString.lowercased())" }
}
