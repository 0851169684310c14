#if Macros
import SwiftSyntax

/// A parameter of an initialiser that the container calls.
struct InjectedParameter {
    enum Source {
        /// A service, by its type and the expression of its name.
        case service(name: String?)
        /// Comes with the resolution.
        case passed
        /// Keeps its default value.
        case defaultValue
    }

    let parameter: Parameter
    let source: Source

    init(_ parameter: Parameter) {
        self.parameter = parameter
        let attributes = parameter.syntax.attributes
        if attributes.contains(named: "Passed") {
            source = .passed
        } else if let named = attributes.first(named: "Named") {
            source = .service(name: named.labeledArguments?.first?.expression.trimmedDescription)
        } else if parameter.syntax.defaultValue != nil {
            source = .defaultValue
        } else {
            source = .service(name: nil)
        }
    }

    var isPassed: Bool {
        if case .passed = source { true } else { false }
    }

    /// Whether the call of the initialiser does not mention it.
    var isLeftOut: Bool {
        if case .defaultValue = source { true } else { false }
    }

    /// The type where a value of it is meant: `(any HTTPClient).self`.
    var metatype: String {
        // A closure is registered as it is stored: `@Sendable () -> Void`.
        let attributes = parameter.typeAttributes.filter { !["escaping", "autoclosure"].contains($0) }
        let text = attributes.map { "@\($0) " }.joined() + parameter.type.ofResult.trimmedDescription
        let isSimple = parameter.type.is(IdentifierTypeSyntax.self) || parameter.type.is(MemberTypeSyntax.self)
        return isSimple ? "\(text).self" : "(\(text)).self"
    }

    // MARK: Checking

    private static let plainTypes: Set<String> = [
        "Bool", "Int", "Int8", "Int16", "Int32", "Int64", "Int128", "UInt", "UInt8", "UInt16", "UInt32", "UInt64",
        "UInt128",
        "Float", "Double", "String", "Substring", "Character", "Duration",
    ]

    /// Why no service can be meant; nil if one can.
    private var kindThatIsNoService: String? {
        if parameter.isVariadic { return "is variadic" }
        if parameter.isPack { return "is a parameter pack" }
        if parameter.isInout { return "is inout" }
        if parameter.isIsolated { return "is isolated" }
        let type = parameter.type.unparenthesized
        if let type = type.as(SomeOrAnyTypeSyntax.self), type.someOrAnySpecifier.text == "some" { return "is opaque" }
        if case .service(name: nil) = source {} else { return nil }
        if parameter.closure != nil, type.unwrapped.id == type.id { return "is a closure" }
        let name = (type.as(IdentifierTypeSyntax.self)?.name ?? type.as(MemberTypeSyntax.self)?.name)?.text
        if type.unwrapped.id != type.id || name == "Optional" { return "is an optional" }
        if type.is(ArrayTypeSyntax.self) || type.is(DictionaryTypeSyntax.self)
            || ["Array", "Dictionary", "Set", "InlineArray"].contains(name)
        {
            return "is a collection"
        }
        if type.is(TupleTypeSyntax.self) { return "is a tuple" }
        if let name, Self.plainTypes.contains(name) { return "is a plain \(name)" }
        return nil
    }

    func check(_ owner: String, _ problems: Problems) {
        if case .defaultValue = source { return }
        guard let kind = kindThatIsNoService else { return }
        let canBeMarked = !["is variadic", "is a parameter pack", "is inout", "is isolated", "is opaque"].contains(kind)
        problems.add(
            "noService",
            """
            @Injectable cannot resolve '\(parameter.name)' of \(owner): it \(kind). \
            \(canBeMarked ? "Mark it @Passed or @Named(\"…\"), or give it a default value." : "Give it another type.")
            """, at: parameter.syntax)
    }

    // MARK: Writing

    /// The element of `needs`.
    var need: String? {
        switch source {
        case .service(name: nil): "ServiceNeed(\(metatype))"
        case .service(let name?): "ServiceNeed(\(metatype), name: \(name))"
        case .passed, .defaultValue: nil
        }
    }

    /// The type of a passed argument, as a closure's parameter.
    var passedType: String {
        parameter.typeAttributes.map { "@\($0) " }.joined() + parameter.type.ofValue.trimmedDescription
    }

    /// The argument of the initialiser.
    ///
    /// - Parameters:
    ///   - resolve: The function that resolves a service.
    ///   - passed: What a passed argument is called.
    func argument(resolve: String, passed: String) -> String? {
        let label = parameter.label.map { "\($0.asLabel): " } ?? ""
        switch source {
        case .service(name: nil): return "\(label)env.\(resolve)(\(metatype))"
        case .service(let name?): return "\(label)env.\(resolve)(\(metatype), name: \(name))"
        case .passed: return label + passed
        case .defaultValue: return nil
        }
    }
}
#endif
