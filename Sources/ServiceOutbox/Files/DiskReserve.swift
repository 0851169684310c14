#if OUTBOX
import Foundation

/// Disk space that is released when the disk is full, so that delivered changes can be removed: removing needs space, too.
struct DiskReserve: Sendable {
    static let size: Int64 = 256 << 10

    let path: String
    /// Where the lock is waited for: somebody who holds it may need a thread of Swift's pool to go on.
    private let queue = DispatchQueue(label: "outbox-reserve")

    init(path: String) { self.path = path }

    /// Takes the space unless it is taken already.
    ///
    /// - Throws: ``OutboxError/diskFull`` if there is no space.
    func take() async throws(OutboxError) {
        if length == Self.size { return }
        let lock = try await lock()
        // Somebody else may have taken it meanwhile.
        if length == Self.size { return }
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
        let lock = try await lock()
        guard ftruncate(lock.descriptor, 0) == 0 else { throw SystemError.current(path) }
        let value = try await body()
        withExtendedLifetime(lock) {}
        return value
    }

    /// Waits for the lock without blocking the calling thread.
    private func lock() async throws(OutboxError) -> FileLock {
        let answer = FirstAnswer<Result<FileLock, OutboxError>>()
        queue.async { [path] in
            answer.give(
                Result { () throws(OutboxError) in
                    while true {
                        // None if the file was replaced meanwhile; the one that took its place is locked then.
                        if let lock = try FileLock(path, waits: true) { return lock }
                    }
                })
        }
        return try await answer.take().get()
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
