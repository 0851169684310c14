import Foundation

/// What the program writes: results to standard output, all else to standard error.
enum Console {
    /// Whether somebody watches standard error.
    static var isWatched: Bool { isatty(STDERR_FILENO) == 1 }

    /// Writes a line for people to standard error.
    static func say(_ text: String) {
        write(Array((text + "\n").utf8), to: STDERR_FILENO)
    }

    /// Writes a line to a terminal in the place of the last one.
    static func rewriteLine(_ text: String) {
        write(Array("\r\u{1B}[K\(text)".utf8), to: STDERR_FILENO)
    }

    /// Writes a part of the result to standard output.
    static func output(_ bytes: [UInt8]) {
        write(bytes, to: STDOUT_FILENO)
    }

    /// Writes all bytes. Where nobody reads them any more, the system ends the program, as pipes do.
    private static func write(_ bytes: [UInt8], to descriptor: Int32) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes {
                unsafe Foundation.write(descriptor, $0.baseAddress, $0.count)
            }
            if count < 0 {
                guard errno == EINTR || errno == EAGAIN else { return }
            } else {
                rest = rest.dropFirst(count)
            }
        }
    }
}
