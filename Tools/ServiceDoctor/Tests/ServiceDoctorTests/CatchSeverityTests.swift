import ServiceDoctor
import Testing

@Suite struct CatchSeverityTests {
    @Test(arguments: [
        "// Warming up the connection is best effort.", "// continue without formatting",
        "// Ignore cancellation errors", "/// The text may be no phrase at all.",
        "/* The caller falls back to the address itself. */",
        "// The caller has already logged it.\n// show(error)", "// 忽略執行錯誤，維持原有行為",
        "// Ignore playback errors", "// ignore logout errors", "// Continue anyway", "// Non-fatal.", "// whatever",
        "// Best effort",
    ])
    func `a silent catch that gives a reason is a note`(_ reason: String) {
        #expect(Severities.of("func run() {\ndo { try warmUp() } catch {\n\(reason)\n}\n}") == [.note])
    }

    @Test(arguments: [
        "data = try JSONSerialization.data(withJSONObject: items)",
        "page = try String(contentsOf: Bundle.main.bundleURL)",
        "try data.write(to: cache)", "names = try manager.contentsOfDirectory(atPath: folder)",
        "let age = try manager.attributesOfItem(atPath: file)[.creationDate]; if isOld(age) { try manager.removeItem(atPath: file) }",
        "try device.lockForConfiguration(); device.zoom = 1",
        "try player(for: CHHapticPattern(events: events)).start(atTime: 0)",
    ])
    func `a silent catch of what hardly fails or is made again is a note`(_ work: String) {
        #expect(Severities.of("func run() {\ndo { \(work) } catch {}\n}") == [.note])
        #expect(Severities.of("func run() {\ndo { try warmUp() } catch {}\n}", at: "Examples/Shop/A.swift") == [.note])
    }

    @Test(arguments: [
        "", "// do nothing", "// Handle error silently", "// retry = true\n// log.error(error)",
        "// rules:ignore quiet_catch for_now", "// Ignoring error",
        "// TODO: tell the user what went wrong",
        "// logger.error(\"not warmed up\", metadata: error)", "// XXX: how do we log from here?",
        "// Ignored.", "// ignore all failures", "// Nothing to do here", "// handle this error later on",
        "// error handling to be added", "// swallow the error silently", "// ignore errors for now",
    ])
    func `a silent catch without a reason is an error`(_ comment: String) {
        #expect(Severities.of("func run() {\ndo { try warmUp() } catch {\n\(comment)\n}\n}") == [.error])
    }

    @Test(arguments: [
        ("// Ignored: a refusal means that our later calls do nothing.", Severity.note),
        ("// We will show an alert to people later on.", .error),
        ("// Add error reporting later, for now ignore.", .error),
        ("// The server asks again, we handle this later.", .error), ("// Report this to the owner later", .error),
    ])
    func `what is later is no task by itself`(_ comment: String, _ expected: Severity) {
        #expect(Severities.of("func run() {\ndo { try warmUp() } catch {\n\(comment)\n}\n}") == [expected])
    }

    @Test(arguments: [("deinit", Severity.note), ("func stop()", .error)])
    func `nobody is left to be told in 'deinit'`(_ place: String, _ expected: Severity) {
        let code = "final class Server { \(place) { do { try group.syncShutdown() } catch {} } }"
        #expect(Severities.of(code) == [expected])
        let printed = Severities.of(code.replacing("catch {}", with: "catch { print(error) }"))
        #expect(printed == [expected == .note ? .note : .warning])
    }

    @Test func `a comment that silences nothing is no reason either`() {
        let comment = "// service-doctor:disable:this silent_catch -- inside, on the wrong line"
        #expect(Severities.of("func run() {\ndo { try warmUp() } catch {\n\(comment)\n}\n}") == [.error, .note])
    }

    @Test(arguments: [
        "for url in urls { do { try upload(url) } catch {} }",
        "for url in urls { do { try upload(url) } catch { // TODO: tell somebody\n} }",
        "for url in urls { start { do { try upload(url) } catch { // ignore\n} } }",
        "var ids: [Int]\ndo { ids = try stored() } catch {}",
        "do { items = try stored() } catch {}",
        "var ids: [Int] = []\ndo { ids = try stored(); try save(ids) } catch {}",
    ])
    func `a silent catch of work that nothing replaces is an error`(_ code: String) {
        #expect(Severities.of("func run() {\n\(code)\n}") == [.error])
    }

