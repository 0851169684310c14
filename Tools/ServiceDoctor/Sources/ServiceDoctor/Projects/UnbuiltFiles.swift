import Foundation

/// Tells which Swift files no Xcode project and no package compiles: old copies and backups, which nobody would correct.
///
/// Only code that would ship is looked at: a mock in tests without a target shows that there is one.
/// A file is kept where anything else might build it, and where a project is not understood or lags behind its files.
struct UnbuiltFiles {
    /// The files that nothing builds.
    private(set) var paths: Set<String> = []
    /// The projects that could not be read. What lies below them is kept.
    private(set) var unreadable: [String] = []

    private var projects: [String: [XcodeProject]] = [:]
    private var packages: Set<String> = []
    /// The packages whose manifests tell what they compile, by their folders.
    private var targets: [String: PackageTargets] = [:]
    /// Folders below which every file is kept.
    private var open: Set<String> = []
    private var listed: Set<String> = []
    private var folders: [XcodeProject.SynchronizedFolder] = []
    private var unplacedNames: Set<String> = []

    /// Reads the projects of a tree.
    /// - Parameter files: All Swift files that were found in it.
    init(_ landmarks: Landmarks, files: [FoundFile]) {
        guard !landmarks.projects.isEmpty || !landmarks.packages.isEmpty else { return }
        packages = Set(landmarks.packages.map { $0.lowercased() })
        open = Set(landmarks.otherTools.map { $0.lowercased() })
        for path in landmarks.projects.sorted() where FileKind(path) == .regular { read(path) }
        for folder in landmarks.packages.sorted() {
            if let package = PackageTargets(folder + "/Package.swift") { targets[package.folder] = package }
        }
        guard projects.values.joined().contains(where: \.buildsSwift) || !targets.isEmpty else { return }
        find(files)
    }

    private mutating func read(_ path: String) {
        guard let project = XcodeProject(path) else {
            unreadable.append(path)
            open.insert(XcodeProject.folder(of: path))
            return
        }
        if project.buildsMore { open.insert(project.folder) }
        projects[project.folder, default: []].append(project)
        listed.formUnion(project.files)
        folders += project.folders
        unplacedNames.formUnion(project.unplacedNames)
    }

    private mutating func find(_ files: [FoundFile]) {
        let places = files.map { $0.path.lowercased() }
        // Where a listed file is missing, one of its name may have been moved.
        for path in listed.subtracting(places) { unplacedNames.insert(Self.name(of: path)) }
        var owners: [String: [String]] = [:]
        var built: [String: Set<String>] = [:]
        var unbuilt: [String: Set<String>] = [:]
        var candidates: [(path: String, owners: [String])] = []
        for (file, place) in zip(files, places) where file.kind == .production {
            let name = Self.name(of: place)
            let folder = String(place.utf8.dropLast(name.utf8.count + 1)) ?? place
            let projects = owners[folder] ?? self.owners(of: folder)
            owners[folder] = projects
            guard !projects.isEmpty else { continue }
            let isHeld = projects.contains {
                $0.hasSuffix("/") && targets[String($0.dropLast())]?.hold(folder) ?? false
            }
            if isHeld || listed.contains(place) || unplacedNames.contains(name)
                || folders.contains(where: { $0.builds(place) })
            {
                for project in projects { built[project, default: []].insert(name) }
            } else {
                for project in projects { unbuilt[project, default: []].insert(name) }
                candidates.append((file.path, projects))
            }
        }
        // A project that leaves out most of what lies below it is older than its files. Copies of what it builds do not count. A package
        // beside much else may be one part of what is built there.
        let lagging = unbuilt.filter { project, names in
            let built = built[project] ?? []
            let others = names.subtracting(built).count
            return project.hasSuffix("/") ? others * 2 > built.count : others > built.count
        }
        for (path, owners) in candidates where owners.allSatisfy({ lagging[$0] == nil }) { paths.insert(path) }
    }

    /// Returns the folders of the projects that the files of a folder must belong to, if they are built; those of packages end in a slash.
    private func owners(of folder: String) -> [String] {
        var owners: [String] = []
        var isInPackage = false
        var package: String?
        for ancestor in ProjectFolders.ancestors(of: folder) {
            if open.contains(ancestor) { return [] }
            if !isInPackage, package == nil, packages.contains(ancestor) {
                isInPackage = targets[ancestor] == nil
                package = ancestor
                if !isInPackage { owners.append(ancestor + "/") }
            }
            let buildsSwift = projects[ancestor]?.contains(where: \.buildsSwift) ?? false
            if !isInPackage, buildsSwift { owners.append(ancestor) }
        }
        return owners
    }

    private static func name(of path: String) -> String {
        let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        return slash.map { String(path[path.utf8.index(after: $0)...]) } ?? path
    }
}
