/// Says why a check could not be run at all.
public enum DoctorError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The command line names something that does not exist.
    case usage(String)
    /// A configuration or baseline file is missing or broken; the text names the place.
    case configuration(String)
    /// Something failed that should not: a fault of this program.
    case fault(String)

    /// What went wrong, for people.
    public var description: String {
        switch self {
        case .usage(let text), .configuration(let text), .fault(let text): text
        }
    }

    /// The exit code of the command-line tool: 64, 65 or 70.
    public var exitCode: Int32 {
        switch self {
        case .usage: 64
        case .configuration: 65
        case .fault: 70
        }
    }
}
