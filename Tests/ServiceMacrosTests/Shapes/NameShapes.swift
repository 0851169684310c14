#if Macros && Health
import Service
import ServiceHealth
import ServiceMacros
import ServiceTesting

// Names that generated code has, or that need backticks, and types that only parameters and results can have.

@Resilient
protocol NamedCalls: Sendable {
    func members(_live: Int, _calls: Int, _standIn: Int) async throws -> Int
    func recordable(_calls: Int) throws -> Int
    func `load all`(`by id` id: Int) async throws -> Int
    var `the count`: Int { get }
    func `class`(`in`: Int, `default` value: Int, `inout` change: Int) async throws -> Int
    func unnamed(for _: Int, _ _: Int, and _: Int) async throws -> Int
    subscript(_live: Int) -> Int { get }
    func pack<each Value: Sendable>(_ values: repeat each Value) async throws -> Int
    func forced(_ value: Int!) async throws -> Int!
    func sent() async throws -> sending [Int]
    @Unguarded func send(_ value: sending [Int]) async -> Int
    func isolated(_ body: @escaping @Sendable @isolated(any) () async -> Int) async throws -> Int
}

struct LiveNames: NamedCalls {
    func members(_live: Int, _calls: Int, _standIn: Int) async throws -> Int { _live + _calls + _standIn }
    func recordable(_calls: Int) throws -> Int { _calls }
    func `load all`(`by id` id: Int) async throws -> Int { id }
    var `the count`: Int { 7 }
    func `class`(in place: Int, default value: Int, `inout` change: Int) async throws -> Int { place + value + change }
    func unnamed(for first: Int, _ second: Int, and third: Int) async throws -> Int { first + second + third }
    subscript(_live: Int) -> Int { _live }
    func pack<each Value: Sendable>(_ values: repeat each Value) async throws -> Int {
        var count = 0
        for _ in repeat each values { count += 1 }
        return count
    }
    func forced(_ value: Int!) async throws -> Int! { value }
    func sent() async throws -> sending [Int] { [1] }
    func send(_ value: sending [Int]) async -> Int { value.count }
    func isolated(_ body: @escaping @Sendable @isolated(any) () async -> Int) async throws -> Int { await body() }
}

@Mock
protocol NamedStubs: Sendable {
    var origin: Int { get }
    func `self`() -> Int
    func `Type`() -> Int
    func find(stub: Int) -> Int
    func `load all`(`by id` id: Int, for _: Int) async throws -> Int
    func `class`(`in`: Int, `default` value: Int, `inout` change: Int) -> Int
    func forced(_ value: Int!) -> Int!
    func sent(_ value: sending [Int]) async throws -> sending [Int]
    func isolated(_ body: @escaping @Sendable @isolated(any) () async -> Int) async throws -> Int
    func generic<T: Sendable>(_ value: T) -> T!
}

@Resilient
protocol ClassByClause: Sendable where Self: AnyObject { var level: Int { get set } }

@Mock
protocol MockedByClause: Sendable where Self: AnyObject { var level: Int { get set } }

@Resilient @Mock
protocol SendableByClause where Self: Sendable { func load() async throws -> Int }

@Resilient @Mock
protocol `the service`: Sendable { func load() async throws -> Int }

@Mock
nonisolated protocol MockedIdentity: Identifiable, Sendable where ID == String { var id: String { get } }

@Mock
nonisolated protocol MockedItems<Item>: Identifiable, Sendable where ID == Item, Item: Hashable {
    associatedtype Item: Sendable
    var id: Item { get }
}

@Injectable
nonisolated struct Formatted: Sendable {
    let text: String
    init(`class` store: any Store, @Passed `in` place: Int, @Passed format: @escaping @Sendable (Int) -> String) {
        text = store.name + format(place)
    }
}

@Injectable
nonisolated struct NamedClosure: Sendable {
    let text: String
    init(
        @Named("format") format: @escaping @Sendable (Int) -> String, @Named("maybe") maybe: Int!,
        @Named("optional") optional: (@Sendable () -> Int)?
    ) {
        text = format(maybe ?? 0) + format(optional?() ?? 0)
    }
}

/// Says itself what the macro would say.
@Injectable
nonisolated struct SelfDeclared: Injectable {
    init(store: any Store) {}
}

@Injectable
@ShapeActor final class Isolated {
    let name: String
    init(store: any Store) { name = store.name }
}

@Injectable
nonisolated final class PartlyIsolated: Sendable {
    let name: String
    @ShapeActor init(store: any Store) throws { name = store.name }
}
#endif
