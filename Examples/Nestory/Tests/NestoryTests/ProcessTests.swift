import Testing

/// The tests that keep a machine busy with processes: one at a time, as some of them measure time. Those that mostly wait
/// for a service to be tried again are none of them.
@Suite(.serialized) struct ProcessTests {}
