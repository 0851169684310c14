// swift-tools-version: 6.2
// Marks the root of a sample app that is read and never built.
