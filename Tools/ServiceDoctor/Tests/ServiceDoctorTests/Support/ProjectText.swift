/// Writes the text of an Xcode project.
struct ProjectText {
    private var objects: [String] = []
    private var groups: [String] = []
    private var phase: [String] = []
    private var targets: [String] = []
    var directory = ""

    /// Adds a reference to a file.
    /// - Parameters:
    ///   - path: Its path below the project's folder.
    ///   - isBuilt: Whether the target compiles it.
    mutating func add(_ path: String, isBuilt: Bool = true, sourceTree: String = "\"<group>\"") {
        let id = "F\(objects.count)"
        objects.append(
            "\(id) /* a file */ = {isa = PBXFileReference; path = \"\(path)\"; sourceTree = \(sourceTree); };")
        groups.append(id)
        if isBuilt { build(id) }
    }

    /// Adds an object of the tree below the main group.
    mutating func addGroup(_ id: String, _ text: String) {
        add(id, text)
        groups.append(id)
    }

    /// Adds any object.
    mutating func add(_ id: String, _ text: String) {
        objects.append("\(id) = { \(text) };")
    }

    /// Has the target compile a reference.
    mutating func build(_ id: String) {
        objects.append("B\(id) = {isa = PBXBuildFile; fileRef = \(id); };")
        phase.append("B\(id)")
    }

    /// Adds a target with folders of its own.
    mutating func addTarget(_ id: String, folders: [String] = [], isa: String = "PBXNativeTarget") {
        let list = folders.map { "\($0), " }.joined()
        add(id, "isa = \(isa); buildPhases = (); fileSystemSynchronizedGroups = ( \(list));")
        targets.append(id)
    }

    var text: String {
        """
        // !$*UTF8*$!
        {
            archiveVersion = 1;
            objectVersion = 77;
            objects = {
        /* Begin of everything */
                \(objects.joined(separator: "\n        "))
                MAIN = {isa = PBXGroup; children = ( \(groups.map { "\($0), " }.joined())); sourceTree = "<group>"; };
                PHASE = {isa = PBXSourcesBuildPhase; files = (
                    \(phase.map { "\($0) /* in Sources */,\n" }.joined())
                ); };
                APP = {isa = PBXNativeTarget; buildPhases = (PHASE); name = "An \\"App\\""; };
                ROOT = {isa = PBXProject; mainGroup = MAIN; projectDirPath = "\(directory)";
                    targets = (APP, \(targets.map { "\($0), " }.joined())); };
            };
            rootObject = ROOT /* Project object */;
        }

        """
    }
}
