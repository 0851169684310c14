import Service

/// Says what a program must do: the contract of the container, as slow and as plain as can be.
final class ReferenceModel {
    private struct Frame {
        let key: Key
        /// Where the service is registered or decorated.
        let owner: ModelEnvironment
        /// The environment that it is made for.
        let environment: ModelEnvironment
        let registration: ModelEnvironment.Registration
        /// Whether it is made around what a parent keeps, so that the two are one service to people.
        let wrapsParents: Bool
        /// What a factory is sent from, when it asks it.
        var home: ModelEnvironment
    }

    private struct GraphKey: Hashable {
        let key: Key
        let owner: ObjectIdentifier
        let environment: ObjectIdentifier
    }

    struct PlannedFailure: Error {}

    private(set) var environments = [ModelEnvironment(name: "e0")]
    private(set) var log: [String] = []
    private var serial = 0
    private var lastToken = 0
    private var runs: [Int: Int] = [:]
    private var effort = 0
    /// What is being made, from the outermost inwards.
    private var path: [Frame] = []
    /// The instances of the graph scope of this top-level resolution.
    private var graph: [GraphKey: Node] = [:]
    /// Whether that is one of several services which are resolved together.
    private var isResolvingAll = false

    private func environment(_ number: Int) -> ModelEnvironment { environments[number % environments.count] }

    // MARK: Operations

    /// Returns what was shut down by the operation, in no order.
    func run(_ operation: Operation) -> [Node] {
        effort = 0
        switch operation {
        case .register(let number, let key, let scope, let recipe, let isHooked):
            let scope = key.variant == .argument ? .transient : scope
            let isHooked = isHooked && key.variant != .argument
            register(key, "r\(recipe.id)", scope, recipe, isHooked: isHooked, in: environment(number))
        case .decorate(let number, let key, let recipe):
            let env = environment(number)
            env.decorators[key, default: []].append(.init(recipe: recipe, home: env))
            env.drop { $0 == key }
        case .contribute(let number, let slot, let scope, let recipe):
            let key = Key(slot: slot, variant: .contribution(recipe.id))
            environment(number).contributions[slot, default: []].append(key)
            register(key, "c\(recipe.id)", scope, recipe, isHooked: false, in: environment(number))
        case .resolve(let number, let key):
            log.append("\(key): " + outcome { try [ask(environment(number), for: key)] })
        case .resolveAll(let number, let slot):
            isResolvingAll = true
            log.append("all \(slot): " + outcome { try askAll(environment(number), for: slot) })
            isResolvingAll = false
            graph = [:]
        case .resetCaches(let number): resetCaches(environment(number))
        case .resetScope(let number, let scope):
            let env = environment(number)
            env.drop { env.find($0)?.registration.scope == scope }
        case .resetAll(let number): resetAll(environment(number))
        case .child(let number):
            environments.append(ModelEnvironment(name: "e\(environments.count)", parent: environment(number)))
        case .derive(let number):
            environments.append(ModelEnvironment(name: "e\(environments.count)", derivedFrom: environment(number)))
        case .override(let number, let key, let recipe, let first, let second):
            let env = ModelEnvironment(name: environment(number).name, derivedFrom: environment(number))
            let scope = key.variant == .argument ? ServiceScope.transient : .singleton
            register(key, "r\(recipe.id)", scope, recipe, isHooked: false, in: env)
            for key in [first, second] { log.append("overridden \(key): " + outcome { try [ask(env, for: key)] }) }
        case .shutDown(let number):
            let env = environment(number)
            env.isShut = true
            env.drop { _ in true }
            defer { env.hooked = [] }
            return env.hooked
        }
        return []
    }

    private func outcome(_ body: () throws -> [Node]) -> String {
        do {
            return try body().map { "\($0.label)#\($0.serial)" }.joined(separator: ", ")
        } catch {
            return "\(error)"
        }
    }

    private func register(
        _ key: Key, _ label: String, _ scope: ServiceScope, _ recipe: Recipe, isHooked: Bool, in env: ModelEnvironment
    ) {
        env.drop { $0 == key }
        env.registrations[key] = .init(recipe, label, scope, home: env, isHooked: isHooked)
    }

    private func resetCaches(_ env: ModelEnvironment) {
        env.drop { _ in true }
    }

    private func resetAll(_ env: ModelEnvironment) {
        env.drop { _ in true }
        env.registrations = [:]
        env.decorators = [:]
        env.contributions = [:]
    }

    // MARK: Resolving

    /// What the environment is that gets asked, in the end.
    private func redirected(_ env: ModelEnvironment) -> ModelEnvironment {
        guard let caller = path.last, caller.home === env else { return env }
        return caller.environment
    }

    private func ask(_ env: ModelEnvironment, for key: Key) throws -> Node {
        try resolve(key, in: redirected(env))
    }

    private func askAll(_ env: ModelEnvironment, for slot: Int) throws -> [Node] {
        let env = redirected(env)
        guard !env.isShut else { throw shut(env, Key(slot: slot, variant: .plain)) }
        return try env.allContributions(slot).filter { env.find($0) != nil }
            .map { try resolve($0, in: env) }
    }

