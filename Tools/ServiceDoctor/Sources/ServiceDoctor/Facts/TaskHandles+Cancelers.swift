import SwiftSyntax

extension TaskHandles {
    /// Returns who cancels a task that is kept in a property; nil where that is more than functions with a name.
    func cancelers(of call: FunctionCallExprSyntax) -> Cancelers? {
        guard let property = property(keeping: call) else { return nil }
        let cancels = cancels(of: property)
        let isPrivate = isPrivate(property)
        if cancels.isEmpty {
            guard !isPrivate, names.mentions(of: property).allSatisfy(Self.onlyLooks), declares(property) else {
                return nil
            }
        }
        let starter = call.enclosingFunction
        let others = cancels.filter { !isTeardown($0) }
        let again = others.filter { starter?.contains($0) ?? false }
        guard again.isEmpty || isReplacedLate(again.map { Syntax($0) }, startedBy: call) else { return nil }
        var functions: Set<LeavingFacts.Function> = []
        for cancel in others where !(starter?.contains(cancel) ?? false) {
            guard let function = cancel.enclosingFunction?.as(FunctionDeclSyntax.self),
                let type = function.enclosingType,
                function.nearest(FunctionDeclSyntax.self) == nil
            else { return nil }
            // `cancel()` of an extension that ends with its request.
            if function.body.map({ ScreenClosing.closesItself($0) }) ?? false { continue }
            guard LeavingFacts.endsSomething(function.name.text) else { return nil }
            functions.insert(
                LeavingFacts.Function(name: function.name.text, type: TypeName.last(type.declaredName)))
        }
        return Cancelers(
            functions: functions, handle: isPrivate ? nil : property, isCancelledHere: !cancels.isEmpty)
    }

    /// `upload` of `upload = Task { … }`.
    private func property(keeping call: FunctionCallExprSyntax) -> String? {
        (call.parent?.parent?.as(SequenceExprSyntax.self)).flatMap(Assignment.init)?.ownProperty
    }

    /// A property without a wrapper or observer is declared in the file.
    private func declares(_ name: String) -> Bool {
        index.variables.contains { variable in
            variable.parent?.is(MemberBlockItemSyntax.self) ?? false
                && variable.attributes.names.allSatisfy(Self.plainAttributes.contains)
                && variable.bindings.contains { $0.pattern.trimmedText == name && $0.accessorBlock == nil }
        }
    }
}

extension TaskContext {
    /// Returns who cancels the task around a node, where it is one that is kept in a property.
    static func cancelers(around node: some SyntaxProtocol, in unit: SourceUnit) -> Cancelers? {
        var current = node.parent
        while let outer = current, !outer.is(FunctionDeclSyntax.self) {
            if let call = outer.as(ClosureExprSyntax.self).flatMap(call(of:)), isTask(call) {
                return unit.handles.cancelers(of: call)
            }
            current = outer.parent
        }
        return nil
    }
}
