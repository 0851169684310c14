import FactoryKit

final class ToolsContainer: SharedContainer, AutoRegistering {
    static let shared = ToolsContainer()
    let manager = ContainerManager()

    func autoRegister() { manager.defaultScope = .singleton }
}

final class DataContainer: SharedContainer, AutoRegistering {
    static let shared = DataContainer()
    let manager = ContainerManager()

    func autoRegister() { manager.defaultScope = .singleton }
}

private extension ToolsContainer {
    var vault: any Vault { DataContainer.shared.vault() }
}

private extension DataContainer {
    var log: any EventLog { ToolsContainer.shared.log() }
    var draft: Draft { Container.shared.draft() }
}

extension ToolsContainer {
    var clock: Factory<any VaultClock> { self { SystemVaultClock() } }

    var log: Factory<any EventLog> { // finds: di_cycle
        self { StoredEventLog(vault: self.vault, clock: self.clock()) }
    }
}

extension DataContainer {
    var vault: Factory<any Vault> {
        self {
            DiskVault(
                log: self
                    .log,
                clock: ToolsContainer.shared
                    .clock())
        }
    }

    var editor: Factory<Editor> { self { Editor(draft: self.draft) } } // finds: di_captive

    var scanner: Factory<any Scanner> { self { FakeScanner() } } // finds: mock_as_live
}

extension Container {
    var draft: Factory<Draft> { self { Draft() }.unique }
    var biometrics: Factory<(any Biometrics)?> { promised() } // finds: di_unregistered
    var window: Factory<Window?> { promised() }
}

final class Window {}

func launch(_ window: Window) {
    Container.shared.window.register { window }
}
