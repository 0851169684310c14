// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The signatures of SwiftUI that ServicePresentation uses, for type-checking where SwiftUI does not exist.
// Written from Apple's documentation; nothing here does anything.

@_exported import Observation

@MainActor @preconcurrency public protocol View {
    associatedtype Body: View
    @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: View {
    public var body: Never { fatalError("a stub is never drawn") }
}

public protocol PrimitiveView: View where Body == Never {}
extension PrimitiveView {
    public var body: Never { fatalError("a stub is never drawn") }
}

public struct EmptyView: PrimitiveView { nonisolated public init() {} }
public struct TupleView<each Content: View>: PrimitiveView {}
extension Optional: View where Wrapped: View {
    public var body: Never { fatalError("a stub is never drawn") }
}
public struct _ConditionalContent<First: View, Second: View>: PrimitiveView {}

@resultBuilder public enum ViewBuilder {
    public static func buildBlock() -> EmptyView { EmptyView() }
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
    public static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView<
        repeat each Content
    > { TupleView() }
    public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
    public static func buildEither<First: View, Second: View>(first: First) -> _ConditionalContent<
        First, Second
    > { _ConditionalContent() }
    public static func buildEither<First: View, Second: View>(second: Second) -> _ConditionalContent<
        First, Second
    > { _ConditionalContent() }
}

public struct Text: PrimitiveView {
    nonisolated public init(verbatim content: String) {}
    nonisolated public init<S: StringProtocol>(_ content: S) {}
}

public struct Image: PrimitiveView {
    nonisolated public init(systemName: String) {}
}

public struct ProgressView: PrimitiveView {
    public init() {}
}

public struct ButtonRole: Equatable, Sendable {
    public static let cancel = ButtonRole()
    public static let destructive = ButtonRole()
}

public struct Button<Label: View>: PrimitiveView {
    public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {}
    public init(role: ButtonRole?, action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {
    }
}

extension Button where Label == Text {
    public init<S: StringProtocol>(_ title: S, action: @escaping @MainActor () -> Void) {}
}

public struct VStack<Content: View>: PrimitiveView {
    public init(spacing: Double? = nil, @ViewBuilder content: () -> Content) {}
}

public struct HStack<Content: View>: PrimitiveView {
    public init(spacing: Double? = nil, @ViewBuilder content: () -> Content) {}
}

public struct List<Content: View>: PrimitiveView {
    public init(@ViewBuilder content: () -> Content) {}
}

public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: PrimitiveView {
    public init(
        _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content
    ) {}
}

public struct TextField<Label: View>: PrimitiveView {}
extension TextField where Label == Text {
    public init<S: StringProtocol>(_ title: S, text: Binding<String>) {}
}

public struct SecureField<Label: View>: PrimitiveView {}
extension SecureField where Label == Text {
    public init<S: StringProtocol>(_ title: S, text: Binding<String>) {}
}

@propertyWrapper @dynamicMemberLookup public struct Binding<Value> {
    @preconcurrency public init(
        get: @escaping @isolated(any) @Sendable () -> Value,
        set: @escaping @isolated(any) @Sendable (Value) -> Void
    ) {
        fatalError("a stub is never drawn")
    }
    public var wrappedValue: Value {
        get { fatalError("a stub is never drawn") }
        nonmutating set {}
    }
    public subscript<Subject>(dynamicMember keyPath: WritableKeyPath<Value, Subject>) -> Binding<Subject> {
        fatalError("a stub is never drawn")
    }
}

@propertyWrapper public struct State<Value> {
    public init(wrappedValue: Value) {}
    public init(initialValue: Value) {}
    public var wrappedValue: Value {
        get { fatalError("a stub is never drawn") }
        nonmutating set {}
    }
}

@propertyWrapper @dynamicMemberLookup public struct Bindable<Value> {
    public init(wrappedValue: Value) where Value: AnyObject & Observable {}
    public init(_ wrappedValue: Value) where Value: AnyObject & Observable {}
    public var wrappedValue: Value { fatalError("a stub is never drawn") }
    public var projectedValue: Bindable<Value> { self }
    public subscript<Subject>(dynamicMember keyPath: ReferenceWritableKeyPath<Value, Subject>) -> Binding<
        Subject
    > where Value: AnyObject {
        fatalError("a stub is never drawn")
    }
}

public protocol ShapeStyle: Sendable {}
public struct Color: ShapeStyle {
    public static let red = Color()
}
extension ShapeStyle where Self == Color {
    public static var red: Color { .red }
}

public struct Font: Sendable {
    public static let largeTitle = Font()
    public static let headline = Font()
    public static let footnote = Font()
}

public enum TextAlignment: Sendable { case leading, center, trailing }

public struct AccessibilityChildBehavior: Sendable {
    public static let combine = AccessibilityChildBehavior()
}

public protocol PrimitiveButtonStyle {}
public struct BorderedProminentButtonStyle: PrimitiveButtonStyle {}
extension PrimitiveButtonStyle where Self == BorderedProminentButtonStyle {
    public static var borderedProminent: BorderedProminentButtonStyle { BorderedProminentButtonStyle() }
}

extension View {
    nonisolated public func font(_ font: Font?) -> some View { EmptyView() }
    nonisolated public func foregroundStyle<S: ShapeStyle>(_ style: S) -> some View { EmptyView() }
    nonisolated public func multilineTextAlignment(_ alignment: TextAlignment) -> some View { EmptyView() }
    nonisolated public func padding() -> some View { EmptyView() }
    nonisolated public func disabled(_ disabled: Bool) -> some View { EmptyView() }
    nonisolated public func buttonStyle<S: PrimitiveButtonStyle>(_ style: S) -> some View { EmptyView() }
    nonisolated public func accessibilityHidden(_ hidden: Bool) -> some View { EmptyView() }
    nonisolated public func accessibilityElement(children: AccessibilityChildBehavior) -> some View {
        EmptyView()
    }
    nonisolated public func task(_ action: sending @escaping @isolated(any) () async -> Void) -> some View {
        EmptyView()
    }
    nonisolated public func refreshable(action: @escaping @Sendable () async -> Void) -> some View {
        EmptyView()
    }
    nonisolated public func onChange<V: Equatable>(of value: V, _ action: @escaping (V, V) -> Void)
        -> some View
    { EmptyView() }
    nonisolated public func alert<A: View, M: View, T>(
        _ title: Text, isPresented: Binding<Bool>, presenting data: T?, @ViewBuilder actions: (T) -> A,
        @ViewBuilder message: (T) -> M
    ) -> some View { EmptyView() }
}

// Previews, which SwiftUI exports from DeveloperToolsSupport.

public struct PreviewTrait<T> {
    public init() {}
}

public struct Preview {
    public struct ViewTraits {}
}

@freestanding(declaration) public macro Preview(
    _ name: String? = nil, traits: PreviewTrait<Preview.ViewTraits>,
    _ additionalTraits: PreviewTrait<Preview.ViewTraits>..., @ViewBuilder body: @escaping @MainActor () -> any View
) = #externalMacro(module: "PreviewMacro", type: "Preview")
