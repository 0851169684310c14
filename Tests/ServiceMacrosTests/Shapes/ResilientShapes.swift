#if Macros && Health
import ServiceHealth
import ServiceMacros
import Testing

enum ShapeError: Error, Equatable, CallFailureRepresentable {
    case down, unanswered
    init(unanswered failure: CallFailure<Never>) { self = .unanswered }
}

// MARK: Synchronous

@Resilient
protocol SyncShapes: Sendable {
    func plain(_ number: Int) -> Int
    func throwing() throws -> Int
    func typed(_ fails: Bool) throws(ShapeError) -> Int
    @Recorded func recorded(_ fails: Bool) throws(ShapeError) -> Int
    func nonescaping(_ body: () -> Int) -> Int
    func escaping(_ body: @escaping () -> Int) -> Int
    func lazily(_ value: @autoclosure () -> Int) -> Int
    func lazilyThrowing(_ value: @autoclosure () throws -> Int) throws -> Int
    func change(_ value: inout Int)
    func consume(_ value: consuming [Int]) -> Int
    @discardableResult func result() -> Int
    var name: String { get }
    var `default`: Int { get }
    var checked: Int { get throws(ShapeError) }
    subscript(index: Int) -> Int { get }
    subscript(from first: Int, to last: Int) -> Int { get }
}

struct LiveSync: SyncShapes {
    func plain(_ number: Int) -> Int { number + 1 }
    func throwing() throws -> Int { 2 }
    func typed(_ fails: Bool) throws(ShapeError) -> Int { if fails { throw .down } else { 3 } }
    func recorded(_ fails: Bool) throws(ShapeError) -> Int { if fails { throw .down } else { 4 } }
    func nonescaping(_ body: () -> Int) -> Int { body() }
    func escaping(_ body: @escaping () -> Int) -> Int { body() }
    func lazily(_ value: @autoclosure () -> Int) -> Int { value() }
    func lazilyThrowing(_ value: @autoclosure () throws -> Int) throws -> Int { try value() }
    func change(_ value: inout Int) { value += 1 }
    func consume(_ value: consuming [Int]) -> Int { value.count }
    func result() -> Int { 5 }
    var name: String { "live" }
    var `default`: Int { 6 }
    var checked: Int { get throws(ShapeError) { throw .down } }
    subscript(index: Int) -> Int { index }
    subscript(from first: Int, to last: Int) -> Int { last - first }
}

// MARK: Asynchronous

@Resilient
protocol AsyncShapes: Sendable {
    @Idempotent func fetch() async throws -> Int
    func anyError() async throws(any Error) -> Int
    @Unguarded func neverThrows() async throws(Never)
    func typed(_ fails: Bool) async throws(ShapeError) -> Int
    func nothing() async throws
    @Fallback func number() async -> Int
    @Fallback(7) func seven() async -> Int
    @Fallback([]) func list() async throws -> [Int]
    @Fallback([:]) func table() async throws -> [Int: String]
    @Fallback(nil) func optional() async throws(ShapeError) -> Int?
    @Unguarded func raw(_ value: inout Int) async
    @Unguarded func lazily(_ value: @autoclosure () async -> Int) async -> Int
    func later(_ value: @autoclosure @escaping @Sendable () async throws -> Int) async throws -> Int
    func find(by id: Int) async throws -> String
    func find(by name: String) async throws -> String
    func find(in place: Int, for: Int) async throws -> String
    func unnamed(_: Int, _: String) async throws -> (Int, String)
    func generic<T: Sendable>(_ value: T) async throws -> T where T: Equatable
    func opaque(_ value: some Sendable & CustomStringConvertible) async throws -> String
    @MainActor func main() async throws -> Int
    @concurrent func apart() async throws -> Int
    @discardableResult func save() async throws -> Int
    @available(*, deprecated, message: "Old.") func old() async throws
    func callback(_ body: @escaping @Sendable (Int) -> Void) async throws
    func stream() async throws -> AsyncStream<Int>
    var state: Int { get async throws(ShapeError) }
    @Fallback(8) var count: Int { get async }
    @Unguarded var raw: Int { get async }
}

