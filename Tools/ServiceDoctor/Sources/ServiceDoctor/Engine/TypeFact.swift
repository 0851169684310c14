import SwiftSyntax

/// What is known of a type, or of an extension, without its syntax.
struct TypeFact: Sendable {
    let name: String
    let qualifiedName: String
    let kind: TypeDeclaration.Kind
    let inherited: [String]
    let attributes: [String]
    /// In a test, a preview or `#if DEBUG`.
    let isSetAside: Bool
    let isPublic: Bool
    /// How many functions a protocol asks for.
    let requiredFunctions: Int
    /// Has a function that is asynchronous or throws.
    let doesWork: Bool
    let hasGeneratedMock: Bool
    let place: Place

    init(_ type: TypeDeclaration, in unit: SourceUnit) {
        name = TypeName.last(type.name)
        qualifiedName = type.node.qualifiedName
        kind = type.kind
        inherited = type.inherited
        attributes = type.attributes
        isSetAside = type.isSetAside
        isPublic = type.isPublic
        let functions = type.node.memberBlock.members.compactMap { $0.decl.as(FunctionDeclSyntax.self) }
        requiredFunctions = type.kind == .protocol ? functions.count : 0
        doesWork = functions.contains { $0.signature.effectSpecifiers != nil }
        let generators: Set<String> = [
            "Mockable", "Spyable", "AutoMockable", "GenerateMock", "Automock", "Mock", "Mocked", "Smock",
        ]
        let comments = type.kind == .protocol ? type.node.leadingTrivia.description.lowercased() : ""
        hasGeneratedMock =
            !generators.isDisjoint(with: type.attributes)
            || ["automockable", "@mockable", "sourcery:", "@createmock"].contains { comments.contains($0) }
        place = type.place(in: unit)
    }
}

extension TypeDeclaration {
    /// Where the declaration begins, its attributes not counted.
    func place(in unit: SourceUnit) -> Place {
        let first = node.modifiers.first.map { $0.positionAfterSkippingLeadingTrivia }
        return unit.place(ofOffset: (first ?? node.introducer.positionAfterSkippingLeadingTrivia).utf8Offset)
    }
}

extension VariableDeclSyntax {
    /// The first modifier, or `var`: where the declaration begins, its attributes not counted.
    var introducer: Syntax {
        modifiers.first.map { Syntax($0) } ?? Syntax(bindingSpecifier)
    }
}
