@_spi(Lock) import Service

/// Runs a program in the container, and notes what comes of it.
final class RealWorld: Sendable {
    private struct State {
        var environments: [ServiceEnv] = []
        var log: [String] = []
        var serial = 0
        var runs: [Int: Int] = [:]
        /// How often factories and decorators ran for this operation.
        var effort = 0
        var closed: [Node] = []
    }

    struct PlannedFailure: Error {}

    private let state = Lock(State())

    init() {
        state.withLock { $0.environments = [ServiceEnv(name: "e0")] }
    }

    /// Lets go of what factories captured of their environments.
    func end() {
        for environment in environments { environment.resetAll() }
    }

    private var environments: [ServiceEnv] { state.withLock { $0.environments } }
    /// The outcome of each operation and of each creation.
    var log: [String] { state.withLock { $0.log } }
    /// What was shut down, in this order.
    var closed: [Node] { state.withLock { $0.closed } }

    private func environment(_ number: Int) -> ServiceEnv {
        state.withLock { $0.environments[number % $0.environments.count] }
    }

    private func note(_ line: String) { state.withLock { $0.log.append(line) } }

    func run(_ operation: Operation) async {
        state.withLock { $0.effort = 0 }
        switch operation {
        case .register(let number, let key, let scope, let recipe, let isHooked):
            register(key, scope, recipe, isHooked: isHooked, in: environment(number))
        case .decorate(let number, let key, let recipe):
            decorate(slots[key.slot], key, recipe, in: environment(number))
        case .contribute(let number, let slot, let scope, let recipe):
            contribute(slots[slot], scope, recipe, to: environment(number))
        case .resolve(let number, let key):
            note("\(key): " + outcome { try [resolve(key, in: environment(number))] })
        case .resolveAll(let number, let slot):
            note("all \(slot): " + outcome { try resolveAll(slots[slot], in: environment(number)) })
        case .resetCaches(let number): environment(number).resetCaches()
        case .resetScope(let number, let scope): environment(number).resetScope(scope)
        case .resetAll(let number): environment(number).resetAll()
        case .child(let number):
            let parent = environment(number)
            state.withLock { $0.environments.append(ServiceEnv(name: "e\($0.environments.count)", parent: parent)) }
        case .derive(let number):
            let origin = environment(number)
            state.withLock { $0.environments.append(origin.derived(name: "e\($0.environments.count)")) }
        case .override(let number, let key, let recipe, let first, let second):
            override(number, key, recipe, resolving: [first, second])
        case .shutDown(let number):
            do {
                try await environment(number).shutdown(timeout: .seconds(60))
            } catch {
                note("shutdown failed: \(error)")
            }
        }
    }

    private func override(_ number: Int, _ key: Key, _ recipe: Recipe, resolving keys: [Key]) {
        ServiceEnv.$current.withValue(environment(number)) {
            ServiceEnv.withOverrides({ register(key, .singleton, recipe, isHooked: false, in: $0) }) {
                for key in keys { note("overridden \(key): " + outcome { try [resolve(key, in: .current)] }) }
                ServiceEnv.current.resetAll()
            }
        }
    }

    private func outcome(_ body: () throws -> [Node]) -> String {
        do {
            return try body().map { "\($0.label)#\($0.serial)" }.joined(separator: ", ")
        } catch {
            return "\(error)"
        }
    }

    // MARK: One service

    private func register(_ key: Key, _ scope: ServiceScope, _ recipe: Recipe, isHooked: Bool, in env: ServiceEnv) {
        func register<S: Slot>(_: S.Type) {
            let make: @Sendable () throws -> Token<S> = { [self] in
                Token(node: try run(recipe, "r\(recipe.id)", home: env))
            }
            let close: @Sendable (Token<S>) -> Void = { [self] token in
                state.withLock { $0.closed.append(token.node) }
            }
            switch (key.variant, isHooked) {
            case (.named, false): env.register(Token<S>.self, name: "second", scope: scope, factory: make)
            case (.named, true):
                env.register(Token<S>.self, name: "second", scope: scope, onShutdown: close, factory: make)
            case (.argument, _): env.register(Token<S>.self, arguments: { (_: Int) in try make() })
            case (_, false): env.register(Token<S>.self, scope: scope, factory: make)
            case (_, true): env.register(Token<S>.self, scope: scope, onShutdown: close, factory: make)
            }
        }
        register(slots[key.slot])
    }

    private func decorate<S: Slot>(_: S.Type, _ key: Key, _ recipe: Recipe, in env: ServiceEnv) {
        env.decorate(Token<S>.self, name: key.variant == .named ? "second" : nil) { [self] inner in
            Token(node: try run(recipe, "d\(recipe.id)", home: env, around: [inner.node]))
        }
    }

    private func contribute<S: Slot>(_: S.Type, _ scope: ServiceScope, _ recipe: Recipe, to env: ServiceEnv) {
        env.contribute(Token<S>.self, scope: scope) { [self] in
            Token(node: try run(recipe, "c\(recipe.id)", home: env))
        }
    }

    private func resolve(_ key: Key, in env: ServiceEnv) throws(ServiceError) -> Node {
        func resolve<S: Slot>(_: S.Type) throws(ServiceError) -> Node {
            switch key.variant {
            case .named: try env.resolve(Token<S>.self, name: "second").node
            case .argument: try env.resolve(Token<S>.self, arguments: 1).node
            case .plain, .contribution: try env.resolve(Token<S>.self).node
            }
        }
        return try resolve(slots[key.slot])
    }

    private func resolveAll<S: Slot>(_: S.Type, in env: ServiceEnv) throws(ServiceError) -> [Node] {
        try env.resolveAll(Token<S>.self).map(\.node)
    }

    /// What a factory or a decorator does.
    private func run(_ recipe: Recipe, _ label: String, home: ServiceEnv, around inner: [Node] = []) throws -> Node {
        func asked(_ asked: Recipe.Asked) -> ServiceEnv {
            switch asked {
            case .current: .current
            case .home: home
            case .other(let number): environment(number)
            }
        }
        let run = state.withLock { state in
            state.effort += 1
            if state.effort > Program.maximumEffort { return 0 }
            state.runs[recipe.id, default: 0] += 1
            return state.runs[recipe.id] ?? 0
        }
        if run == 0 { throw PlannedFailure() }
        var parts = inner
        for step in recipe.steps {
            switch step {
            case .resolve(let key, let env): parts.append(try resolve(key, in: asked(env)))
            case .attempt(let key, let env): parts += (try? [resolve(key, in: asked(env))]) ?? []
            case .resolveAll(let slot, let env): parts += try resolveAll(slots[slot], in: asked(env))
            case .reset: home.resetCaches()
            }
        }
        if run <= recipe.failures { throw PlannedFailure() }
        return state.withLock { state in
            state.serial += 1
            let node = Node(serial: state.serial, label: label, parts: parts)
            state.log.append("made \(label)#\(node.serial) of \(parts.map(\.serial)) in \(ServiceEnv.current.name)")
            return node
        }
    }
}
