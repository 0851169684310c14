import Foundation

extension FileHandle {
    /// Waits for bytes and returns what has come; none at the end.
    ///
    /// `availableData` stops the process where a signal interrupts the wait.
    func arrived() -> Data {
        var bytes = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = unsafe Foundation.read(fileDescriptor, &bytes, bytes.count)
            if count >= 0 { return Data(bytes.prefix(count)) }
            guard errno == EINTR else { return Data() }
        }
    }
}
