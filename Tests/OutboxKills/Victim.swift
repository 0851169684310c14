#if Outbox
import Foundation

/// Keeps and delivers changes until it is killed. `kill.py` says what it is for.
@main
enum Victim {
    static func main() async throws {
        let arguments = CommandLine.arguments
        switch (arguments.dropFirst().first, arguments.dropFirst(2)) {
        case ("work", let rest) where rest.count == 3:
            try await Work(folder: rest[2], tag: rest[3], seed: rest[4]).run()
        case ("drain", let rest) where rest.count == 1: try await Drain(folder: rest[2]).run()
        case ("keep", let rest) where rest.count == 2: try await Keep(folder: rest[2], count: rest[3]).run()
        case ("race", let rest) where rest.count == 1: try await Race(folder: rest[2]).run()
        case ("measure", let rest) where rest.count == 1: try await Measurement(folder: rest[2]).run()
        default:
            FileHandle.standardError.write(
                Data(
                    "OutboxVictim work FOLDER TAG SEED | drain FOLDER | keep FOLDER COUNT | race FOLDER | measure FOLDER\n"
                        .utf8))
            exit(64)
        }
    }
}
#else
/// Does nothing without the trait `Outbox`.
@main
enum Victim {
    static func main() {}
}
#endif
