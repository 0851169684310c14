import Service
import Testing

/// Guarantee 12: what is kept is had without an allocation, so neither boxes nor strings nor a path are made for it.
@Suite struct CostTests {
    private let env = ServiceEnv(name: "cost")

    init() {
        env.register(Instance.self) { Instance() }
    }

    /// Resolves a service so often that an allocation each time could not be overlooked. Not generic, so that it is the
    /// container that is measured.
    private func resolve(in env: ServiceEnv) {
        for _ in 0..<1000 {
            do throws(ServiceError) {
                try env.resolve(Instance.self)
            } catch {
                Issue.record(error)
            }
        }
    }

    /// At most what one `withValue` around all of them allocates.
    private func isNothing(_ allocations: Int?) -> Bool { (allocations ?? 0) < 10 }

    @Test func `the counter counts`() {
        let counted = allocations { for _ in 0..<1000 { withExtendedLifetime(Instance()) {} } }
        #expect((counted ?? 1000) >= 1000)
    }

    @Test func `a kept service is resolved without an allocation`() {
        #expect(isNothing(allocations { resolve(in: env) }))
    }

    @Test func `so is one of the current environment`() {
        let counted = allocations {
            ServiceEnv.$current.withValue(env) {
                for _ in 0..<1000 { resolveCurrent() }
            }
        }
        #expect(isNothing(counted))
    }

    private enum Mark {
        @TaskLocal static var value = 0
    }

    @Test func `a kept service is resolved without writing a task-local`() async {
        // On a thread without a task, each write of a task-local allocates, so it would be counted.
        let counted = await onThread {
            (
                written: allocations { for number in 0..<1000 { Mark.$value.withValue(number) {} } },
                resolved: allocations { resolve(in: env) }
            )
        }
        #expect((counted.written ?? 1000) >= 1000)
        #expect(isNothing(counted.resolved))
    }

    private func resolveCurrent() {
        do throws(ServiceError) {
            try ServiceEnv.current.resolve(Instance.self)
        } catch {
            Issue.record(error)
        }
    }

    @Test func `so is one that a parent keeps`() {
        let child = ServiceEnv(name: "child", parent: env)
        #expect(isNothing(allocations { resolve(in: child) }))
    }

    @Test func `so is one of a custom scope`() {
        env.register(Instance.self, scope: .custom("session")) { Instance() }
        #expect(isNothing(allocations { resolve(in: env) }))
    }

    @Test func `observers change nothing about that`() {
        let observation = env.observe { _ in }
        #expect(isNothing(allocations { resolve(in: env) }))
        observation.cancel()
    }

    @Test func `a wrapper that has resolved is read without an allocation`() {
        let (service, optional, provider) = ServiceEnv.$current.withValue(env) {
            (Service(Instance.self), Service<Instance?>(), Provider(Instance.self))
        }
        let counted = allocations {
            for _ in 0..<1000 { _ = (service(), optional(), provider()) }
        }
        #expect(isNothing(counted))
    }

    @Test @MainActor func `a kept main-actor service is resolved without an allocation`() {
        env.registerMain(Instance.self) { Instance() }
        let wrapper = ServiceEnv.$current.withValue(env) { MainService(Instance.self) }
        let counted = allocations {
            for _ in 0..<1000 {
                _ = wrapper()
                do throws(ServiceError) {
                    try env.resolveMain(Instance.self)
                } catch {
                    Issue.record(error)
                }
            }
        }
        #expect(isNothing(counted))
    }
}
