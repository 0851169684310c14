/// Tells a change from every other one, so that a change that is sent twice counts once.
public struct ChangeKey: Hashable, Sendable, Codable {
    /// 1 to 200 visible ASCII characters.
    public let text: String
    /// What the change looks like. The same key for a change that looks different is a mistake.
    public let fingerprint: String

    /// Reads a key that somebody else chose.
    ///
    /// - Parameters:
    ///   - text: The key.
    ///   - request: The bytes by which the same change can be recognised.
    /// - Returns: nil where the text is not 1 to 200 visible ASCII characters.
    public init?(_ text: some StringProtocol, of request: some Sequence<UInt8>) {
        guard (1...200).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            return nil
        }
        self.text = String(text)
        fingerprint = Fingerprint(request).text
    }
}
