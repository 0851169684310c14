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
            for element in String(decoding: data, as: UTF8.self).split(separator: "<") {
                guard let attribute = element.firstRange(of: "customClass=\""),
                    let kind = element.split(separator: " ").first, !leftOut.contains(kind)
                else { continue }
                names.insert(String(element[attribute.upperBound...].prefix { $0 != "\"" }))
            }
        }
        return names
    }

    private static let cells: Set<Substring> = ["tableViewCell", "collectionViewCell", "collectionReusableView"]
}
