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
                let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
                func values(of setting: String) -> Set<Substring> {
                    Set(lines.filter { $0.contains("\(setting) = ") }.compactMap { $0.split(separator: "=").last })
                }
                let platforms = values(of: "SUPPORTED_PLATFORMS")
                return (platforms.isEmpty ? values(of: "SDKROOT") : platforms) == [" macosx;"]
            }
    }
}
