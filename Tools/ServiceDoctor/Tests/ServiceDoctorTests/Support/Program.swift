import Foundation

/// Runs the program in a folder.
struct Program {
    let folder: TemporaryFolder

    struct Outcome {
        let code: Int32
        let output: String
        let errors: String
    }

    /// Runs it with some arguments.
    /// - Parameters:
    ///   - arguments: The command line.
    ///   - place: A folder below, relative to the program's.
    ///   - command: What a shell does before it becomes the program, for example setting a limit.
    func callAsFunction(_ arguments: String..., in place: String = "", below command: String = "true") throws -> Outcome
    {
        try self(arguments: arguments, in: place, below: command)
    }

    /// Runs it with a list of arguments.
    /// - Parameter user: A program that becomes somebody else before it becomes this one.
    func callAsFunction(
        arguments: [String], in place: String = "", below command: String = "true", as user: [String] = []
    ) throws -> Outcome {
        let process = Process()
        let program = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().appending(
            path: "service-doctor")
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        process.arguments = ["-c", "\(command) && exec \"$@\"", "bash"] + user + [program.path] + arguments
        process.currentDirectoryURL = URL(fileURLWithPath: folder.path + "/" + place)
        process.environment = ProcessInfo.processInfo.environment.merging(["XDG_CACHE_HOME": folder.path + "/.cache"]) {
            $1
        }
        let output = Pipe()
        let errors = Pipe()
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        let notes = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return Outcome(code: process.terminationStatus, output: text, errors: notes)
    }
}
