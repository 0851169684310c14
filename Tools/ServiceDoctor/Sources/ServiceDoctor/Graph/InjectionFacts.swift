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
        /// Their types, by which Swinject tells registrations apart; empty texts where the factory writes no plain name.
        var argumentTypes: [String] = []
        var scope: ServiceScope
        var isScopeWritten: Bool
        var needs: [Need] = []
        /// The types that the factory makes.
        var makes: [String] = []
        /// Who creates it where the call has no factory, or guards what its factory creates.
        var creation: Creation?
        /// What the stand-in of a guard needs.
        var standInNeeds: [Need] = []
        /// The factory gives what it needs as it is: `{ $0.resolve(Client.self)! }`.
        var onlyForwards = false
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
        /// Only announced: another module registers what is made.
        var isPromise = false
        var place: Place
    }

    /// What a registration leaves to a type that is declared elsewhere.
    enum Creation: Sendable {
        /// The initialiser of the registered type: `register(Uploader.self)`.
        case ownInitializer
        /// The initialiser of a type that provides the service: `register((any Uploading).self, as: Uploader.self) { $0 }`.
        case initializer(of: String)
        /// A guard, which knows the service: `registerResilient(ResilientRates.self, …) { … }`.
        case guardType(String)
    }

    /// A type that the container creates with its initialiser.
    struct Injectable: Sendable {
        /// With the types around it.
        var name: String
        var genericParameters: [String]
        var needs: [Need]
        /// The needs that are asked for at a place of their own.
        var requests: [Request]
        /// How many arguments a resolution passes.
        var arity: Int
        var isSetAside: Bool
    }

    /// A type that guards a service.
    struct Guard: Sendable {
        /// With the types around it.
        var name: String
        var service: String
        /// Makes a stand-in together with the service.
        var hasStandIn: Bool
        var isSetAside: Bool
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
        /// Hides who asks for what: a property wrapper does not, as the properties are read.
        var hidesRequests = true
        /// What cannot be read; nil where ``isRegistration`` says it.
        var reason: String?
        var place: Place

        /// What cannot be read, in one sentence.
        var text: String {
            reason
                ?? (isRegistration
                    ? "What this registers cannot be read from the source."
                    : "What this asks for cannot be read from the source.")
        }
    }

    /// A property wrapper of the project's own that resolves its type.
    struct Wrapper: Sendable {
        var framework: Framework
        /// Resolves when the property is read, rather than while its owner is made.
        var isLazy: Bool
    }

    /// A property with an attribute that may turn out to be such a wrapper.
    struct WrappedProperty: Sendable {
        var wrapper: String
        var owner: String
        var key: Key
        /// An optional that is not unwrapped implicitly: nothing is an answer.
        var isOptional: Bool
        var isSetAside: Bool
        var place: Place
    }

    /// What another place gives a factory of Factory to make: `container.window.register { window }`.
    struct Replacement: Sendable {
        /// The factory's name; its container is not known there.
        var name: String
        var needs: [Need]
        var isSetAside: Bool
    }

    var registrations: [Registration] = []
    var requests: [Request] = []
    var typedCalls: [TypedCall] = []
    var registeringFunctions: Set<String> = []
    /// Those of ``registeringFunctions`` that are given a guard.
    var guardingFunctions: Set<String> = []
    var resolvingFunctions: Set<String> = []
    var resolvingWrappers: [String: Wrapper] = [:]
    var wrappedProperties: [WrappedProperty] = []
    /// What a type has injected.
    var injected: [String: [Need]] = [:]
    var injectables: [Injectable] = []
    var guards: [Guard] = []
    var unresolved: [Unresolved] = []
    /// Assemblies that one call applies to one environment.
    var assembledTogether: [[String]] = []
    /// What constants of `ServiceName` stand for: `.lastKnown` and `last-known`.
    var serviceNames: [String: String] = [:]
    /// What a generic function around a registration needs for every service; an empty key is the service itself.
    var wrapperNeeds: [String: [Need]] = [:]
    /// What properties between factories ask for: `Container.logger` and its needs.
    var factoryHelpers: [String: [Need]] = [:]
    /// The scope of factories that name none, by container.
    var defaultScopes: [String: ServiceScope] = [:]
    var replacements: [Replacement] = []
    /// Types that get the container itself, where they are made.
    var handovers: [(type: String, framework: Framework, place: Place)] = []
    /// Containers that cannot be read, with the first place that imports each.
    var unreadContainers: [(name: String, place: Place)] = []
    /// Keys that have no live value of their own.
    var testKeys: [(key: String, place: Place)] = []
    /// Properties of `DependencyValues` that code sets, apart from tests.
    var setValues: Set<String> = []
    /// The keys behind properties of `DependencyValues`.
    var valueKeys: [String: Key] = [:]
}
