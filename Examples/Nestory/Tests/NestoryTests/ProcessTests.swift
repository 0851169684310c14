import Testing

/// The tests that keep a machine busy with processes: one at a time, as some of them measure time.
@Suite(.serialized) struct ProcessTests {}
