import { describe, expect, test } from 'vitest'
import type { FaultView } from '../../server/control/protocol/faults.ts'
import type { ExchangeView } from '../../server/control/protocol/journal.ts'
import { systemClock } from '../../server/kernel/pace.ts'
import { TestEmulator } from '../support/api.ts'
import { handTimers } from '../support/hand-timers.ts'

const MINUTE = 60_000

/** An emulator whose real time passes by hand, with a request that was answered before a fault came that holds its like. */
async function held(effect: object = {}) {
  const timers = handTimers()
  const emulator = await TestEmulator.start({ fixture: 'empty', wall: { ...systemClock(), after: timers.after } })
  const pro = await emulator.tenant('pro')
  await pro.get('/customers')
  const { request_id } = await emulator.lastExchange()
  await emulator.control('POST', '/faults', {
    match: { path: '/customers' },
    effect: { latency: 'PT60S', ...effect },
    times: 1,
  })
  const replay = () => emulator.attempt('POST', `/requests/${request_id}/replay`, {})
  const arrived = async (): Promise<ExchangeView> =>
    (await emulator.control('GET', '/requests?wait=10s&origin=replay')).json.data[0]
  return { timers, emulator, pro, replay, arrived }
}

describe('a replay that meets a fault which holds answers back', () => {
  test('waits as its request would, while the world answers others, and says for how long it was held', async () => {
    const { timers, emulator, pro, replay, arrived } = await held()
    await using _ = emulator
    let isAnswered = false
    const sent = replay().finally(() => {
      isAnswered = true
    })
    expect(await arrived()).toMatchObject({ status: 200, unanswered: 'now', held_ms: MINUTE, answered: null })
    // The fault is spent, and nothing waits with the one that it holds.
    expect((await pro.get('/customers')).status).toBe(200)
    expect(isAnswered).toBe(false)
    timers.fire(MINUTE)
    const { status, json } = await sent
    expect(status).toBe(201)
    expect(json).toMatchObject({ status: 200, unanswered: null, answered: 'whole', connection: null })
    expect(json.left_ms).toBe((json.real.ended_us - json.real.began_us) / 1_000)
    expect(json.left_ms).toBeGreaterThan(json.duration_ms)
    expect(json.explanation).toBe(`Every check passed. Fault ${json.fault} held the answer back.`)
    const [fault] = (await emulator.control('GET', '/faults')).json.data as FaultView[]
    expect(fault?.fired).toBe(1)
    // Spent by it: the next one is answered at once.
    expect((await replay()).json).toMatchObject({ status: 200, fault: null })
  })

  test('and then loses them is lost only when it was held', async () => {
    const { timers, emulator, replay, arrived } = await held({ drop: true })
    await using _ = emulator
    const sent = replay()
    expect(await arrived()).toMatchObject({ unanswered: 'now' })
    timers.fire(MINUTE)
    expect((await sent).json).toMatchObject({ unanswered: null, answered: 'cut', broken_off: 'dropped' })
  })

  test('is told so when its world begins anew meanwhile', async () => {
    const { emulator, replay, arrived } = await held()
    await using _ = emulator
    const sent = replay()
    await arrived()
    await emulator.control('POST', '/reset', {})
    const { status, json } = await sent
    expect([status, json.error.code]).toEqual([409, 'world_ended'])
  })
})
