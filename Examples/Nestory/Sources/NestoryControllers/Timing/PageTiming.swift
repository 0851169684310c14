/// How long pages wait, and on which clock.
public struct PageTiming: Sendable {
    /// How long a search waits for the next letter.
    public var typingPause: Duration = .milliseconds(150)
    /// How long the controllers of a page wait for it to come back.
    public var grace: Duration = .seconds(60)
    /// How often an open page hears something, if only that it is still connected.
    public var pulse: Duration = .seconds(15)
    /// How long changes of the inventory are gathered before every page looks at them.
    public var changePause: Duration = .milliseconds(300)
    /// Measures all of them.
    public var clock: any Clock<Duration> = ContinuousClock()

    /// Waits as people find pleasant.
    public init() {}
}
