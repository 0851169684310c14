extension Project {
    /// Returns the candidates of a rule about what is printed.
    ///
    /// In a command-line program there are none. They are notes where the output is a log: on a server, in an app that redirects its
    /// output, or for a `print` of the app's own. They are notes too where only the app's own bundle is read, and in code that nothing
    /// calls: whoever calls it first reads it anyway.
    /// - Parameters:
    ///   - rule: The rule.
    ///   - isLog: What is printed is of use in a log.
    func candidatesThatPrint(of rule: String, isLog: Bool = false) -> [Finding] {
        let isKept = files.contains(where: \.redirectsOutput)
        let printers = files.reduce(into: Set<String>()) { $0.formUnion($1.printers) }
        let debugPrinters = Self.debugPrinters(of: files)
        return files.indices.flatMap { index -> [Finding] in
            guard let candidates = files[index].candidates[rule], !isCommandLineFolder(of: files[index]) else {
                return []
            }
            let isServer = isLog && serverFolders.contains { files[index].name.hasPrefix($0) }
            return candidates.map { candidate in
                var finding = candidate.finding
                let isBuiltIn = !candidate.places.isEmpty && candidate.places.allSatisfy { isInBundle($0) }
                let sources = candidate.sources ?? []
                let isHarmless =
                    !sources.isEmpty
                    && sources.allSatisfy {
                        callers.throwsNothing($0)
                            || messages.passesNothingOn(TypeName.last($0), where: callers.throwsNothing)
                    }
                // What goes through a function that prints in debug builds only is a trace, but an error is lost there.
                let isTrace =
                    !isLog
                    && debugPrinters[Self.packageFolder(of: files[index])]?.isSuperset(of: candidate.names) ?? false
                let isOwn = !candidate.names.isEmpty && (isTrace || candidate.names.allSatisfy(printers.contains))
                if isKept || isOwn || isServer || isBuiltIn || isHarmless || leavesNothing(to: candidate)
                    || isSeenByNobody(candidate)
                {
                    finding.severity = .note
                }
                return finding
            }
        }
    }

    /// Says whether every error is handled, logged or shown before it gets to a catch, or taken by an earlier one.
    func leavesNothing(to candidate: Candidate) -> Bool {
        guard !candidate.exits.isEmpty else { return false }
        let ends = errorPaths.ends(of: candidate.exits)
        return ends.areKnown || ends.areOf(taken(before: candidate))
    }

    /// The types of the errors that earlier catches and branches take, also case by case.
    func taken(before candidate: Candidate) -> Set<String> {
        var types = candidate.takenBefore
        var cases: [String: Set<String>] = [:]
        for name in candidate.takenBefore {
            let parts = name.split(separator: ".").map(String.init)
            if parts.count == 2 { cases[parts[0], default: []].insert(parts[1]) }
        }
        for (type, taken) in cases {
            let declared = declarations(of: type)
            if !declared.isEmpty, declared.allSatisfy({ !$0.cases.isEmpty && $0.cases.isSubset(of: taken) }) {
                types.insert(type)
            }
        }
        return types
    }

    /// The functions that print in debug builds only, by the package that has them; nil for an app.
    private static func debugPrinters(of files: [FileFacts]) -> [String?: Set<String>] {
        files.reduce(into: [:]) { all, file in
            if !file.debugPrinters.isEmpty { all[packageFolder(of: file), default: []].formUnion(file.debugPrinters) }
        }
    }

    /// The folders of packages that are servers: some file there imports a framework for servers, and none one for screens.
    static func serverFolders(of files: [FileFacts]) -> Set<String> {
        let folders = Set(files.filter { imports($0, CommandLineMain.servers) }.compactMap(packageFolder))
        guard !folders.isEmpty else { return [] }
        let others = Set(files.filter { imports($0, ["SwiftUI", "UIKit", "AppKit"]) }.compactMap(packageFolder))
        return folders.subtracting(others)
    }

    private static func imports(_ file: FileFacts, _ modules: Set<String>) -> Bool {
        file.kind == .production && !file.imports.isDisjoint(with: modules)
    }

    /// `server/Sources/` of `server/Sources/App/routes.swift`.
    private static func packageFolder(of file: FileFacts) -> String? {
        if file.name.hasPrefix("Sources/") { return "Sources/" }
        return file.name.firstRange(of: "/Sources/").map { String(file.name[..<$0.upperBound]) }
    }

    /// Says whether a file belongs to a command-line program, whose output is what it prints.
    func isCommandLineFolder(of file: FileFacts) -> Bool {
        var folder = Self.folder(of: file.name)
        while !folder.isEmpty {
            if commandLineFolders.contains(folder) { return true }
            folder = Self.folder(of: String(folder))
        }
        return false
    }

    private static func folder(of name: String) -> Substring {
        name.lastIndex(of: "/").map { name[..<$0] } ?? ""
    }

    static func commandLineFolders(of files: [FileFacts]) -> Set<Substring> {
        var mains = Set(files.filter(\.isCommandLineMain).map { folder(of: $0.name) })
        // The targets beside a program's belong to it: `tools/snapshots/Sources/Git` of `tools/snapshots/Sources/snapshots`.
        for main in mains {
            let outer = folder(of: String(main))
            if outer.hasSuffix("/Sources"), main != outer { mains.insert(outer) }
        }
        let others = files.filter { !CommandLineMain.longRunning.isDisjoint(with: $0.imports) }.map {
            folder(of: $0.name)
        }
        return mains.filter { main in !others.contains { $0 == main || $0.hasPrefix(main + "/") } }
    }
}
