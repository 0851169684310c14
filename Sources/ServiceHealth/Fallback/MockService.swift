#if Health
/// Marks a type that only pretends to do its work.
///
/// In an environment whose purpose is `.production`, a marked type is refused as a fallback unless it is registered as
/// a ``FallbackKind/substitute``: a type that only pretends to save data must never replace one that saves it. Names
/// such as `test` make no difference.
public protocol MockService {}
#endif
