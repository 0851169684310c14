/// What makes a service the one it is: its type, and how that type was registered.
@usableFromInline
struct ServiceIdentity: Hashable, Sendable {
    /// The ways in which one type can be several services.
    @usableFromInline
    enum Variant: Hashable, Sendable {
        case plain
        case named(ServiceName)
        /// A service that is made from arguments of this type, a tuple where there are several.
        case arguments(ObjectIdentifier, name: ServiceName?)
        /// One of the contributions to a type, by the order in which the process made them.
        case contribution(UInt64)
    }

    @usableFromInline let type: any Any.Type
    @usableFromInline let variant: Variant

    @usableFromInline
    init(_ type: any Any.Type, variant: Variant = .plain) {
        self.type = type
        self.variant = variant
    }

    @usableFromInline
    init(_ type: any Any.Type, name: ServiceName?) {
        self.type = type
        variant = name.map(Variant.named) ?? .plain
    }

    @usableFromInline
    static func == (left: Self, right: Self) -> Bool {
        ObjectIdentifier(left.type) == ObjectIdentifier(right.type) && left.variant == right.variant
    }

    @usableFromInline
    func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(type))
        hasher.combine(variant)
    }

    /// What stands behind the type's name in texts, so that two services of one type are told apart.
    var suffix: String {
        switch variant {
        case .plain: ""
        case .named(let name): "(\(name))"
        case .arguments(_, let name): name.map { "(\($0), arguments)" } ?? "(arguments)"
        case .contribution: "[contribution]"
        }
    }
}
