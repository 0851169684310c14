import Foundation

extension DoctorConfiguration {
    /// The file that is read where no other is named.
    public static let defaultFileName = ".service-doctor.yml"

    /// Reads a configuration file.
    /// - Parameter path: The file's path.
    /// - Throws: ``DoctorError/configuration(_:)`` where the file is missing, no UTF-8 text, no YAML, or says something
    ///   that is not understood; the text names line and column.
    public static func load(_ path: String) throws(DoctorError) -> DoctorConfiguration {
        try ConfigurationFile.parse(try TextFile.read(path, what: "configuration"), name: path)
    }
}

/// Reads small text files whose absence is the user's mistake.
enum TextFile {
    static func read(_ path: String, what: String) throws(DoctorError) -> String {
        let data: Data
        do {
            data = try Data(contentsOf: URL(fileURLWithPath: path))
        } catch {
            let isThere = FileManager.default.fileExists(atPath: path)
            throw .configuration(isThere ? "The \(what) '\(path)' cannot be read." : "There is no \(what) '\(path)'.")
        }
        guard let text = String(validating: data, as: UTF8.self) else {
            throw .configuration("The \(what) '\(path)' is not UTF-8 text.")
        }
        return text
    }
}
