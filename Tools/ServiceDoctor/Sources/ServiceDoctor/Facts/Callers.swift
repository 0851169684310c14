/// Tells which functions something may call.
struct Callers: Sendable {
    /// Who may call a type's functions besides code that names them.
    enum Openness {
        /// Nobody.
        case closed
        /// The system, as it calls delegates: those that have parameters.
        case delegate
        case open
    }

    private let calls: [String: Set<CallFacts.Call>]
    private let handedOn: Set<String>
    private let initializersHandedOn: Set<String>
    private let functionsHandedOn: Set<String>
    private let untyped: Set<String>
    private let openNames: Set<String>
    private let declared: Set<String>
    private let idleViews: Set<String>
    private let isOfOldSwift: Bool

    /// - Parameters:
    ///   - facts: The calls of each file.
    ///   - declared: The types of the project.
    ///   - idleViews: The views that nobody makes, whose calls never run.
    ///   - isOfOldSwift: Some of the code is written in Swift 2.
    init(_ facts: some Sequence<CallFacts>, declared: Set<String>, idleViews: Set<String>, isOfOldSwift: Bool) {
        self.isOfOldSwift = isOfOldSwift
        self.declared = declared
        self.idleViews = idleViews
        calls = facts.reduce(into: [:]) { $0.formUnions($1.calls) }
        handedOn = facts.reduce(into: []) { $0.formUnion($1.handedOn) }
        initializersHandedOn = facts.reduce(into: []) { $0.formUnion($1.initializersHandedOn) }
        functionsHandedOn = facts.reduce(into: []) { $0.formUnion($1.functionsHandedOn) }
        let kept = facts.reduce(into: Set<String>()) { $0.formUnion($1.keptSelves) }
        let keptSelves = facts.reduce(into: kept) { $0.subtract($1.keptOthers) }
        untyped = facts.reduce(into: []) { untyped, facts in
            untyped.formUnion(facts.untyped)
            // `Feed.shared` need not be a `Feed`, unless `Feed` declares it as one.
            untyped.formUnion(facts.singletons.lazy.filter { !$0.value.isSubset(of: keptSelves) }.map(\.key))
        }
        openNames = facts.reduce(into: []) { $0.formUnion($1.openNames) }
    }

    /// Says whether something may call a function on objects of a type, also by way of others that it knows by their types.
    /// - Parameters:
    ///   - function: The function.
    ///   - type: The type that has it.
    ///   - paths: What tells the types of properties.
    ///   - openness: Who else may call a type's functions.
    func mayCall(
        _ function: CallFacts.Function, of type: String, in paths: ErrorPaths, openness: (String) -> Openness
    ) -> Bool {
        var seen: Set<CallFacts.Caller> = []
        return mayCall(CallFacts.Caller(function: function, type: type), paths, openness, &seen)
    }

    private func mayCall(
        _ callee: CallFacts.Caller, _ paths: ErrorPaths, _ openness: (String) -> Openness,
        _ seen: inout Set<CallFacts.Caller>
    ) -> Bool {
        let function = callee.function
        if isHandedOn(callee, paths, asCaller: !seen.isEmpty) { return true }
        guard seen.insert(callee).inserted else { return false }
        guard seen.count < Self.farthest else { return true }
        let family = paths.relatives(of: callee.type)
        for call in calls[function.name] ?? [] where function.takes(call, isFirstLeftOut: isOfOldSwift) {
            // Some types begin with a small letter: `iCloudExporter`.
            if function.isStatic, let object = call.object, object != callee.type { continue }
            guard !idleViews.contains(call.user), mayBe(call.receiver, callee, of: family, paths) else { continue }
            // What calls itself is called by somebody else first.
            if call.caller == callee { continue }
            // Who calls it by other ways than a type's name is taken to run.
            guard let caller = call.caller, call.receiver.isNamed else { return true }
            switch openness(caller.type) {
            case .open: return true
            case .delegate where !caller.function.labels.isEmpty: return true
            case .closed, .delegate: if mayCall(caller, paths, openness, &seen) { return true }
            }
        }
        return false
    }

    /// Says whether what a function is called on may be of one of these types.
    private func mayBe(
        _ receiver: ErrorExits.Receiver, _ callee: CallFacts.Caller, of family: Set<String>, _ paths: ErrorPaths
    ) -> Bool {
        switch receiver {
        case .own(let type), .type(let type): return family.contains(type) || openNames.contains(type)
        case .unknown: return true
        case .property(let property, let owner):
            if let owner, openNames.contains(owner) { return true }
            var types = owner.map { paths.types(ofProperty: property, of: $0) } ?? []
            // `Auth.auth()` of a library is what it is called.
            if let owner, !declared.contains(owner), types.isEmpty, property.lowercased() == "\(owner.lowercased())()" {
                return family.contains(owner)
            }
            if let owner, untyped.contains(CallFacts.member(property, of: owner)) { types = [] }
            // What the project does not declare may be another name of what it does, but for classes of the system.
            if types.isEmpty || !types.allSatisfy({ declared.contains($0) || Self.isOfSystem($0) }) {
                if untyped.contains(property) { return true }
                types = paths.types(ofProperty: property)
            }
            return types.isEmpty || !types.isDisjoint(with: family)
                || types.contains { mayStandForOthers($0, asking: callee, paths) }
        }
    }

    /// Says whether a type has other names among its ancestors, as `typealias Base = Root`, a property that is called like the function, or
    /// an ancestor of the system by which it may have the function, as `extension UIView: Alerting`.
    private func mayStandForOthers(_ type: String, asking callee: CallFacts.Caller, _ paths: ErrorPaths) -> Bool {
        let relatives = paths.relatives(of: type)
        let function = callee.function.name
        return !relatives.isDisjoint(with: openNames)
            || untyped.contains(CallFacts.member(function, of: type))
            || !paths.types(ofProperty: function, of: type).isEmpty
            || !relatives.isSubset(of: declared)
                && !paths.descendants(of: callee.type).union([callee.type]).isSubset(of: declared)
    }

    /// `NSManagedObjectContext`, `CLLocationManager`: what a project names so is not its own.
    private static func isOfSystem(_ type: String) -> Bool {
        let start = Array(type.utf8.prefix(3))
        return start.count == 3 && start[2] >= UInt8(ascii: "A") && start[2] <= UInt8(ascii: "Z")
            && systemPrefixes.contains(type.prefix(2))
    }

    private static let systemPrefixes: Set<Substring> = ["NS", "UI", "CL", "AV", "CK", "MK", "WK", "SK"]

    private static let farthest = 64

    /// - Parameter asCaller: Whether it is asked of what calls another function, where the name of a property elsewhere counts for nothing.
    private func isHandedOn(_ callee: CallFacts.Caller, _ paths: ErrorPaths, asCaller: Bool) -> Bool {
        let name = callee.function.name
        if name == CallFacts.initializer {
            return initializersHandedOn.contains(callee.type) || initializersHandedOn.contains("")
        }
        let isProperty = untyped.contains(name) || !paths.types(ofProperty: name).isEmpty
        return functionsHandedOn.contains(name) || handedOn.contains(name) && (asCaller || !isProperty)
    }

    /// Says whether something of this name is handed on without a call.
    func mayHandOn(_ name: String) -> Bool { handedOn.contains(name) }
}
