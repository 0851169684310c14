/// Splits names into the words they are made of.
enum Words {
    /// Returns the lower-case words of a camel-case or snake-case name: `["url", "session", "mock"]` of `URLSessionMock`.
    static func of(_ name: String) -> [String] {
        if name.utf8.allSatisfy({ $0 < 0x80 }) { return ofASCII(name) }
        var words: [String] = []
        var word = ""
        let characters = Array(name)
        for (index, character) in characters.enumerated() {
            if character == "_" || character == "." {
                if !word.isEmpty { words.append(word.lowercased()) }
                word = ""
                continue
            }
            let startsWord =
                character.isUppercase
                && (word.last.map { !$0.isUppercase } ?? false
                    || (index + 1 < characters.count && characters[index + 1].isLowercase && !word.isEmpty))
            if startsWord {
                words.append(word.lowercased())
                word = ""
            }
            word.append(character)
        }
        if !word.isEmpty { words.append(word.lowercased()) }
        return words
    }

    /// The same for names of ASCII letters, byte by byte, which is ten times as fast.
    private static func ofASCII(_ name: String) -> [String] {
        var words: [String] = []
        var word: [UInt8] = []
        var lastWasUpper = false
        let bytes = Array(name.utf8)
        func isUpper(_ byte: UInt8) -> Bool { byte >= 0x41 && byte <= 0x5A }
        func end() {
            if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
            word.removeAll(keepingCapacity: true)
        }
        for (index, byte) in bytes.enumerated() {
            if byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".") {
                end()
                continue
            }
            if isUpper(byte), !word.isEmpty {
                let isBeforeLower = index + 1 < bytes.count && bytes[index + 1] >= 0x61 && bytes[index + 1] <= 0x7A
                if !lastWasUpper || isBeforeLower { end() }
            }
            lastWasUpper = isUpper(byte)
            word.append(lastWasUpper ? byte | 0x20 : byte)
        }
        end()
        return words
    }

    /// Says whether a type's or value's name says that it stands in for the real thing.
    static func nameMock(_ name: String) -> Bool {
        of(name).contains {
            ["mock", "fake", "stub", "dummy", "spy", "mocked", "stubbed", "mocks", "fakes", "stubs", "spies"].contains(
                $0)
        }
    }

    /// Says whether a conformer serves tests, previews or as a fallback.
    static func nameStandIn(_ name: String) -> Bool {
        nameMock(name)
            || of(name).contains {
                [
                    "test", "testing", "preview", "noop", "null", "empty", "memory", "inmemory", "fallback",
                    "unavailable",
                    "offline", "failing", "unimplemented", "cached", "demo", "sample", "placeholder", "disabled",
                    "readonly",
                    "local", "op", "double", "static", "recording", "fixture", "debug", "simulated", "known",
                ].contains($0)
            }
    }

    /// Says whether a protocol's name says that it describes a service.
    static func nameService(_ name: String) -> Bool {
        let endings = [
            "Service", "ServiceProtocol", "ServiceType", "Servicing", "Repository", "RepositoryProtocol", "Client",
            "ClientProtocol", "Gateway", "GatewayProtocol",
        ]
        return endings.contains { name.hasSuffix($0) && name != $0 }
    }
}
