import Service

/// Types to register: each slot gives one.
protocol Slot: Sendable {}

enum A: Slot {}
enum B: Slot {}
enum C: Slot {}
enum D: Slot {}

let slots: [any Slot.Type] = [A.self, B.self, C.self, D.self]

/// One instance that a program made, and of what.
final class Node: Sendable {
    /// Counts the instances of a program.
    let serial: Int
    let label: String
    let parts: [Node]

    init(serial: Int, label: String, parts: [Node]) {
        self.serial = serial
        self.label = label
        self.parts = parts
    }

    /// Itself and everything it was made of, over and over.
    var all: [Node] { [self] + parts.flatMap(\.all) }
}

/// The service of a slot.
struct Token<S: Slot>: Sendable {
    let node: Node
}

/// A service, as programs name it.
struct Key: Hashable, Sendable, CustomStringConvertible {
    enum Variant: Hashable, Sendable {
        case plain, named, argument
        case contribution(Int)
    }

    let slot: Int
    var variant = Variant.plain

    /// As the container's messages write it.
    var description: String {
        let name = "Token<\(slots[slot])>"
        return switch variant {
        case .plain: name
        case .named: "\(name)(second)"
        case .argument: "\(name)(Int)"
        case .contribution: "\(name)[contribution]"
        }
    }
}
