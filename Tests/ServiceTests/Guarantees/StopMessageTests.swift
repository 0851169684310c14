#if os(macOS) || os(Linux) || os(Windows)  // the systems that have exit tests
import Foundation
import Service
import Testing

private struct Database: Sendable {}
private struct DatabasePool: Sendable {}
private struct Repository: Sendable {}
private struct ScreenModel {}

private struct Owner {
    @Service var database: Database
    @Provider var repository: Repository
    @Service(name: "replica") var replica: Database
}

@MainActor private final class MainOwner {
    @MainService var model: ScreenModel
    @MainProvider var provided: ScreenModel
}

// Registrations and their places. Inside an exit test's closure `#line` is off, so they are out here.

private let placeOfFailing = #line + 1
private func registerFailing() { ServiceEnv.current.register(Database.self) { throw Refused(number: 42) } }

private let placeOfFailingMain = #line + 2
@MainActor private func registerFailingMain() {
    ServiceEnv.current.registerMain(ScreenModel.self) { throw Refused(number: 7) }
}

private let placeOfCycle = #line + 2
private func registerCycle() {
    ServiceEnv.current.register(Database.self) { try ServiceEnv.current.resolve(Database.self) }
}

private let placeOfRepository = #line + 2
private func registerRepository() {
    ServiceEnv.current.register(Repository.self) {
        try ServiceEnv.current.resolve(Database.self)
        return Repository()
    }
}

private let placeOfMain = #line + 1
@MainActor private func registerMain() { ServiceEnv.current.registerMain(Database.self) { Database() } }

/// Guarantee 9: only a required wrapper stops the process, with a message that helps.
@Suite struct StopMessageTests {
    /// The message of a process that stopped, without what the runtime adds.
    private func message(_ result: ExitTest.Result?) throws -> String {
        let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        let begin = try #require(output.range(of: "Fatal error: "), "\(output)")
        let end = output.range(of: "Current stack trace:")?.lowerBound ?? output.endIndex
        return String(output[begin.upperBound..<end])
    }

    @Test func `a missing service is named, with what resembles it`() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            ServiceEnv.current.register(DatabasePool.self) { DatabasePool() }
            _ = Owner().database
        }
        let message = try message(result)
        #expect(message.hasPrefix("Service 'Database' is not registered in ServiceEnv\n"))
        #expect(message.contains("DatabasePool"))
    }

    @Test func `a provider stops like a service`() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Owner().repository
        }
        #expect(try message(result).hasPrefix("Service 'Repository' is not registered in ServiceEnv\n"))
    }

    @Test func `a service that is registered under another name is among what resembles it`() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            ServiceEnv.current.register(Database.self, name: "primary") { Database() }
            _ = Owner().replica
        }
        let message = try message(result)
        #expect(message.contains("replica"))
        #expect(message.contains("primary"))
    }

    @Test func `a factory that fails is shown with its error and the place of its registration`() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            registerFailing()
            _ = Owner().database
        }
        let message = try message(result)
        #expect(message.hasPrefix("Factory failed to create service 'Database': Refused(number: 42)\n"))
        #expect(message.contains("StopMessageTests.swift:\(placeOfFailing)"))
    }

    @Test func `a wrapper read in a factory is shown with the path to it`() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let owner = Owner()
            ServiceEnv.current.register(Repository.self) {
                _ = owner.database
                return Repository()
            }
            ServiceEnv.current.register(DatabasePool.self) {
                try ServiceEnv.current.resolve(Repository.self)
                return DatabasePool()
            }
            try ServiceEnv.current.resolve(DatabasePool.self)
        }
        let message = try message(result)
        #expect(message.hasPrefix("Service 'Database' is not registered in ServiceEnv\n"))
        #expect(message.contains("DatabasePool -> Repository -> Database"))
    }

    @Test func `a dependency that is missing is shown with the path to it and what resembles it`() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            ServiceEnv.current.register(DatabasePool.self) { DatabasePool() }
            registerRepository()
            _ = Owner().repository
        }
        let message = try message(result)
        #expect(message.hasPrefix("Service 'Database' is not registered in ServiceEnv\n"))
        #expect(message.contains("Repository -> Database"))
        #expect(message.contains("StopMessageTests.swift:\(placeOfRepository)"))
        #expect(message.contains("DatabasePool"))
    }

    @Test func `a cycle is shown with its chain and the place of registration`() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            registerCycle()
            _ = Owner().database
        }
        let message = try message(result)
        #expect(
            message.hasPrefix(
                """
                Circular dependency detected for service 'Database'.
                Dependency chain: Database -> Database
                Check your service registration to break the cycle.

                """))
        #expect(message.contains("StopMessageTests.swift:\(placeOfCycle)"))
    }

    @Test func `a resolution that is too deep is shown with its chain`() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            ServiceEnv.current.register(Database.self) {
                try ServiceEnv.current.resolve(Repository.self)
                return Database()
            }
            ServiceEnv.current.register(Repository.self) { Repository() }
            ServiceEnv.$maxResolutionDepth.withValue(1) { _ = Owner().database }
        }
        #expect(
            try message(result).hasPrefix(
                "Maximum resolution depth (1) exceeded.\nCurrent chain: Database\n"))
    }

    // MARK: The main actor

    @Test func `a missing main-actor service is named`() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run { _ = MainOwner().model }
        }
        #expect(try message(result).hasPrefix("Service 'ScreenModel' is not registered in ServiceEnv\n"))
    }

    @Test func `a main-actor factory that fails is shown with the place of its registration`() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run {
                registerFailingMain()
                _ = MainOwner().provided
            }
        }
        let message = try message(result)
        #expect(message.hasPrefix("Factory failed to create service 'ScreenModel': Refused(number: 7)\n"))
        #expect(message.contains("StopMessageTests.swift:\(placeOfFailingMain)"))
    }

    @Test func `a service that only the main actor may make says so where others inject it`() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await registerMain()
            _ = Owner().database
        }
        let message = try message(result)
        #expect(message.hasPrefix("Service 'Database' is not registered in ServiceEnv\n"))
        #expect(message.contains("StopMessageTests.swift:\(placeOfMain)"))
        #expect(message.contains("main actor"))
    }
}
#endif
