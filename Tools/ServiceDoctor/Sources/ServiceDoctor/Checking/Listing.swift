/// The files of a check, those around them, and what the project says about them.
struct Listing {
    let files: [FoundFile]
    let omitted: [Omission: Int]
    /// The settings of the files, by name, where they are not the usual ones.
    let settings: [String: BuildSettings]
    /// The projects of Xcode build for the Mac and nothing else.
    let isForMacOnly: Bool
    /// The classes that storyboards, nibs and Objective-C may make; nil where code that is not read may make any.
    let interfaceClasses: Set<String>?
    /// Nothing of the project around the paths is left unread.
    let isWhole: Bool
    /// The Xcode projects among the checked files that do not tell what they build.
    let unreadableProjects: [String]

    /// Lists what lies below some paths, without what nothing builds.
    /// - Throws: ``DoctorError/usage(_:)`` where a path does not exist.
    init(_ paths: [String], _ configuration: DoctorConfiguration, workingDirectory: String) throws(DoctorError) {
        let discovery = FileDiscovery(
            workingDirectory: workingDirectory, exclude: configuration.exclude.map(GlobPattern.init))
        let roots = paths.map(discovery.absolutePath)
        let found = try discovery.find(in: paths)
        // The rest of the project tells what is registered, who calls what and which mocks there are.
        let around = try discovery.find(in: ProjectFolders.roots(around: roots))
        let known = Set(found.files.map(\.path))
        var files = found.files
        for file in around.files where !known.contains(file.path) {
            files.append(FoundFile(path: file.path, name: file.name, kind: file.kind, isCompanion: true))
        }
        var omitted = found.omitted
        var unreadable: [String] = []
        var landmarks = found.landmarks
        landmarks.formUnion(around.landmarks)
        landmarks.noteFolders(above: roots)
        if !configuration.includeUnbuilt {
            let unbuilt = UnbuiltFiles(landmarks, files: files)
            omitted[.unbuilt] = found.files.count { unbuilt.paths.contains($0.path) }
            if omitted[.unbuilt] == 0 { omitted[.unbuilt] = nil }
            // What is not built calls, registers and replaces nothing.
            files.removeAll { unbuilt.paths.contains($0.path) }
            unreadable = unbuilt.unreadable.filter(found.landmarks.projects.contains).map(discovery.reportedName)
                .filter { PathKind(relativePath: $0) != .vendored }
        }
        self.files = files
        self.omitted = omitted
        unreadableProjects = unreadable
        settings = BuildSettings.ofFiles(files, landmarks)
        isForMacOnly = MacProjects.areAll(landmarks.projects)
        interfaceClasses = InterfaceFiles.classes(in: landmarks.interfaces, besides: landmarks.objectiveC)
        isWhole =
            omitted[.excluded] == nil && around.omitted[.excluded] == nil && ProjectFolders.readsAll(around: roots)
    }

    /// What is to be said about files that are no source.
    var complaints: [Finding] {
        unreadableProjects.map { name in
            Finding(
                rule: "unreadable_file", severity: .note, place: Place(file: name, line: 1, column: 1, text: ""),
                message: "This project cannot be read, so files that it does not build are checked too.")
        }
    }
}
