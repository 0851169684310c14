import Foundation

/// Finds the Swift files below some paths, in a stable order.
///
/// Links are not followed, so that links in a circle end nothing; a link that is named as a path is.
struct FileDiscovery {
    /// What lies below some paths.
    struct Contents {
        /// Every Swift file, once, sorted by name.
        let files: [FoundFile]
        /// How many files are not even read.
        let omitted: [Omission: Int]
        /// What says how the files are built.
        let landmarks: Landmarks
    }

    let workingDirectory: String
    let exclude: [GlobPattern]

    init(workingDirectory: String, exclude: [GlobPattern] = []) {
        self.workingDirectory = workingDirectory
        self.exclude = exclude
    }

    /// Returns what lies below the paths.
    /// - Throws: ``DoctorError/usage(_:)`` where a path does not exist.
    func find(in paths: [String]) throws(DoctorError) -> Contents {
        var found = Found()
        for path in paths {
            guard !path.isEmpty else { throw .usage("A path is empty.") }
            let absolute = absolutePath(path)
            if let obstacle = FileKind.obstacle(absolute) { throw .usage(Self.text(obstacle, at: absolute, as: path)) }
            var isDirectory: ObjCBool = false
            _ = unsafe FileManager.default.fileExists(atPath: absolute, isDirectory: &isDirectory)
            if isDirectory.boolValue {
                var below = found
                collect(absolute, root: absolute, into: &below)
                if below.files.count == found.files.count, below.copies > 0 {
                    // An archive that is all there is was unpacked to be looked at.
                    below = found
                    collect(absolute, root: absolute, withCopies: true, into: &below)
                }
                found = below
            } else {
                add(
                    absolute, root: (absolute as NSString).deletingLastPathComponent,
                    isForShow: Showcase.contains(reportedName(absolute)), into: &found)
            }
        }
        return Contents(
            files: found.files.values.sorted { $0.name < $1.name }, omitted: found.omitted, landmarks: found.landmarks)
    }

    private static func text(_ obstacle: FileKind.Obstacle, at absolute: String, as path: String) -> String {
        switch obstacle {
        case .missing where FileKind(absolute) == .link, .circle:
            "'\(path)' is a link that leads nowhere or in a circle."
        case .missing: "'\(path)' does not exist."
        case .tooLong: "'\(path)' is longer than the system allows."
        case .closed: "'\(path)' cannot be reached: you may not enter a folder on the way."
        }
    }

    /// Returns a path as it is reported: relative to the working directory where it lies below it.
    func reportedName(_ absolute: String) -> String {
        let prefix = workingDirectory.hasSuffix("/") ? workingDirectory : workingDirectory + "/"
        return absolute.hasPrefix(prefix) ? String(absolute.dropFirst(prefix.count)) : absolute
    }

    func absolutePath(_ path: String) -> String {
        let joined = path.hasPrefix("/") ? path : workingDirectory + "/" + path
        var parts: [Substring] = []
        for part in joined.split(separator: "/") where part != "." {
            guard part == ".." else {
                parts.append(part)
                continue
            }
            let folder = "/" + parts.joined(separator: "/")
            if FileKind(folder) == .link {
                // The folder above is that of the link's target.
                parts = URL(fileURLWithPath: folder).resolvingSymlinksInPath().path.split(separator: "/")
            }
            _ = parts.popLast()
        }
        return "/" + parts.joined(separator: "/")
    }

    private struct Found {
        var files: [String: FoundFile] = [:]
        var omitted: [Omission: Int] = [:]
        var landmarks = Landmarks()
        /// The folders left out as copies of libraries.
        var copies = 0
    }

    private func collect(_ directory: String, root: String, withCopies: Bool = false, into found: inout Found) {
        // Folders that are not read are walked all the same, so that their files are counted.
        var pending: [(folder: String, omission: Omission?)] = [(directory, nil)]
        while let (folder, omission) = pending.popLast() {
            guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
                // As a file it becomes a finding, so that nobody takes what lies in it for checked; unless it is gone by now.
                if omission == nil, FileKind.obstacle(folder) != .missing {
                    add(folder, root: root, isForShow: false, into: &found)
                }
                continue
            }
            let isCopy = !withCopies && folder != directory && LibraryCopy.isCopy(folder, containing: names)
            if isCopy, omission == nil { found.copies += 1 }
            let omission = omission ?? (isCopy ? .vendored : nil)
            for name in names {
                let path = folder == "/" ? "/" + name : folder + "/" + name
                switch FileKind(path) {
                case .directory:
                    let isPlayground = name.hasSuffix(".playground") || name.hasSuffix(".xcassets")
                    guard !isPlayground, !PathKind.isProduct(Substring(name)) else { continue }
                    found.landmarks.note(name, in: folder, isDirectory: true)
                    let isVendored = PathKind.isVendored(Substring(name))
                    let isLeftOut = isExcluded(reportedName(path))
                    pending.append((path, omission ?? (isVendored ? .vendored : isLeftOut ? .excluded : nil)))
                case .regular where isSource(name):
                    if let omission {
                        found.omitted[omission, default: 0] += 1
                    } else {
                        let below = String(path.dropFirst(root.count).drop { $0 == "/" })
                        add(path, root: root, isForShow: Showcase.contains(below), into: &found)
                    }
                    if name == "Project.swift" { found.landmarks.note(name, in: folder, isDirectory: false) }
                case .regular:
                    found.landmarks.note(name, in: folder, isDirectory: false)
                    if omission == nil { found.landmarks.noteMaker(path) }
                case .unknown where omission == nil && isRefused(name, at: path):
                    add(path, root: root, isForShow: false, into: &found)
                default:
                    break
                }
            }
        }
    }

    /// The system lists a name and then refuses it: not UTF-8, too long, or out of reach. A file that is gone by now is none.
    private func isRefused(_ name: String, at path: String) -> Bool {
        guard isSource(name) || !name.contains(".") else { return false }
        return name.unicodeScalars.contains("\u{FFFD}") || FileKind.obstacle(path) != .missing
    }

    /// Files that begin with `._` hold what macOS notes about the file of the same name, on disks that cannot keep it otherwise.
    private func isSource(_ name: String) -> Bool {
        name.hasSuffix(".swift") && name != "Package.swift" && !name.hasPrefix("Package@") && !name.hasPrefix("._")
    }

    private func add(_ path: String, root: String, isForShow: Bool, into found: inout Found) {
        let name = reportedName(path)
        guard found.files[path] == nil else { return }
        guard !isExcluded(name) else {
            found.omitted[.excluded, default: 0] += 1
            return
        }
        let relative = name.hasPrefix("/") ? String(path.dropFirst(root.count)) : name
        let kind = PathKind(relativePath: relative)
        guard kind != .vendored else {
            found.omitted[.vendored, default: 0] += 1
            return
        }
        found.files[path] = FoundFile(path: path, name: name, kind: kind, isForShow: isForShow)
    }

    private func isExcluded(_ name: String) -> Bool {
        exclude.contains { $0.matches(name) }
    }
}
