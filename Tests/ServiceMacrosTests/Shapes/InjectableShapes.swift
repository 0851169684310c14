#if Macros && Health
import Service
import ServiceMacros

nonisolated protocol Store: Sendable { var name: String { get } }
nonisolated struct Disk: Store { let name: String }
nonisolated protocol Uploading: Sendable { var target: String { get } }

@Injectable
nonisolated final class Uploader: Uploading {
    let target: String
    let limit: Int
    init(store: any Store, @Named("replica") from replica: any Store, limit: Int = 3) throws {
        target = store.name + replica.name
        self.limit = limit
    }
}

@Injectable
nonisolated struct Plain: Sendable {
    let number: Int
    init() { number = 4 }
    init(number: Int) { self.number = number }
    @Inject init(_ store: any Store) { number = store.name.count }
}

@Injectable
nonisolated struct NoNeeds: Sendable {
    init() {}
}

@Injectable
nonisolated struct Wrapping<Value: Sendable>: Sendable {
    let value: Value
    init(value: Value) { self.value = value }
}

@Injectable
nonisolated final class Connections: Sendable {
    let name: String
    init(store: any Store) async throws { name = store.name }
}

@Injectable
actor Worker {
    let store: any Store
    init(store: any Store) { self.store = store }
}

@Injectable
@MainActor final class Screen {
    let store: any Store
    init(store: any Store) { self.store = store }
}

@Injectable
nonisolated struct Report: Sendable {
    let text: String
    init(@Passed _ year: Int, store: any Store, @Passed author: String, @Named("limit") limit: Int) {
        text = "\(year) \(store.name) \(author) \(limit)"
    }
}

enum InjectableOuter {
    nonisolated struct Options: Sendable { let flag: Bool }
    @Injectable
    nonisolated struct Nested: Sendable {
        let options: Options
        init(options: InjectableOuter.Options) { self.options = options }
    }
}

enum InjectableGeneric<Value: Sendable> {
    @Injectable
    nonisolated struct Pair<Other: Sendable>: Sendable {
        let text: String
        init(value: Value, other: Other) { text = "\(value) \(other)" }
    }

    @Injectable
    nonisolated final class Dated<Other: Sendable>: Sendable {
        let text: String
        init(@Passed year: Int, value: Value, other: Other) { text = "\(year) \(value) \(other)" }
    }

    enum Middle<Third: Sendable> {
        @Injectable
        nonisolated final class Inner: Sendable {
            let text: String
            init(@Passed year: Int, value: Value, third: Third) { text = "\(year) \(value) \(third)" }
        }

        @Injectable
        actor Worker<Other: Sendable> {
            nonisolated let text: String
            init(value: Value, third: Third, other: Other) { text = "\(value) \(third) \(other)" }
        }

        @Injectable
        @MainActor final class Screen<Other: Sendable> {
            let text: String
            init(value: Value, third: Third, other: Other) { text = "\(value) \(third) \(other)" }
        }

        @Injectable
        nonisolated final class Pool<Other: Sendable>: Sendable {
            let text: String
            init(value: Value, third: Third, other: Other) async { text = "\(value) \(third) \(other)" }
        }
    }
}
#endif
