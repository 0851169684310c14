@_spi(Lock) import Service
import Synchronization

/// What several threads did to two environments, one the child of the other, and when.
struct History: Sendable {
    enum Step: Sendable, Hashable {
        case resolve(child: Bool, slot: Int)
        case register(child: Bool, slot: Int, isKept: Bool, registration: Int)
        case reset(child: Bool)
        case resetAll(child: Bool)
    }

    /// What came of a resolution.
    enum Outcome: Sendable, Hashable {
        case none
        case made(registration: Int, instance: Int)
        case notRegistered
        case failed(String)
    }

    struct Call: Sendable {
        let thread: Int
        let step: Step
        let start: Int
        var end = Int.max
        var outcome = Outcome.none
    }

    /// An instance, told apart from all others, and where it comes from.
    struct Made<S: Slot>: Sendable {
        let registration: Int
        let instance: Int
    }

    private(set) var calls: [Call] = []

    /// Steps for each thread, chosen by a seed.
    ///
    /// Each slot is registered on one level only: a lookup goes up one environment at a time, and is not one step where
    /// both levels change meanwhile.
    static func steps(seed: UInt64) -> [[Step]] {
        var random = ModelRandom(seed: seed)
        var registration = 0
        return (0..<(2 + random.below(2))).map { _ in
            (0..<(3 + random.below(2))).map { _ in
                let child = random.once(in: 2)
                switch random.below(10) {
                case 0, 1, 2:
                    registration += 1
                    let slot = random.below(2)
                    return .register(
                        child: slot == 1, slot: slot, isKept: !random.once(in: 4), registration: registration)
                case 3: return .reset(child: child)
                case 4: return random.once(in: 2) ? .resetAll(child: child) : .reset(child: child)
                default: return .resolve(child: child, slot: random.below(2))
                }
            }
        }
    }

    /// Runs steps on threads of their own.
    static func running(_ steps: [[Step]]) -> History {
        let parent = ServiceEnv(name: "parent")
        let child = ServiceEnv(name: "child", parent: parent)
        let calls = Lock<[Call]>([])
        let time = Atomic<Int>(0)
        let instances = Atomic<Int>(0)

        @Sendable func perform(_ step: Step) -> Outcome {
            switch step {
            case .reset(let isChild): (isChild ? child : parent).resetCaches()
            case .resetAll(let isChild): (isChild ? child : parent).resetAll()
            case .register(let isChild, let slot, let isKept, let registration):
                func register<S: Slot>(_: S.Type) {
                    (isChild ? child : parent).register(Made<S>.self, scope: isKept ? .singleton : .transient) {
                        Made(registration: registration, instance: instances.add(1, ordering: .relaxed).newValue)
                    }
                }
                register(slots[slot])
            case .resolve(let isChild, let slot):
                func resolve<S: Slot>(_: S.Type) -> Outcome {
                    do throws(ServiceError) {
                        let made = try (isChild ? child : parent).resolve(Made<S>.self)
                        return .made(registration: made.registration, instance: made.instance)
                    } catch .notRegistered {
                        return .notRegistered
                    } catch {
                        return .failed("\(error)")
                    }
                }
                return resolve(slots[slot])
            }
            return .none
        }

        runTogether(steps.count) { thread in
            for step in steps[thread] {
                var call = Call(
                    thread: thread, step: step, start: time.add(1, ordering: .sequentiallyConsistent).newValue)
                call.outcome = perform(step)
                call.end = time.add(1, ordering: .sequentiallyConsistent).newValue
                calls.withLock { $0.append(call) }
            }
        }
        return History(calls: calls.withLock { $0 }.sorted { $0.start < $1.start })
    }
}
