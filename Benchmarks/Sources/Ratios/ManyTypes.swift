import Handwritten
import Service

/// A type for every combination of three others, so that there are as many services as one likes.
struct Triple<A, B, C>: Sendable {}
struct Wrap<Content>: Sendable {}

enum ManyTypes {
    /// Some types, each wrapping the one before.
    private static func some(_ count: Int) -> [any Any.Type] {
        var types: [any Any.Type] = [Int.self]
        func wrap<T>(_: T.Type) -> any Any.Type { Wrap<T>.self }
        while types.count < count { types.append(_openExistential(types[types.count - 1], do: wrap)) }
        return types
    }

    /// Calls a body with the combinations of three of some types, up to a number.
    private static func each(upTo count: Int, _ body: (any Any.Type) -> Void) {
        var side = 1
        while side * side * side < count { side += 1 }
        let types = some(side)
        var left = count
        for a in types {
            for b in types {
                for c in types where left > 0 {
                    left -= 1
                    body(triple(a, b, c))
                }
            }
        }
    }

    private static func triple(_ a: any Any.Type, _ b: any Any.Type, _ c: any Any.Type) -> any Any.Type {
        func first<A>(_: A.Type) -> any Any.Type {
            func second<B>(_: B.Type) -> any Any.Type {
                func third<C>(_: C.Type) -> any Any.Type { Triple<A, B, C>.self }
                return _openExistential(c, do: third)
            }
            return _openExistential(b, do: second)
        }
        return _openExistential(a, do: first)
    }

    /// An environment and a table with that many services, and one more that is asked for.
    static func wiring(of count: Int) -> (environment: ServiceEnv, table: ServiceTable) {
        let environment = ServiceEnv(name: "\(count) services")
        let table = ServiceTable()
        func register<S>(_: S.Type) {
            environment.register(Wrap<S>.self) { Wrap() }
            table.set(Wrap<S>.self, Wrap())
        }
        each(upTo: count) { _openExistential($0, do: register) }
        environment.register((any Greeter).self) { English() }
        table.set((any Greeter).self, English())
        return (environment, table)
    }
}
