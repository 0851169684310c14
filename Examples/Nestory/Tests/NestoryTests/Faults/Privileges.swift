import Foundation

/// What this machine lets tests do to files and disks.
enum Privileges {
    /// Whether a file can be made read-only for root, too: permissions do not bind root.
    static let canFreezeFiles: Bool = {
        let file = FileManager.default.temporaryDirectory.appending(path: "nestory-freeze-\(UUID().uuidString)")
        guard getuid() == 0, FileManager.default.createFile(atPath: file.path, contents: nil) else { return false }
        defer { try? FileManager.default.removeItem(at: file) }
        guard runNow("chattr", "+i", file.path) == 0 else { return false }
        let isFrozen = unsafe access(file.path, W_OK) != 0
        return runNow("chattr", "-i", file.path) == 0 && isFrozen
    }()

    /// Whether a small disk can be made.
    static let canMount: Bool = {
        let folder = FileManager.default.temporaryDirectory.appending(path: "nestory-mount-\(UUID().uuidString)")
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            guard getuid() == 0, runNow("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", folder.path) == 0 else {
                return false
            }
            return runNow("umount", folder.path) == 0
        } catch {
            return false
        }
    }()

    /// Runs a program to its end.
    ///
    /// - Returns: Its exit code.
    static func run(_ command: String..., in folder: URL? = nil) async throws -> Int32 {
        let process = make(command)
        process.currentDirectoryURL = folder
        return try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
    }

    /// Runs a program to its end, where nothing may be awaited.
    ///
    /// - Returns: Its exit code.
    @discardableResult static func runNow(_ command: String...) -> Int32 {
        let process = make(command)
        do { try process.run() } catch { return -1 }
        process.waitUntilExit()
        return process.terminationStatus
    }

    private static func make(_ command: [String]) -> Process {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = command
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        return process
    }
}
