#if Macros && Health
import ServiceMacros
import ServiceTesting

@Mock
protocol MockedSync: Sendable {
    func plain(_ number: Int) -> Int
    func nothing()
    func throwing() throws -> Int
    func typed() throws(ShapeError) -> Int
    func two(first number: Int, _ text: String) -> Int
    func unnamed(_: Int, _: String) -> Int
    func closure(_ body: @escaping @Sendable () -> Int) -> Int
    func mainClosure(_ body: @escaping @MainActor () -> Void)
    func optionalClosure(_ body: (@Sendable () -> Int)?) -> Int
    func nonescaping(_ number: Int, _ body: () -> Int) -> Int
    func lazily(_ value: @autoclosure () -> Int) -> Int
    func lazilyThrowing(_ value: @autoclosure () throws -> Int) throws -> Int
    func variadic(_ numbers: Int...) -> Int
    func consume(_ value: consuming [Int]) -> Int
    func borrow(_ value: borrowing [Int]) -> Int
    func borrowOne(of value: borrowing [Int], at index: Int) -> Int
    func borrowAny<T: Sendable>(_ value: borrowing T) -> Int
    func borrowSome(_ value: borrowing some Sendable, stub: borrowing Int) async throws -> Int
    func find(by id: Int, in place: String) -> Int
    func find(near place: String) -> Int
    @StubName("findText") func find(by text: String, in place: String) -> Int
    mutating func mutate() -> Int
    @discardableResult func result() -> Int
    func `default`(for: Int) -> Int
    func generic<T: Sendable>(_ value: T) -> T? where T: Equatable
    func many<T: Sendable>(_ values: [T]) throws -> [T]
    func genericClosure<T: Sendable>(_ body: @escaping @Sendable (T) -> Int, _ value: T) -> Int
    func lazilyTyped(_ value: @autoclosure () throws(ShapeError) -> Int) throws(ShapeError) -> Int
    func opaque(_ value: some Sendable & CustomStringConvertible) -> String
    var name: String { get }
    var checked: Int { get throws(ShapeError) }
    var level: Int { get set }
}

@Mock
protocol MockedAsync: Sendable {
    func fetch(_ number: Int) async throws -> Int
    func typed(_ number: Int, label text: String) async throws(ShapeError) -> Int
    func silent() async -> Int
    func generic<T: Sendable>(_ type: T.Type) async throws -> T
    @MainActor func main() async throws -> Int
    @concurrent func apart() async throws -> Int
    func tuple() async throws -> (number: Int, text: String)
    func stream() async throws -> AsyncStream<Int>
    var state: Int { get async throws(ShapeError) }
    var count: Int { get async }
}

@Mock
protocol Repository<Item, Key>: Sendable {
    associatedtype Item: Equatable
    associatedtype Key: Hashable & Sendable where Key: CustomStringConvertible
    func find(_ key: Key) async throws -> Item?
    func save(_ item: Self.Item)
}

@Mock
protocol MockedFailing: Sendable {
    associatedtype Failure: Error
    func load() async throws(Self.Failure) -> Int
    func check() throws(Failure)
}

@Mock
@MainActor protocol MockedMain: Sendable {
    func title() -> String
    var level: Int { get set }
}

@Mock
protocol MockedClass: AnyObject, Sendable { func load() -> Int }

@Mock
private protocol PrivateMocked: Sendable { func load() -> Int }

enum MockOuter {
    @Mock
    protocol NestedMocked: Sendable { func load() -> Int }
}

@Mock
nonisolated protocol Empty: Sendable {}

protocol SummaryService: Sendable {
    func summary(in currency: String) async throws -> Int
}

@Mock(of: (any SummaryService).self)
protocol Summaries { func summary(in currency: String) async throws -> Int }
#endif
