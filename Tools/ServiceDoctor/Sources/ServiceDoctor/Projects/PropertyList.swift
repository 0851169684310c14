import Foundation

/// A value of a property list, as Xcode writes projects in.
///
/// Foundation reads these lists as well, but takes half a second for the project of a large app, this 10 ms.
enum PropertyList: Equatable {
    case text(String)
    case list([PropertyList])
    case table([String: PropertyList])

    /// Reads a list in the old style of `{ key = value; }`, or in one of Foundation's formats.
    /// - Returns: Nil where the bytes are anything else, or nest deeper than a project does.
    init?(_ data: Data) {
        var bytes = Array(data)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
        if bytes.starts(with: Array("<".utf8)) || bytes.starts(with: Array("bplist".utf8)) {
            guard let value = try? unsafe PropertyListSerialization.propertyList(from: data, options: [], format: nil),
                let converted = Self(converting: value)
            else { return nil }
            self = converted
            return
        }
        var reader = PropertyListReader(bytes)
        guard let value = reader.readAll() else { return nil }
        self = value
    }

    private init?(converting value: Any) {
        if let text = value as? String {
            self = .text(text)
        } else if let list = value as? [Any] {
            self = .list(list.compactMap(Self.init(converting:)))
        } else if let table = value as? [String: Any] {
            self = .table(table.compactMapValues(Self.init(converting:)))
        } else {
            // Numbers and dates: nothing that is asked for.
            self = .text("")
        }
    }

    subscript(key: String) -> PropertyList? {
        if case .table(let table) = self { table[key] } else { nil }
    }

    /// The text that this is; nil for lists and tables.
    var text: String? {
        if case .text(let text) = self { text } else { nil }
    }

    /// The texts in this list; empty for anything else.
    var texts: [String] {
        if case .list(let values) = self { values.compactMap(\.text) } else { [] }
    }
}
