import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import { TestEmulator } from '../support/api.ts'

/** Ten in the evening in Tokyo: eight hours cross a midnight. */
const EVENING = '2026-03-10T13:00:00.000Z'
const STEPS = 2_880

/**
 * An evening of a CRM: calls that begin all through it, a receiver that never answers well, one that recovers, one that only wants missed
 * calls of a project; `advance` moves eight hours.
 */
async function evening(advance: (emulator: TestEmulator) => Promise<unknown>) {
  await using emulator = await TestEmulator.start({ clock: EVENING })
  const pro = await emulator.tenant('pro')
  const subscribe = (name: string, fields: object) =>
    pro.post('/webhooks', {
      url: `https://inbox.ringback.test/${name}`,
      events: ['call.completed', 'call.missed'],
      ...fields,
    })
  await subscribe('well', {})
  await subscribe('never', {})
  await subscribe('some', { filters: { project_ids: [pro.project], call_status: ['no_answer', 'missed_call'] } })
  await emulator.control('PUT', '/inbox/never', { status: 500 })
  await emulator.control('PUT', '/inbox/some', { status: 503, times: 3 })
  for (let index = 0; index < 60; index++) {
    const script = [
      { after: `PT${index * 7}M${index % 13}S`, to: 'ringing' },
      { after: 'PT9S', to: index % 3 === 0 ? 'no_answer' : 'connected' },
    ]
    if (index % 3 !== 0) script.push({ after: `PT${30 + index}S`, to: 'ended' })
    await emulator.control('POST', '/calls', {
      tenant: 'pro',
      phone_number: '03-1234-5678',
      external_id: `crm-${index}`,
      script,
    })
  }
  for (let index = 0; index < 20; index++)
    await pro.post('/calls/initiate', pro.call({ phone_number: `03-9999-${1_000 + index}` }))
  await advance(emulator)
  const list = await pro.get('/calls?from=2026-03-10&to=2026-03-11')
  return { rows: await emulator.rows(), answer: list.bytes.toString() }
}

describe('moving time', () => {
  test('eight hours in one step and in 2,880 steps of ten seconds leave equal journals and databases (threat G1)', {
    timeout: 120_000,
  }, async () => {
    const [once, often] = [
      await evening(emulator => emulator.advance({ by: 'PT8H' })),
      await evening(async emulator => {
        for (let step = 0; step < STEPS; step++) await emulator.advance({ by: 'PT10S' })
      }),
    ]
    expect(Object.keys(once.rows)).toContain('exchanges')
    expect(once.rows.attempts?.length).toBeGreaterThan(300)
    const different = Object.keys(once.rows).filter(table => !isDeepStrictEqual(often.rows[table], once.rows[table]))
    expect(different).toEqual([])
    expect(often.answer).toBe(once.answer)
  })

  test('a jump of two days crosses each midnight of Tokyo once', async () => {
    await using emulator = await TestEmulator.start({ clock: EVENING, fixture: 'empty' })
    const { fired } = await emulator.advance({ by: 'P2D' })
    expect(fired.map(({ kind, due_at }) => [kind, due_at])).toEqual([
      ['day.rollover', '2026-03-10T15:00:00.000Z'],
      ['day.rollover', '2026-03-11T15:00:00.000Z'],
    ])
  })
})