    @Test(arguments: [
        "let text = NSMutableAttributedString()\ndo { let page = try read(url); text.append(page) } catch {}\nshow(text)",
        "do { engine.stop(try pending()) } catch {}", "do { if try isReady(lock) { light.turnOn() } } catch {}",
        "var token = Token()\ndo { let jwt = try decode(text); token.isStaff = jwt.isStaff } catch {}",
        "do { let item = try JSONSerialization.jsonObject(with: data) as? [String: Any]; show(item) } catch {}",
        "do { guard let window = try windows.first(at: point) else { return }; store(window) } catch {}",
    ])
    func `a silent catch of what only makes a value is a note`(_ code: String) {
        #expect(Severities.of("func run() {\n\(code)\n}") == [.note])
    }

    @Test(arguments: [
        "do { page = try read(url) } catch {}", "do { let page = try await read(url); show(page) } catch {}",
        "do { _ = try read(url); show() } catch {}", "do { let _ = try read(url); show() } catch {}",
        "do { try read(url); show() } catch {}", "do { try read(url).show() } catch {}",
        "do { let rows = try context.fetch(request); show(rows) } catch {}",
        "do { for row in try database.prepare(query) { show(row) } } catch {}",
        "do { let letter = try Letter(text); sendLetter(letter) } catch {}",
        "do { let page = try read(url); delegate?.didRead(page) } catch {}",
        "do { let page = try read(url); completion(page) } catch {}",
        "do { self.page = try read(url) } catch {}", "do { let page = try read(url); count += page.count } catch {}",
        "do { let page = try read(url); show(page) } catch {\n// TODO: tell the reader\n}",
        "do { let page = try read(url); show(page) } catch {\n// handle this\n}",
        "do { let page = try read(url); show(page) } catch {\n// logger.error(error)\n}",
    ])
    func `a silent catch of more than a value is an error`(_ code: String) {
        #expect(Severities.of("func run() async {\n\(code)\n}") == [.error])
    }

    @Test(arguments: [
        "func run() throws { let box = try open(); do { try box.paint() } catch {}; ship(box) }",
        "func ask() async { do { if try await center.requestAuthorization(options: .alert) { start() } } catch {} }",
        "func unlock() { do { try owner.authenticate(); open() } catch {} }",
        "func fill() async { do { let data = try await loader.fetchThumbnailData(url); cover = data } catch {} }",
        "func wait() async {\nlet pause = Task { try await Task.sleep(for: .seconds(1)) }\ndo { try await pause.value; stop() } catch {}\nnext()\n}",
        "struct Row { let act: () throws -> Void; func tap() { do { try act(); wave() } catch {} } }",
        "func tap(_ act: (() async throws -> Void)?) async { do { try await act?(); try await Task.sleep(for: pause) } catch {} }",
        "func find(_ id: Int) async -> Item? {\nif let item = known(id) { return item }\ndo { try await refresh() } catch {}\nreturn known(id)\n}",
        """
        func names(_ data: Data) -> [String]? {
            do {
                for part in try parts(data) { do { try add(part) } catch {} }
                return found
            } catch { return nil }
        }
        """,
        "func look() { do { guard let window = try windows.first(at: point) else { return }; hovered = window } catch {} }",
        "func run() {\nvar anyDone = false\ndo { let rule = rule(); log(rule); try remove(rule); anyDone = true } catch {}\nif !anyDone { show() }\n}",
        "func run() async { do { try await sync() } catch {}\n// Use what there is, whether it is up to date or not\nshow() }",
        "func keys(_ text: String) throws -> [Key] { var keys: [Key] = []\ndo { keys.append(try HexKey(text)); log() } catch {}\ndo { keys.append(try WordKey(text)); log() } catch {}\nif !keys.isEmpty { return keys }\nthrow Unknown() }",
        "func change() { do { try save(password) } catch let error as Failure.CancelledByUser {\n// do nothing\n} catch { show(error) } }",
        "func start() { cases.load { [weak self] result in do { self?.data = try result.get() } catch {}\ncompletion(result) } }",
        "func type(_ code: String) { do { try validate(code); send(code) } catch {} }",
        "func load() async throws { do { _ = try await self.accounts(true) } catch {}\nlet known = try await self.accounts(false); show(known) }",
        "func run() async { do { try await updateShelf(); log() } catch {} }\nfunc updateShelf() async throws { do { try await sync() } catch { status = .failed; throw error } }",
        "func remove() { do { try store.removeRow(row) } catch let error as StoreError where error.has(.notFound) {} catch { show(error) } }",
        "struct Tick { func checkVersion() { do { try client.version() } catch {} } }",
        "struct Tick { let engine: CHHapticEngine; func play() { do { try engine.start(); try player.start(atTime: 0) } catch {} } }",
        "func open() { perform { let page = try await load(); do { try await loadMore(page) } catch {} } }",
        "func show() { do { logoURL = try links.url(of: \"logo\") } catch {} }",
        "func show() { do { vc.review.onNext(try review.value()); present(vc) } catch {} }",
        "func tidy() { do { try files.removeItemAtURL(cache) } catch {}; move() }",
        "func writeDebugPage(_ text: String) { do { try text.write(toFile: path) } catch {} }",
        "extension Store { static var preview: Store = { let store = Store(); do { try store.save() } catch {}; return store }() }",
        "func serve() async { do { for try await frame in inbound { answer(frame) } } catch {\n// client disconnected\n} }",
    ])
    func `a silent catch of what its surroundings do without is a note`(_ code: String) {
        #expect(Severities.of(code).allSatisfy { $0 == .note })
    }

