import Synchronization

/// The facts of all files together.
final class Project: Sendable {
    let files: [FileFacts]
    let types: [TypeFact]
    let imports: Set<String>
    let aliases: [String: String]
    let boundMembers: Set<String>
    let mockNames: Set<String>
    let recorders: Set<String>
    let dialogMembers: Set<String>
    /// The properties that code outside of their type assigns to, by name.
    let assignedMembers: Set<String>
    /// The services that something can be given.
    let takenServices: Set<String>
    let tracksHealth: Bool
    /// Has the entry of an app.
    let isApp: Bool
    /// An app for the Mac and no other system, in which nothing asks for the refresh of a view.
    let isForMacOnly: Bool
    /// Whole types say that they are not on the main actor, as they would not where it is not the default.
    private let leavesMainActor: Bool
    private let settings: [String: BuildSettings]
    let injection: InjectionGraph
    /// Who calls which asynchronous function.
    let callers: TaskCallers
    /// Which functions are only called as a screen goes; nil where the callers are not all known.
    let leaving: Leaving?
    /// The files of the program that read an error of this name, their own types' as well.
    let filesByShowing: [String: [Int]]
    let readersByName = Mutex<[String: ErrorReaders]>([:])
    let errorReadsByName = Mutex<[NamedErrorReads.Question: NamedErrorReads]>([:])
    let opennessByType = Mutex<[String: Callers.Openness]>([:])
    /// The views that are made for people who are signed out, and nowhere else.
    let signedOutViews: Set<String>
    /// Who starts which function.
    let starts: Starts
    /// Who may call which function.
    let calls: Callers
    /// What a cancellation ends.
    let cancellation: CancellationReach
    /// Which errors have a type of the project's own.
    let errors: ErrorFacts
    /// Which types are made, and where.
    let constructions: ConstructionFacts
    /// Which functions look places up in the bundle.
    let bundle: BundleFacts
    /// Which errors have a message for people.
    let messages: ErrorMessages
    /// Where errors come from in the end.
    let errorPaths: ErrorPaths
    private let knownServices: Set<String>
    let idleTypes: IdleTypes
    private let byName: [String: [TypeFact]]
    /// The files of the program that name a type whose errors are perhaps read by nobody, by ``TypeUses/code(of:)``.
    let filesByKeeper: [UInt64: [Int]]
    /// The files of the program that read an error of this name of another object.
    let filesByError: [String: [Int]]
    let openedCases: [String: Set<CaseOpening>]
    /// The functions around candidates that are named somewhere, were it in a comment.
    let mentioned: CalledNames
    private let conformersByProtocol: [String: [TypeFact]]
    /// The folders of command-line programs, and of servers.
    let commandLineFolders: Set<Substring>
    let serverFolders: Set<String>
    private let extensions: [String: [String]]

