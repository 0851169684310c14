/// What a call throws that was told to fail, to see what the program does then.
public struct InjectedFault: Error, CustomStringConvertible {
    /// Makes one.
    public init() {}

    /// That nothing is really wrong.
    public var description: String { "a fault that was asked for with --chaos" }
}
