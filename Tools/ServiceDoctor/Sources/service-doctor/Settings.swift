import Foundation
import ServiceDoctor

/// The configuration of a run, and the folder that its paths are relative to.
struct Settings {
    var configuration: DoctorConfiguration
    /// The folder of the configuration file that was found, else the working directory.
    let root: String
    /// The working directory.
    let here: String

    /// Loads a configuration.
    /// - Parameter path: The file; nil looks for one here and in the folders around, up to the repository's.
    /// - Throws: ``DoctorError/configuration(_:)`` where it is missing or broken.
    init(_ path: String?) throws(DoctorError) {
        here = try Self.workingDirectory()
        if let path {
            configuration = try DoctorConfiguration.load(path)
            root = here
        } else if let folder = Self.folderOfFile(from: here) {
            let file = folder == here ? "" : folder + "/"
            configuration = try DoctorConfiguration.load(file + DoctorConfiguration.defaultFileName)
            root = folder
        } else {
            configuration = DoctorConfiguration()
            root = here
        }
    }

    /// - Throws: ``DoctorError/usage(_:)`` where it has been removed.
    static func workingDirectory() throws(DoctorError) -> String {
        let path = FileManager.default.currentDirectoryPath
        guard path.hasPrefix("/") else {
            throw .usage("The working directory does not exist any more. Change to another one.")
        }
        return path
    }

    private static func folderOfFile(from start: String) -> String? {
        var folder = URL(fileURLWithPath: start)
        while true {
            let file = folder.appending(path: DoctorConfiguration.defaultFileName).path
            if FileManager.default.fileExists(atPath: file) { return folder.path }
            let isRepository = FileManager.default.fileExists(atPath: folder.appending(path: ".git").path)
            guard !isRepository, folder.path != "/" else { return nil }
            folder = folder.deletingLastPathComponent()
        }
    }

    /// Where reports are kept: `$XDG_CACHE_HOME/service-doctor`, or the user's folder for such files.
    static var cacheFolder: String? {
        if let folder = ProcessInfo.processInfo.environment["XDG_CACHE_HOME"], folder.hasPrefix("/") {
            return "\(folder)/service-doctor/reports"
        }
        return FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first?
            .appending(path: "service-doctor/reports").path
    }

    var doctor: Doctor { Doctor(configuration: configuration, workingDirectory: root) }

    /// Paths of the command line, as the doctor finds them from its own folder.
    func paths(_ paths: [String]) -> [String] {
        guard root != here else { return paths }
        return paths.map { $0.isEmpty || $0.hasPrefix("/") ? $0 : "\(here)/\($0)" }
    }

    /// A path of the command line or of the configuration, for reading and writing.
    func file(_ path: String, fromConfiguration: Bool) -> String {
        path.hasPrefix("/") ? path : "\(fromConfiguration ? root : here)/\(path)"
    }

    /// A reported path as somebody in the working directory writes it, or as an absolute one.
    func shown(_ file: String, isAbsolute: Bool) -> String {
        let absolute = file.hasPrefix("/") ? file : Self.inside(root) + file
        if isAbsolute { return absolute }
        let prefix = Self.inside(here)
        return absolute.hasPrefix(prefix) ? String(absolute.dropFirst(prefix.count)) : absolute
    }

    private static func inside(_ folder: String) -> String { folder.hasSuffix("/") ? folder : folder + "/" }

    /// Says whether a check of some paths looks at every file and every rule of the configuration.
    func checksAll(_ paths: [String], _ rules: String?...) -> Bool {
        rules.allSatisfy { $0 == nil }
            && self.paths(paths).contains { path in
                let folder = URL(fileURLWithPath: path, relativeTo: URL(fileURLWithPath: root)).standardizedFileURL.path
                return Self.inside(root).hasPrefix(Self.inside(folder))
            }
    }
}
