import Service
import Testing

private protocol Port: Sendable { var number: Int { get } }
private struct Small: Port, Equatable { var number = 1 }
private struct Nothing: Equatable {}
private enum Choice: Equatable {
    case plain, payload(String, Int), instance(Instance)
    static func == (left: Choice, right: Choice) -> Bool {
        switch (left, right) {
        case (.plain, .plain): true
        case (.payload(let a, let b), .payload(let c, let d)): a == c && b == d
        case (.instance(let a), .instance(let b)): a === b
        default: false
        }
    }
}
/// 4 KiB with a reference at each end.
private struct Large: Sendable {
    let first: Instance
    let numbers: (Block, Block, Block, Block)
    let last: Instance

    struct Block: Sendable, Equatable {
        let numbers: SIMD64<Int64>
        let others: SIMD64<Int64>

        init(_ value: Int64) {
            numbers = SIMD64(repeating: value)
            others = numbers
        }
    }
}
private struct Aligned: Sendable {
    let byte: UInt8
    let vector: SIMD16<Double>
}

/// Services may be values of every kind, in every scope.
@Suite struct ServiceValueTests {
    private static let scopes: [ServiceScope] = [.singleton, .transient, .graph, .custom("session")]
    private let env = ServiceEnv(name: "value")

    /// Resolves a value directly, kept, inside a graph and through wrappers, and returns all of what came back.
    private func roundTrip<Value: Sendable>(_ scope: ServiceScope, _ value: Value) throws -> [Value] {
        env.register(Value.self, scope: scope) { value }
        env.register(Value.self, name: "named", scope: scope) { value }
        env.register([Value].self) { [env] in [try env.resolve(Value.self), try env.resolve(Value.self)] }
        let (service, provider) = ServiceEnv.$current.withValue(env) { (Service(Value.self), Provider(Value.self)) }
        return try [env.resolve(Value.self), env.resolve(Value.self), env.resolve(Value.self, name: "named")]
            + env.resolve([Value].self) + [service(), service(), provider(), provider()]
    }

    private let one = Instance()

    @Test(arguments: scopes) func `small structs`(scope: ServiceScope) throws {
        #expect(try roundTrip(scope, Small(number: 5)) == Array(repeating: Small(number: 5), count: 9))
    }

    @Test(arguments: scopes) func `structs without content`(scope: ServiceScope) throws {
        #expect(try roundTrip(scope, Nothing()).count == 9)
        let void: [Void] = try roundTrip(scope, ())
        #expect(void.count == 9)
    }

    @Test(arguments: scopes) func `enums`(scope: ServiceScope) throws {
        for choice in [Choice.plain, .payload("text that is not stored inline", 7), .instance(one)] {
            #expect(try roundTrip(scope, choice) == Array(repeating: choice, count: 9))
        }
    }

    @Test(arguments: scopes) func `classes and optionals`(scope: ServiceScope) throws {
        #expect(try roundTrip(scope, one).allSatisfy { $0 === one })
        #expect(try roundTrip(scope, Instance?.some(one)).allSatisfy { $0 === one })
        #expect(try roundTrip(scope, Instance?.none).allSatisfy { $0 == nil })
        #expect(try roundTrip(scope, Int??.some(.none)).allSatisfy { $0 == .some(.none) })
    }

    @Test(arguments: scopes) func `existentials`(scope: ServiceScope) throws {
        struct Wide: Port {
            let number: Int
            let padding = (1, 2, 3, 4, 5, "text that is not stored inline")
        }
        let ports: [any Port] = try roundTrip(scope, Small(number: 3) as any Port)
        #expect(ports.allSatisfy { $0 as? Small == Small(number: 3) })
        let wide: [any Port] = try roundTrip(scope, Wide(number: 4) as any Port)
        #expect(wide.allSatisfy { ($0 as? Wide)?.number == 4 })
        let anything: [any Sendable] = try roundTrip(scope, "anything" as any Sendable)
        #expect(anything.allSatisfy { $0 as? String == "anything" })
        let errors: [any Error] = try roundTrip(scope, Refused(number: 2) as any Error)
        #expect(errors.allSatisfy { $0 as? Refused == Refused(number: 2) })
    }

