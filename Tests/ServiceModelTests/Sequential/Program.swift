import Service

/// What a factory or a decorator asks for, in this order, and how often it fails first.
struct Recipe: Sendable, CustomStringConvertible {
    enum Asked: Sendable, CustomStringConvertible {
        /// The environment that is current for the factory.
        case current
        /// The environment that it was registered in, which it captured.
        case home
        /// Some environment of the program.
        case other(Int)

        var description: String {
            switch self {
            case .current: "current"
            case .home: "home"
            case .other(let number): "\(number)"
            }
        }
    }

    enum Step: Sendable, CustomStringConvertible {
        case resolve(Key, Asked)
        /// Goes on without, where it fails.
        case attempt(Key, Asked)
        case resolveAll(Int, Asked)
        /// Resets the environment that it was registered in, while it runs.
        case reset

        var description: String {
            switch self {
            case .resolve(let key, let env): "\(key) of \(env)"
            case .attempt(let key, let env): "maybe \(key) of \(env)"
            case .resolveAll(let slot, let env): "all \(slot) of \(env)"
            case .reset: "reset"
            }
        }
    }

    let id: Int
    var steps: [Step] = []
    var failures = 0

    var description: String { "#\(id) \(steps)" + (failures > 0 ? " fails \(failures)×" : "") }
}

/// One thing that a program does. Environments are named by their number, modulo how many there are.
enum Operation: Sendable {
    case register(Int, Key, ServiceScope, Recipe, isHooked: Bool)
    case decorate(Int, Key, Recipe)
    case contribute(Int, slot: Int, ServiceScope, Recipe)
    case resolve(Int, Key)
    case resolveAll(Int, slot: Int)
    case resetCaches(Int)
    case resetScope(Int, ServiceScope)
    case resetAll(Int)
    case child(Int)
    case derive(Int)
    /// `withOverrides` around two resolutions.
    case override(Int, Key, Recipe, Key, Key)
    case shutDown(Int)
}

/// A random program.
struct Program: Sendable {
    /// How many factories run for one operation before all others fail: random needs can branch without an end.
    static let maximumEffort = 200
    /// How deep creations may be nested.
    static let maximumDepth = 12

    let seed: UInt64
    let operations: [Operation]

    init(seed: UInt64) {
        self.seed = seed
        var maker = Maker(seed: seed)
        // Half of the programs have only a few services and environments, where more happens to each.
        operations = (0..<(10 + maker.random.below(50))).map { _ in maker.operation() }
    }

    private struct Maker {
        var random: ModelRandom
        var lastRecipe = 0
        let slotCount: Int

        init(seed: UInt64) {
            random = ModelRandom(seed: seed)
            slotCount = random.once(in: 2) ? 2 : slots.count
        }

        mutating func operation() -> Operation {
            let environment = random.below(8)
            switch random.below(100) {
            case 0..<22: return .register(environment, key(), scope(), recipe(), isHooked: random.once(in: 3))
            case 22..<28: return .decorate(environment, plainKey(), recipe())
            case 28..<33: return .contribute(environment, slot: slot(), scope(), recipe())
            case 33..<65: return .resolve(environment, key())
            case 65..<70: return .resolveAll(environment, slot: slot())
            case 70..<76: return .resetCaches(environment)
            case 76..<79: return .resetScope(environment, random.once(in: 2) ? .singleton : .custom("session"))
            case 79..<81: return .resetAll(environment)
            case 81..<87: return .child(environment)
            case 87..<93: return .derive(environment)
            case 93..<98: return .override(environment, key(), recipe(), key(), key())
            default: return .shutDown(environment)
            }
        }

        mutating func slot() -> Int { random.below(slotCount) }

        mutating func key() -> Key {
            Key(slot: slot(), variant: random.pick([.plain, .plain, .plain, .named, .argument]))
        }

        mutating func plainKey() -> Key {
            Key(slot: slot(), variant: random.pick([.plain, .plain, .named]))
        }

        mutating func scope() -> ServiceScope {
            random.pick([.singleton, .singleton, .custom("session"), .transient, .graph])
        }

        mutating func recipe() -> Recipe {
            lastRecipe += 1
            let steps = (0..<random.pick([0, 0, 1, 1, 2])).map { _ in step() }
            return Recipe(id: lastRecipe, steps: steps, failures: random.once(in: 8) ? 1 + random.below(2) : 0)
        }

        mutating func step() -> Recipe.Step {
            switch random.below(12) {
            case 0: .reset
            case 1: .resolveAll(slot(), asked())
            case 2, 3: .attempt(key(), asked())
            default: .resolve(key(), asked())
            }
        }

        mutating func asked() -> Recipe.Asked {
            switch random.below(5) {
            case 0, 1: .current
            case 2, 3: .home
            default: .other(random.below(8))
            }
        }
    }
}
