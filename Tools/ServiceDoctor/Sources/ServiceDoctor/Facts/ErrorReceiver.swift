import SwiftSyntax
import Synchronization

/// What an error is read of: `feed` of `app.feed.lastError`.
struct ErrorReceiver: Sendable, Hashable {
    let variable: String
    /// What the variable is read of in turn: `app`, or `self`; nil for a name alone.
    let owner: String?
    /// The type around it.
    let type: String

    /// Reads what stands before the period; nil for what has no name, as the result of a call.
    init?(_ base: ExprSyntax) {
        let base = Self.unwrapped(base)
        if let name = base.as(DeclReferenceExprSyntax.self)?.baseName.text {
            variable = Self.plain(name)
            owner = nil
        } else if let member = base.as(MemberAccessExprSyntax.self), let outer = member.base {
            variable = Self.plain(member.declName.baseName.text)
            owner = Self.unwrapped(outer).lastMember.map(Self.plain) ?? ""
        } else {
            return nil
        }
        type = base.enclosingType.map { TypeName.last($0.declaredName) } ?? ""
    }

    /// The type's own property: `self.lastError`.
    var isOwn: Bool { owner == nil && (variable == "self" || variable == "Self") }

    private static func unwrapped(_ base: ExprSyntax) -> ExprSyntax {
        if let chain = base.as(OptionalChainingExprSyntax.self) { return unwrapped(chain.expression) }
        if let forced = base.as(ForceUnwrapExprSyntax.self) { return unwrapped(forced.expression) }
        return base
    }

    /// `feed` of `$feed`.
    private static func plain(_ name: String) -> String { name.hasPrefix("$") ? String(name.dropFirst()) : name }
}

extension Project {
    /// Says whether a file may read an error of a type: of something of that type, or of something whose type is not told.
    func mayRead(_ name: String, of type: String, in file: FileFacts) -> Bool {
        let reads = file.errorReads
        if reads.others.contains(name) { return true }
        return reads.receivers[name, default: []].union(reads.asked[name, default: []]).contains { receiver in
            let types = types(of: receiver, in: file)
            return types.isEmpty || types.contains(type)
        }
    }

    /// What the files of the program read errors of one name of.
    /// - Parameter countsQuestions: Whether a comparison with `nil` reads them.
    func namedErrorReads(of name: String, countsQuestions: Bool) -> NamedErrorReads {
        let question = NamedErrorReads.Question(name: name, countsQuestions: countsQuestions)
        if let known = errorReadsByName.withLock({ $0[question] }) { return known }
        let reads = NamedErrorReads(question, in: self)
        errorReadsByName.withLock { $0[question] = reads }
        return reads
    }

    /// Returns the types that an error may be read of; empty where they are not told.
    /// - Parameters:
    ///   - receiver: What it is read of.
    ///   - file: The file that reads it.
    ///   - isGuessed: Whether a name alone that the file does not declare may be any property of that name.
    func types(of receiver: ErrorReceiver, in file: FileFacts, isGuessed: Bool = false) -> Set<String> {
        // What an alias stands for has the property as well.
        Set(written(receiver, in: file, isGuessed).map { aliases[$0].map(TypeName.last) ?? $0 })
    }

    private func written(_ receiver: ErrorReceiver, in file: FileFacts, _ isGuessed: Bool) -> Set<String> {
        // `Palette.error` is a constant of the type itself.
        if Self.isType(receiver.variable) { return [receiver.variable] }
        guard let owner = receiver.owner else {
            let types = types(ofVariable: receiver.variable, around: receiver.type, in: file)
            return types.isEmpty && isGuessed ? errorPaths.types(ofProperty: receiver.variable) : types
        }
        let owners: Set<String> =
            owner == "self"
            ? [receiver.type]
            : Self.isType(owner) ? [owner] : types(ofVariable: owner, around: receiver.type, in: file)
        let found = owners.map { errorPaths.types(ofProperty: receiver.variable, of: $0) }
        if !found.isEmpty, found.allSatisfy({ !$0.isEmpty }) { return found.reduce(into: []) { $0.formUnion($1) } }
        return file.errorReads.types[receiver.variable] ?? errorPaths.types(ofProperty: receiver.variable)
    }

    private func types(ofVariable name: String, around type: String, in file: FileFacts) -> Set<String> {
        let own = errorPaths.types(ofProperty: name, of: type)
        return own.isEmpty ? file.errorReads.types[name] ?? [] : own
    }

    private static func isType(_ name: String) -> Bool { name.first?.isUppercase ?? false }
}

/// What the files of a program read errors of one name of, found once for all properties of that name.
struct NamedErrorReads: Sendable {
    /// What is asked: an error's name, and whether a comparison with `nil` reads it.
    struct Question: Hashable {
        let name: String
        let countsQuestions: Bool
    }

    private var told: Set<String> = []
    private var lastWords: Set<String> = []
    /// The files that read one of something whose type is not told.
    private(set) var untold: [Int] = []

    fileprivate init(_ question: Question, in project: Project) {
        let name = question.name
        for index in project.filesByError[name] ?? [] {
            let reads = project.files[index].errorReads
            var isUntold = reads.others.contains(name)
            let asked = question.countsQuestions ? reads.asked[name, default: []] : []
            for receiver in reads.receivers[name, default: []].union(asked) {
                let types = project.types(of: receiver, in: project.files[index])
                told.formUnion(types)
                guard types.isEmpty else { continue }
                isUntold = true
                if let word = Words.of(receiver.variable).last { lastWords.insert(word) }
            }
            if isUntold { untold.append(index) }
        }
    }

    /// Says whether one is read of something that is told to be of a type, or called as the type: `songPlayer` may be a `Player` that is global.
    func areOf(_ type: String) -> Bool {
        told.contains(type) || Words.of(type).last.map(lastWords.contains) ?? false
    }
}
