/// The password that lets people in, compared in a time that tells nothing about it.
public struct Password: Sendable {
    private let bytes: [UInt8]

    /// Wraps a password.
    ///
    /// - Parameter text: The password; a line end behind it is passed over.
    /// - Returns: nil where it is empty.
    public init?(_ text: String) {
        bytes = Array(text.utf8.prefix { $0 != 0x0A && $0 != 0x0D })
        if bytes.isEmpty { return nil }
    }

    /// Whether somebody knows it.
    func isSame(as given: String) -> Bool {
        let given = Array(given.utf8)
        var difference = bytes.count ^ given.count
        for (index, byte) in given.prefix(10_000).enumerated() {
            difference |= Int(byte ^ bytes[index % bytes.count])
        }
        return difference == 0
    }
}
