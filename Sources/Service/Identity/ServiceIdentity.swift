import Synchronization

/// What makes a service the one it is: its type, and how that type was registered.
@usableFromInline
struct ServiceIdentity: Hashable, Sendable {
    /// The ways in which one type can be several services.
    @usableFromInline
    enum Variant: Hashable, Sendable {
        case plain
        case named(ServiceName)
        /// A service that is created from arguments of these types.
        case arguments(ArgumentsType, name: ServiceName?)
        /// One of the contributions to a type, with a number that no other one has in an environment and its parents.
        case contribution(UInt64)
    }

    /// The types of a service's arguments, as a ``ServiceArguments``.
    @usableFromInline
    struct ArgumentsType: Hashable, Sendable, CustomStringConvertible {
        @usableFromInline let type: any Any.Type

        @usableFromInline
        static func == (left: Self, right: Self) -> Bool { left.type == right.type }

        @usableFromInline
        func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(type)) }

        @usableFromInline var description: String {
            (type as? any DescribedArguments.Type)?.types ?? String(describing: type)
        }
    }

    private static let lastContribution = Atomic<UInt64>(0)

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

    /// The service of a type that is created from arguments.
    @usableFromInline
    init(_ type: any Any.Type, arguments: any Any.Type, name: ServiceName?) {
        self.type = type
        variant = .arguments(ArgumentsType(type: arguments), name: name)
    }

    /// A new contribution to a type.
    init(contributionTo type: any Any.Type) {
        self.type = type
        variant = .contribution(Self.lastContribution.add(1, ordering: .relaxed).newValue)
    }

    /// The name it is registered with, if any.
    var name: ServiceName? {
        switch variant {
        case .named(let name): name
        case .arguments(_, let name): name
        case .plain, .contribution: nil
        }
    }

    /// Whether this is one of the contributions to its type.
    var isContribution: Bool {
        if case .contribution = variant { true } else { false }
    }

    /// Whether the service is created from arguments, so that it may need itself.
    var hasArguments: Bool {
        if case .arguments = variant { true } else { false }
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
        case .arguments(let types, let name): (name.map { "(\($0))" } ?? "") + types.description
        case .contribution: "[contribution]"
        }
    }
}
