import ServiceDoctor
import Testing

/// An error that nobody meets is hidden from nobody.
@Suite struct UnrunCodeTests {
    private func found(_ code: String, _ others: String = "") -> [Severity] {
        Doctor(configuration: DoctorConfiguration(only: ["silent_catch"]))
            .check(sources: [("App/A.swift", code), ("App/B.swift", others)]).findings.map(\.severity)
    }

    @Test(arguments: [
        ("private func save() { do { try store.save(item) } catch {} }", Severity.note),
        ("private func save() { do { try store.save(item) } catch {} }\nfunc close() { save() }", .error),
        ("@objc private func save() { do { try store.save(item) } catch {} }", .error),
        ("func save() { do { try store.save(item) } catch {} }", .error),
        ("}\nprivate extension Form { func save() { do { try store.save(item) } catch {} }", .note),
        (
            "}\nprivate extension Form { func save() { do { try store.save(item) } catch {} }; func close() { save() }",
            .error
        ),
    ])
    func `a private function that its file never calls hides nothing`(_ code: String, _ expected: Severity) {
        #expect(found("struct Form { \(code) }") == [expected])
    }

    @Test(arguments: [
        ("FormModel().saveForm()", Severity.error), ("FormModel()", .note), ("", .note),
        ("FormModel()\n  // FormModel().saveForm()\n", .note), ("FormModel() /* later */ .saveForm()", .error),
        ("FormModel()\n// Saves: \nreset(); FormModel().saveForm() // now\n", .error),
    ])
    func `what nothing of an app calls or makes hides nothing`(_ use: String, _ expected: Severity) {
        let model = "final class FormModel { func saveForm() { do { try store.save(item) } catch {} } }"
        let app = "@main struct FormApp: App { var body: some Scene { WindowGroup { Text(\"\") } }; init() { \(use) } }"
        #expect(found(model, app) == [expected])
    }

    @Test(arguments: [
        ("", "", Severity.note), ("", "FormModel().leave()", .error), ("", "FormModel().close()", .error),
        ("", "\n/*\nFormModel().leave()\n*/\n", .note), ("", "/* closes */\nFormModel().leave()", .error),
        (": Closing", "", .note), (": ClosingDelegate", "", .error), (": CLLocationManagerDelegate", "", .note),
        (": Codable", "", .note),
        ("", "NotificationCenter.default.addObserver(self, selector: Selector(\"leave\"))", .error),
    ])
    func `what only functions call that nothing of an app calls hides nothing`(
        _ parents: String, _ use: String, _ expected: Severity
    ) {
        let model = """
            protocol Closing { var isClosed: Bool { get } }
            final class FormModel\(parents) {
                func leave() { if isOpen { leave() }; close() }
                func close() { saveForm() }
                func saveForm() { do { try store.save(item) } catch {} }
            }
            """
        let app = "@main struct FormApp: App { init() { make(FormModel.self); \(use) }; let window = Window() }"
        #expect(found(model, app) == [expected])
    }

    @Test(arguments: [
        ("static func save", "form.save()", Severity.note), ("static func save", "FormModel.save()", .error),
        ("static func save", "FormModel().forms.save()", .note), ("func save", "form.save()", .error),
        ("static func save", "type(of: form).save()", .error), ("static func save", "formType.save()", .error),
        ("func save", "let draft = try Draft()\ndraft.save()", .note),
        ("func save", "let form = FormModel()\nform.save()", .error),
        ("func save", "var form: any Saving = Draft()\nform = FormModel()\nform.save()", .error),
        ("func save", "func run<T: Saving>(_: T.Type) { let form = T()\nform.save() }", .error),
    ])
    func `what is only called on other things hides nothing`(_ function: String, _ use: String, _ expected: Severity) {
        let model = "final class FormModel { \(function)() { do { try store.save(item) } catch {} } }"
        let app = "@main struct FormApp: App { init() throws { make(FormModel.self)\n\(use)\n} }"
        #expect(found(model, app) == [expected])
    }

    @Test(arguments: [("func update()", Severity.note), ("func mapping(map: Map)", .error)])
    func `what ObjectMapper calls is called`(_ function: String, _ expected: Severity) {
        let form = "final class Form: Object, Mappable { \(function) { do { try store.save(item) } catch {} } }"
        let app = "@main struct FormApp: App { let form = Form() }"
        #expect(found(form, app) == [expected])
    }

