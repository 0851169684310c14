/// The functions of a project by their names, and by the types that have them.
struct NamedFunctions: Sendable {
    let all: [ErrorExits.Function]
    private let indices: [String: [String: [Int]]]

    init(_ functions: [ErrorExits.Function]) {
        all = functions
        var indices: [String: [String: [Int]]] = [:]
        for (index, function) in functions.enumerated() {
            indices[function.name, default: [:]][function.type, default: []].append(index)
        }
        self.indices = indices
    }

    func contain(_ name: String) -> Bool { indices[name] != nil }

    /// The types that have a function of a name; the empty name stands for none.
    func types(with name: String) -> [String] { indices[name].map { Array($0.keys) } ?? [] }

    /// The functions of a name that a type has.
    func named(_ name: String, of type: String) -> [Int] { indices[name]?[type] ?? [] }
}
