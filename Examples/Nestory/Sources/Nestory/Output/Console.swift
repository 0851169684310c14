import Foundation

/// What the program writes: results to standard output, all else to standard error.
enum Console {
    /// Whether somebody watches standard error.
    static var isWatched: Bool { isatty(STDERR_FILENO) == 1 }

    /// Writes a line for people to standard error.
    static func say(_ text: String) {
        tell(text + "\n")
    }

    /// Writes a line to a terminal in the place of the last one.
    static func rewriteLine(_ text: String) {
        tell("\r\u{1B}[K\(text)")
    }

    /// Writes a part of the result to standard output.
    ///
    /// - Throws: ``CommandFailure`` where not all of it could be written.
    static func output(_ bytes: [UInt8]) throws(CommandFailure) {
        guard write(bytes, to: STDOUT_FILENO) else {
            throw .failed("Not all could be written. Is the disk full, or did the reader stop?")
        }
    }

    private static func tell(_ text: String) {
        // Where standard error cannot be written, there is nobody left to tell.
        _ = write(Array(text.utf8), to: STDERR_FILENO)
    }

    /// Writes bytes, and says whether all were written.
    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes {
                unsafe Foundation.write(descriptor, $0.baseAddress, $0.count)
            }
            if count < 0 {
                guard errno == EINTR || errno == EAGAIN else { return false }
            } else {
                rest = rest.dropFirst(count)
            }
        }
        return true
    }
}
