import Foundation

/// Tells which classes the storyboards and nibs of a tree make, by the names that they give in them.
enum InterfaceFiles {
    /// Returns the classes that files of Interface Builder make.
    ///
    /// A nib's owner is there before it, and its cells are made by code that names them.
    /// - Parameter paths: The storyboards and nibs.
    /// - Returns: Nil where one cannot be read.
    static func classes(in paths: Set<String>) -> Set<String>? {
        var names: Set<String> = []
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

    private static let attribute = Array("customClass=\"".utf8)
    private static let cells: Set<String> = ["tableViewCell", "collectionViewCell", "collectionReusableView"]
}
