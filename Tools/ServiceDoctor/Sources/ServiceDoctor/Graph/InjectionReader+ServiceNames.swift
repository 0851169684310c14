import SwiftSyntax

extension InjectionReader {
    /// Reads `extension ServiceName { static let lastKnown: Self = "last-known" }`.
    func readServiceNames(into facts: inout InjectionFacts) {
        for type in unit.index.types where type.kind == .extension && TypeName.last(type.name) == "ServiceName" {
            for variable in type.node.memberBlock.members.compactMap({ $0.decl.as(VariableDeclSyntax.self) }) {
                guard let binding = variable.bindings.first, let value = binding.initializer?.value,
                    let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
                    let text = Self.literal(value.as(FunctionCallExprSyntax.self)?.arguments.first?.expression ?? value)
                else { continue }
                facts.serviceNames["." + name] = text
            }
        }
    }
}
