import ServicePresentation
import Testing

// Serialized, as there is one table for everything.
@Suite(.serialized) struct PresentationTextsTests {
    /// The texts of a table that have no parameters, by their names.
    private func plainTexts(of table: PresentationTexts) -> [String: String] {
        let children = Mirror(reflecting: table).children.compactMap { child in
            (child.value as? String).map { (child.label ?? "?", $0) }
        }
        return Dictionary(uniqueKeysWithValues: children)
    }

    /// The texts of a table that have parameters, filled in.
    private func filledTexts(of table: PresentationTexts) -> [String] {
        [
            table.invalidInput("X"), table.serverErrorWithCode(2), table.tryAgainInSeconds(2),
            table.tryAgainInMinutes(2),
            table.tryAgainInHours(2), table.passwordTooShort(2), table.tooShort(2), table.tooLong(2),
            table.lengthOutOfRange(2, 3), table.lengthOutOfRange(2, 2),
        ]
    }

    private func isChinese(_ text: String) -> Bool {
        text.unicodeScalars.contains { (0x4E00...0x9FFF).contains($0.value) }
    }

    @Test func `a copy names what it left out, texts with parameters included`() {
        var german = PresentationTexts.english
        german.retry = "Erneut versuchen"
        german.tooLong = { "Höchstens \($0) Zeichen" }
        german.lengthOutOfRange = { "\($0) bis \($1) Zeichen" }
        german.invalidInput = { "\($0) ist ungültig." }
        let missing = german.untranslated(from: .english)
        let all = PresentationTexts.english.untranslated(from: .english)
        #expect(Set(all).subtracting(missing) == ["retry", "tooLong", "lengthOutOfRange", "invalidInput"])
        #expect(all == Mirror(reflecting: german).children.compactMap(\.label))
    }

    @Test func `the languages that come with the module are whole`() {
        #expect(PresentationTexts.simplifiedChinese.untranslated(from: .english) == [])
    }

    @Test func `every text exists in both languages`() {
        let english = plainTexts(of: .english)
        let chinese = plainTexts(of: .simplifiedChinese)
        #expect(
            english.count + filledTexts(of: .english).count - 1
                == Mirror(reflecting: PresentationTexts.english).children.count)
        for (name, text) in english {
            #expect(!text.isEmpty && text.allSatisfy(\.isASCII), "\(name) in English")
            #expect(chinese[name].map(isChinese) == true, "\(name) in Chinese")
        }
        #expect(filledTexts(of: .english).allSatisfy { $0.contains(/2|X/) && $0.allSatisfy(\.isASCII) })
        #expect(filledTexts(of: .simplifiedChinese).allSatisfy { $0.contains(/2|X/) && isChinese($0) })
    }

    @Test func `numbers in English agree with their nouns`() {
        let texts = PresentationTexts.english
        #expect(texts.tryAgainInSeconds(1) == "Try again in 1 second.")
        #expect(texts.tryAgainInMinutes(1) == "Try again in 1 minute.")
        #expect(texts.tryAgainInHours(1) == "Try again in 1 hour.")
        #expect(texts.tooShort(1) == "Must be at least 1 character")
        #expect(texts.tooLong(2) == "Must be at most 2 characters")
        #expect(texts.lengthOutOfRange(6, 6) == "Must be 6 characters")
        #expect(texts.passwordTooShort(8) == "Password must be at least 8 characters")
    }

    @Test func `an app replaces a text`() {
        var texts = PresentationTexts.english
        texts.required = "Please fill this in"
        #expect(Validator<String>.required.error(for: "", in: texts) == "Please fill this in")
        #expect(Validator<String>.required.error(for: "", in: .english) == "This field is required")
    }

    @Test func `an app sets the texts for everything`() {
        let before = PresentationTexts.current
        defer { PresentationTexts.current = before }
        var texts = before
        texts.dismiss = "Away"  // a text that no other test reads
        PresentationTexts.current = texts
        #expect(PresentationTexts.current.dismiss == "Away")
    }

    @Test func `what goes with texts that are replaced may read those that count now`() async {
        final class Farewell: Sendable {
            let gone: Signal
            init(_ gone: Signal) { self.gone = gone }
            deinit { if !PresentationTexts.current.dismiss.isEmpty { gone.set() } }
        }
        func setTexts(of owner: Farewell) {
            PresentationTexts.current.tooLong = { count in withExtendedLifetime(owner) { before.tooLong(count) } }
        }
        let before = PresentationTexts.current
        let gone = Signal()
        setTexts(of: Farewell(gone))
        PresentationTexts.current = before
        await gone.wait()
    }
}
