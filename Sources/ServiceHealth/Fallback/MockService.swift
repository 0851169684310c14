#if Health
/// Marks a type that only pretends to do its work.
///
/// In an environment whose purpose is `.production`, a marked type is refused as a fallback unless it is registered as a
/// ``FallbackKind/substitute``: what only pretends to save data must never take the place of what saves it. A name such as
/// `test` changes nothing.
public protocol MockService {}
#endif
