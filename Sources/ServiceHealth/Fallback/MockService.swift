#if Health
/// Marks a type that only pretends to do its work.
///
/// A marked type is refused as a fallback outside the environments `ServiceEnv.test` and
/// `ServiceEnv.dev`, unless the registration says that the fallback is a
/// ``FallbackKind/substitute``. What pretends to save must never stand in for what saves.
public protocol MockService {}
#endif