    /// Merges facts; the order of the files decides nothing but the order of what comes out.
    /// - Parameters:
    ///   - files: The facts of each file.
    ///   - settings: The settings of the files, by name, where they are not the usual ones.
    ///   - isBuiltForMacOnly: The projects of Xcode build for the Mac and nothing else.
    ///   - interfaceClasses: The classes that storyboards, nibs and Objective-C may make; nil where code that is not read may make any.
    init(
        _ files: [FileFacts], settings: [String: BuildSettings], isBuiltForMacOnly: Bool = false,
        interfaceClasses: Set<String>? = nil
    ) {
        self.files = files
        self.settings = settings
        let isOfOldSwift = settings.values.contains(where: \.isOfOldSwift)
        leavesMainActor = files.contains { $0.leavesMainActor && $0.kind == .production }
        types = files.flatMap(\.types)
        imports = files.reduce(into: []) { $0.formUnion($1.imports) }
        aliases = files.reduce(into: [:]) { $0.merge($1.aliases) { first, _ in first } }
        boundMembers = files.reduce(into: []) { $0.formUnion($1.boundMembers) }
        mockNames = files.reduce(into: []) { $0.formUnion($1.mockNames) }
        dialogMembers = files.reduce(into: []) { $0.formUnion($1.dialogMembers) }
        assignedMembers = files.reduce(into: []) { $0.formUnion($1.assignedMembers) }
        takenServices = files.reduce(into: []) { $0.formUnion($1.takenServices) }
        recorders = files.reduce(into: []) { $0.formUnion($1.health.recorders) }
        tracksHealth = files.contains { $0.health.records && $0.kind != .test }
        isApp = types.contains { !$0.isSetAside && !ConstructionFacts.roots.isDisjoint(with: $0.inherited) }
        byName = Dictionary(grouping: types.filter { $0.kind != .extension }, by: \.name)
        extensions = types.filter { $0.kind == .extension }.reduce(into: [:]) {
            $0[$1.name, default: []] += $1.inherited
        }
        var conformers: [String: [TypeFact]] = [:]
        for type in types {
            for parent in type.inherited {
                let name = TypeName.last(parent)
                conformers[name, default: []].append(type)
                // An alias stands for one protocol or several: `A & B`.
                for part in aliases[name]?.split(separator: "&") ?? [] {
                    conformers[TypeName.last(String(part)), default: []].append(type)
                }
            }
        }
        conformersByProtocol = conformers
        filesByKeeper = Self.filesByKeeper(files)
        var readers: [String: [Int]] = [:]
        for (index, file) in files.enumerated() where file.kind == .production {
            for name in file.errorReads.names { readers[name, default: []].append(index) }
        }
        filesByError = readers
        let declared = byName
        let extended = extensions
        let isApp = isApp
        mentioned = CalledNames(files, asked: Self.askedFunctions(files)) { type in
            isApp
                && Self.standsForNothing(
                    Self.ancestors(of: type) { name in
                        let name = TypeName.last(name)
                        return (declared[name] ?? []).flatMap(\.inherited) + (extended[name] ?? [])
                    },
                    declares: { declared[$0] != nil })
        }
        openedCases = files.reduce(into: [:]) { $0.merge($1.openedCases) { $0.union($1) } }
        commandLineFolders = Self.commandLineFolders(of: files)
        serverFolders = Self.serverFolders(of: files)
        injection = InjectionGraph(
            files.map { (facts: $0.injection, isTest: $0.kind == .test) }, aliases: aliases,
            parents: types.reduce(into: [:]) { $0[$1.name, default: []] += $1.inherited })
        errors = files.reduce(into: ErrorFacts()) { $0.add($1.errors) }
        constructions = files.reduce(into: ConstructionFacts()) { $0.add($1.constructions) }
        bundle = files.reduce(into: BundleFacts()) { $0.add($1.bundle) }
        idleTypes = IdleTypes(
            isApp ? types : [], aliases: isApp ? Array(aliases.keys) : [], madeByInterfaces: interfaceClasses,
            files.lazy.flatMap(\.typeUses).filter { [mentioned] in $0.factory.map(mentioned.contains) ?? true })
        messages = ErrorMessages(types, thrown: ThrownErrors(files.map(\.thrown)))
        errorPaths = ErrorPaths(files.map(\.errorExits), types: types)
        isForMacOnly =
            isApp
            && (isBuiltForMacOnly
                || files.contains(where: \.isForMac)
                    && !files.contains { $0.isForOtherSystems && $0.kind == .production })
        let leaving = isApp ? Leaving(files.lazy.map(\.leaving)) : nil
        self.leaving = leaving
        callers = TaskCallers(
            files.map(\.tasks), areRefreshed: !isForMacOnly, idle: idleTypes,
            leave: { leaving?.leave($0) ?? false })
        var showing: [String: [Int]] = [:]
        for (index, file) in files.enumerated() where file.kind == .production {
            for name in Set(file.errorShowings.showings.map(\.name)) { showing[name, default: []].append(index) }
        }
        filesByShowing = showing
        signedOutViews = Self.signedOutViews(files, constructions)
        starts = Starts(files.lazy.map(\.starts))
        calls = Callers(
            files.lazy.filter { $0.kind != .test }.map(\.calls), declared: Set(byName.keys),
            idleViews: idleTypes.views(of: types), isOfOldSwift: isOfOldSwift)
        cancellation = CancellationReach(files.map(\.cancellation), types: types)
        knownServices = Self.knownServices(types).union(
            injection.madeTypes.filter { [byName] in !Self.isNoService($0, byName[$0] ?? []) })
        keyedTypes = Set(types.filter { $0.inherited.contains("ServiceKey") }.map(\.name))
        liveTypes = Set(types.filter { $0.inherited.contains { $0.hasSuffix("DependencyKey") } }.map(\.name))
    }

