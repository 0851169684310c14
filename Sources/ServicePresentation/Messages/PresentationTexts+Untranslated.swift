extension PresentationTexts {
    /// Returns the names of the texts that read the same as in another language, such as those that a copy left out.
    ///
    /// A language in which some texts are missing shows people two languages. A test names those that are the same on
    /// purpose:
    ///
    /// ```swift
    /// #expect(german.untranslated(from: .english) == ["okay"])
    /// ```
    ///
    /// - Parameter other: The language that this one was copied from.
    /// - Returns: The names of the properties, in the order of their declaration.
    public func untranslated(from other: PresentationTexts) -> [String] {
        Self.samples.filter { $0.read(self) == $0.read(other) }.map(\.name)
    }

    /// Every text, and what it reads like. A text with a number reads differently with one and with several.
    private static let samples: [(name: String, read: @Sendable (PresentationTexts) -> [String])] = [
        ("networkUnavailable", { [$0.networkUnavailable] }),
        ("authenticationRequired", { [$0.authenticationRequired] }),
        ("invalidInput", { [$0.invalidInput("")] }),
        ("serverErrorWithCode", { [$0.serverErrorWithCode(1), $0.serverErrorWithCode(2)] }),
        ("noConnection", { [$0.noConnection] }),
        ("timeout", { [$0.timeout] }),
        ("unauthorized", { [$0.unauthorized] }),
        ("serverError", { [$0.serverError] }),
        ("invalidResponse", { [$0.invalidResponse] }),
        ("unexpected", { [$0.unexpected] }),
        ("serviceUnavailableTitle", { [$0.serviceUnavailableTitle] }),
        ("tryAgainLater", { [$0.tryAgainLater] }),
        ("tryAgainNow", { [$0.tryAgainNow] }),
        ("tryAgainInSeconds", { [$0.tryAgainInSeconds(1), $0.tryAgainInSeconds(2)] }),
        ("tryAgainInMinutes", { [$0.tryAgainInMinutes(1), $0.tryAgainInMinutes(2)] }),
        ("tryAgainInHours", { [$0.tryAgainInHours(1), $0.tryAgainInHours(2)] }),
        ("timedOut", { [$0.timedOut] }),
        ("offline", { [$0.offline] }),
        ("serverUnreachable", { [$0.serverUnreachable] }),
        ("connectionLost", { [$0.connectionLost] }),
        ("insecureConnection", { [$0.insecureConnection] }),
        ("unreadableAnswer", { [$0.unreadableAnswer] }),
        ("notFound", { [$0.notFound] }),
        ("notPermitted", { [$0.notPermitted] }),
        ("storageFull", { [$0.storageFull] }),
        ("storageReadOnly", { [$0.storageReadOnly] }),
        ("featureUnavailable", { [$0.featureUnavailable] }),
        ("required", { [$0.required] }),
        ("invalidEmail", { [$0.invalidEmail] }),
        ("passwordTooShort", { [$0.passwordTooShort(1), $0.passwordTooShort(2)] }),
        ("passwordsDiffer", { [$0.passwordsDiffer] }),
        ("tooShort", { [$0.tooShort(1), $0.tooShort(2)] }),
        ("tooLong", { [$0.tooLong(1), $0.tooLong(2)] }),
        ("lengthOutOfRange", { [$0.lengthOutOfRange(2, 2), $0.lengthOutOfRange(1, 2)] }),
        ("errorTitle", { [$0.errorTitle] }),
        ("okay", { [$0.okay] }),
        ("retry", { [$0.retry] }),
        ("dismiss", { [$0.dismiss] }),
    ]
}
