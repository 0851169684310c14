import Synchronization

/// Who may call a function besides code that names it.
extension Project {
    /// Who may call a type's functions besides code that names them.
    func openness(of type: String) -> Callers.Openness {
        if let known = opennessByType.withLock({ $0[type] }) { return known }
        let openness = findOpenness(of: type)
        opennessByType.withLock { $0[type] = openness }
        return openness
    }

    private func findOpenness(of type: String) -> Callers.Openness {
        guard !declarations(of: type).isEmpty, !isKnownToObjectiveC(type) else { return .open }
        let unknown = ancestors(of: type).filter { !isKnownParent($0) }
        if unknown.isEmpty { return .closed }
        return unknown.allSatisfy { $0.hasSuffix("Delegate") } ? .delegate : .open
    }

    /// What a type inherits from and stands for, also by way of types of the project.
    func ancestors(of type: String) -> Set<String> {
        Self.ancestors(of: type) { declarations(of: $0).flatMap(\.inherited) + extensionParents(of: $0) }
    }

    static func ancestors(of type: String, parents: (String) -> [String]) -> Set<String> {
        var found: Set<String> = []
        var pending = [type]
        while let next = pending.popLast() {
            for parent in parents(next) where found.insert(parent).inserted { pending.append(parent) }
        }
        return found
    }

    /// Says whether Objective-C calls what a type has, or what a protocol that it stands for asks for.
    private func isKnownToObjectiveC(_ type: String) -> Bool {
        ancestors(of: type).union([type]).contains { name in
            declarations(of: name).contains { $0.attributes.contains { ["objc", "objcMembers"].contains($0) } }
        }
    }

    /// Says whether only code of the app that names a function can call it.
    func isOnlyCalledByName(_ function: Candidate.Function) -> Bool {
        guard isApp, !declarations(of: function.type).isEmpty else { return false }
        if function.isPrivate { return true }
        // The system gives arguments to what it calls on its delegates.
        return !isKnownToObjectiveC(function.type)
            && ancestors(of: function.type).allSatisfy {
                isKnownParent($0) || function.labels.isEmpty && Self.isSystemDelegate($0)
            }
    }

    /// `CLLocationManagerDelegate`, but no `PurchaseDelegate`, which may be any library's.
    private static func isSystemDelegate(_ parent: String) -> Bool {
        let start = Array(parent.utf8.prefix(3))
        return parent.hasSuffix("Delegate") && start.count == 3
            && start.allSatisfy { $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z") }
    }

    /// Says whether a type with these ancestors has no functions that others call without their names.
    static func standsForNothing(_ ancestors: some Sequence<String>, declares: (String) -> Bool) -> Bool {
        ancestors.allSatisfy { isKnown($0, declares: declares) }
    }

    private static func isKnown(_ parent: String, declares: (String) -> Bool) -> Bool {
        plainParents.contains(parent) || views.contains(parent) || declares(TypeName.last(parent))
    }

    func isKnownParent(_ parent: String) -> Bool {
        Self.isKnown(parent, declares: declares)
    }

    /// Views, classes of the system and of Realm that call nothing on those that inherit from them but what these override, and
    /// ObjectMapper's protocol, which calls ``isCalledByMapper(_:)``.
    private static let views: Set<String> = [
        "Mappable", "View", "UIViewController", "NSViewController", "UIView", "NSView", "UITableViewController",
        "UICollectionViewController", "UINavigationController", "UITabBarController", "UITableViewCell",
        "UICollectionViewCell", "UIControl", "UIButton", "UILabel", "NSManagedObject", "Object", "EmbeddedObject",
    ]
}
