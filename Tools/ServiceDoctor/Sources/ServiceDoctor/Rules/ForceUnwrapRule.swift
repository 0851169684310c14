import SwiftSyntax

struct ForceUnwrapRule: Rule {
    let description = RuleDescription(
        id: "force_unwrap",
        severity: .note,
        summary: "Finds values unwrapped with `!` and casts with `as!`.",
        reason: "A force unwrap of nil crashes the app without an explanation; a `guard` can say what is missing.",
        exceptions:
            """
            Initializers and look-ups of literals, `.data(using: .utf8)!`, casts of dequeued cells and other objects whose type is \
            set elsewhere in the project, lines on which SwiftLint is told so, `@IBOutlet` declarations, the operators `!` \
            and `!=`. Whether a value can be nil is not written where it is unwrapped, so this is a note; a team that \
            wants none raises it.
            """,
        triggering: [
            "let name = ↓user.name!",
            "let count = ↓payload[\"count\"] as! Int",
            "let url = ↓URL(string: \"https://example.com/\\(path)\")!",
            "let window = ↓UIApplication.shared.windows.first!.rootViewController",
            "let service = ↓container.resolve(NetworkService.self)!",
            """
            func configure(_ item: Item?) {
                title = ↓item!.name
            }
            """,
            "let model = fallback ?? ↓cache[key] as! Model",
        ],
        clean: [
            "let url = URL(string: \"https://example.com\")!",
            "let shell = Shell(rawValue: \"fish\")!",
            "let image = UIImage(named: \"heart\", in: .module, with: nil)!",
            "extension Name { static let c = Self(\"C-Man\")! }",
            "let body = \"{}\".data(using: .utf8)! + text.data(using: String.Encoding.utf8)!",
            "let cell = tableView.dequeueReusableCell(withIdentifier: \"Item\", for: path) as! ItemCell",
            "let screen = storyboard!.instantiateViewController(withIdentifier: \"Item\") as! ItemScreen // swiftlint:disable:this force_unwrapping",
            """
            // swiftlint:disable force_unwrapping
            let name = user.name!
            // swiftlint:enable force_unwrapping
            // swiftlint:disable:next force_cast
            let count = payload["count"] as! Int
            """,
            "let gradient = layer as! CAGradientLayer",
            "class Cell: UITableViewCell { @IBOutlet weak var title: UILabel! }",
            "if !items.isEmpty && a != b { reload() }",
            "guard let name = user.name else { return }",
            "let cell = dequeue() as? ItemCell",
            "let text = \"Really!\" // certainly!",
            """
            struct ItemRow_Previews: PreviewProvider {
                static var previews: some View { ItemRow(item: Item.samples.first!) }
            }
            """,
            "infix operator =!=: ComparisonPrecedence",
            """
            let folder = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask).first!
            let track = [Track.first, Track.second].randomElement()!
            let terms = URL(string: Constants.URLs.terms.rawValue)!
            final class MockNetwork { func data() -> Data { responses.first! } }
            """,
            """
            let caches = NSSearchPathForDirectoriesInDomains(.cachesDirectory, .userDomainMask, true).last!
            let start = UnicodeScalar(UInt32(0x1D000))!
            let html = "html".data(using: .utf16LittleEndian)!
            let feed = Bundle.main.infoDictionary!["SUFeedURL"]! as! String
            let row = table.rowController(at: index) as! ItemRow
            func home() -> UIViewController { storyboard.instantiateInitialViewController()! }
            func english() -> String {
                let path = Bundle.main.path(forResource: "en", ofType: "lproj")
                return path!
            }
            """,
        ])

    func inspect(_ unit: SourceUnit) -> [Finding] {
        var places: Set<Place> = []
        for node in unit.index.forcedUnwraps where !ForcedValue.cannotFail(node.expression) {
            let place = unit.place(of: node)
            if !isMeant("force_unwrapping", node, in: unit) { places.insert(place) }
        }
        let unwraps = places.map {
            finding($0, "'!' crashes when this is nil.", fix: "Unwrap with guard let, if let or ??.")
        }
        var sequences: [SyntaxIdentifier: [ExprSyntax]] = [:]
        var indices: [SyntaxIdentifier: Int] = [:]
        let casts = unit.index.forcedCasts.compactMap { node -> Finding? in
            guard let sequence = node.parent?.parent?.as(SequenceExprSyntax.self),
                !isMeant("force_cast", node, in: unit)
            else { return nil }
            if sequences[sequence.id] == nil {
                let elements = Array(sequence.elements)
                sequences[sequence.id] = elements
                for (index, element) in elements.enumerated() { indices[element.id] = index }
            }
            guard let elements = sequences[sequence.id], let index = indices[node.id] else { return nil }
            // The operand before `as!` in the flat list of a sequence, and the type after it.
            let operand = index > 0 ? elements[index - 1] : ExprSyntax(node)
            let type = index + 1 < elements.count ? TypeName(expression: elements[index + 1])?.text : nil
            guard !ForcedValue.cannotFail(castOf: operand, to: type) else { return nil }
            return finding(
                unit.place(of: operand), "'as!' crashes when this is of another type.",
                fix: "Cast with as? and handle the other case.")
        }
        return unwraps + casts
    }

    /// The author has told another linter that this is meant.
    private func isMeant(_ rule: String, _ node: some SyntaxProtocol, in unit: SourceUnit) -> Bool {
        // A stand-in for tests that lies beside the code.
        if let type = node.enclosingType, Words.nameMock(type.declaredName) { return true }
        let line = unit.place(ofOffset: node.endPositionBeforeTrailingTrivia.utf8Offset).line
        return unit.lint.disable([rule], onLine: line)
            || unit.lint.disable([rule], onLine: unit.place(of: node).line)
    }
}
