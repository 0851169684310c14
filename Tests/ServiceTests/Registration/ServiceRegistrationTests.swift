import Service
import Testing

@Suite struct ServiceRegistrationTests {
    private struct Settings: ServiceKey, Equatable {
        let theme: String
        static var `default`: Settings { Settings(theme: "light") }
    }

    private struct Log: Sendable {}
    private let env = ServiceEnv(name: "registration")

    // MARK: Keys

    @Test func `a key's default is registered by its type`() throws {
        env.register(Settings.self)
        #expect(try env.resolve(Settings.self) == Settings(theme: "light"))
    }

    @Test func `a key's default is made once, or as its scope says`() throws {
        final class Counting: ServiceKey, Sendable {
            static var `default`: Self { Self() }
            required init() {}
        }
        env.register(Counting.self)
        #expect(try env.resolve(Counting.self) === env.resolve(Counting.self))
        env.register(Counting.self, scope: .transient)
        #expect(try env.resolve(Counting.self) !== env.resolve(Counting.self))
    }

    @Test func `a key's default and its type are not mixed up`() {
        env.register(Settings.self)
        #expect(env.failure(Settings.Type.self)?.missing != nil)
    }

    @Test @MainActor func `a main-actor key's default is registered by its type`() throws {
        env.registerMain(Settings.self)
        #expect(try env.resolveMain(Settings.self) == Settings(theme: "light"))
        #expect(env.failure(Settings.self)?.missing == "Settings")
        #expect(env.failureMain(Settings.Type.self)?.missing != nil)
    }

    @MainActor private final class SheetModel: MainServiceKey {
        static var `default`: SheetModel { SheetModel() }
    }

    @Test @MainActor func `a key of the main actor need not be Sendable`() throws {
        env.registerMain(SheetModel.self)
        #expect(try env.resolveMain(SheetModel.self) === env.resolveMain(SheetModel.self))
        env.registerMain(SheetModel.self, scope: .transient)
        #expect(try env.resolveMain(SheetModel.self) !== env.resolveMain(SheetModel.self))
    }

    // MARK: What is no key

    /// Calls what is deprecated, which it is for others only.
    private protocol Mistake {
        func register(in env: ServiceEnv)
        @MainActor func registerMain(in env: ServiceEnv)
    }

    private struct WithoutFactory: Mistake {
        @available(*, deprecated)
        func register(in env: ServiceEnv) { env.register(Log.self) }
        @available(*, deprecated)
        @MainActor func registerMain(in env: ServiceEnv) { env.registerMain(Log.self) }
    }

    @Test func `a type without a factory that is no key is refused when it is resolved`() throws {
        let mistake: any Mistake = WithoutFactory()
        mistake.register(in: env)
        let failure = try #require(env.failure(Log.self)?.failure)
        #expect(failure.service == "Log")
        #expect("\(failure.error)".contains("ServiceKey"))
        #expect(env.failure(Log.Type.self)?.missing != nil)
    }

    @Test @MainActor func `on the main actor as well`() throws {
        let mistake: any Mistake = WithoutFactory()
        mistake.registerMain(in: env)
        let failure = try #require(env.failureMain(Log.self)?.failure)
        #expect(failure.service == "Log")
        #expect(env.failureMain(Log.Type.self)?.missing != nil)
    }

    // MARK: Instances

    @Test func `an instance is registered under its static type`() throws {
        let instance = Instance()
        env.register(instance)
        #expect(try env.resolve(Instance.self) === instance)
        let erased: any Sendable = instance
        env.register(erased)
        #expect(try env.resolve((any Sendable).self) as? Instance === instance)
    }

    @Test func `an instance of a subclass is registered as that`() throws {
        final class Special: Instance, @unchecked Sendable {}
        let special = Special()
        env.register(special)
        #expect(env.failure(Instance.self)?.missing == "Instance")
        env.register(special as Instance)
        #expect(try env.resolve(Instance.self) === special)
    }

    @Test func `a metatype is registered when it is meant`() throws {
        env.register(Log.Type.self) { Log.self }
        #expect(try env.resolve(Log.Type.self) == Log.self)
    }

    // MARK: Assemblies

    private struct Numbers: ServiceAssembly {
        let number: Int
        func assemble(env: ServiceEnv) { env.register(Int.self) { number } }
    }

    private struct Screens: ServiceAssembly {
        func assemble(env: ServiceEnv) {
            env.registerMain(String.self) { "\(try env.resolve(Int.self))" }
            env.assemble(Numbers(number: 9))
        }
    }

    @Test @MainActor func `later assemblies count more than earlier ones`() throws {
        env.assemble(Numbers(number: 1), Numbers(number: 2))
        #expect(try env.resolve(Int.self) == 2)
        env.assemble([Numbers(number: 3), Numbers(number: 4)])
        #expect(try env.resolve(Int.self) == 4)
        env.assemble(Numbers(number: 5))
        #expect(try env.resolve(Int.self) == 5)
        env.assemble([])
        env.assemble()
        #expect(try env.resolve(Int.self) == 5)
    }

    @Test @MainActor func `an assembly registers for the main actor and includes others`() throws {
        env.assemble(Screens())
        #expect(try env.resolveMain(String.self) == "9")
    }
}
