import Foundation
import Inventory
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// `nestory serve` as a process of its own, at a port that was free.
final class ServerProcess: Sendable {
    let process: Process
    let port: Int
    private let ended: AsyncStream<Int32>

    /// Starts the server, and waits until it answers.
    ///
    /// - Parameter environment: Variables beside those of the tests.
    init(_ arguments: [String] = [], environment: [String: String] = [:], in folder: URL) async throws {
        let process = Process()
        process.executableURL = try Program.executable()
        process.arguments = ["serve", "--port", "0"] + arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.currentDirectoryURL = folder
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        let errors = Pipe()
        process.standardError = errors
        let (ended, end) = AsyncStream<Int32>.makeStream()
        process.terminationHandler = { process in
            end.yield(
                process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus)
            end.finish()
        }
        self.process = process
        self.ended = ended
        try process.run()
        try Watcher.current?.add(process.processIdentifier)
        port = try #require(await Self.port(from: errors.fileHandleForReading))
    }

    /// Ends the server where the test has not, as it failed before that.
    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }

    /// Reads what the server says until it names its address.
    private static func port(from errors: FileHandle) async -> Int? {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                var text = ""
                while true {
                    let data = errors.arrived()
                    text += String(decoding: data, as: UTF8.self)
                    if let match = text.firstMatch(of: /http:\/\/127\.0\.0\.1:([0-9]+)\//) {
                        continuation.resume(returning: Int(match.1))
                        // What it says later must not fill the pipe, and hold it up.
                        while !errors.arrived().isEmpty {}
                        return
                    }
                    if data.isEmpty {
                        continuation.resume(returning: nil)
                        return
                    }
                }
            }
        }
    }

    /// Waits until the process has ended.
    ///
    /// - Returns: Its exit code, or the number of the signal that ended it, below zero.
    func status() async -> Int32? {
        for await status in ended { return status }
        return nil
    }

    /// Sends a request.
    func send(_ method: String, _ path: String, _ body: Data? = nil, type: String? = nil) async throws -> (
        status: Int, body: Data
    ) {
        let url = try #require(URL(string: "http://127.0.0.1:\(port)\(path)"))
        var request = URLRequest(url: url, timeoutInterval: 300)
        request.httpMethod = method
        request.httpBody = body
        if let type { request.setValue(type, forHTTPHeaderField: "Content-Type") }
        let (data, response) = try await URLSession.shared.data(for: request)
        return (try #require(response as? HTTPURLResponse).statusCode, data)
    }

    /// How many items it has.
    func count() async throws -> String? {
        let (_, body) = try await send("GET", "/api/items?limit=0")
        guard case .object(let members) = try JSONValue(parsing: Array(body)),
            case .number(let digits)? = members.first(where: { $0.name == "total" })?.value
        else { return nil }
        return digits
    }
}
