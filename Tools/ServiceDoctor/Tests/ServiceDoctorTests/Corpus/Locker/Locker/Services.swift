import FactoryKit
import Foundation

protocol Vault { func store(_ secret: String) async throws }
protocol EventLog { func note(_ text: String) }
protocol VaultClock { var now: Date { get } }
protocol Scanner { func scan() async -> String? }
protocol Biometrics { func ask(_ done: @escaping (Bool, (any Error)?) -> Void) }

struct SystemVaultClock: VaultClock { var now: Date { Date() } }
final class StoredEventLog: EventLog {
    init(vault: any Vault, clock: any VaultClock) {}
    func note(_ text: String) {}
}
final class DiskVault: Vault {
    init(log: any EventLog, clock: any VaultClock) {}
    func store(_ secret: String) async throws {}
}
final class FakeScanner: Scanner { func scan() async -> String? { nil } }
final class Draft {}
final class Editor { init(draft: Draft) {} }

final class Unlocker {
    @LazyInjected(\.biometrics) private var biometrics
    @Injected(\.window) private var window
    private let vault = resolve(\DataContainer.vault)

    func unlock() async throws -> Bool {
        try await withCheckedThrowingContinuation { continuation in
            biometrics?.ask { isKnown, error in
                if let error {
                    continuation.resume(throwing: error)
                    return
                }
                guard isKnown else { return } // finds: unresumed_continuation
                continuation.resume(returning: true)
            }
        }
    }

    func unlockNow() async -> Bool {
        let done = DispatchSemaphore(value: 0)
        biometrics?.ask { _, _ in done.signal() }
        done.wait() // finds: blocking_wait
        return true
    }
}
