// What @Resilient refuses. `// error COLUMN: TEXT` behind a line is what the compiler says about it, and nothing else is.
import ServiceHealth
import ServiceMacros

@Resilient
protocol NotSendable {  // error 10: @Resilient requires a Sendable protocol: 'NotSendable' does not inherit from Sendable.
    func load() async throws
}

@Resilient
protocol Acting: Actor {  // error 18: @Resilient generates a class, and only actors can conform to 'Acting'. Let it inherit from Sendable instead, and make its requirements asynchronous.
    func load() async throws
}

@Resilient
protocol Members: Sendable {
    static func make()  // error 17: @Resilient supports only instance members, and 'make()' is static. Move it to another protocol.
    static var shared: Int { get }  // error 16: @Resilient supports only instance members, and 'shared' is static. Move it to another protocol.
    static func < (left: Self, right: Self) -> Bool  // error 17: @Resilient supports only instance members, and '<(left:right:)' is static. Move it to another protocol.
    init()  // error 5: @Resilient generates a type with its own initialiser: it cannot have one that 'Members' requires as well. Move the requirement to another protocol.
    func copy() async throws -> Self  // error 10: @Resilient generates a different type from the one Self refers to in 'copy()'. Use 'any Members' instead.
    func type() async throws -> Self.Type  // error 10: @Resilient generates a different type from the one Self refers to in 'type()'. Use 'any Members' instead.
    func compare(_ other: Self)  // error 10: @Resilient generates a different type from the one Self refers to in 'compare(_:)'. Use 'any Members' instead.
    func on(_ actor: isolated Worker)  // error 13: @Resilient cannot forward the isolated parameter 'actor' of 'on(_:)'. Remove it, or write this type by hand.
    func each(_ body: () throws -> Void) rethrows  // error 10: @Resilient cannot determine what 'each(_:)' throws: it depends on its arguments. Declare throws instead of rethrows.
    func silent() async -> Int  // error 10: 'silent()' cannot throw, so it needs a result for failed calls: mark it @Fallback, @Fallback(value) or @Unguarded.
    var state: Int { get async }  // error 9: 'state' cannot throw, so it needs a result for failed calls: mark it @Fallback, @Fallback(value) or @Unguarded.
    func sum(_ numbers: Int...)  // error 14: @Resilient cannot forward the variadic parameter 'numbers' of 'sum(_:)'. Use an array instead.
    func change(_ value: inout Int) async throws  // error 17: @Resilient may call 'change(_:)' more than once, and the parameter 'value' can be handed over only once. Mark the method @Unguarded, or pass a copy.
    func consume(_ value: consuming String) async throws  // error 18: @Resilient may call 'consume(_:)' more than once, and the parameter 'value' can be handed over only once. Mark the method @Unguarded, or pass a copy.
    func send(_ value: sending Worker) async throws  // error 15: @Resilient may call 'send(_:)' more than once, and the parameter 'value' can be handed over only once. Mark the method @Unguarded, or pass a copy.
    func each(_ body: () async throws -> Int) async throws  // error 15: @Resilient may run 'each(_:)' in a task of its own, and the closure 'body' is not @Sendable. Mark it @Sendable, or mark the method @Unguarded.
    func keep(_ body: (() -> Void)?) async throws  // error 15: @Resilient may run 'keep(_:)' in a task of its own, and the closure 'body' is not @Sendable. Mark it @Sendable, or mark the method @Unguarded.
    mutating func mutate()  // error 19: @Resilient shares one service among all its callers: 'mutate()' cannot change a value. Make the protocol inherit from AnyObject, or replace it with a method that does not mutate.
    var level: Int { get set }  // error 9: @Resilient shares one service among all its callers: 'level' cannot change a value. Make the protocol inherit from AnyObject, or replace it with a method that does not mutate.
    @Idempotent func now() -> Int  // error 5: @Idempotent has no effect: 'now()' is not asynchronous.
    @Idempotent @Unguarded func raw() async throws  // error 5: @Idempotent has no effect: 'raw()' is marked @Unguarded.
    @Unguarded @Fallback(1) func number() async -> Int  // error 16: @Fallback has no effect: 'number()' is marked @Unguarded.
    @Recorded func plain() -> Int  // error 5: @Recorded has no effect: 'plain()' does not throw.
    @Recorded func recordedConsume(_ value: consuming String) throws  // error 36: @Recorded calls 'recordedConsume(_:)' in a closure, which cannot hand over the parameter 'value'. Remove @Recorded, or pass a copy.
    @Recorded func recordedSend(_ value: sending Worker) throws  // error 33: @Recorded calls 'recordedSend(_:)' in a closure, which cannot hand over the parameter 'value'. Remove @Recorded, or pass a copy.
    @Recorded func later() async throws  // error 5: @Recorded has no effect: 'later()' is asynchronous, so it is recorded already.
}

@Resilient
protocol Associated: Sendable {
    associatedtype Item  // error 5: @Resilient guards 'any Associated', whose methods cannot be called if they use the associated type 'Item'. Guard a protocol without associated types.
    func load() async throws -> Item
}

@Resilient
protocol Stored: Sendable {
    var _live: Int { get }  // error 9: @Resilient stores what it calls in '_live', so '_live' cannot have that name. Rename it.
    func _calls() async throws  // error 10: @Resilient stores what it calls in '_calls', so '_calls()' cannot have that name. Rename it.
    func _standIn(for id: Int) async throws
    func load(_ `self`: Int, _ _calls: Int) async throws  // error 30: @Resilient stores what it calls in '_calls', which 'load(_:_:)' cannot reach beside a parameter 'self'. Rename one of them.
    func load(self value: Int, _ _live: Int) async throws
}

@Resilient
protocol Conditional: Sendable {
    #if DEBUG  // error 5: @Resilient cannot determine which requirements inside #if are active. Move the #if around the protocol.
    func load() async throws
    #endif
}

@Resilient  // error 1: @Resilient can be attached only to a protocol.
struct NoProtocol {}

@Resilient(of: Conditional.self)  // error 16: Pass the protocol as of: (any Name).self.
protocol Repeated { func load() async throws }

actor Worker {}