    private func resolve(_ key: Key, in asked: ModelEnvironment) throws -> Node {
        guard !asked.isShut else { throw shut(asked, key) }
        guard let found = asked.find(key) else { throw ServiceError.notRegistered(serviceType: "\(key)") }
        let owner = found.owner
        guard !owner.isShut else { throw shut(owner, key) }
        let scope = found.registration.scope
        let isKept = scope != .transient && scope != .graph
        let environment = isKept ? owner : asked
        if isKept, let kept = owner.kept[key] { return kept }
        let graphKey = GraphKey(key: key, owner: ObjectIdentifier(owner), environment: ObjectIdentifier(environment))
        if scope == .graph, let made = graph[graphKey] { return made }

        let isInherited = if case .inherited = found { true } else { false }
        path.append(
            Frame(
                key: key, owner: owner, environment: environment, registration: found.registration,
                wrapsParents: isInherited && isKept, home: found.registration.home))
        defer {
            path.removeLast()
            if path.isEmpty, !isResolvingAll { graph = [:] }
        }
        try check()
        guard isKept else {
            let node = try make(found, key)
            if scope == .graph { graph[graphKey] = node }
            return node
        }
        lastToken += 1
        let token = lastToken
        owner.creating[key] = token
        defer { if owner.creating[key] == token { owner.creating[key] = nil } }
        let node = try make(found, key)
        if case .own(let registration, _, _) = found, registration.isHooked { owner.hooked.append(node) }
        if owner.creating[key] == token { owner.kept[key] = node }
        return node
    }

    private func shut(_ env: ModelEnvironment, _ key: Key) -> ServiceError {
        .factoryFailed(
            serviceType: "\(key)",
            underlyingError: ShutDown(
                text: "The environment '\(env.name)' was shut down. Create a new one, or resolve before shutdown()."))
    }

    private struct ShutDown: Error, CustomStringConvertible {
        let text: String
        var description: String { text }
    }

    /// Refuses what is being made already, and what is nested too deeply.
    private func check() throws(ServiceError) {
        guard let last = path.last else { return }
        let chain = path.map { "\($0.key)" }
        let isCircle = path.dropLast().contains {
            $0.key == last.key && $0.owner === last.owner && $0.environment === last.environment
        }
        if isCircle, last.key.variant != .argument {
            let around = path.dropLast()
            let shown = zip(around, around.dropFirst()).filter { !$0.wrapsParents || $0.key != $1.key }.map {
                "\($0.0.key)"
            }
            throw .circularDependency(serviceType: "\(last.key)", chain: shown + chain.suffix(2))
        }
        if path.count > Program.maximumDepth {
            throw .maxDepthExceeded(depth: Program.maximumDepth, chain: chain.dropLast())
        }
    }

    private func make(_ found: ModelEnvironment.Found, _ key: Key) throws -> Node {
        do {
            return try instance(of: found, key)
        } catch let error as ServiceError {
            throw error
        } catch {
            throw ServiceError.factoryFailed(serviceType: "\(key)", underlyingError: error)
        }
    }

    /// Runs the factory and the decorators for the last service of the path.
    private func instance(of found: ModelEnvironment.Found, _ key: Key) throws -> Node {
        var node: Node
        let decorators: [ModelEnvironment.Decorator]
        switch found {
        case .own(let registration, _, let own):
            decorators = own
            node = try run(registration.recipe, registration.label, home: registration.home)
        case .inherited(let inner, let owner, let own):
            decorators = own
            let scope = found.registration.scope
            if scope == .transient || scope == .graph {
                guard !inner.owner.isShut else { throw shut(inner.owner, key) }
                node = try instance(of: inner, key)
            } else {
                guard let parent = owner.parent else { throw ServiceError.notRegistered(serviceType: "\(key)") }
                node = try resolve(key, in: parent)
            }
        }
        for decorator in decorators {
            node = try run(decorator.recipe, "d\(decorator.recipe.id)", home: decorator.home, around: [node])
        }
        return node
    }

    private func run(
        _ recipe: Recipe, _ label: String, home: ModelEnvironment, around inner: [Node] = []
    ) throws -> Node {
        let environment = path[path.count - 1].environment
        let outerHome = path[path.count - 1].home
        path[path.count - 1].home = home
        defer { path[path.count - 1].home = outerHome }
        func asked(_ asked: Recipe.Asked) -> ModelEnvironment {
            switch asked {
            case .current: environment
            case .home: home
            case .other(let number): self.environment(number)
            }
        }
        effort += 1
        guard effort <= Program.maximumEffort else { throw PlannedFailure() }
        runs[recipe.id, default: 0] += 1
        let run = runs[recipe.id] ?? 0
        var parts = inner
        for step in recipe.steps {
            switch step {
            case .resolve(let key, let env): parts.append(try ask(asked(env), for: key))
            case .attempt(let key, let env): parts += (try? [ask(asked(env), for: key)]) ?? []
            case .resolveAll(let slot, let env): parts += try askAll(asked(env), for: slot)
            case .reset: resetCaches(home)
            }
        }
        if run <= recipe.failures { throw PlannedFailure() }
        serial += 1
        let node = Node(serial: serial, label: label, parts: parts)
        log.append("made \(label)#\(node.serial) of \(parts.map(\.serial)) in \(environment.name)")
        return node
    }
}
