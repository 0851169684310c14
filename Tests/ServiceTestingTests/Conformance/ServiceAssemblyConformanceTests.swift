import Service
import ServiceTesting
import Testing

@MainActor @Suite struct ServiceAssemblyConformanceTests {
    /// An assembly that does what a test says.
    private struct Assembly: ServiceAssembly {
        let register: @MainActor (ServiceEnv) -> Void
        func assemble(env: ServiceEnv) { register(env) }
    }

    @Test func `an assembly that stands alone conforms`() {
        let assembly = Assembly { env in
            env.register(NamedOrigin.self) { NamedOrigin("made") }
            env.register(Dependant.self, needs: NamedOrigin.self) { Dependant(origin: $0) }
            env.contribute((any Origin).self) { NamedOrigin("contributed") }
            env.decorate(NamedOrigin.self) { $0 }
        }
        ServiceAssemblyConformance(assembly).check()
    }

    @Test func `an assembly that registers in the current environment is found`() {
        let assembly = Assembly { _ in ServiceEnv.current.register(NamedOrigin.self) { NamedOrigin("stray") } }
        withKnownIssue {
            ServiceAssemblyConformance(assembly).check()
        } matching: {
            $0.comments.first?.rawValue.contains("registers 'NamedOrigin' in ServiceEnv.current") == true
        }
    }

    @Test func `an assembly that registers something else the second time is found`() {
        var count = 0
        let assembly = Assembly { env in
            count += 1
            if count == 1 { env.register(NamedOrigin.self) { NamedOrigin("once") } }
        }
        withKnownIssue {
            ServiceAssemblyConformance(assembly).check()
        } matching: {
            $0.comments.first?.rawValue.contains("registers 'NamedOrigin' only at times") == true
        }
    }

    @Test func `an assembly that needs what nobody registers is found, and conforms where it is given`() {
        let assembly = Assembly { env in
            env.register(Dependant.self, needs: NamedOrigin.self) { Dependant(origin: $0) }
        }
        withKnownIssue {
            ServiceAssemblyConformance(assembly).check()
        } matching: {
            $0.comments.first?.rawValue.contains("'NamedOrigin'") == true
        }
        ServiceAssemblyConformance(assembly, needing: { $0.register(NamedOrigin("given")) }).check()
    }
}
