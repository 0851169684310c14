import ArgumentParser
import Foundation
import Inventory
import Logging
import NestoryAssembly
import NestoryServices
import Service

/// A command: turns failures into a message on standard error and the exit code.
protocol NestoryWork: AsyncParsableCommand {
    /// Whether services may write into the log, on standard error. A command says itself what is wrong.
    static var logs: Bool { get }

    /// Does the work.
    func work() async throws
}

extension NestoryWork {
    static var logs: Bool { false }

    func run() async throws {
        if !Self.logs { LoggingSystem.bootstrap { _ in SwiftLogNoOpLogHandler() } }
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
        } catch let error as BackupError {
            Console.say("nestory: \(error.message)")
            throw ExitCode(1)
        } catch let error as PolicySettingsError {
            Console.say("nestory: \(error.message)")
            throw ExitCode(1)
        } catch ServiceError.factoryFailed(_, let error as InventoryError) {
            Console.say("nestory: \(error.message)\(error.place)")
            throw ExitCode(1)
        } catch {
            Console.say("nestory: The work failed. \(error.localizedDescription)")
            throw ExitCode(1)
        }
    }

    /// Does work with the live services, which are let go of afterwards.
    ///
    /// - Parameters:
    ///   - path: The inventory's file.
    ///   - services: Where the other services are.
    ///   - prepare: Registers what else is needed, before anything is used.
    ///   - body: The work.
    /// - Throws: ``ServiceError`` where the inventory cannot be opened, or what the work throws.
    func withServices<Result>(
        at path: String, services: LiveOptions = LiveOptions(),
        preparing prepare: (ServiceEnv) async -> Void = { _ in }, _ body: (ServiceEnv) async throws -> Result
    ) async throws -> Result {
        let env = ServiceEnv(name: "nestory")
        await env.assemble(LiveAssembly(path: path, options: services))
        await prepare(env)
        return try await ServiceEnv.$current.withValue(env) {
            // What cannot be had is said here, rather than where it is first needed.
            try env.resolve((any InventoryService).self, name: .live)
            let result: Result
            do {
                result = try await body(env)
            } catch {
                await shutDown(env)
                throw error
            }
            await shutDown(env)
            return result
        }
    }

    /// Does work that only reads: the file is not touched, and may be on a disk that cannot be written.
    func withItems<Result>(
        of options: DatabaseOptions, _ body: (ServiceEnv) async throws -> Result
    ) async throws -> Result {
        let env = ServiceEnv(name: "nestory")
        await env.assemble(ReadingAssembly(path: options.database, server: try options.server()))
        return try await ServiceEnv.$current.withValue(env) {
            try env.resolve((any InventoryService).self)
            return try await body(env)
        }
    }

    /// Lets go of the services. What goes wrong then is told, and takes nothing back: the work is done.
    private func shutDown(_ env: ServiceEnv) async {
        do throws(ServiceShutdownError) {
            try await env.shutdown()
        } catch {
            tell(error)
        }
    }

    /// Says that services were not closed in order.
    func tell(_ error: ServiceShutdownError) {
        Console.say(
            "nestory: The inventory was not closed in order; nothing that was saved is lost. \(error)")
    }
}

extension InventoryError {
    /// Where it is, for those who own the machine.
    var place: String {
        switch self {
        case .noAccess(let path, let details), .notAnInventory(let path, let details):
            path.isEmpty ? "\n  \(details)" : "\n  \(path): \(details)"
        case .tooNew(let path), .noFolder(let path): "\n  \(path)"
        case .failed(let details), .noHost(let details): "\n  \(details)"
        case .readOnly(let cause?), .unavailable(let cause?): cause.place
        case .alreadyExists, .changed, .keyReused, .otherInventory, .busy, .diskFull, .readOnly, .unavailable,
            .outcomeUnknown:
            ""
        }
    }
}