    @Test(arguments: [
        "func run() throws { do { try box.paint() } catch {}; try ship(box) }",
        "func run() throws { let box = try open(); for side in box { do { try side.paint() } catch {} } }",
        "func run() throws { let box = try open(); work { do { try box.paint() } catch {} } }",
        "func ask() async { do { try await center.requestAuthorization(); try await register() } catch {} }",
        "struct Row { @Dependency(\\.act) var act; func tap() { do { try act(); wave() } catch {} } }",
        "func find(_ id: Int) async -> Item? {\ndo { try await refresh() } catch {}\nreturn known(id)\n}",
        "func run() { do { let rule = rule(); log(rule); try remove(rule); isDone = true } catch {} }",
        "func tap() { do { try act() } catch {}\n// Say whether it is not there\nshow() }",
        "func unlock() { do { try owner.authenticate(); open() } catch {\n// TODO: print\n} }",
        "func unlock() { do { try owner.authenticate(); open() } catch {\n// TODO: state = .failed\n} }",
        "func run() { do { try upload(first); log() } catch {}\ndo { try upload(second); log() } catch {}\nshow() }",
        "func change() { do { try save(password) } catch let error as Failure.Locked {\n// do nothing\n} catch { show(error) } }",
        "func start() { cases.load { [weak self] result in do { self?.data = try result.get() } catch {}\ncompletion() } }",
        "func type(_ code: String) { do { try validate(code); try send(code) } catch {} }",
        "func load() async { do { _ = try await self.accounts(true) } catch {}\nlet known = try? await self.accounts(false); show(known) }",
        "func run() async { do { try await updateShelf(); log() } catch {} }\nfunc updateShelf() async throws { do { try await sync() } catch { status = .idle; throw error } }",
        "func open() { Task { let page = try await load(); do { try await loadMore(page) } catch {} } }",
        "func show() { do { pageURL = try links.url(of: \"page\") } catch {} }",
        "func show() { do { logoURL = try links.url(of: \"logo\"); try save() } catch {} }",
        "func serve() async { do { for try await frame in inbound { answer(frame) } } catch {} }",
        "func serve() async { do { for try await frame in inbound { try answer(frame) } } catch {\n// client disconnected\n} }",
    ])
    func `a silent catch of what is missed is an error`(_ code: String) {
        #expect(Severities.of(code).contains(.error))
    }

