#if Configuration
import Configuration

/// Reads the fields of a policy and collects what is wrong with them.
struct ConfigFields {
    private let config: ConfigReader
    /// The keys that were asked for: those that exist.
    private var known: Set<String> = []
    var problems: [String] = []

    init(_ config: ConfigReader) {
        self.config = config
    }

    /// Whether a value is the word `off`, which turns off what a preset has.
    mutating func isOff(_ key: String) -> Bool {
        text(key, noting: true) == "off"
    }

    /// Whether a stage is turned on, or is what a preset has: not by the word `off`, and by a field if the preset does not have it.
    ///
    /// - Parameter names: The names of the stage's fields.
    mutating func has(_ stage: String, _ names: [String], orPreset isPreset: Bool) -> Bool {
        let keys = names.map { "\(stage).\($0)" }
        known.formUnion(keys)
        switch text(stage, noting: true) {
        case "off": return false
        case let word?:
            problems.append("\(stage) must be off, or have fields such as \(stage).\(names[0]), but is '\(word)'.")
        case nil: break
        }
        return isPreset || keys.contains { text($0) != nil }
    }

    mutating func word<Word: RawRepresentable & CaseIterable>(_ key: String, _ type: Word.Type) -> Word?
    where Word.RawValue == String {
        guard let text = text(key, noting: true) else { return nil }
        if let word = Word(rawValue: text) { return word }
        let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
        problems.append("\(key) must be one of \(words), but is '\(text)'.")
        return nil
    }

    mutating func integer(_ key: String) -> Int? {
        guard let text = text(key, noting: true) else { return nil }
        if let number = Int(text) { return number }
        problems.append("\(key) must be a whole number, but is '\(text)'.")
        return nil
    }

    mutating func number(_ key: String) -> Double? {
        guard let text = text(key, noting: true) else { return nil }
        if let number = Double(text) { return number }
        problems.append("\(key) must be a number, but is '\(text)'.")
        return nil
    }

    mutating func duration(_ key: String) -> Duration? {
        guard let text = text(key, noting: true) else { return nil }
        switch DurationText(text) {
        case .duration(let duration): return duration
        case .withoutUnit: problems.append("\(key) has no unit: write '\(text)s' or '\(text)ms' instead of '\(text)'.")
        case .invalid: problems.append("\(key) must be a time such as 250ms, 5s or 2m, but is '\(text)'.")
        }
        return nil
    }

    /// The value as it would be written in the environment, whatever its type is where it comes from.
    private mutating func text(_ key: String, noting: Bool) -> String? {
        known.insert(key)
        return text(key)
    }

    private func text(_ key: String) -> String? {
        let configKey = ConfigKey(key.split(separator: ".").map(String.init))
        if let text = config.string(forKey: configKey) { return text.trimmingSpaces }
        if let number = config.int(forKey: configKey) { return "\(number)" }
        if let number = config.double(forKey: configKey) { return "\(number)" }
        return misfit(configKey)
    }

    /// A value of a type that no field has, to be refused as it stands there. A reader does not give it to those who ask for
    /// text or a number.
    private func misfit(_ key: ConfigKey) -> String? {
        if let flag = config.bool(forKey: key) { return "\(flag)" }
        if let bytes = config.bytes(forKey: key) { return "\(bytes.count) bytes" }
        return list(config.stringArray(forKey: key)) ?? list(config.intArray(forKey: key))
            ?? list(config.doubleArray(forKey: key)) ?? list(config.boolArray(forKey: key))
            ?? list(config.byteChunkArray(forKey: key))
    }

    private func list(_ values: [some Sendable]?) -> String? {
        values.map { "[\($0.map { "\($0)" }.joined(separator: ", "))]" }
    }
}

// MARK: - Keys that do not exist

extension ConfigFields {
    /// Notes every key that does not exist.
    ///
    /// - Parameter keys: The keys that are there, where the caller knows them, each as in a file or as in the environment.
    ///   A reader cannot list its own, so that without them only those are found that differ from a key that exists by a
    ///   letter or by the way words are joined.
    mutating func refuseUnknown(among keys: [String]) {
        let variables = Set(known.map(Self.variable))
        var unknown = Set(keys).subtracting(known).subtracting(variables)
        // A key that is there needs no other spelling; and in the environment several spellings are the same variable.
        for key in known where text(key) == nil {
            for candidate in Self.misspellings(of: key).subtracting(known)
            where text(candidate) != nil && !unknown.contains(Self.variable(candidate)) {
                unknown.insert(candidate)
            }
        }
        for key in unknown.sorted() {
            let names = key == key.uppercased() ? variables : known
            let similar = names.sorted().min { Self.distance(key, $0) < Self.distance(key, $1) }
            let hint = similar.map { " Did you mean \($0)?" } ?? ""
            problems.append("\(key) is unknown.\(hint)")
        }
    }

    /// The name of a key in the environment: `BREAKER_OPEN_FOR` for `breaker.openFor`.
    static func variable(_ key: String) -> String {
        key.map { letter in
            if letter.isUppercase { return "_\(letter)" }
            return letter.isLetter || letter.isNumber ? letter.uppercased() : "_"
        }.joined()
    }

    /// The key with a letter too few, two letters swapped, a letter doubled, an s too many, or its words joined in another
    /// way.
    static func misspellings(of key: String) -> Set<String> {
        var path = key.split(separator: ".").map(String.init)
        guard let name = path.popLast() else { return [] }
        let letters = Array(name)
        var names: Set<String> = [name.lowercased(), name + "s", joined(name, by: "_"), joined(name, by: "-")]
        for index in letters.indices {
            var fewer = letters
            fewer.remove(at: index)
            names.insert(String(fewer))
            var doubled = letters
            doubled.insert(letters[index], at: index)
            names.insert(String(doubled))
            guard index > 0 else { continue }
            var swapped = letters
            swapped.swapAt(index - 1, index)
            names.insert(String(swapped))
        }
        return Set(names.filter { !$0.isEmpty && $0 != name }.map { (path + [$0]).joined(separator: ".") })
    }

    private static func joined(_ name: String, by separator: String) -> String {
        name.map { $0.isUppercase ? separator + $0.lowercased() : String($0) }.joined()
    }

    /// The number of letters to add, remove or replace to turn one key into the other (Levenshtein).
    static func distance(_ first: String, _ second: String) -> Int {
        let second = Array(second)
        var row = Array(0...second.count)
        for (index, letter) in first.enumerated() {
            var previous = row[0]
            row[0] = index + 1
            for (place, other) in second.enumerated() {
                let replaced = previous + (letter == other ? 0 : 1)
                previous = row[place + 1]
                row[place + 1] = min(replaced, row[place] + 1, previous + 1)
            }
        }
        return row[second.count]
    }
}
#endif
