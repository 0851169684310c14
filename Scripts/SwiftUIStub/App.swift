// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What a program with SwiftUI begins with, for type-checking where SwiftUI does not exist. See SwiftUI.swift.

@MainActor @preconcurrency public protocol Scene {}

public struct WindowGroup<Content: View>: Scene {
    public init(@ViewBuilder content: () -> Content) {}
}

@MainActor @preconcurrency public protocol App {
    associatedtype Body: Scene
    var body: Body { get }
    init()
}

extension App {
    public static func main() {}
}