    @Test(arguments: scopes) func `closures`(scope: ServiceScope) throws {
        typealias Work = @Sendable (Int) -> Instance?
        let one = one
        let works: [Work] = try roundTrip(scope, { $0 == 1 ? one : nil })
        #expect(works.allSatisfy { $0(1) === one && $0(2) == nil })
    }

    @Test(arguments: scopes) func `tuples and metatypes`(scope: ServiceScope) throws {
        let tuples = try roundTrip(scope, (1, "two", one))
        #expect(tuples.allSatisfy { $0.0 == 1 && $0.1 == "two" && $0.2 === one })
        let types: [any Port.Type] = try roundTrip(scope, Small.self as any Port.Type)
        #expect(types.allSatisfy { $0 == Small.self })
    }

    @Test(arguments: scopes) func `large structs`(scope: ServiceScope) throws {
        let blocks = (Large.Block(1), Large.Block(2), Large.Block(3), Large.Block(4))
        let large = Large(first: one, numbers: blocks, last: one)
        #expect(MemoryLayout<Large>.size > 4096)
        for copy in try roundTrip(scope, large) {
            #expect(copy.first === one && copy.last === one)
            #expect(copy.numbers == blocks)
        }
    }

    @Test(arguments: scopes) func `values that want much alignment`(scope: ServiceScope) throws {
        #expect(MemoryLayout<Aligned>.alignment > MemoryLayout<Int>.alignment)
        let vector = SIMD16<Double>(repeating: 1.5)
        for copy in try roundTrip(scope, Aligned(byte: 9, vector: vector)) {
            #expect(copy.byte == 9)
            #expect(copy.vector == vector)
        }
    }

    @Test(arguments: scopes) @MainActor func `values of every kind on the main actor`(scope: ServiceScope) throws {
        final class Model {}
        struct Screen {
            let model: Model
            let numbers: (Int, String, Double, Int)
        }
        let model = Model()
        env.registerMain(Screen.self, scope: scope) { Screen(model: model, numbers: (1, "two", 3, 4)) }
        env.registerMain((() -> Model).self, scope: scope) { { model } }
        env.registerMain(Nothing.self, scope: scope) { Nothing() }
        env.registerMain(Model?.self, scope: scope) { model }
        for _ in 0..<3 {
            let screen = try env.resolveMain(Screen.self)
            #expect(screen.model === model && screen.numbers == (1, "two", 3, 4))
            let work = try env.resolveMain((() -> Model).self)
            #expect(work() === model)
            #expect(try env.resolveMain(Nothing.self) == Nothing())
            #expect(try env.resolveMain(Model?.self) === model)
        }
    }

    @Test(arguments: scopes) func `whatever the value, nothing of it is lost or released twice`(scope: ServiceScope)
        throws
    {
        struct Holder: Sendable {
            let first: Mortal
            let number: Int
            let choice: Mortal?
            let port: (any Sendable)?
        }
        let (births, deaths) = (Cell(0), Cell(0))
        do {
            let own = ServiceEnv(name: "own")
            own.register(Holder.self, scope: scope) {
                func mortal() -> Mortal {
                    births.increment()
                    return Mortal { deaths.increment() }
                }
                return Holder(first: mortal(), number: 1, choice: mortal(), port: mortal())
            }
            own.register([Holder].self) { [try ServiceEnv.current.resolve(Holder.self)] }
            let service = ServiceEnv.$current.withValue(own) { Service(Holder.self) }
            for _ in 0..<3 {
                #expect(try own.resolve(Holder.self).number == 1)
                #expect(service().number == 1)
                try own.resolve([Holder].self)
                own.resetCaches()
            }
        }
        #expect(births.value > 0)
        #expect(deaths.value == births.value)
    }
}
