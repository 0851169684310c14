import Foundation
import Inventory

/// A file with JSON that says how the services are protected.
///
/// Configuration's own reader of files can neither list what is in one nor say in which line it is broken.
enum PolicyFile {
    /// Something that is set.
    struct Setting {
        /// The file and the key, for people.
        let name: String
        let path: [String]
        let text: String
    }

    /// Returns all that is set in a file.
    ///
    /// - Throws: ``PolicySettingsError`` where there is no such file, or it is not an object with texts and numbers.
    static func settings(in file: String) throws(PolicySettingsError) -> [Setting] {
        guard let data = FileManager.default.contents(atPath: file) else {
            throw PolicySettingsError(problems: ["\(file) cannot be read. Give --config a file with JSON."])
        }
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(parsing: Array(data))
        } catch {
            let line = data.prefix(error.offset).count { $0 == UInt8(ascii: "\n") } + 1
            throw PolicySettingsError(problems: ["\(file) is not JSON, in line \(line): \(error.message)"])
        }
        var settings: [Setting] = []
        var problems: [String] = []
        func add(_ value: JSONValue, at path: [String]) {
            let name = path.isEmpty ? file : "\(file): \(path.joined(separator: "."))"
            switch value {
            case .object(let members):
                for member in members {
                    add(member.value, at: path + member.name.split(separator: ".").map(String.init))
                }
            case .string(let text) where path.count > 1, .number(let text) where path.count > 1:
                if settings.contains(where: { $0.path == path }) { problems.append("\(name) is there twice.") }
                settings.append(Setting(name: name, path: path, text: text))
            default:
                problems.append(
                    path.count > 1
                        ? #"\#(name) must be a text or a number, such as "5s" or 3."#
                        : #"\#(name) must be an object, such as {"\#(path.first ?? "currency")": {"…": "5s"}}."#)
            }
        }
        add(value, at: [])
        guard problems.isEmpty else { throw PolicySettingsError(problems: problems) }
        return settings
    }
}
