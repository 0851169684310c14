/// A file to read.
struct FoundFile: Sendable, Equatable {
    /// Where to read it.
    let path: String
    /// How it is named in a report.
    let name: String
    let kind: PathKind
    /// Below a folder of examples. One that is named as a path counts as any other: its code was asked about.
    var isForShow = false
    /// Read for what it declares only, whatever the configuration says.
    var isCompanion = false
}