    /// Says whether the code of a file is on the main actor where nothing else is said.
    func isMainActorByDefault(in file: String) -> Bool {
        leavesMainActor || settings[file]?.isMainActorByDefault ?? false
    }

    /// Returns what a rule has gathered, file by file.
    func candidates(of rule: String) -> [Candidate] {
        // By index, as going through the files would copy each of them for every rule.
        files.indices.flatMap { files[$0].candidates[rule] ?? [] }
    }

    /// Returns the candidates of a rule that a condition confirms.
    func candidates(of rule: String, where isRight: (FileFacts, Candidate) -> Bool) -> [Finding] {
        // By index, as going through the files would copy each of them for every rule.
        files.indices.flatMap { index -> [Finding] in
            guard let candidates = files[index].candidates[rule] else { return [] }
            return candidates.filter { isRight(files[index], $0) }.map(\.finding)
        }
    }

    /// Returns every type that conforms to a protocol, also by way of others that refine it or inherit from those.
    func conformers(of name: String) -> [TypeFact] {
        var found: [TypeFact] = []
        var pending = [name]
        var seen: Set<String> = [name]
        while let next = pending.popLast() {
            for type in conformersByProtocol[next] ?? [] {
                if type.kind != .protocol { found.append(type) }
                if seen.insert(type.name).inserted { pending.append(type.name) }
            }
        }
        return found
    }

    /// Says whether a type of this name is declared here.
    func declares(_ name: String) -> Bool { byName[TypeName.last(name)] != nil }

    func declarations(of name: String) -> [TypeFact] { byName[TypeName.last(name)] ?? [] }

    /// Says whether a type is an error of this project of which there is nothing to know but that it happened.
    func isErrorWithoutContent(_ name: String) -> Bool {
        let named = declarations(of: name).filter { $0.qualifiedName == name || $0.qualifiedName.hasSuffix("." + name) }
        return !named.isEmpty && named.allSatisfy(\.isErrorWithoutContent)
    }

    /// Says whether a type stands for a protocol of the project, by which others could be given something else.
    func conformsToOwnProtocol(_ name: String) -> Bool {
        let parents = declarations(of: name).flatMap(\.inherited) + extensionParents(of: name)
        return parents.contains { parent in
            declarations(of: parent).contains { $0.kind == .protocol } || aliases[TypeName.last(parent)] != nil
        }
    }

    /// Says whether a type is known to be a service: registered, conforming to a service protocol, or a working class
    /// or actor of that name.
    func isKnownService(_ name: String) -> Bool { knownServices.contains(name) }

    /// The types whose default is registered with the container.
    let keyedTypes: Set<String>
    /// The types that are a `DependencyKey`.
    let liveTypes: Set<String>

    /// Says whether a protocol that a type conforms to, also by way of others, wants one of its properties to be settable.
    /// A protocol or superclass of another module may want it too.
    func mustBeSettable(_ property: String, in type: String) -> Bool {
        var pending = declarations(of: type).flatMap(\.inherited) + extensionParents(of: type)
        var seen: Set<String> = []
        while let next = pending.popLast() {
            guard seen.insert(next).inserted, !Self.plainParents.contains(TypeName.last(next)) else { continue }
            let declared = declarations(of: next)
            if declared.isEmpty || declared.contains(where: { $0.settableRequirements.contains(property) }) {
                return true
            }
            pending += declared.flatMap(\.inherited)
        }
        return false
    }

    func extensionParents(of type: String) -> [String] {
        extensions[TypeName.last(type)] ?? []
    }

    /// Parents of classes that say nothing about their own properties.
    static let plainParents: Set<String> = [
        "ObservableObject", "Sendable", "Identifiable", "Equatable", "Hashable", "AnyObject", "NSObject",
        "CustomStringConvertible", "Observable", "Codable", "Encodable", "Decodable", "Comparable", "CaseIterable",
        "Error", "LocalizedError",
    ]

    /// Says whether inheriting from a type leaves it open on which actor a class lives.
    func leavesIsolationOpen(_ name: String) -> Bool {
        var pending = [name]
        var seen: Set<String> = []
        while let next = pending.popLast() {
            guard seen.insert(next).inserted, !Self.plainParents.contains(next) else { continue }
            let declared = declarations(of: next)
            guard !declared.isEmpty else { return false }
            for type in declared {
                if type.attributes.contains(where: { $0.hasSuffix("Actor") }) { return false }
                pending += type.inherited
            }
        }
        return true
    }
}
