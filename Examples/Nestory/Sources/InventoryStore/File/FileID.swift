import Foundation

/// What tells a file from every other, whatever it is called.
package struct FileID: Equatable, Sendable {
    private let device: UInt64
    private let number: UInt64

    /// - Returns: nil where there is no such file.
    package init?(_ path: String) {
        var info = stat()
        guard unsafe stat(path, &info) == 0 else { return nil }
        (device, number) = (UInt64(info.st_dev), UInt64(info.st_ino))
    }
}
