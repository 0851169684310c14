import Foundation

extension Doctor {
    /// Applies the edits of what is found below some paths, where that changes nothing that the code does.
    /// - Parameter paths: Files and folders.
    /// - Returns: How many findings are gone.
    /// - Throws: ``DoctorError/usage(_:)`` where a path does not exist, ``DoctorError/configuration(_:)`` where the baseline
    ///   is missing or broken, ``DoctorError/fault(_:)`` where a file cannot be written; one that is read-only is found before any
    ///   is changed.
    public func fix(_ paths: [String]) throws(DoctorError) -> Int {
        var configuration = configuration
        // A kept report knows of no edits.
        configuration.cache = nil
        let findings = try Doctor(configuration: configuration, workingDirectory: workingDirectory).check(paths)
            .findings
        var changes: [(file: String, data: Data)] = []
        var count = 0
        for (file, findings) in Dictionary(grouping: findings, by: \.file).sorted(by: { $0.key < $1.key }) {
            let edits = Set(findings.compactMap(\.edit))
            guard !edits.isEmpty, let data = FileManager.default.contents(atPath: absolute(file)) else { continue }
            let (bytes, applied) = Fixing.apply(Array(edits), to: Array(data))
            guard applied > 0 else { continue }
            if let refusal = FileContents.refusal(for: absolute(file)) {
                throw .fault("'\(file)' \(refusal.reason). Nothing was changed.")
            }
            changes.append((file, Data(bytes)))
            count += applied
        }
        for (file, data) in changes {
            do {
                try FileContents.replace(absolute(file), with: data)
            } catch {
                throw .fault("'\(file)' cannot be written: \(error.localizedDescription)")
            }
        }
        return count
    }
}
