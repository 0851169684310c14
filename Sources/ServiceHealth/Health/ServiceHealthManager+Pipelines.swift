#if Health
@_spi(Lock) import Service
import Synchronization

/// What pipelines report beyond the outcomes that everybody records.
extension ServiceHealthManager {
    /// Records a success that may change something.
    ///
    /// - Parameter counts: Whether it still counts when its turn comes. Runs under the lock.
    func recordNews(_ record: HealthRecord, if counts: () -> Bool) {
        update(record) { machine, now, _ in counts() ? machine.recordSuccess(at: now) : .none }
    }

    /// Records a failure.
    ///
    /// - Parameter isLate: Whether the service is known to have recovered since, when the failure's turn comes: then it is
    ///   only counted. Runs under the lock.
    func recordFailure(_ record: HealthRecord, error: any Error, unless isLate: () -> Bool) {
        let text = String(describing: error)
        update(record, error) { machine, now, policy in
            isLate() ? machine.countFailure(text, at: now) : machine.recordFailure(text, at: now, policy: policy)
        }
    }

    /// Records that a fallback answered a call.
    func answeredByFallback(_ record: HealthRecord, _ kind: FallbackKind) {
        guard record.answeredKind.load(ordering: .relaxed) != kind.number else { return }
        update(record) { machine, _, _ in machine.answerByFallback(kind) }
    }

    /// Tells mirrors that a circuit decides anew when the service is tried again.
    func circuitChanged() {
        state.withLock { $0.subscribers }.signalChange()
    }
}
#endif
