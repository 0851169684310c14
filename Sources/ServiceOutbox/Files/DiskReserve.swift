#if Outbox
import Foundation

/// Disk space that is released when the disk is full, so that delivered changes can be removed: removing needs space, too.
struct DiskReserve: Sendable {
    static let size: Int64 = 256 << 10

    let path: String

    /// Takes the space unless it is taken already.
    ///
    /// - Throws: ``OutboxError/diskFull`` if there is no space, or if somebody has just released it.
    func take() throws(OutboxError) {
        if length == Self.size { return }
        guard let lock = try FileLock(path) else { throw .diskFull }
        try fill(lock.descriptor)
    }

    /// Releases the space.
    func release() throws(OutboxError) {
        // Somebody who holds the lock is taking the space, or has released it already: both are over in a moment.
        guard let lock = try FileLock(path, waits: true) else { return }
        guard ftruncate(lock.descriptor, 0) == 0 else { throw SystemError.current(path) }
    }

    /// Releases the space while a body runs. Nobody takes it meanwhile.
    func releasing<Value>(_ body: () async throws(OutboxError) -> Value) async throws(OutboxError) -> Value {
        // Somebody who holds the lock is taking the space, or has released it already: both are over in a moment.
        let lock = try FileLock(path, waits: true)
        if let lock, ftruncate(lock.descriptor, 0) != 0 { throw SystemError.current(path) }
        let value = try await body()
        withExtendedLifetime(lock) {}
        return value
    }

    private var length: Int64? {
        var info = stat()
        return unsafe stat(path, &info) == 0 ? Int64(info.st_size) : nil
    }

    /// Writes bytes: a file that is only made longer may have no blocks.
    private func fill(_ descriptor: Int32) throws(OutboxError) {
        let bytes = [UInt8](repeating: 0xFF, count: 64 << 10)
        var offset: Int64 = 0
        while offset < Self.size {
            let count = min(bytes.count, Int(Self.size - offset))
            let written = unsafe pwrite(descriptor, bytes, count, off_t(offset))
            if written < 0 && errno == EINTR { continue }
            guard written > 0 else { throw giveBack(descriptor, errno) }
            offset += Int64(written)
        }
        // Some file systems look for space only now.
        guard fsync(descriptor) == 0 else { throw giveBack(descriptor, errno) }
    }

    private func giveBack(_ descriptor: Int32, _ number: Int32) -> OutboxError {
        guard ftruncate(descriptor, 0) == 0 else { return SystemError.current(path) }
        return SystemError.error(number, path)
    }
}
#endif
