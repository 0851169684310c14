#if Health
import Service
import ServiceHealth
import ServiceTesting
import Testing

// What holds a fallback gets the live service when that is back.
extension FallbackRegistrationTests {
    @Test func `a wrapper does not keep a fallback`() async throws {
        struct View {
            @Service var part: Part
        }
        register(in: env)
        let view = ServiceEnv.$current.withValue(env) { View() }
        #expect(view.part.name == "fallback")
        power.turn(true)
        await clock.advance(by: .seconds(300))
        let swapped = view.part
        #expect(swapped.name == "live")
        env.resetCaches()
        #expect(view.part === swapped)
    }

    @Test func `a singleton made with a fallback is shared, and made anew when the live service is back`()
        async throws
    {
        register(in: env)
        let wholes = Tally()
        env.register(Whole.self) {
            wholes.enter()
            return Whole(try env.resolve(Part.self))
        }
        let first = try env.resolve(Whole.self)
        #expect(try env.resolve(Whole.self) === first)
        #expect(wholes.total == 1)
        power.turn(true)
        await clock.advance(by: .seconds(300))
        _ = try env.resolve(Part.self)
        let second = try env.resolve(Whole.self)
        #expect(second.part.name == "live")
        #expect(try env.resolve(Whole.self) === second)
        #expect(wholes.total == 2)
    }

    @Test(arguments: [false, true])
    func `a singleton made with a fallback is made anew when its service is registered again, or its scope ends`(
        byResetting: Bool
    ) throws {
        register(in: env, scope: .custom("session"))
        env.register(Whole.self) { [env] in Whole(try env.resolve(Part.self)) }
        let first = try env.resolve(Whole.self)
        #expect(first.part.name == "fallback")
        power.turn(true)
        if byResetting {
            env.resetScope(.custom("session"))
        } else {
            env.register(Part.self) { Part("live") }
        }
        let second = try env.resolve(Whole.self)
        #expect(second.part.name == "live")
        #expect(try env.resolve(Whole.self) === second)
    }

    @Test func `a program that only asks for what stands on a fallback recovers too`() async throws {
        register(in: env)
        env.register(Whole.self) { Whole(try env.resolve(Part.self)) }
        struct View {
            @Service var whole: Whole
        }
        let view = ServiceEnv.$current.withValue(env) { View() }
        #expect(view.whole.part.name == "fallback")
        await clock.advance(by: .seconds(300))
        #expect(view.whole.part.name == "fallback")
        #expect(live.total == 2)
        power.turn(true)
        await clock.advance(by: .seconds(300))
        let swapped = view.whole
        #expect(swapped.part.name == "live")
        #expect(view.whole === swapped)
        #expect(live.total == 3)
    }

    @Test func `a service that is not kept follows its fallback too`() async throws {
        register(in: env, scope: .transient)
        let first = try env.resolve(Part.self)
        #expect(try env.resolve(Part.self) === first)
        #expect(live.total == 1)
        power.turn(true)
        await clock.advance(by: .seconds(300))
        let second = try env.resolve(Part.self)
        #expect(second.name == "live")
        #expect(try env.resolve(Part.self) !== second)
    }
}
#endif
