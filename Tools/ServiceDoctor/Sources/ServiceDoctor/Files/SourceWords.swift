/// Finds, in one pass over the bytes, the few words of a file for which no walk of its tree is worth it.
struct SourceWords {
    /// What the words of a file make possible: without them a rule need not look. Words in comments and strings count too.
    struct Hints: OptionSet {
        let rawValue: UInt32

        static let liveValue = Hints(rawValue: 1 << 0)
        static let defaultValue = Hints(rawValue: 1 << 1)
        static let print = Hints(rawValue: 1 << 2)
        static let error = Hints(rawValue: 1 << 3)
        static let genericMessage = Hints(rawValue: 1 << 4)
        static let cancellation = Hints(rawValue: 1 << 5)
        static let service = Hints(rawValue: 1 << 6)
        static let dependencies = Hints(rawValue: 1 << 7)
        static let register = Hints(rawValue: 1 << 8)
        static let metatype = Hints(rawValue: 1 << 9)
        static let assemble = Hints(rawValue: 1 << 10)
        static let recordFailure = Hints(rawValue: 1 << 11)
        static let doctor = Hints(rawValue: 1 << 12)
        static let dialog = Hints(rawValue: 1 << 13)
        static let assertion = Hints(rawValue: 1 << 14)
        static let task = Hints(rawValue: 1 << 15)
        static let blocking = Hints(rawValue: 1 << 16)
        static let continuation = Hints(rawValue: 1 << 17)
        static let ending = Hints(rawValue: 1 << 18)
    }

    private(set) var hints: Hints = []
    /// The last names of bindings: `email` of `$controller.email`.
    private(set) var boundMembers: Set<String> = []
    /// Names with "Mock", "Fake", "Stub" or "Spy" in them.
    private(set) var mockNames: Set<String> = []
    /// Names that end as those of services do.
    private(set) var serviceNames: Set<String> = []
    /// Names that may be those of properties for errors: `loadError`, but not plain `error`.
    private(set) var errorNames: Set<String> = []
    /// The names that are written here, in order, but for functions and variables where they are declared, and in lines that are comments.
    private(set) var mentions: [Mention] = []

    struct Mention {
        let name: NameDigest
        /// Where it begins, in bytes.
        let offset: Int
    }

    init(_ source: [UInt8]) {
        let table = Self.table
        var isDeclared = false
        // `// load()` calls nothing.
        var isLineEmpty = true
        var isComment = false
        var isBlock = false
        unsafe source.withUnsafeBufferPointer { bytes in
            var index = 0
            while index < bytes.count {
                let byte = unsafe bytes[index]
                guard Self.isStart(byte) || byte == UInt8(ascii: "$") else {
                    index += 1
                    if byte == UInt8(ascii: "\n") {
                        isLineEmpty = true
                        isComment = isBlock
                    } else if byte > UInt8(ascii: " ") {
                        let next = index < bytes.count ? unsafe bytes[index] : 0
                        if isBlock {
                            // What follows on the line is taken for a part of the comment.
                            isBlock = byte != UInt8(ascii: "*") || next != UInt8(ascii: "/")
                        } else if isLineEmpty, byte == UInt8(ascii: "/") {
                            isBlock = next == UInt8(ascii: "*")
                            isComment = isBlock || next == byte
                        }
                        isLineEmpty = false
                    }
                    continue
                }
                isLineEmpty = false
                let start = index
                var window = UInt64(byte)
                var head = window
                var isMock = false
                var isError = false
                index += 1
                let isBinding = byte == UInt8(ascii: "$")
                while index < bytes.count {
                    let next = unsafe bytes[index]
                    guard Self.isPart(next) || (isBinding && next == UInt8(ascii: ".")) else { break }
                    window = window << 8 | UInt64(next)
                    let last = UInt32(truncatingIfNeeded: window)
                    isMock = isMock || Self.namesMock(last)
                    isError = isError || Self.namesError(last)
                    notePart(last)
                    index += 1
                    if index - start == 8 { head = window }
                }
                let length = index - start
                if length < 8 { head = window }
                if !isDeclared, !isComment, length > 2, byte >= UInt8(ascii: "_") {
                    mentions.append(
                        Mention(name: NameDigest(head: head, tail: window, length: length), offset: start))
                }
                isDeclared = length == 4 && window == Self.function || length == 3 && window == Self.variable
                if length < table.count {
                    for (word, hint) in table[length] where word == window {
                        let before = start > 0 ? unsafe bytes[start - 1] : 0
                        note(hint, after: before)
                    }
                }
                let isType = byte < UInt8(ascii: "a")
                let isService = isType && Self.namesService(UInt32(truncatingIfNeeded: window))
                // The error of every catch is called so as well.
                isError = isError && !isType && index - start > "error".utf8.count
                guard isBinding || isMock || isService || isError else { continue }
                let word = unsafe String(decoding: bytes[start..<index], as: UTF8.self)
                if isBinding {
                    // `$0.load()`
                    if !isDeclared, !isComment {
                        for part in word.split(separator: ".").dropFirst() where part.utf8.count > 2 {
                            mentions.append(Mention(name: NameDigest(String(part)), offset: start))
                        }
                    }
                    // `$0.name = …` in a closure is not a binding.
                    if !word.dropFirst().allSatisfy({ $0.isNumber || $0 == "." }),
                        word.dropFirst().first?.isNumber != true
                    {
                        boundMembers.formUnion(word.dropFirst().split(separator: ".").map(String.init))
                    }
                } else {
                    if isMock { mockNames.insert(word) }
                    if isService { serviceNames.insert(word) }
                    if isError { errorNames.insert(word) }
                }
            }
        }
    }

