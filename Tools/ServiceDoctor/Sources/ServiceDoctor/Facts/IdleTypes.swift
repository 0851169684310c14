/// Tells which views, models and other types of an app nobody makes or uses: only previews, tests and others of them name them.
struct IdleTypes: Sendable {
    private let idle: Set<String>

    /// - Parameters:
    ///   - types: The types of the app.
    ///   - aliases: Other names of types.
    ///   - interfaceClasses: The classes that storyboards, nibs and Objective-C may make; nil where they are not known, so that any controller may be one.
    ///   - uses: Which types name which.
    init(
        _ types: [TypeFact], aliases: some Sequence<String>, madeByInterfaces interfaceClasses: Set<String>?,
        _ uses: some Sequence<TypeUses>
    ) {
        let plain = Self.plainTypes(types, interfaceClasses).union(Set(aliases).subtracting(types.map(\.name)))
        guard !plain.isEmpty else {
            idle = []
            return
        }
        var names: [UInt64: String] = [:]
        for name in plain { names[TypeUses.code(of: name)] = name }
        var reached: Set<String> = []
        var pending: [String] = []
        var named: [String: [String]] = [:]
        for use in uses {
            let known = use.named.lazy.compactMap { names[$0] }
            if plain.contains(use.user) {
                named[use.user, default: []] += known
            } else {
                for name in known where reached.insert(name).inserted { pending.append(name) }
            }
        }
        while let user = pending.popLast() {
            for name in named[user] ?? [] where reached.insert(name).inserted { pending.append(name) }
        }
        idle = plain.subtracting(reached)
    }

    /// Says whether nobody makes or uses a type of this name.
    func contains(_ name: String) -> Bool { idle.contains(name) }

    /// Returns the views of SwiftUI among some types that nobody makes.
    func views(of types: [TypeFact]) -> Set<String> {
        Set(types.filter { Self.isView($0) && contains($0.name) }.map(\.name))
    }

    private static func isView(_ type: TypeFact) -> Bool {
        type.kind == .struct && !views.isDisjoint(with: type.inherited)
    }

    /// The names that only stand for views, and for types that the system makes nothing of by itself.
    private static func plainTypes(_ types: [TypeFact], _ interfaceClasses: Set<String>?) -> Set<String> {
        let controllers = interfaceClasses.map { Self.controllers(types, madeByCodeUnless: $0) } ?? []
        let declared = Set(types.filter { $0.kind != .extension }.map(\.name))
        var plain: Set<String> = []
        var others: Set<String> = []
        for type in types where type.kind != .extension {
            // A model that views observe is made by them, be it a delegate as well.
            let isObserved = type.inherited.contains { $0.hasSuffix("ObservableObject") }
            // Objects of Objective-C may be made by a nib.
            let isMadeByCode = isObserved || interfaceClasses.map { !$0.contains(type.name) } ?? false
            // One that inherits from a controller of the project may be made by a storyboard, where that one is not.
            let isInInterfaces = interfaceClasses?.contains(type.name) ?? false
            let isPlain =
                type.kind != .protocol && !isInInterfaces
                && type.inherited.allSatisfy { parent in
                    parents.contains(parent) || declared.contains(TypeName.last(parent))
                        || isMadeByCode && type.kind == .class
                            && (parent == "NSObject" || parent.hasSuffix("Delegate"))
                            && !ConstructionFacts.roots.contains(parent)
                            && !madeBySystem.contains(where: parent.hasSuffix)
                }
            if !type.isSetAside, isView(type) || isPlain || controllers.contains(type.name),
                attributes.isDisjoint(with: type.attributes)
            {
                plain.insert(type.name)
            } else {
                others.insert(type.name)
            }
        }
        // The system makes what inherits from a controller of the project as it makes the controller.
        let classes = Set(types.filter { $0.kind == .class }.map(\.name))
        var children: [String: [String]] = [:]
        for type in types where type.kind == .class {
            for parent in type.inherited { children[TypeName.last(parent), default: []].append(type.name) }
        }
        var pending = others.filter(classes.contains)
        while let parent = pending.popFirst() {
            for child in children[parent] ?? [] where others.insert(child).inserted { pending.insert(child) }
        }
        // Of what begins with a small letter nobody notes who names it: `iCloudManager`.
        return plain.subtracting(others).filter { $0.first?.isUppercase ?? false }
    }

    /// The controllers of screens, and their cells, that only code makes, whatever they are delegates of.
    private static func controllers(_ types: [TypeFact], madeByCodeUnless interfaceClasses: Set<String>) -> Set<String>
    {
        var found: Set<String> = []
        var isGrowing = true
        while isGrowing {
            isGrowing = false
            for type in types where type.kind == .class && !interfaceClasses.contains(type.name) {
                // Its outlets and actions are connected somewhere, be it in a file that was not found.
                if interfaceClasses.isEmpty, type.isConnected { continue }
                // The class that another one inherits from comes first.
                guard let parent = type.inherited.first, systemControllers.contains(parent) || found.contains(parent),
                    ConstructionFacts.roots.isDisjoint(with: type.inherited)
                else { continue }
                if found.insert(type.name).inserted { isGrowing = true }
            }
        }
        return found
    }

    private static let systemControllers: Set<String> = [
        "UIViewController", "UITableViewController", "UICollectionViewController", "UINavigationController",
        "UITabBarController", "UIPageViewController", "NSViewController", "UITableViewCell", "UICollectionViewCell",
    ]

    private static let views: Set<String> = ["View", "SwiftUI.View"]

    private static let parents: Set<String> = Project.plainParents.subtracting(["NSObject"]).union([
        "Combine.ObservableObject", "@unchecked Sendable", "Swift.Error", "RawRepresentable", "String", "Int", "Actor",
        "DynamicProperty", "ViewModifier", "UIViewRepresentable", "UIViewControllerRepresentable",
        "NSViewRepresentable",
        "NSViewControllerRepresentable", "OptionSet", "Sequence", "IteratorProtocol",
    ])

    /// The delegates whose classes an app names in its settings.
    private static let madeBySystem = ["ApplicationDelegate", "ExtensionDelegate", "SceneDelegate"]

    /// What the system or another language makes.
    private static let attributes: Set<String> = ["main", "objc", "objcMembers", "Model"]
}
