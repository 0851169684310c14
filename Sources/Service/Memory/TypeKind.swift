/// The kind of a type, as the runtime stores it.
enum TypeKind {
    /// Whether a type is that of any value that conforms to a protocol: `any Database`.
    ///
    /// Safe because the metadata of every type begins with a word for its kind. Two of these are for existential types: that of
    /// protocols alone, and that of protocols with their associated types.
    static func isExistential(_ type: any Any.Type) -> Bool {
        let kind = unsafe unsafeBitCast(type, to: UnsafePointer<UInt>.self).pointee
        return kind == 0x303 || kind == 0x307
    }
}
