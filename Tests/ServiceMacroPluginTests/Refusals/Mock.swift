// What @Mock refuses. `// error COLUMN: TEXT` behind a line is what the compiler says about it, and nothing else is.
import ServiceMacros
import ServiceTesting

@Mock
protocol NotSendable {  // error 10: @Mock requires a Sendable protocol: 'NotSendable' does not inherit from Sendable.
    func load()
}

@Mock
protocol Acting: Actor {  // error 18: @Mock generates a class, and only actors can conform to 'Acting'. Let it inherit from Sendable instead, and make its requirements asynchronous.
    func load()
}

@Mock
protocol ActingByClause where Self: Actor {  // error 37: @Mock generates a class, and only actors can conform to 'ActingByClause'. Let it inherit from Sendable instead, and make its requirements asynchronous.
    func load()
}

@Mock
protocol Members: Sendable {
    static func make()  // error 17: @Mock supports only instance members, and 'make()' is static. Move it to another protocol.
    init()  // error 5: @Mock generates a type with its own initialiser: it cannot have one that 'Members' requires as well. Move the requirement to another protocol.
    func copy() -> Self  // error 10: @Mock generates a different type from the one Self refers to in 'copy()'. Use 'any Members' instead.
    func type() -> Self.Type  // error 10: @Mock generates a different type from the one Self refers to in 'type()'. Use 'any Members' instead.
    func on(_ actor: isolated Worker)  // error 13: @Mock cannot forward the isolated parameter 'actor' of 'on(_:)'. Remove it, or write this type by hand.
    func each(_ body: () throws -> Void) rethrows  // error 10: @Mock cannot determine what 'each(_:)' throws: it depends on its arguments. Declare throws instead of rethrows.
    func generic<E: Error>(_ error: E) throws(E)  // error 10: @Mock cannot determine what 'generic(_:)' throws: it depends on its caller.
    func genericIn<T: Sendable>(_ value: T) throws(Wrapped<T>)  // error 10: @Mock cannot determine what 'genericIn(_:)' throws: it depends on its caller.
    func lazily(_ value: @autoclosure () throws -> Int) -> Int  // error 17: @Mock evaluates the autoclosure 'value' of 'lazily(_:)', which may throw what the method cannot. Let the method throw it.
    func lazilyTyped(_ value: @autoclosure () throws -> Int) throws(Failed) -> Int  // error 22: @Mock evaluates the autoclosure 'value' of 'lazilyTyped(_:)', which may throw what the method cannot. Let the method throw it.
    func stubs() -> [Stub]  // error 10: @Mock generates a type 'Stub' inside the double, which hides the one in 'stubs()'. Write that with its module, or rename it.
    func change(_ value: inout Int)  // error 17: @Mock cannot return a value through the inout parameter 'value' of 'change(_:)'. Return the new value instead.
    func keep(_ body: @escaping () -> Void)  // error 15: @Mock stores the arguments of 'keep(_:)', and the closure 'body' is not @Sendable. Mark it @Sendable.
    func keepMaybe(_ body: (() -> Void)?)  // error 20: @Mock stores the arguments of 'keepMaybe(_:)', and the closure 'body' is not @Sendable. Mark it @Sendable.
    func pack<each Value: Sendable>(_ values: repeat each Value)  // error 37: @Mock cannot store the parameter pack 'values' of 'pack(_:)'. Use an array instead.
    func Stub()  // error 10: @Mock generates a type 'Stub' inside the double, so 'Stub()' cannot have that name. Rename it.
    func stub()  // error 10: @Mock calls what scripts a double 'stub', so 'stub()' cannot have that name. Rename it, or write this type by hand.
    subscript(index: Int) -> Int { get }  // error 5: @Mock has no stub name for a subscript. Replace it with a method.
}

@Mock
protocol Names: Sendable {
    func find(by id: Int) -> Int
    func find(by text: String) -> Int  // error 10: Two requirements would both be scripted as stub.findBy: 'find(by:)' and 'find(by:)'. Mark one of them @StubName("…").
}

@Mock
protocol StubTypes: Sendable {
    associatedtype Stub: Sendable  // error 20: @Mock generates a type 'Stub' inside the double, so no associated type can have that name. Rename it.
    func load() -> Outer.Stub
}

@Mock
protocol StubNames: Sendable {
    @StubName("find text") func findText()  // error 15: @StubName needs a literal with letters, digits and underscores, such as "findTag".
    @StubName("1st") func first()  // error 15: @StubName needs a literal with letters, digits and underscores, such as "findTag".
    @StubName("") func none()  // error 15: @StubName needs a literal with letters, digits and underscores, such as "findTag".
}

@Mock
protocol Conditional: Sendable {
    #if DEBUG  // error 5: @Mock cannot determine which requirements inside #if are active. Move the #if around the protocol.
    func load()
    #endif
}

@Mock  // error 1: @Mock can be attached only to a protocol.
enum NoProtocol {}

@Mock(of: Conditional.self)  // error 11: Pass the protocol as of: (any Name).self.
protocol Repeated { func load() }

actor Worker {}
struct Failed: Error {}
struct Wrapped<Value: Sendable>: Error {}
struct Stub: Sendable {}
enum Outer { struct Stub: Sendable {} }
