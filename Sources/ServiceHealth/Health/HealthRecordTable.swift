#if Health
import Synchronization

/// Finds the record of a service without a lock: buckets of lists that only ever grow at their ends.
///
/// A record is never taken out, so that a reader needs no protection; `reset` empties it instead.
struct HealthRecordTable: Sendable {
    private final class Bucket: Sendable {
        let first = AtomicLazyReference<HealthRecord>()
    }

    private let buckets: [Bucket] = (0..<64).map { _ in Bucket() }

    /// Returns the record of a service, making it on first use.
    func record(for service: ServiceID) -> HealthRecord {
        let bucket = buckets[
            Int(truncatingIfNeeded: UInt(bitPattern: service.hashValue) % UInt(buckets.count))]
        var record = bucket.first.load() ?? bucket.first.storeIfNil(HealthRecord(service: service))
        while record.service != service {
            record = record.next.load() ?? record.next.storeIfNil(HealthRecord(service: service))
        }
        return record
    }
}
#endif
