import SwiftSyntax

/// Which types a file makes, how often, and whether the app or its delegates do.
struct ConstructionFacts: Sendable {
    /// How often each type is made by its name.
    private(set) var counts: [String: Int] = [:]
    /// How often, but for views and the places where an app is put together.
    private(set) var countsElsewhere: [String: Int] = [:]
    /// The types that the app or a delegate of the app or a scene makes, and those that anything else makes.
    private(set) var madeByDelegates: Set<String> = []
    private(set) var madeByOthers: Set<String> = []
    /// The types that tests and previews of something else make of other things.
    private(set) var madeForTests: Set<String> = []
    /// The types that tests make of a session: `CatalogClient(session: session)`.
    private(set) var madeOfSessions: Set<String> = []
    /// The types that tests make of nothing but stand-ins: `InboxService(mailer: MailerMock())`.
    private(set) var madeOfStandIns: Set<String> = []

    init() {}

    init(_ unit: SourceUnit) {
        if unit.kind == .test || unit.kind == .preview {
            madeForTests = Set(
                unit.index.setAsideCalls.filter { !$0.arguments.isEmpty }.compactMap(\.constructedType).map(
                    TypeName.last
                ).filter { !Self.isAbout($0, unit.name) })
            madeOfSessions = Set(
                unit.index.setAsideCalls.filter(Self.takesSession).compactMap(\.constructedType).map(TypeName.last))
        }
        madeOfStandIns = Self.madeOfStandIns(in: unit)
        for call in unit.index.calls {
            guard let name = call.plainName, name.utf8.first.map({ $0 < UInt8(ascii: "a") }) ?? false,
                !Self.ofViews.contains(name)
            else { continue }
            counts[name, default: 0] += 1
            let type = unit.index.types.last {
                $0.node.position <= call.position && call.position < $0.node.endPosition
            }
            guard let type else { continue }
            if Self.isDelegate(type) { madeByDelegates.insert(name) } else { madeByOthers.insert(name) }
            if !Self.puts(type) { countsElsewhere[name, default: 0] += 1 }
        }
    }

    mutating func add(_ other: ConstructionFacts) {
        counts.merge(other.counts, uniquingKeysWith: +)
        countsElsewhere.merge(other.countsElsewhere, uniquingKeysWith: +)
        madeForTests.formUnion(other.madeForTests)
        madeOfSessions.formUnion(other.madeOfSessions)
        madeOfStandIns.formUnion(other.madeOfStandIns)
        madeByDelegates.formUnion(other.madeByDelegates)
        madeByOthers.formUnion(other.madeByOthers)
    }

    /// Says whether only the app or its delegates make a type: the view that an app begins with.
    func isRoot(_ type: String) -> Bool { madeByDelegates.contains(type) && !madeByOthers.contains(type) }

    /// `CatalogServiceTests.swift` makes the service that it tests.
    private static func isAbout(_ type: String, _ file: String) -> Bool {
        var stem = file.split(separator: "/").last?.split(separator: ".").first ?? ""
        for suffix in ["Tests", "Test", "Spec"] where stem.hasSuffix(suffix) { stem = stem.dropLast(suffix.count) }
        return stem.hasPrefix(type) || type.hasPrefix(stem)
    }

    private static func takesSession(_ call: FunctionCallExprSyntax) -> Bool {
        call.arguments.contains { Words.of($0.label?.text ?? "").last == "session" }
    }

    /// A view, or a type that puts the app together.
    private static func puts(_ type: TypeDeclaration) -> Bool {
        mayBeView(type.inherited) || !roots.isDisjoint(with: type.inherited)
            || !composers.isDisjoint(with: Words.of(TypeName.last(type.name)))
    }

    static let views: Set<String> = [
        "View", "SwiftUI.View", "UIView", "ViewModifier", "UIViewController", "UITableViewController",
        "NSViewController", "UICollectionViewController", "UITableViewCell", "UICollectionViewCell",
    ]

    /// Says whether some parents are those of a view, or called like a base class that the project's own views have.
    static func mayBeView(_ inherited: [String]) -> Bool {
        !views.isDisjoint(with: inherited)
            || inherited.contains { name in baseEnds.contains { TypeName.last(name).hasSuffix($0) } }
    }

    /// `BaseViewController`, `BaseVC`
    private static let baseEnds = ["ViewController", "VC"]

    private static func isDelegate(_ type: TypeDeclaration) -> Bool {
        !delegates.isDisjoint(with: type.inherited) || type.inherited.contains("App")
            || type.name.hasSuffix("AppDelegate")
            || type.name.hasSuffix("SceneDelegate")
    }

    private static let delegates: Set<String> = [
        "UIApplicationDelegate", "UIWindowSceneDelegate", "NSApplicationDelegate",
    ]

    /// Where an app is put together.
    static let roots = delegates.union(["App", "UNNotificationContentExtension"])

    private static let composers: Set<String> = [
        "assembly", "assembler", "container", "coordinator", "composer", "delegate", "preview", "previews",
    ]

    /// What views are made of; no project calls a service so.
    static let ofViews: Set<String> = [
        "Text", "HStack", "VStack", "ZStack", "Image", "Button", "Label", "List", "Section", "ForEach", "Spacer",
        "Divider", "NavigationStack", "NavigationLink", "ScrollView", "Form", "Toggle", "TextField", "Picker", "Group",
        "Color", "Task", "UUID", "Date", "URL", "String", "Int", "Double", "CGFloat", "Float", "CGSize", "CGRect",
        "CGPoint",
        "UIColor", "UIFont", "UIImage", "UIImageView", "UILabel", "UIButton", "UIView", "UIStackView", "UIEdgeInsets",
        "RoundedRectangle", "Rectangle", "Circle", "Capsule", "LinearGradient", "GeometryReader", "LazyVStack",
        "LazyHStack",
        "LazyVGrid", "GridItem", "Menu", "Alert", "NavigationView", "TabView", "ToolbarItem", "SecureField",
        "ProgressView",
        "AnyView", "EmptyView", "EdgeInsets", "Slider", "Stepper", "AsyncImage", "IndexPath", "DateFormatter",
    ]
}