    /// `func` and `var`
    private static let function: UInt64 = 0x6675_6E63
    private static let variable: UInt64 = 0x76_6172

    private mutating func note(_ hint: Hints, after byte: UInt8) {
        switch hint {
        case .metatype: if byte == UInt8(ascii: ".") { hints.insert(hint) }
        // A module or a type may be called so too; the attribute is what tells.
        case .service where byte != UInt8(ascii: "@"): break
        default: hints.insert(hint)
        }
    }

    /// Looks at the last four bytes of a word so far.
    private mutating func notePart(_ last: UInt32) {
        switch last {
        // withCheckedContinuation
        case 0x6E75_6174: hints.insert(.continuation)
        // failure, description and describing, reflecting
        case 0x696C_7572, 0x6573_6372, 0x666C_6563: hints.insert(.error)
        // cancel, cancelled, but no instance
        case 0x6E63_656C: hints.insert(.cancellation)
        // alert, toast, sheet, dialog, snackbar and banner
        case 0x6C65_7274, 0x6F61_7374, 0x6865_6574, 0x6961_6C6F, 0x6E61_636B, 0x6261_6E6E, 0x4261_6E6E:
            hints.insert(.dialog)
        // assemble, Assembler
        case 0x7373_656D: hints.insert(.assemble)
        // ServiceEnv, ServiceAssembly
        case 0x6963_6545, 0x6963_6541: hints.insert(.service)
        default:
            switch last & 0xFFFF {
            // error
            case 0x7272: hints.formUnion([.error, .genericMessage])
            case 0x5252: hints.insert(.genericMessage)
            default: break
            }
        }
    }

    /// Whole words by their length: their last eight bytes, and what they make possible.
    private static let table: [[(UInt64, Hints)]] = {
        let words: [(StaticString, Hints)] = [
            ("liveValue", .liveValue), ("default", .defaultValue), ("print", .print), ("debugPrint", .print),
            ("dump", .print), ("NSLog", .print), ("e", .error), ("err", .error), ("wrong", .genericMessage),
            ("Wrong", .genericMessage), ("WRONG", .genericMessage), ("bad", .genericMessage), ("Bad", .genericMessage),
            ("Service", .service), ("MainService", .service), ("Provider", .service), ("MainProvider", .service),
            ("DependencyKey", .dependencies), ("Dependency", .dependencies), ("register", .register),
            ("registerMain", .register), ("registerAsync", .register),
            ("registerResilient", .register), ("self", .metatype), ("apply", .assemble),
            ("recordFailure", .recordFailure), ("doctor", .doctor), ("assertionFailure", .assertion),
            ("assert", .assertion), ("Task", .task), ("wait", .blocking), ("sync", .blocking), ("Thread", .blocking),
            ("URLSession", .ending), ("sleep", .ending),
        ]
        var table: [[(UInt64, Hints)]] = Array(repeating: [], count: 18)
        for (word, hint) in words {
            let code = unsafe UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount).reduce(0) {
                $0 << 8 | UInt64($1)
            }
            table[word.utf8CodeUnitCount].append((code, hint))
        }
        return table
    }()

    /// Says whether the last bytes of a name spell Mock, Fake, Stub or Spy.
    private static func namesMock(_ window: UInt32) -> Bool {
        window == 0x4D6F_636B || window == 0x4661_6B65 || window == 0x5374_7562 || window & 0xFF_FFFF == 0x53_7079
    }

    /// Says whether the last bytes of a name spell the middle of "error", "failure" or "alert".
    private static func namesError(_ window: UInt32) -> Bool {
        window & 0xFFFF == 0x7272 || window == 0x696C_7572 || window == 0x6C65_7274
    }

    /// Says whether a name ends in …Service, …Servicing, …Repository, …Client, …Gateway, …Protocol or …Type.
    private static func namesService(_ window: UInt32) -> Bool {
        switch window {
        case 0x7669_6365, 0x6369_6E67, 0x746F_7279, 0x6965_6E74, 0x6577_6179, 0x6F63_6F6C, 0x5479_7065: true
        default: false
        }
    }

    private static func isStart(_ byte: UInt8) -> Bool {
        (byte >= 0x41 && byte <= 0x5A) || (byte >= 0x61 && byte <= 0x7A) || byte == UInt8(ascii: "_")
    }

    private static func isPart(_ byte: UInt8) -> Bool {
        isStart(byte) || (byte >= 0x30 && byte <= 0x39)
    }
}
