import { describe, expect, it } from 'vitest'
import { readingAt } from '../../server/kernel/clock-line.ts'
import { HOUR } from '../../server/kernel/instant.ts'
import { TestEmulator } from '../support/api.ts'

const NOON = Date.UTC(2026, 2, 10, 3)

/** Mutation checks of time and chance: a running emulator whose world reads them from where one would read them first. */
describe('A clock', () => {
  it('that is read off the clock of the system goes back with it', async () => {
    let wall = NOON
    const live = { pace: 'live', instant: NOON, wall } as const
    const real = { now: () => wall, after: () => () => {} }
    await using test = await TestEmulator.start({ fixture: 'empty', pace: 'live', wall: real })
    const { kernel } = test.emulator.defaultWorld.life
    wall += HOUR
    const before = [readingAt(live, wall), kernel.now()]
    wall -= HOUR
    expect([readingAt(live, wall), kernel.now()]).toEqual([NOON, before[1]])
    expect(before).toEqual([NOON + HOUR, NOON + HOUR])
  })

  it('of Node is what HTTP Date tells when the world does not', async () => {
    await using test = await TestEmulator.start({ fixture: 'empty', clock: '2031-05-06T07:08:09.000Z' })
    const world = test.emulator.defaultWorld
    const answer = world.answer.bind(world)
    world.answer = async (request, started) => {
      const response = await answer(request, started)
      return { ...response, headers: response.headers.filter(([name]) => name !== 'Date') }
    }
    const { headers } = await (await test.tenant('pro')).get('/customers')
    expect(new Date(headers.get('Date') ?? '').getUTCFullYear()).not.toBe(2031)
  })
})

describe('Chance', () => {
  it('of the process gives a fault other victims in every run', async () => {
    const victims = async () => {
      await using test = await TestEmulator.start({ fixture: 'empty' })
      const { random } = test.emulator.defaultWorld.life.services
      Object.assign(random, { fraction: () => Math.random() })
      await test.control('POST', '/faults', { effect: { status: 503 }, probability: 0.5 })
      const max = await test.tenant('max')
      const replies = await Promise.all(Array.from({ length: 60 }, () => max.get('/customers')))
      return replies.map(({ status }) => status).join(' ')
    }
    expect(await victims()).not.toBe(await victims())
  })
})
