#if PostgreSQL
import CLibPQ

/// Counts the warnings that a server sends on a connection. It belongs to the connection's thread.
final class Notices {
    /// The last warning.
    private(set) var warning: String?

    /// Forgets what came before.
    func forget() { warning = nil }

    /// Has libpq hand its notices to this object, which must outlive the connection.
    func receive(from connection: OpaquePointer) {
        let receiver: PQnoticeReceiver = { context, result in
            guard let context = unsafe context, let result = unsafe result else { return }
            unsafe Unmanaged<Notices>.fromOpaque(context).takeUnretainedValue().note(result)
        }
        _ = unsafe PQsetNoticeReceiver(connection, receiver, Unmanaged.passUnretained(self).toOpaque())
    }

    private func note(_ result: OpaquePointer) {
        // "V" is the severity in English, whatever the server's language.
        guard let severity = unsafe PQresultErrorField(result, 0x56), unsafe String(cString: severity) == "WARNING"
        else { return }
        warning = unsafe PQresultErrorMessage(result).map { unsafe String(cString: $0) } ?? ""
    }
}
#endif
