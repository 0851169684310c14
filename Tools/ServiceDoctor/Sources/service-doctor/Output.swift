import ArgumentParser
import Foundation
import ServiceDoctor

/// Writes to the standard streams.
enum Output {
    static func write(_ text: String) throws {
        do {
            try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
        } catch {
            throw DoctorError.fault("Standard output cannot be written: the disk may be full, or nobody reads it.")
        }
    }

    /// `1 finding`, `2 findings`.
    static func counted(_ count: Int) -> String { "\(count) finding\(count == 1 ? "" : "s")" }

    /// Writes a line for people to standard error, so that standard output holds findings only.
    static func note(_ text: String) {
        // Nobody is left to tell where standard error is closed.
        try? FileHandle.standardError.write(contentsOf: Data((text + "\n").utf8))
    }
}

/// Turns errors into exit codes.
enum Failure {
    static func exit(_ body: () throws -> Void) throws {
        do {
            try body()
        } catch let error as DoctorError {
            Output.note("error: \(error.description)")
            throw ExitCode(error.exitCode)
        } catch let error as ExitCode {
            throw error
        } catch let error as ValidationError {
            throw error
        } catch {
            Output.note("error: \(error.localizedDescription)")
            throw ExitCode(70)
        }
    }
}
