import ServicePresentation
import Testing

@MainActor @Suite struct FieldTests {
    @Test func `no error shows while a field is empty and untouched`() {
        let field = Field("", .required)
        #expect(field.error == nil)
        #expect(!field.isValid)
        #expect(!field.isTouched)
    }

    @Test func `what is typed is validated at once`() {
        let field = Field("", .email)
        field.value = "me"
        #expect(field.error == "Invalid email address")
        field.value = "me@example.org"
        #expect(field.error == nil)
        #expect(field.isValid)
        #expect(!field.isTouched)
    }

    @Test func `a cleared field shows nothing until it is touched`() {
        let field = Field("", .required)
        field.value = "a"
        field.value = ""
        #expect(field.error == nil)
        field.touch()
        #expect(field.error == "This field is required")
        #expect(field.isTouched)
    }

    @Test func `nil and an empty text in an optional are empty`() {
        let field = Field<String?>("a", Validator { $0 == "b" ? nil : "not b" })
        #expect(field.error == "not b")
        field.value = nil
        #expect(field.error == nil)
        field.value = ""
        #expect(field.error == nil)
        field.touch()
        #expect(field.error == "not b")
    }

    @Test func `an empty collection is empty`() {
        let field = Field([1], Validator { $0.count > 1 ? nil : "choose two" })
        #expect(field.error == "choose two")
        field.value = []
        #expect(field.error == nil)
    }

    @Test func `the initial value is empty where nothing else is`() {
        let field = Field(0, Validator { $0 > 1 ? nil : "too few" })
        #expect(field.error == nil)
        field.value = 1
        #expect(field.error == "too few")
        field.value = 0
        #expect(field.error == nil)
    }

    @Test func `a field without a validator is always valid`() {
        #expect(Field(false).isValid)
    }

    @Test func `a field validates anew when the one it matches changes`() {
        let password = Field("", .password())
        let confirmation = Field("", .required).matches(password, message: "not the same")
        confirmation.value = "12345678"
        #expect(confirmation.error == "not the same")
        #expect(isObserved({ confirmation.error }, when: { password.value = "12345678" }))
        #expect(confirmation.error == nil)
        #expect(confirmation.isValid)
        password.value = "other password"
        #expect(confirmation.error == "not the same")
        #expect(password.isValid)
    }

    @Test func `an empty confirmation shows nothing until it is touched`() {
        let password = Field("", .password())
        let confirmation = Field("", .required).matches(password)
        password.value = "12345678"
        #expect(confirmation.error == nil)
        #expect(!confirmation.isValid)
        confirmation.touch()
        #expect(confirmation.error == "This field is required")
    }

    @Test func `a mismatch has words in the field's language`() {
        let confirmation = Field("a", texts: .simplifiedChinese).matches(Field("b"))
        confirmation.touch()
        #expect(confirmation.error == "两次输入的密码不一致")
    }

    @Test func `the server's error goes when the value changes, and not when it is set again`() {
        let field = Field("a")
        field.serverError = "taken"
        #expect(field.error == "taken")
        #expect(field.isValid)
        field.value = "a"
        #expect(field.error == "taken")
        field.value = "b"
        #expect(field.error == nil)
        field.value = "a"
        #expect(field.error == nil)
    }

    @Test func `the server's error shows on an empty field too`() {
        let field = Field("")
        field.serverError = "The server wants this"
        #expect(field.error == "The server wants this")
    }

    @Test func `what is wrong with the value comes before what the server said`() {
        let password = Field("12345678")
        let confirmation = Field("12345678").matches(password, message: "not the same")
        confirmation.touch()
        confirmation.serverError = "too common"
        password.value = "other"
        #expect(confirmation.error == "not the same")
        password.value = "12345678"
        #expect(confirmation.error == "too common")
    }

    @Test func `reset puts everything back`() {
        let field = Field("a", .email)
        field.value = "b"
        field.touch()
        field.serverError = "taken"
        field.reset()
        #expect(field.value == "a")
        #expect(!field.isTouched)
        #expect(field.serverError == nil)
    }

    @Test func `views are told of the value, the error and the touch`() {
        let field = Field("", .required)
        #expect(isObserved({ field.value }, when: { field.value = " " }))
        #expect(isObserved({ field.error }, when: { field.value = "" }))
        #expect(isObserved({ field.error }, when: { field.touch() }))
        field.value = "a"
        #expect(isObserved({ field.error }, when: { field.serverError = "taken" }))
    }
}
