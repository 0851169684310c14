#if Macros && Health
import Service
import ServiceMacros

// Types that say nothing of their isolation. They are not isolated, also where a module is isolated to the main actor by default:
// what `@Injectable` conforms them to refines `SendableMetatype`.

@Injectable
final class Unmarked: Sendable {
    let name: String
    init(store: any Store) { name = store.name }
    func greeting() -> String { "hello \(name)" }
}

@Injectable
struct UnmarkedValue {
    let name: String
    init(store: any Store) { name = store.name }
    func greeting() -> String { "hello \(name)" }
}

@Injectable
struct UnmarkedReport {
    let text: String
    init(@Passed year: Int, store: any Store) { text = "\(store.name) \(year)" }
    func greeting() -> String { "hello \(text)" }
}

@Injectable
final class UnmarkedPool: Sendable {
    let name: String
    init(store: any Store) async { name = store.name }
    func greeting() -> String { "hello \(name)" }
}

@MainActor protocol Titled {
    var title: String { get }
}

@MainActor class Controller {
    var isShown = false
}

// Types that a protocol or a superclass puts on the main actor say it themselves.

@Injectable
@MainActor final class TitledScreen: Titled {
    let title: String
    init(store: any Store) { title = store.name }
}

@Injectable
@MainActor final class StoreController: Controller {
    let title: String
    init(store: any Store) { title = store.name }
}

@Injectable
nonisolated final class TitledTicket: Titled, Sendable {
    @MainActor var title: String { name }
    let name: String
    init(store: any Store) { name = store.name }
}
#endif
