import Foundation
import Service
import Testing

/// Every snippet of the page on error handling.
@Suite struct ErrorHandlingTests {
    protocol MyService: Sendable {}
    protocol DatabaseProtocol: Sendable {}
    protocol LoggerProtocol: Sendable {}
    struct Database: DatabaseProtocol {}
    struct Logger: LoggerProtocol {}
    struct ServiceA: Sendable {}
    struct ServiceB: Sendable {}
    struct ServiceC: Sendable {}
    struct DeeplyNestedService: Sendable {}
    struct Refused: Error, CustomStringConvertible { var description: String { "Connection refused" } }

    private let output = Output()
    private func print(_ line: String) { output.print(line) }

    private func inEnvironment<R>(_ body: () throws -> R) rethrows -> R {
        try ServiceEnv.$current.withValue(ServiceEnv(name: "error handling"), operation: body)
    }

    // MARK: The four types

    @Test func `a service that is not registered`() throws {
        try inEnvironment {
            do {
                let service = try ServiceEnv.current.resolve(MyService.self)
                Issue.record("resolved \(service)")
            } catch ServiceError.notRegistered(let serviceType) {
                print("Service '\(serviceType)' is not registered")
            }
        }
        #expect(output.lines == ["Service 'MyService' is not registered"])
    }

    @Test func `a circular dependency`() throws {
        try inEnvironment {
            ServiceEnv.current.register(ServiceA.self) {
                try ServiceEnv.current.resolve(ServiceB.self)
                return ServiceA()
            }
            ServiceEnv.current.register(ServiceB.self) {
                try ServiceEnv.current.resolve(ServiceC.self)
                return ServiceB()
            }
            ServiceEnv.current.register(ServiceC.self) {
                try ServiceEnv.current.resolve(ServiceA.self)
                return ServiceC()
            }
            do {
                let service = try ServiceEnv.current.resolve(ServiceA.self)
                Issue.record("resolved \(service)")
            } catch ServiceError.circularDependency(let serviceType, let chain) {
                #expect(serviceType == "ServiceA")
                print("Circular dependency detected: \(chain.joined(separator: " -> "))")
            }
        }
        #expect(output.lines == ["Circular dependency detected: ServiceA -> ServiceB -> ServiceC -> ServiceA"])
    }

    @Test func `a resolution that is nested too deeply`() throws {
        try inEnvironment {
            ServiceEnv.current.register(DeeplyNestedService.self) {
                try ServiceEnv.current.resolve(MyService.self)
                return DeeplyNestedService()
            }
            ServiceEnv.current.register(MyService.self) {
                struct Mine: MyService {}
                return Mine()
            }
            try ServiceEnv.$maxResolutionDepth.withValue(1) {
                do {
                    let service = try ServiceEnv.current.resolve(DeeplyNestedService.self)
                    Issue.record("resolved \(service)")
                } catch ServiceError.maxDepthExceeded(let depth, let chain) {
                    #expect(chain == ["DeeplyNestedService"])
                    print("Resolution depth \(depth) exceeded")
                }
            }
        }
        #expect(output.lines == ["Resolution depth 1 exceeded"])
    }

    @Test func `a factory that fails`() throws {
        try inEnvironment {
            ServiceEnv.current.register(MyService.self) { throw Refused() }
            do {
                let service = try ServiceEnv.current.resolve(MyService.self)
                Issue.record("resolved \(service)")
            } catch ServiceError.factoryFailed(let serviceType, let underlyingError) {
                #expect(underlyingError is Refused)
                print("Failed to create '\(serviceType)': \(underlyingError)")
            }
        }
        #expect(output.lines == ["Failed to create 'MyService': Connection refused"])
    }

    // MARK: Patterns

    func configureServices() throws(ServiceError) {
        let database = try ServiceEnv.current.resolve(DatabaseProtocol.self)
        let logger = try ServiceEnv.current.resolve(LoggerProtocol.self)
        print("\(type(of: database)), \(type(of: logger))")
    }

    @Test func `direct resolution throws the typed error`() throws {
        try inEnvironment {
            #expect { try configureServices() } throws: { error in
                if case .notRegistered("DatabaseProtocol") = error as? ServiceError { true } else { false }
            }
            ServiceEnv.current.register(DatabaseProtocol.self) { Database() }
            ServiceEnv.current.register(LoggerProtocol.self) { Logger() }
            try configureServices()
        }
        #expect(output.lines == ["Database, Logger"])
    }

    private func handleExhaustively() {
        do {
            let database = try ServiceEnv.current.resolve(DatabaseProtocol.self)
            Issue.record("resolved \(database)")
        } catch {
            switch error {  // error is ServiceError, not any Error
            case .notRegistered(let type):
                print("Not registered: \(type)")
            case .circularDependency(_, let chain):
                print("Circular: \(chain)")
            case .maxDepthExceeded(let depth, _):
                print("Depth exceeded: \(depth)")
            case .factoryFailed(let type, let underlying):
                print("Factory failed for \(type): \(underlying)")
            }
        }
    }

    @Test func `a switch over the four cases is exhaustive`() {
        inEnvironment {
            handleExhaustively()
            ServiceEnv.current.register(DatabaseProtocol.self) { throw Refused() }
            handleExhaustively()
            ServiceEnv.current.register(DatabaseProtocol.self) { try ServiceEnv.current.resolve(DatabaseProtocol.self) }
            handleExhaustively()
            ServiceEnv.current.register(DatabaseProtocol.self) {
                try ServiceEnv.current.resolve(LoggerProtocol.self)
                return Database()
            }
            ServiceEnv.current.register(LoggerProtocol.self) { Logger() }
            ServiceEnv.$maxResolutionDepth.withValue(1) { handleExhaustively() }
        }
        #expect(
            output.lines == [
                "Not registered: DatabaseProtocol",
                "Factory failed for DatabaseProtocol: Connection refused",
                #"Circular: ["DatabaseProtocol", "DatabaseProtocol"]"#,
                "Depth exceeded: 1",
            ])
    }
}
