/// Where the container is known not to do yet what the model says. Each goes with its mending.
enum OpenDefect {
    /// A derived environment applies a parent's decorators to what the child had registered itself.
    static let derivedEnvironmentsDecorateMore = true
    /// A decorator that names the environment it was added in is only sent elsewhere if the service is of that one, too.
    static let decoratorsHaveNoHome = false
    /// Contributions of the environment that a factory is sent to are lost if the one it named does not know them.
    static let contributionsAreLost = false
    /// A child that was shut down still returns what its parent keeps.
    static let shutChildrenReturnKept = false
    /// Where creations are dropped or fail while others begin to wait, a circle's chain may pass a service twice.
    static let chainsPassServicesTwice = true
}
