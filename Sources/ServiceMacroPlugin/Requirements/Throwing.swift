#if Macros
import SwiftSyntax

/// What a requirement throws.
enum Throwing: Equatable {
    case nothing
    case any
    case typed(String)
    case rethrowing

    init(_ clause: ThrowsClauseSyntax?) {
        guard let clause else {
            self = .nothing
            return
        }
        guard clause.throwsSpecifier.tokenKind != .keyword(.rethrows) else {
            self = .rethrowing
            return
        }
        switch clause.type?.trimmedDescription.split(separator: " ").joined(separator: " ") {
        case nil, "any Error", "any Swift.Error", "(any Error)", "Error", "Swift.Error": self = .any
        case "Never", "Swift.Never": self = .nothing
        case let type?: self = .typed(type)
        }
    }

    /// The clause, after a space.
    var clause: String {
        switch self {
        case .nothing: ""
        case .any: " throws"
        case .typed(let type): " throws(\(type))"
        case .rethrowing: " rethrows"
        }
    }

    var isThrowing: Bool { self != .nothing }

    /// The keyword of a call.
    var tryKeyword: String { isThrowing ? "try " : "" }

    /// The type of the errors.
    var failure: String {
        switch self {
        case .nothing: "Never"
        case .any, .rethrowing: "any Error"
        case .typed(let type): type
        }
    }
}
#endif
