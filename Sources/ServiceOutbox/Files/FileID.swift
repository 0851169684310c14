#if OUTBOX
import Foundation

/// Distinguishes a file from every other one that exists, independently of its name.
struct FileID: Equatable, Sendable {
    private let device: UInt64
    private let number: UInt64

    /// - Returns: nil if there is no such file.
    init?(_ path: String) {
        var info = stat()
        guard unsafe stat(path, &info) == 0 else { return nil }
        self.init(info)
    }

    init?(descriptor: Int32) {
        var info = stat()
        guard unsafe fstat(descriptor, &info) == 0 else { return nil }
        self.init(info)
    }

    private init(_ info: stat) {
        (device, number) = (UInt64(truncatingIfNeeded: info.st_dev), UInt64(truncatingIfNeeded: info.st_ino))
    }
}
#endif
