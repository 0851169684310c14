/// What one file registers and asks for.
struct InjectionFacts: Sendable {
    /// A service as it is asked for: its type and its name, if it has one.
    struct Key: Sendable, Hashable {
        var service: String
        var name: String?
    }

    /// A service that another one needs.
    struct Need: Sendable {
        var key: Key
        var framework: Framework
        /// Resolved while the factory runs, rather than later.
        var isEager: Bool
        /// Kept by what the factory makes.
        var isKept: Bool
    }

    struct Registration: Sendable {
        var framework: Framework
        var key: Key
        /// How many arguments the factory takes: a service with arguments is another one.
        var arity = 0
        var scope: ServiceScope
        var isScopeWritten: Bool
        var needs: [Need] = []
        /// The types that the factory makes.
        var makes: [String] = []
        /// Where it is registered: an environment that is the same everywhere, or a scope of this file.
        var environment: String
        /// The assembly in whose method it stands.
        var assembly: String?
        /// Behind a condition, a loop or in an override.
        var isConditional: Bool
        /// In a test, a preview or `#if DEBUG`.
        var isSetAside: Bool
        /// One of many, or around another: not a registration that a second could replace.
        var isAddition = false
        var place: Place
    }

    struct Request: Sendable {
        var framework: Framework?
        var key: Key
        var isOptional = false
        var isSetAside: Bool
        /// The name is worked out at run time.
        var isNameUnknown = false
        var place: Place
    }

    /// A call with a type as its first argument, of a function that may turn out to wrap the container.
    struct TypedCall: Sendable {
        var function: String
        var registration: Registration
        var isSetAside: Bool
    }

    /// Something that cannot be read from the source.
    struct Unresolved: Sendable {
        var framework: Framework
        var isRegistration: Bool
        /// A generic function around the container, whose callers are read instead.
        var isWrapper: Bool
        var place: Place
    }

    var registrations: [Registration] = []
    var requests: [Request] = []
    var typedCalls: [TypedCall] = []
    var registeringFunctions: Set<String> = []
    var resolvingFunctions: Set<String> = []
    /// Property wrappers of the project's own that resolve their type.
    var resolvingWrappers: Set<String> = []
    var wrappedProperties: [(wrapper: String, owner: String, key: Key, place: Place)] = []
    /// What a type has injected.
    var injected: [String: [Need]] = [:]
    var unresolved: [Unresolved] = []
    /// Assemblies that one call applies to one environment.
    var assembledTogether: [[String]] = []
    /// What constants of `ServiceName` stand for: `.lastKnown` and `last-known`.
    var serviceNames: [String: String] = [:]
    /// What a generic function around a registration needs for every service; an empty key is the service itself.
    var wrapperNeeds: [String: [Need]] = [:]
    /// The keys behind properties of `DependencyValues`.
    var valueKeys: [String: Key] = [:]
}
