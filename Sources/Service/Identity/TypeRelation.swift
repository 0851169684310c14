/// How types relate at run time, where the compiler does not know them.
enum TypeRelation {
    /// Whether a type conforms to the protocol of an existential type, or inherits from a class.
    ///
    /// Private protocols are not found, as the runtime knows no name of theirs.
    static func isSubtype(_ type: any Any.Type, of other: any Any.Type) -> Bool {
        guard type != other else { return false }
        if TypeKind.isExistential(other) {
            func isInstance<Metatype>(of _: Metatype.Type) -> Bool { (type as Any) is Metatype }
            return existentialMetatype(of: other).map { _openExistential($0, do: isInstance) } ?? false
        }
        func inherits<Class>(from _: Class.Type) -> Bool { other is AnyClass && type is Class.Type }
        return _openExistential(other, do: inherits)
    }

    /// The type of the types that conform: `any Database.Type` for `any Database`.
    ///
    /// The runtime has no other way to it than by name: that of the existential type, and `Xp` for its metatype.
    private static func existentialMetatype(of type: any Any.Type) -> (any Any.Type)? {
        _mangledTypeName(type).flatMap { _typeByName($0 + "Xp") }
    }
}
