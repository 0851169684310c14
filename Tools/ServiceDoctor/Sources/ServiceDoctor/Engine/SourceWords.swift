/// Finds, in one pass over the bytes, the few words of a file for which no walk of its tree is worth it.
struct SourceWords {
    /// The last names of bindings: `email` of `$controller.email`.
    private(set) var boundMembers: Set<String> = []
    /// Names with "Mock", "Fake", "Stub" or "Spy" in them.
    private(set) var mockNames: Set<String> = []

    init(_ source: [UInt8]) {
        unsafe source.withUnsafeBufferPointer { bytes in
            var index = 0
            while index < bytes.count {
                let byte = unsafe bytes[index]
                guard Self.isStart(byte) || byte == UInt8(ascii: "$") else {
                    index += 1
                    continue
                }
                let start = index
                var window: UInt32 = UInt32(byte)
                var isMock = false
                index += 1
                let isBinding = byte == UInt8(ascii: "$")
                while index < bytes.count {
                    let next = unsafe bytes[index]
                    guard Self.isPart(next) || (isBinding && next == UInt8(ascii: ".")) else { break }
                    window = window << 8 | UInt32(next)
                    isMock = isMock || Self.namesMock(window)
                    index += 1
                }
                guard isBinding || isMock else { continue }
                let word = unsafe String(decoding: bytes[start..<index], as: UTF8.self)
                if isBinding {
                    // `$0.name = …` in a closure is not a binding.
                    if !word.dropFirst().allSatisfy({ $0.isNumber || $0 == "." }),
                        word.dropFirst().first?.isNumber != true
                    {
                        boundMembers.formUnion(word.dropFirst().split(separator: ".").map(String.init))
                    }
                } else {
                    mockNames.insert(word)
                }
            }
        }
    }

    /// Says whether the last bytes of a name spell Mock, Fake, Stub or Spy.
    private static func namesMock(_ window: UInt32) -> Bool {
        window == 0x4D6F_636B || window == 0x4661_6B65 || window == 0x5374_7562 || window & 0xFF_FFFF == 0x53_7079
    }

    private static func isStart(_ byte: UInt8) -> Bool {
        (byte >= 0x41 && byte <= 0x5A) || (byte >= 0x61 && byte <= 0x7A) || byte == UInt8(ascii: "_")
    }

    private static func isPart(_ byte: UInt8) -> Bool {
        isStart(byte) || (byte >= 0x30 && byte <= 0x39)
    }
}
