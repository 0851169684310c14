import Foundation

/// The Swift files that the targets of an Xcode project compile.
///
/// Paths are kept in lower case, as most disks that Xcode runs on ignore case.
struct XcodeProject {
    /// A folder whose files belong to targets without being listed.
    struct SynchronizedFolder {
        /// Ends in a slash.
        let path: String
        /// For each target that has the folder, what it leaves out.
        var exceptions: [Set<String>] = []
        /// What targets take that do not have the folder.
        var additions: Set<String> = []

        func builds(_ file: String) -> Bool {
            guard file.hasPrefix(path) else { return false }
            let name = String(file.dropFirst(path.count))
            return exceptions.contains { !$0.contains(name) }
                || additions.contains { $0 == name || name.hasPrefix($0 + "/") }
        }
    }

    /// The folder that the project lies in.
    let folder: String
    /// The Swift files that targets list.
    private(set) var files: Set<String> = []
    /// Names of Swift files that targets list at a place which only Xcode knows.
    private(set) var unplacedNames: Set<String> = []
    private(set) var folders: [SynchronizedFolder] = []
    /// Whether there may be more than is listed here: another build tool is called, or the place of a folder is not known.
    private(set) var buildsMore = false

    /// Says whether targets compile any Swift file.
    var buildsSwift: Bool { !files.isEmpty || !folders.isEmpty }

    /// Reads a project.
    /// - Parameter path: The path of its `project.pbxproj`.
    /// - Returns: Nil where that is not the text of a project.
    init?(_ path: String) {
        folder = Self.folder(of: path)
        guard let data = FileManager.default.contents(atPath: path), let list = PropertyList(data),
            case .table(let objects) = list["objects"], let root = list["rootObject"]?.text,
            let project = objects[root], let main = project["mainGroup"]?.text
        else { return nil }
        let source = Self.join(folder, project["projectDirPath"]?.text?.lowercased() ?? "")
        var places = Places(objects: objects, source: source)
        places.visit(main, in: source)
        for target in project["targets"]?.texts ?? [] { read(target, objects, places.paths) }
        readFolders(project["targets"]?.texts ?? [], objects, places.paths)
    }

    /// Returns the folder that the bundle of a `project.pbxproj` lies in.
    static func folder(of path: String) -> String {
        let bundle = (path as NSString).deletingLastPathComponent
        return (bundle as NSString).deletingLastPathComponent.lowercased()
    }

    private mutating func read(
        _ target: String, _ objects: [String: PropertyList], _ places: [String: String]
    ) {
        guard let target = objects[target] else { return }
        if target["isa"]?.text == "PBXLegacyTarget" { buildsMore = true }
        for phase in target["buildPhases"]?.texts ?? [] {
            guard let phase = objects[phase], phase["isa"]?.text == "PBXSourcesBuildPhase" else { continue }
            for file in phase["files"]?.texts ?? [] {
                guard let reference = objects[file]?["fileRef"]?.text else { continue }
                add(reference, objects, places)
            }
        }
    }

    private mutating func add(
        _ reference: String, _ objects: [String: PropertyList], _ places: [String: String], depth: Int = 0
    ) {
        guard depth < 10, let object = objects[reference] else { return }
        for child in object["children"]?.texts ?? [] { add(child, objects, places, depth: depth + 1) }
        guard let path = object["path"]?.text?.lowercased() else { return }
        if object["lastKnownFileType"]?.text == "folder" {
            guard let place = places[reference] else {
                buildsMore = true
                return
            }
            folders.append(SynchronizedFolder(path: place + "/", exceptions: [[]]))
        } else if path.hasSuffix(".swift") {
            if let place = places[reference] {
                files.insert(place)
            } else {
                unplacedNames.insert((path as NSString).lastPathComponent)
            }
        }
    }

    private mutating func readFolders(
        _ targets: [String], _ objects: [String: PropertyList], _ places: [String: String]
    ) {
        var owners: [String: [String]] = [:]
        for target in targets {
            for group in objects[target]?["fileSystemSynchronizedGroups"]?.texts ?? [] {
                owners[group, default: []].append(target)
            }
        }
        for (id, object) in objects where object["isa"]?.text == "PBXFileSystemSynchronizedRootGroup" {
            guard let place = places[id] else {
                buildsMore = true
                continue
            }
            var exceptions: [String: Set<String>] = [:]
            for set in object["exceptions"]?.texts ?? [] {
                guard let set = objects[set], let target = set["target"]?.text else { continue }
                exceptions[target, default: []].formUnion(
                    (set["membershipExceptions"]?.texts ?? []).map { $0.lowercased() })
            }
            let own = owners[id] ?? []
            var folder = SynchronizedFolder(path: place + "/", exceptions: own.map { exceptions[$0] ?? [] })
            // For a target that does not have the folder, the exceptions are what it takes.
            for (target, names) in exceptions where !own.contains(target) { folder.additions.formUnion(names) }
            if !folder.exceptions.isEmpty || !folder.additions.isEmpty { folders.append(folder) }
        }
    }

    /// Says whether a path has parts that need to be resolved.
    private static func hasDots(_ path: String) -> Bool {
        var isStart = true
        for byte in path.utf8 {
            let isSlash = byte == UInt8(ascii: "/")
            if isStart, isSlash || byte == UInt8(ascii: ".") { return true }
            isStart = isSlash
        }
        return isStart
    }

    /// Joins paths and resolves `.` and `..`.
    static func join(_ folder: String, _ path: String) -> String {
        if path.isEmpty { return folder }
        if path.utf8.first != UInt8(ascii: "/"), !hasDots(path) {
            return folder == "/" ? folder + path : "\(folder)/\(path)"
        }
        var parts = path.hasPrefix("/") ? [] : folder.split(separator: "/")
        for part in path.split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        return "/" + parts.joined(separator: "/")
    }
}

/// Where the files and folders of a project's tree of groups lie.
private struct Places {
    let objects: [String: PropertyList]
    /// The folder that `SOURCE_ROOT` means.
    let source: String
    private(set) var paths: [String: String] = [:]
    private var seen: Set<String> = []

    init(objects: [String: PropertyList], source: String) {
        self.objects = objects
        self.source = source
    }

    /// Notes where an object and everything below it lies.
    /// - Parameter folder: Where its parent lies; nil where only Xcode knows.
    mutating func visit(_ id: String, in folder: String?) {
        guard seen.insert(id).inserted, let object = objects[id] else { return }
        let path = object["path"]?.text?.lowercased() ?? ""
        let base: String?
        switch object["sourceTree"]?.text {
        case "<group>", nil: base = folder
        case "SOURCE_ROOT": base = source
        case "<absolute>": base = "/"
        default: base = nil
        }
        let place = path.contains("$(") ? nil : base.map { XcodeProject.join($0, path) }
        if let place { paths[id] = place }
        for child in object["children"]?.texts ?? [] { visit(child, in: place) }
    }
}