    @Test(arguments: ["go", "f", "Öffne", "grüßen", "`SaveForm`"])
    func `of a function with a short name, or with other letters, nobody knows who calls it`(_ name: String) {
        let code = "final class FormModel { func \(name)() { do { try store.save(item) } catch {} } }"
        #expect(found(code, "@main struct FormApp: App { init() { FormModel() }; let window = Window() }") == [.error])
    }

    @Test(arguments: [
        ("FormModel().SaveForm()", Severity.error), ("FormModel()", .note),
        ("FormModel()\n// FormModel().SaveForm()\n", .note),
        ("FormModel(); use(#selector(FormModel.SaveForm))", .error), ("run(FormModel().SaveForm)", .error),
    ])
    func `a function with a capital that nothing of an app names hides nothing`(_ use: String, _ expected: Severity) {
        let code = """
            final class FormModel {
                func start() { LoadForm() }
                func SaveForm() { do { try store.save(item) } catch {} }
                func LoadForm() { do { item = try store.load() } catch {} }
            }
            """
        let app = "@main struct FormApp: App { init() { \(use) }; let window = Window() }"
        #expect(found(code, app) == [expected, .error])
    }

    @Test(arguments: [("record.saveForm()", Severity.error), ("record.load()", .note)])
    func `an extension's function that nothing of an app calls hides nothing`(_ use: String, _ expected: Severity) {
        let model = "extension Record { func saveForm() { do { try store.save(self) } catch {} } }"
        #expect(found(model, "@main struct FormApp: App { init() { \(use) }; let window = Window() }") == [expected])
        let kept = model.replacing("Record {", with: "Record: Saving {")
        #expect(found(kept, "@main struct FormApp: App { init() { \(use) }; let window = Window() }") == [.error])
    }

