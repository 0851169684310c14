import ArgumentParser
import Inventory

/// A command: turns failures into a message on standard error and the exit code.
protocol NestoryWork: AsyncParsableCommand {
    /// Does the work.
    func work() async throws
}

extension NestoryWork {
    func run() async throws {
        do {
            try await work()
        } catch CommandFailure.failed(let message) {
            Console.say("nestory: \(message)")
            throw ExitCode(1)
        } catch CommandFailure.wrongData {
            throw ExitCode(65)
        } catch let error as InventoryError {
            Console.say("nestory: \(error.message)\(error.place)")
            throw ExitCode(1)
        }
    }
}

extension InventoryError {
    /// Where it is, for those who own the machine.
    fileprivate var place: String {
        switch self {
        case .noAccess(let path, let details), .notAnInventory(let path, let details):
            path.isEmpty ? "\n  \(details)" : "\n  \(path): \(details)"
        case .tooNew(let path), .noFolder(let path): "\n  \(path)"
        case .failed(let details): "\n  \(details)"
        case .alreadyExists, .busy, .diskFull: ""
        }
    }
}
