/// Finds an empty value of a type.
enum Nothing {
    /// Returns nothing, nil, false, zero or an empty collection, if a type has one of these.
    static func value<Output>(_ type: Output.Type) -> Output? {
        let nothing: Any? =
            switch type {
            case is Void.Type: ()
            case is Bool.Type: false
            case let type as any ExpressibleByNilLiteral.Type: none(type)
            case let type as any AdditiveArithmetic.Type: zero(type)
            case let type as any RangeReplaceableCollection.Type: empty(type)
            case let type as any ExpressibleByDictionaryLiteral.Type: emptyDictionary(type)
            case let type as any SetAlgebra.Type: emptySet(type)
            default: nil
            }
        return nothing as? Output
    }

    private static func none<T: ExpressibleByNilLiteral>(_ type: T.Type) -> Any { T(nilLiteral: ()) as Any }
    private static func zero<T: AdditiveArithmetic>(_ type: T.Type) -> Any { T.zero }
    private static func empty<T: RangeReplaceableCollection>(_ type: T.Type) -> Any { T() }
    private static func emptyDictionary<T: ExpressibleByDictionaryLiteral>(_ type: T.Type) -> Any {
        let empty: T = [:]
        return empty
    }
    private static func emptySet<T: SetAlgebra>(_ type: T.Type) -> Any { T() }
}