struct LiveAsync: AsyncShapes {
    /// Whether what can throw does.
    var fails = false
    func check() throws { if fails { throw ShapeError.down } }
    func fetch() async throws -> Int {
        try check()
        return 1
    }
    func anyError() async throws(any Error) -> Int { 2 }
    func neverThrows() async throws(Never) {}
    func typed(_ fails: Bool) async throws(ShapeError) -> Int { if fails { throw .down } else { 3 } }
    func nothing() async throws { try check() }
    func number() async -> Int { 4 }
    func seven() async -> Int { 5 }
    func list() async throws -> [Int] {
        try check()
        return [6]
    }
    func table() async throws -> [Int: String] {
        try check()
        return [1: "a"]
    }
    func optional() async throws(ShapeError) -> Int? { if fails { throw .down } else { 3 } }
    func raw(_ value: inout Int) async { value += 1 }
    func lazily(_ value: @autoclosure () async -> Int) async -> Int { await value() }
    func later(_ value: @autoclosure @escaping @Sendable () async throws -> Int) async throws -> Int {
        try await value()
    }
    func find(by id: Int) async throws -> String { "id \(id)" }
    func find(by name: String) async throws -> String { "name \(name)" }
    func find(in place: Int, for goal: Int) async throws -> String { "in \(place) for \(goal)" }
    func unnamed(_ number: Int, _ text: String) async throws -> (Int, String) { (number, text) }
    func generic<T: Sendable>(_ value: T) async throws -> T where T: Equatable { value }
    func opaque(_ value: some Sendable & CustomStringConvertible) async throws -> String { "\(value)" }
    @MainActor func main() async throws -> Int { 9 }
    @concurrent func apart() async throws -> Int { 10 }
    func save() async throws -> Int { 11 }
    func old() async throws {}
    func callback(_ body: @escaping @Sendable (Int) -> Void) async throws { body(12) }
    func stream() async throws -> AsyncStream<Int> {
        AsyncStream { continuation in
            continuation.yield(13)
            continuation.finish()
        }
    }
    var state: Int { get async throws(ShapeError) { 14 } }
    var count: Int { get async { 15 } }
    var raw: Int { get async { 16 } }
}

// MARK: Isolation, access and places

@Resilient
@MainActor protocol MainShapes: Sendable {
    func title() -> String
    func load() async throws -> Int
}

@MainActor final class LiveMain: MainShapes {
    nonisolated init() {}
    func title() -> String { "main" }
    func load() async throws -> Int { 1 }
}

@globalActor actor ShapeActor {
    static let shared = ShapeActor()
}

@Resilient
@ShapeActor protocol ActorShapes: Sendable {
    func title() -> String
    func load() async throws -> Int
}

@ShapeActor final class LiveActor: ActorShapes {
    nonisolated init() {}
    func title() -> String { "actor" }
    func load() async throws -> Int { 2 }
}

@Resilient
protocol ClassShapes: AnyObject, Sendable {
    var level: Int { get set }
    subscript(index: Int) -> Int { get set }
}

@Resilient
private protocol PrivateShapes: Sendable { func load() async throws -> Int }

@Resilient
fileprivate protocol FilePrivateShapes: Sendable { func load() async throws -> Int }

enum Outer {
    @Resilient
    protocol NestedShapes: Sendable { func load() async throws -> Int }
}

/// A protocol that another module could have declared.
protocol ExportService: Sendable {
    func export(_ text: String) async throws -> Int
    func byHand(_ value: Int) -> Int
}

@Resilient(of: (any ExportService).self)
protocol Exports { func export(_ text: String) async throws -> Int }

extension ResilientExports {
    func byHand(_ value: Int) -> Int { _live.byHand(value) }
}

struct LiveExport: ExportService {
    func export(_ text: String) async throws -> Int { text.count }
    func byHand(_ value: Int) -> Int { value }
}

// MARK: Retries

@Resilient
protocol Counting: Sendable {
    func once() async throws
    @Idempotent func again() async throws
}

actor Counter: Counting {
    private(set) var count = 0
    func once() async throws {
        count += 1
        throw ShapeError.down
    }
    func again() async throws {
        count += 1
        throw ShapeError.down
    }
}
#endif
