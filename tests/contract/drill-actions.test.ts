import { describe, expect, test } from 'vitest'
import type { Drill } from '../../server/contract/drill.ts'
import type { ActionOf, ActionView } from '../../server/control/protocol/actions.ts'
import type { Page } from '../../server/control/protocol/common.ts'
import type { DrillView } from '../../server/control/protocol/drills.ts'
import { TestEmulator } from '../support/api.ts'
import { EventStream } from '../support/event-stream.ts'

/** The list of customers fails once, and again after somebody was answered. */
const OWN: Drill = {
  drill: 'fails_twice',
  title: 'The list fails twice',
  stages: [
    { text: 'shortly before a minute', clock: { before: 'next_minute', by: 'PT15S' } },
    { text: 'one failure', faults: [{ match: { path: '/customers' }, effect: { status: 503 }, times: 1 }] },
    {
      text: 'one more',
      when: 'first_request',
      faults: [{ match: { path: '/customers' }, effect: { truncate: 5 }, times: 1 }],
    },
  ],
  met_when: { text: 'it failed', otherwise: 'no request came', requests: { status: 503 } },
  passes_when: [{ text: 'it is asked again', came_again: { of: { status: 503 }, until: 'success' } }],
}

const start = () => TestEmulator.start({ fixture: 'empty', clock: '2026-03-10T03:00:00.000Z' })
const actions = async (emulator: TestEmulator, query = '') =>
  ((await emulator.control('GET', `/actions${query}`)).json as Page<ActionView>).data
const ofDrills = async (emulator: TestEmulator) =>
  (await actions(emulator, '?kind=drill')) as readonly ActionOf<'drill'>[]

describe('what a drill does to a world', () => {
  test('is an action when it starts and when it ends, beside the move of the clock that it makes', async () => {
    await using emulator = await start()
    await using stream = await EventStream.open(emulator.url, { topics: 'action', world: emulator.world.id })
    await stream.ready()
    const staged: DrillView = (await emulator.control('POST', '/drills', { drill: OWN })).json
    const told = await stream.until(({ event, data }) => event === 'action' && data.kind === 'drill')
    expect(await actions(emulator)).toEqual([
      told.data,
      expect.objectContaining({ kind: 'clock', pace: 'live', pace_before: 'frozen' }),
      expect.objectContaining({
        kind: 'clock',
        from: '2026-03-10T03:00:00.000Z',
        to: '2026-03-10T03:00:45.000Z',
        pace: 'frozen',
        pace_before: 'frozen',
      }),
    ])
    expect(told.data).toMatchObject({
      done: 'started',
      drill: 'fails_twice',
      title: 'The list fails twice',
      drill_id: '1',
      fault_ids: staged.fault_ids,
      steps: ['shortly before a minute', 'one failure'],
      pace_before: 'frozen',
      pace: 'live',
      receiver: null,
      state: null,
    })
    await emulator.control('DELETE', '/drills/1')
    expect((await ofDrills(emulator))[0]).toMatchObject({
      done: 'ended',
      drill_id: '1',
      // It takes the step that was left, and then away what that has staged.
      fault_ids: [1, 2],
      pace_before: 'live',
      pace: 'live',
      state: 'not_met',
    })
  })

  test('is an action with every later stage, and names no fault at its end that somebody else has removed', async () => {
    await using emulator = await start()
    const pro = await emulator.tenant('pro')
    await emulator.control('POST', '/drills', { drill: OWN })
    await pro.get('/customers')
    await emulator.control('DELETE', '/faults/1')
    await emulator.control('DELETE', '/drills/1')
    const told = (await ofDrills(emulator)).map(({ done, fault_ids, steps, state }) => [done, fault_ids, steps, state])
    expect(told).toEqual([
      ['ended', [2], [], 'failed'],
      ['went_on', [2], ['one more'], null],
      ['started', [1], ['shortly before a minute', 'one failure'], null],
    ])
  })

  test('is told of the clock alone where the world turns out to be none for it', async () => {
    await using emulator = await start()
    const stages = [...OWN.stages, { text: 'old calls', history: { days: 90 } }]
    expect((await emulator.attempt('POST', '/drills', { drill: { ...OWN, stages } })).status).toBe(409)
    expect((await actions(emulator)).map(({ kind }) => kind)).toEqual(['clock', 'clock'])
  })

  test('names the drill at its faults and in what is explained of their requests, also when it is over', async () => {
    await using emulator = await start()
    const pro = await emulator.tenant('pro')
    const mine = (await emulator.control('POST', '/faults', { match: { path: '/calls' }, effect: { status: 500 } }))
      .json
    await emulator.control('POST', '/drills', { drill: OWN })
    const own = { drill: 'fails_twice', title: 'The list fails twice', is_on: true }
    expect((await emulator.control('GET', '/faults')).json.data).toMatchObject([
      { id: mine.id + 1, drill: own },
      { id: mine.id, drill: null },
    ])
    await pro.get('/customers')
    await pro.get('/calls')
    const explained = async (seq: number) => {
      const { data } = (await emulator.control('GET', '/requests')).json as Page<{ seq: number; request_id: string }>
      const id = data.find(row => row.seq === seq)?.request_id
      return (await emulator.control('GET', `/requests/${id}`)).json.explanation
    }
    const byFault =
      'Fault 2 of this world answered in place of the service; no limit was used. The drill fails_twice staged it.'
    expect(await explained(1)).toBe(byFault)
    expect(await explained(2)).toMatch(/^Fault 1 of this world answered(?!.*drill)/)
    await emulator.control('DELETE', '/drills/1')
    expect(await explained(1)).toBe(byFault)
  })

  test('leaves faults behind in a world that is restored to when it ran, which say that it is over', async () => {
    await using emulator = await start()
    await emulator.control('POST', '/drills', { drill: OWN })
    await emulator.control('PUT', '/snapshots/then')
    await emulator.control('POST', '/snapshots/then/restore')
    expect((await emulator.control('GET', '/faults')).json.data).toMatchObject([
      { id: 1, drill: { drill: 'fails_twice', is_on: false } },
    ])
  })

  test('goes with the world into a file, and comes back with it', async () => {
    await using emulator = await start()
    await emulator.control('POST', '/drills', { drill: OWN })
    await emulator.control('DELETE', '/drills/1')
    const before = await ofDrills(emulator)
    await emulator.control('PUT', '/snapshots/then')
    const worlds = `${emulator.url}/control/worlds/${emulator.world.id}`
    const file = await (await fetch(`${worlds}/snapshots/then/file`)).arrayBuffer()
    const taken = await fetch(`${worlds}/snapshots/again/file`, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: file,
    })
    expect(taken.status).toBe(201)
    await emulator.control('POST', '/snapshots/again/restore')
    expect(await ofDrills(emulator)).toEqual(before)
  })
})
