import { describe, expect, it } from 'vitest'
import { HOUR } from '../../server/kernel/instant.ts'
import { changeAnswers, InsideEmulator } from '../support/inside.ts'

const NOON = Date.UTC(2026, 2, 10, 3)

/** Mutation checks of time and chance: a running emulator whose world reads them from where one would read them first. */
describe('A clock', () => {
  it('that is read off the clock of the system goes back with it (without F3)', async () => {
    let wall = NOON
    const readingAt = (now: number) => NOON + (now - NOON)
    let passed = 0
    const real = { now: () => wall, elapsed: () => passed, boot: () => undefined, after: () => () => {} }
    await using test = await InsideEmulator.start({ fixture: 'empty', pace: 'live', wall: real, onNote: () => {} })
    const { kernel } = test.emulator.defaultWorld.runtime
    wall += HOUR
    passed += HOUR
    const before = [readingAt(wall), kernel.catchUp()]
    wall -= HOUR
    expect([readingAt(wall), kernel.catchUp()]).toEqual([NOON, before[1]])
    expect(before).toEqual([NOON + HOUR, NOON + HOUR])
  })

  it('of Node is what HTTP Date tells when the world does not (without F6)', async () => {
    await using test = await InsideEmulator.start({ fixture: 'empty', clock: '2031-05-06T07:08:09.000Z' })
    changeAnswers(test.emulator.defaultWorld.runtime, response => ({
      ...response,
      headers: response.headers.filter(([name]) => name !== 'Date'),
    }))
    const { headers } = await (await test.tenant('pro')).get('/customers')
    expect(new Date(headers.get('Date') ?? '').getUTCFullYear()).not.toBe(2031)
  })
})

describe('Chance', () => {
  it('of the process gives a fault other victims in every run (without G4)', async () => {
    const victims = async () => {
      await using test = await InsideEmulator.start({ fixture: 'empty' })
      const { random } = test.emulator.defaultWorld.runtime.services.draws
      Object.assign(random, { fraction: () => Math.random() })
      await test.control('POST', '/faults', { effect: { status: 503 }, probability: 0.5 })
      const max = await test.tenant('max')
      const replies = await Promise.all(Array.from({ length: 60 }, () => max.get('/customers')))
      return replies.map(({ status }) => status).join(' ')
    }
    expect(await victims()).not.toBe(await victims())
  })
})
