import Foundation

/// Tells which classes the storyboards and nibs of a tree make, and its code in Objective-C, by the names in them.
enum InterfaceFiles {
    /// Returns the classes that something else than Swift may make.
    ///
    /// A nib's owner is there before it, and its cells are made by code that names them.
    /// - Parameters:
    ///   - paths: The storyboards and nibs.
    ///   - objectiveC: The files of Objective-C.
    /// - Returns: Nil where one cannot be read, or where code in Objective-C shows screens without any of them.
    static func classes(in paths: Set<String>, besides objectiveC: Set<String>) -> Set<String>? {
        var names: Set<String> = []
        if objectiveC.contains(where: { !$0.hasSuffix(".h") }) {
            guard !paths.isEmpty else { return nil }
            for path in objectiveC {
                guard FileKind(path) == .regular, let data = FileManager.default.contents(atPath: path) else {
                    return nil
                }
                let bytes = Array(data)
                // A header of plain C names no class.
                if path.hasSuffix(".h"), !directives.contains(where: bytes.contains(word:)) { continue }
                noteCapitalized(bytes, in: &names)
            }
        }
        for path in paths {
            guard FileKind(path) == .regular, let data = FileManager.default.contents(atPath: path) else { return nil }
            let leftOut = path.hasSuffix(".xib") ? cells.union(["placeholder"]) : ["placeholder"]
            let bytes = Array(data)
            for offset in bytes.offsets(of: attribute) {
                guard let start = bytes[..<offset].lastIndex(of: UInt8(ascii: "<")) else { continue }
                let element = bytes[(start + 1)..<offset].prefix { $0 != UInt8(ascii: " ") }
                guard !leftOut.contains(String(decoding: element, as: UTF8.self)) else { continue }
                let name = bytes[(offset + attribute.count)...].prefix { $0 != UInt8(ascii: "\"") }
                names.insert(String(decoding: name, as: UTF8.self))
            }
        }
        return names
    }

    /// Adds the words that begin with a capital: whatever a class is made by, its name is among them.
    private static func noteCapitalized(_ bytes: [UInt8], in names: inout Set<String>) {
        var start: Int?
        for (index, byte) in (bytes + [0]).enumerated() {
            let isLetter = byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
            let isPart = isLetter || byte == UInt8(ascii: "_") || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
            if isPart {
                if start == nil { start = index }
            } else if let first = start {
                if bytes[first] <= UInt8(ascii: "Z"), bytes[first] >= UInt8(ascii: "A") {
                    names.insert(String(decoding: bytes[first..<index], as: UTF8.self))
                }
                start = nil
            }
        }
    }

    private static let directives: [StaticString] = ["@class", "@interface", "@protocol", "@import"]

    private static let attribute = Array("customClass=\"".utf8)
    private static let cells: Set<String> = ["tableViewCell", "collectionViewCell", "collectionReusableView"]
}