    @Test func `a silent catch of an end, or of parts that may be missing, is a note`() {
        #expect(Severities.of("func stop() { do { try handle.close() } catch {} }") == [.note])
        let code = """
            struct Feed: Decodable {
                init(from decoder: any Decoder) throws {
                    var text: String?
                    do {
                        let meta = try decoder.container(keyedBy: Key.self)
                        text = try? meta.decode(String.self, forKey: .text)
                    } catch {}
                    self.text = text
                }
            }
            """
        #expect(Severities.of(code) == [.note])
    }

    @Test func `a silent catch of what is fetched ahead of its use is a note`() {
        #expect(
            Severities.of("func preloadPages() async { do { pages = try await client.pages() } catch {} }") == [.note])
    }

    @Test(arguments: [
        "do { answer(try decode()); return } catch {}\nanswer(nil)",
        "do { let regex = try Regex(\"[0-9]+\"); apply(regex) } catch {}",
        "do { regex = try NSRegularExpression(pattern: String(format: \"%@ (%@)\", kType, kValue)) } catch {}",
        "do { try await list() } catch {} // nobody who asks for help has to know that",
        "for key in keys { do { try key.unlock(); isValid = true } catch {} }",
        "for account in accounts { do { found = try await account.file(); break } catch {} }",
        "if isNew { do { try write(); return true } catch {} }\nreturn false",
        "var color: Color?\nif let data { do { color = try read(data) } catch {} }\nuse(color)",
        "var ids: [Int] = []\ndo { ids = try stored() } catch {}\nuse(ids)",
        "var ids: [Int]?\ndo { try ids = stored() } catch {}\nuse(ids)",
        "for url in urls { do { let values = try url.values(); sum += values.size } catch { /* ignore */ } }",
    ])
    func `a silent catch that is answered afterwards, or never happens, is a note`(_ code: String) {
        #expect(Severities.of("func run() {\n\(code)\n}") == [.note])
    }

    @Test(arguments: [
        "do { try refresh() } catch {\n    // Silent failure for background updates\n    print(error)\n}",
        "do { try search() } catch {\n    // do nothing\n    print(error)\n}",
        "do { try FileManager.default.removeItem(at: url) } catch { print(error) }",
    ])
    func `a catch that only prints what may be let go is a note`(_ code: String) {
        #expect(Severities.of("func run() {\n\(code)\n}") == [.note])
    }

    @Test(arguments: [
        "do { defaults.set(try JSONEncoder().encode(items), forKey: key) } catch { assertionFailure() }",
        "do { text = try JSONSerialization.data(withJSONObject: items).utf8String() } catch { assertionFailure() }",
        "do { try await load() } catch is CancellationError { leave() } catch { assertionFailure(\"no other error\") }",
        "do { regex = try NSRegularExpression(pattern: pattern) } catch { assertionFailure() }",
        "do { try await load() } catch let error as StoreError { show(error) } catch { assertionFailure(\"no other error\") }",
        "do { try pipe.close() } catch { assertionFailure() }",
        "do { try sync() } catch {\n// In production, continue anyway.\nassertionFailure()\n}",
    ])
    func `what hardly fails, or fails where nothing is wrong, is left alone`(_ code: String) {
        #expect(Severities.of("func run() {\n\(code)\nnext()\n}").isEmpty)
    }

    @Test(arguments: [
        "do { items = try await session.data(from: url) } catch { assertionFailure() }",
        "do { try store.write(JSONEncoder().encode(items)) } catch { assertionFailure() }",
        "do { try await load() } catch is CancellationError { leave() } catch { assertionFailure(\"\\(error)\") }",
        "do { items = try JSONDecoder().decode([Item].self, from: data) } catch { assertionFailure() }",
        "do { try await load() } catch let error as StoreError { show(error) } catch { assertionFailure(\"\\(error)\") }",
        "try? JSONEncoder().encode(settings).write(to: .settings)",
        "Task { try await client.send(items) }", "try? keychain.delete(key)",
        "do { defaults.set(try JSONEncoder().encode(items), forKey: key) } catch { print(error) }",
        "do { try device.lockForConfiguration() } catch { print(error) }",
    ])
    func `what the source does not decide is a note`(_ code: String) {
        #expect(Severities.of("func run() {\n\(code)\nnext()\n}") == [.note])
    }

    @Test(arguments: [
        "do { items = try await client.items() } catch { print(error) }", "print(\"started\")",
    ])
    func `what only developers see is a warning`(_ code: String) {
        #expect(Severities.of("func run() {\n\(code)\nnext()\n}") == [.warning])
    }

    @Test(arguments: [
        ("try AVAudioSession.sharedInstance().setCategory(.playback)", Severity.note),
        ("try session.setActive(false)", .note),
        ("try session.setActive(true); try player.start()", .error),
        ("try await client.markAsRead(chat)", .note), ("try await client.markThreadSeen(thread)", .note),
        ("try store.updateLastOpened(page)", .note), ("try store.updateLastName(person)", .error),
        ("try store.markAsRead(chat)", .error), ("try await client.markAsPaid(bill)", .error),
    ])
    func `a silent catch of a sound session or a read marker is a note`(_ work: String, _ expected: Severity) {
        #expect(Severities.of("func run() async {\ndo { \(work) } catch {}\n}") == [expected])
    }

    @Test(arguments: [
        ("_ = try await client.trends()", "hasTrends = false", Severity.note),
        ("show(try await client.trends())", "hasTrends = false", .error),
        ("_ = try await client.trends()", "show(error)", .error),
    ])
    func `a silent catch beside one that asks for one failure only is a note`(
        _ work: String, _ first: String, _ expected: Severity
    ) {
        let code = """
            final class Explore {
                var hasTrends = true
                func look() async {
                    do { \(work) } catch let error as APIError where error.status == 404 { \(first) } catch {}
                }
            }
            """
        #expect(Severities.of(code) == [expected])
    }

    @Test(arguments: [
        ("// Best-effort logout on the server (failures are ignored).", "// ignore", Severity.note),
        ("// Log out on the server.", "// ignore", .error), ("// TODO: best effort until there is a log", "", .error),
        ("// Best effort", "// TODO: tell the user", .error), ("// Non-blocking: runs elsewhere.", "", .error),
    ])
    func `a comment above the 'do' that says best effort makes a silent catch a note`(
        _ above: String, _ within: String, _ expected: Severity
    ) {
        #expect(
            Severities.of("func f() async {\n\(above)\ndo { try await logOut() } catch {\n\(within)\n}\nclear()\n}")
                == [expected])
    }

    @Test(arguments: [
        ("func prepare() throws { do { try load() } catch { report(error) } }", Severity.note),
        ("func prepare() throws { do { try load() } catch { throw error } }", .error), ("", .error),
    ])
    func `a silent catch of a function that throws nothing is a note`(_ function: String, _ expected: Severity) {
        let found = Doctor(configuration: DoctorConfiguration(only: ["silent_catch"]))
            .check(sources: [("Sources/App/A.swift", "\(function)\nfunc run() { do { try prepare() } catch {} }")])
        #expect(found.findings.map(\.severity) == [expected])
    }

    @Test(arguments: [
        "try store.prepare()", "try prepare(); try await task.value", "try prepare(); throw Failure.empty",
        "try prepare(); for try await item in feed { add(item) }",
    ])
    func `a silent catch is an error where something else may throw`(_ work: String) {
        let function = "func prepare() throws { do { try load() } catch { report(error) } }"
        let found = Doctor(configuration: DoctorConfiguration(only: ["silent_catch"]))
            .check(sources: [("Sources/App/A.swift", "\(function)\nfunc run() async { do { \(work) } catch {} }")])
        #expect(found.findings.map(\.severity) == [.error])
    }

    @Test func `a catch that no error reaches is one finding`() {
        let code = { (work: String) in
            Doctor().check(sources: [("Sources/App/A.swift", "func run() { do { \(work) } catch {} }")]).findings.map(
                \.rule)
        }
        #expect(code("let page = try? load(); show(page)") == ["unreachable_fallback"])
        #expect(code("show(try load())") == ["silent_catch"])
    }

    @Test(arguments: [
        ("book = known\ndo { book = try await sync(known) } catch {}", Severity.note),
        ("book = nil\ndo { book = try await sync(known) } catch {}", .error),
        ("phase = .loading\ndo { phase = try await sync(known) } catch {}", .error),
        ("do { _ = try await bank.transfer(50) } catch {}", .error),
        (
            "var ratio = standard\ndo { let data = try load(); try Task.checkCancellation(); ratio = of(data) } catch {}",
            .note
        ),
        ("var ratio = standard\ndo { let data = try load(); ratio = of(data); try save(data) } catch {}", .error),
        ("do { try save() } catch _ as NSError {}", .note), ("do { try show(page) } catch { // Not critical\n}", .note),
        (
            "do { let file = try UNNotificationAttachment(identifier: id, url: url); content.attachments = [file] } catch {}",
            .note
        ),
        ("do { let data = try Data(contentsOf: url); cover.image = UIImage(data: data) } catch {}", .note),
        ("do { let data = try Data(contentsOf: url); self.document = data } catch {}", .error),
        ("do { _ = try await timeline.first(of: account) } catch {}", .note),
        ("do { _ = try await timeline.follow(account) } catch {}", .error),
        (
            "do { search = try client.find(text).sink { answer in if let error = answer.error { show(error) } } } catch {}",
            .note
        ),
        ("do { search = try client.find(text).sink { answer in show(answer) } } catch {}", .error),
    ])
    func `a silent catch of what nobody misses, or said out loud, is a note`(_ work: String, _ expected: Severity) {
        let found = Severities.of("func run() async {\n\(work)\n}")
        #expect(found == (work.contains("catch _") ? [] : [expected]))
    }

    @Test(arguments: [
        ("let page = await load(); show(page)", "errorMessage = error.text", Severity.error),
        ("let page = await load(); show(page)", "report(error)", .error),
        ("let page = await load(); show(page)", "logger.error(\"not loaded\")", .warning),
        ("let page = await load(); show(page)", "isLoading = false", .warning),
        ("let page = await load(); show(page)", "failed = true", .error),
        ("let page = await load(); show(page)", "return", .warning),
        ("let page = await load(); show(page)", "await log.write(error)", .warning),
        ("items = store.items()", "errorMessage = \"Not loaded.\"", .error),
        ("search = LiveSearch()", "search = UnavailableSearch()", .error),
        ("show(try? load())", "report(error)", .error), ("show(page)", "report(error)", .warning),
        ("service = LiveMailService()", "service = MockMailService()", .error),
        ("Task { try await sync() }", "logger.error(\"not synchronised\")", .error),
        ("task = Task { try await sync() }", "logger.error(\"not synchronised\")", .warning),
        (
            "switch await load() { case .failure(let error): message = error.text\ncase .success: close() }",
            "message = error.text", .warning
        ),
        (
            "let page = await load(); if page.isEmpty { loadError = \"Nothing here.\" }; show(page)",
            "loadError = \"Not loaded.\"", .warning
        ),
        ("let page = await load(); loadError = nil; show(page)", "loadError = \"Not loaded.\"", .error),
        ("// TODO: save it\n// try await store.insert(page)\npages.append(page)", "loadError = \"Not saved.\"", .note),
        ("/* try store.insert(page) */ let page = await load()\nshow(page)", "loadError = \"Not loaded.\"", .note),
        (
            "// We try the cache (see below).\nlet page = await load()\nshow(page)", "loadError = \"Not loaded.\"",
            .error
        ),
        ("// old = try await sync()\nTask { try await sync() }", "loadError = \"Not loaded.\"", .error),
        ("if name.isEmpty { loadError = \"No name.\"; return }\nawait save()", "loadError = \"Not saved.\"", .error),
        ("// We try again then.\nlet page = await load()\nshow(page)", "loadError = \"Not loaded.\"", .error),
    ])
    func `a catch that is never reached is an error where somebody relies on it`(
        _ work: String, _ handling: String, _ expected: Severity
    ) {
        let doctor = Doctor(configuration: DoctorConfiguration(only: ["unreachable_fallback"]))
        let code = "func run() async {\ndo { \(work) } catch { \(handling) }\n}"
        #expect(doctor.check(sources: [("Sources/App/A.swift", code)]).findings.map(\.severity) == [expected])
    }
}