    @Test(arguments: [
        ("extension String {", "", Severity.note), ("extension String {", "show(text.links)", .error),
        ("extension String: Linked {", "", .error), ("final class Page {", "", .error),
        ("final class Page { private", "", .note),
    ])
    func `a computed property that nothing of an app reads hides nothing`(
        _ start: String, _ use: String, _ expected: Severity
    ) {
        let code = "\(start) var links: [Link] { do { try store.save(self) } catch {}; return [] } }"
        #expect(
            found(code, "@main struct FormApp: App { init() { make(Page.self); \(use) }; let window = Window() }") == [
                expected
            ])
    }

    @Test(arguments: [
        ("Object", "", Severity.note), ("NSManagedObject", "", .note), ("Record", "", .error),
        ("Object", "Workout.deleteWorkouts()", .error),
    ])
    func `a function of a stored class that nothing of an app calls hides nothing`(
        _ parent: String, _ use: String, _ expected: Severity
    ) {
        let code = "class Workout: \(parent) { class func deleteWorkouts() { do { try store.save(item) } catch {} } }"
        #expect(
            found(code, "@main struct FormApp: App { init() { make(Workout.self); \(use) }; let window = Window() }")
                == [expected])
    }

    @Test(arguments: [
        ("let context = container.viewContext; try? context.save()", Severity.note),
        ("try? container.viewContext.save()", .note), ("store.save()", .error), ("try? box.save()", .error),
    ])
    func `what saves a context of Core Data calls no function of the program`(_ use: String, _ expected: Severity) {
        let code = "final class Store { func save() { do { try store.save(item) } catch {} } }"
        #expect(
            found(code, "@main struct FormApp: App { init(_ store: Store) { \(use) }; let window = Window() }") == [
                expected
            ])
    }

    @Test(arguments: [
        ("case offline, full", Severity.note), ("case offline\ncase full", .note), ("case offline", .note),
        ("case offline, full, denied", .error), ("case denied", .error),
    ])
    func `earlier catches of all cases of a type take all of it`(_ cases: String, _ expected: Severity) {
        let sender =
            "final class Sender { func sendItem() throws { throw SendError.offline } }\nenum SendError: Error { \(cases) }"
        let code = """
            final class Form {
                let sender: Sender
                func send() { do { try sender.sendItem() } catch SendError.offline { show() } catch SendError.full { warn() } catch {} }
            }
            """
        #expect(found(code, sender) == [expected])
        // One status is not every status.
        let status = code.replacing("SendError.offline {", with: "SendError.offline(404) {")
        #expect(found(status, sender) == [.error])
        #expect(found(status.replacing("(404)", with: "(let code)"), sender) == [expected])
        // In an extension the property is still this type's, whatever others have by that name.
        let inExtension = code.replacing("func send()", with: "}\nextension Form { func send()")
        let other = """
            final class Mailer { func sendItem() throws { try post() } }
            final class Mail { let sender: Mailer }
            """
        #expect(found(inExtension, "\(sender)\n\(other)") == [expected])
    }

    @Test(arguments: [
        ("", Severity.note), ("_ = Shelf.total()", .error), ("make(Shelf.self)", .note), ("_ = Disk.size()", .error),
        ("button.addTarget(self, action: #selector(Shelf.total))", .error),
    ])
    func `what only another type's function calls that nobody calls hides nothing`(_ use: String, _ expected: Severity)
    {
        let code = """
            final class Disk { class func size() -> Int { do { try store.save(item) } catch {}; return 0 } }
            final class Shelf { class func total() -> Int { let size = Disk.size(); return size } }
            """
        let app =
            "@main struct FormApp: App { init() { make(Disk.self); let size = 1, total = size; \(use) }; let window = Window() }"
        #expect(found(code, app) == [expected])
    }

    @Test(arguments: [
        ("", Severity.note), ("_ = Remote(json: data)", .error), ("_ = Remote(mail: data)", .note),
        ("let all: [Remote] = lines.map { .init(json: $0) }", .error), ("_ = lines.map(Remote.init)", .error),
        ("_ = lines.map(Other.init)", .note),
    ])
    func `an initialiser that nothing of an app calls hides nothing`(_ use: String, _ expected: Severity) {
        let code = """
            struct Remote: Codable {
                let mail: String
                init(mail: String) { self.mail = mail }
                init(json: Data) { do { self = try store.save(json) } catch {} }
            }
            """
        let app = "@main struct FormApp: App { init() { make(Remote.self); \(use) }; let window = Window() }"
        #expect(found(code, app) == [expected])
        #expect(found(code.replacing(": Codable", with: ": Codable, Made") + "\nprotocol Made {}", app) == [.error])
        #expect(found(code.replacing("json: Data)", with: "json: Data = sample)"), app) == [.error])
    }

    @Test(arguments: [("throw SendError.offline", Severity.note), ("try write(item)", .error)])
    func `what an earlier catch takes hides nothing`(_ body: String, _ expected: Severity) {
        let sender = "final class Sender { func sendItem() throws { \(body) } }\nenum SendError: Error { case offline }"
        let code = """
            final class Form {
                let sender: Sender
                func send() {
                    do { try sender.sendItem() } catch let error as SendError { show(error) } catch {}
                }
            }
            """
        #expect(found(code, sender) == [expected])
    }

    @Test(arguments: [
        ("CMSampleBuffer", "handler.perform([request])", Severity.note),
        ("UIImage", "handler.perform([request])", .error), ("CMSampleBuffer", "recorder.write(frame)", .error),
    ])
    func `one picture of a camera is missed by nobody`(_ type: String, _ call: String, _ expected: Severity) {
        let code = "func look(at frame: \(type)) { do { try \(call) } catch {} }"
        #expect(found(code) == [expected])
        let printed = Severities.of(code.replacing("catch {}", with: "catch { print(error) }"))
        #expect(printed == [expected == .note ? .note : .warning])
    }

    @Test func `what cannot be written as JSON is no error`() {
        let code = "func save() { do { text = try JSONSerialization.data(withJSONObject: fields) } catch {} }"
        #expect(found(code) == [.note])
        #expect(found(code.replacing("data(withJSONObject: fields)", with: "jsonObject(with: data)")) == [.error])
    }

    @Test(arguments: [("FormModel().saveForm()", Severity.error), ("FormModel()", .note), ("", .note)])
    func `a catch that is never reached fails nobody where nothing runs it`(_ use: String, _ expected: Severity) {
        let model = """
            final class FormModel {
                func saveForm() async { do { await store.save() } catch { errorMessage = "Not saved." } }
            }
            """
        let app = "@main struct FormApp: App { init() { \(use) } }"
        let sources = [("App/Model.swift", model), ("App/App.swift", app)]
        let doctor = Doctor(configuration: DoctorConfiguration(only: ["unreachable_fallback"]))
        #expect(doctor.check(sources: sources).findings.map(\.severity) == [expected])
        #expect(doctor.check(sources: [sources[0]]).findings.map(\.severity) == [.error])
    }

    @Test(arguments: [
        ("let draft: Draft", "draft.save(item)", Severity.note), ("let draft = Draft()", "draft.save(item)", .note),
        ("let form: FormModel", "form.save(item)", .error), ("let form = FormModel()", "form?.save(item)", .error),
        ("let form = makeForm()", "form.save(item)", .error), ("let draft: Draft", "FormModel().save(item)", .error),
        ("let draft: Draft", "draft.save(item); items.forEach(form.save)", .error),
        ("let draft: Draft", "draft.save(item); let action = isNew ? add : save", .error),
        ("let draft: Draft", "draft.save(item); items.forEach { $0.save(item) }", .error),
        ("let form: FormModel", "form.save(item, into: file)", .note),
        ("let draft: Draft", "let save = 1; draft.save(item); count(save)", .note),
        ("let draft: Draft; let save: Bool", "draft.save(item); count(save)", .note),
        ("let draft: Draft", "draft.save(item); if let save = last { count(save) }", .note),
    ])
    func `a function of which only namesakes are called hides nothing`(
        _ property: String, _ use: String, _ expected: Severity
    ) {
        let model =
            "final class FormModel { let store: Store; func save(_ item: Item) { do { try store.save(item) } catch {} } }"
        let draft =
            "final class Draft { func save(_ item: Item) {} }; struct FormView: View { \(property); var body: some View { List { \(use) } } }"
        let app = "@main struct FormApp: App { init() { make(FormModel.self, Draft.self, FormView.self) } }"
        #expect(found(model, "\(draft)\n\(app)") == [expected])
    }

    @Test(arguments: [("App/Form.swift", Severity.error), ("AppTests/FormTests.swift", .note)])
    func `what only tests call hides nothing`(_ path: String, _ expected: Severity) {
        let sources = [
            ("App/A.swift", "final class FormModel { func saveForm() { do { try store.save(item) } catch {} } }"),
            ("App/B.swift", "@main struct FormApp: App { let form = FormModel() }"),
            (path, "extension FormApp { init(form: FormModel) { form.saveForm() } }"),
        ]
        let report = Doctor(configuration: DoctorConfiguration(only: ["silent_catch"])).check(sources: sources)
        #expect(report.findings.map(\.severity) == [expected])
    }

    @Test(arguments: [("FormModel().load()", Severity.warning), ("FormModel()", .note)])
    func `what nothing calls blocks no thread`(_ use: String, _ expected: Severity) {
        let model = "final class FormModel { func load() async { semaphore.wait() } }"
        let app = "@main struct FormApp: App { init() { Task { await \(use) } } }"
        let report = Doctor(configuration: DoctorConfiguration(only: ["blocking_wait"])).check(
            sources: [("App/A.swift", model), ("App/B.swift", app)])
        #expect(report.findings.map(\.severity) == [expected])
    }

    @Test(arguments: [
        ("saveForm()", Severity.error), ("", .note), ("\n// saveForm()\n", .note), ("[1].sorted(by: <)", .note),
        ("items.sorted(by: <)", .error),
    ])
    func `a global function that nothing of an app calls hides nothing`(_ use: String, _ expected: Severity) {
        let function = "func saveForm() { do { try store.save(item) } catch {} }"
        let app = "@main struct FormApp: App { init() { \(use) } }"
        let sorting = use.hasPrefix("items") ? "func < (a: Item, b: Item) -> Bool { saveForm(); return true }" : ""
        #expect(found(function, "\(app)\n\(sorting)") == [expected])
    }

    @Test(arguments: [
        ("to file: File", "save(item)", Severity.note), ("to file: File", "save(item, to: file)", .error),
        ("to file: File = .last", "save(item)", .error),
        ("then: @escaping (Item) -> Void", "save(item) { show($0) }", .error),
        ("then: CompletionHandler?", "save(item) { show($0) }", .error), ("_ file: File", "save(item)", .note),
        ("_ file: File", "save(item, file)", .error), ("_ files: File...", "save(item)", .error),
    ])
    func `an overload that no call fits hides nothing`(_ parameter: String, _ call: String, _ expected: Severity) {
        let model = """
            final class FormModel {
                let store: Store
                func save(_ item: Item, \(parameter)) { do { try store.save(item) } catch {} }
                func save(_ item: Item) {}
            }
            """
        let app = "@main struct FormApp: App { let form: FormModel; init() { form.\(call) } }"
        #expect(found(model, app) == [expected])
    }
}
