/// The condition of the header `If-Match`: which revisions of an item a change may be based on.
///
/// It is a list of entity tags as RFC 9110, section 13.1.1, has it. Tags are compared strongly: a weak one, and one that is
/// none of ours, matches nothing.
struct IfMatch: Equatable {
    /// The revisions, in the order of the header; nil where any will do.
    let revisions: [Int]?

    /// - Parameter header: The header's value; nil where the request has none.
    init(_ header: String?) {
        guard let header = header?.drop(while: Self.isBlank), header.trimmingSuffix(while: Self.isBlank) != "*" else {
            revisions = nil
            return
        }
        revisions = Self.tags(header).compactMap { tag in
            // "03" is another tag than "3".
            Int(tag).flatMap { String($0) == tag ? $0 : nil }
        }
    }

    /// What stands between the quotes of the strong tags. A comma between quotes is part of its tag.
    private static func tags(_ header: Substring) -> [String] {
        var (tags, element, isQuoted): ([String], String, Bool) = ([], "", false)
        for character in header + "," {
            switch character {
            case "," where !isQuoted:
                let tag = element.drop(while: isBlank).trimmingSuffix(while: isBlank)
                if tag.count > 1, tag.first == "\"", tag.last == "\"" {
                    tags.append(String(tag.dropFirst().dropLast()))
                }
                element = ""
            default:
                if character == "\"" { isQuoted.toggle() }
                element.append(character)
            }
        }
        return tags
    }

    private static func isBlank(_ character: Character) -> Bool { character == " " || character == "\t" }
}

extension Substring {
    fileprivate func trimmingSuffix(while predicate: (Character) -> Bool) -> Substring {
        self[..<(lastIndex { !predicate($0) }.map { index(after: $0) } ?? startIndex)]
    }
}
