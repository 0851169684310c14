import Foundation

/// Tells projects of Xcode that build for the Mac alone.
enum MacProjects {
    /// Says whether projects of Xcode name the Mac wherever they say what their targets run on.
    /// - Parameter projects: The paths of their `project.pbxproj`.
    static func areAll(_ projects: Set<String>) -> Bool {
        !projects.isEmpty
            && projects.allSatisfy { path in
                guard FileKind(path) == .regular, let data = FileManager.default.contents(atPath: path) else {
                    return false
                }
                let bytes = Array(data)
                let platforms = values(of: "SUPPORTED_PLATFORMS", in: bytes)
                return (platforms.isEmpty ? values(of: "SDKROOT", in: bytes) : platforms) == [" macosx;"]
            }
    }

    /// Returns what stands behind the last `=` of each line that gives a setting a value.
    private static func values(of setting: String, in bytes: [UInt8]) -> Set<String> {
        let assignment = Array("\(setting) = ".utf8)
        return Set(
            bytes.offsets(of: assignment).compactMap { offset in
                let rest = bytes[(offset + assignment.count - 2)...].prefix { $0 != UInt8(ascii: "\n") }
                return rest.split(separator: UInt8(ascii: "=")).last.map { String(decoding: $0, as: UTF8.self) }
            })
    }
}
