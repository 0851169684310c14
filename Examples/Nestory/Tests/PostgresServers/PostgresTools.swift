#if PostgreSQL
public import Foundation

/// PostgreSQL's programs, run as a user that is not root: the server refuses to be root's.
public enum PostgresTools {
    /// What a program said when it failed.
    public struct Failure: Error, CustomStringConvertible {
        /// The program and its answer.
        public let description: String

        /// Describes a failure.
        public init(description: String) { self.description = description }
    }

    /// The folder with `initdb` and the others; nil where no server is installed.
    public static let folder: URL? = {
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
        let installed = versions.compactMap(Int.init).sorted(by: >).map { "/usr/lib/postgresql/\($0)/bin" }
        let path = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
        return (installed + path).first { FileManager.default.isExecutableFile(atPath: "\($0)/initdb") }
            .map { URL(filePath: $0) }
    }()

    /// Whether tests can start servers of their own.
    public static var areInstalled: Bool { folder != nil }

    /// Runs a program to its end.
    ///
    /// - Returns: What it printed.
    @discardableResult
    public static func run(_ name: String, _ arguments: [String]) async throws -> String {
        guard let program = folder?.appending(path: name) else { throw Failure(description: "\(name) is missing") }
        return try await runAsUser([program.path] + arguments)
    }

    /// Runs any program as the user whose servers are.
    @discardableResult
    static func runAsUser(_ command: [String]) async throws -> String {
        let process = Process()
        let command = asUser + ["bash", "-c", Self.withoutFiles, "bash"] + command
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = command
        process.currentDirectoryURL = URL(filePath: "/")
        process.standardInput = FileHandle.nullDevice
        // A file: a server that is started keeps what it was given open for as long as it runs.
        let output = FileManager.default.temporaryDirectory.appending(path: "nestory-output-\(UUID().uuidString)")
        _ = FileManager.default.createFile(atPath: output.path, contents: nil)
        defer { try? FileManager.default.removeItem(at: output) }
        let handle = try FileHandle(forWritingTo: output)
        process.standardOutput = handle
        process.standardError = handle
        let status = try await withCheckedThrowingContinuation {
            (continuation: CheckedContinuation<Int32, any Error>) in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
        try handle.close()
        let text = String(decoding: try Data(contentsOf: output), as: UTF8.self)
        guard status == 0 else { throw Failure(description: "\(command): \(status)\n\(text)") }
        return text
    }

    /// Runs a command without the files that it inherits. Foundation knows by one of them when a process ends, and a
    /// server that `pg_ctl` starts would keep it open.
    private static let withoutFiles = """
        (
            for file in /proc/$BASHPID/fd/*; do
                number=${file##*/}
                [ "$number" -le 2 ] || eval "exec $number>&-"
            done
            exec "$@"
        )
        """

    /// What makes a command another user's.
    private static var asUser: [String] {
        getuid() == 0 ? ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"] : []
    }

    /// Makes a folder that belongs to the servers' user.
    static func makeFolder() async throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "nestory-pg-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o755]
        if getuid() == 0 { attributes[.ownerAccountName] = "nobody" }
        try FileManager.default.setAttributes(attributes, ofItemAtPath: folder.path)
        return folder
    }

    /// Returns a port of this machine that nobody listens at.
    ///
    /// It is below those that clients are given, as one of them could take it while the server is started again.
    static func freePort() throws -> Int {
        for _ in 0..<100 {
            let port = UInt16.random(in: 15_000..<30_000)
            guard let descriptor = try? listen(at: port).descriptor else { continue }
            close(descriptor)
            return Int(port)
        }
        throw Failure(description: "There is no free port.")
    }

    /// Listens at a port of this machine, any free one by default.
    ///
    /// - Returns: The socket, which the caller closes, and the port.
    public static func listen(at port: UInt16 = 0) throws -> (descriptor: Int32, port: Int) {
        let descriptor = socket(AF_INET, streamType, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = port.bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
                    && Foundation.listen(descriptor, 8) == 0
            }
        }
        guard isListening else {
            close(descriptor)
            throw Failure(description: "The port \(port) is not free.")
        }
        return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
    }

    #if canImport(Darwin)
    private static var streamType: Int32 { SOCK_STREAM }
    #else
    private static var streamType: Int32 { Int32(SOCK_STREAM.rawValue) }
    #endif
}
#endif
