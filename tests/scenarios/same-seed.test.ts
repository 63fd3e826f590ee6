import { expect, test } from 'vitest'
import { startEmulator, type WorldHandle } from '../../server/index.ts'

const CLOCK = '2026-03-10T01:00:00.000Z'
/** Ordinary numbers: no ending decides anything. Each is called twice. */
const NUMBERS = Array.from({ length: 24 }, (_, index) => `03-5${100 + index}-${7_300 + index}`)

interface Way {
  readonly initiate: (place: (number: string) => Promise<unknown>) => Promise<unknown>
  readonly pass: (world: WorldHandle) => Promise<unknown>
}

/** What became of the same initiations, and what their things were called. */
async function dayOf(world: WorldHandle, { initiate, pass }: Way) {
  const max = world.tenant('max')
  const ask = async (path: string, body?: object) => {
    const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }
    const response = await max.fetch(path, body === undefined ? {} : init)
    expect(response.status, path).toBeLessThan(300)
    return ((await response.json()) as { data: { [name: string]: unknown } }).data
  }
  const webhook = await ask('/webhooks', { url: world.inbox('crm').url, events: ['call.completed', 'call.missed'] })
  const [staff_id, project_id] = [max.staffIds[0], max.projectIds[0]]
  await initiate(phone_number => ask('/calls/initiate', { phone_number, staff_id, project_id }))
  await pass(world)
  const calls = await world.calls.list()
  const details = await Promise.all(calls.map(({ call_id }) => ask(`/calls/${call_id}`)))
  const outcomes = details.map(({ call_id: _, ...outcome }) => outcome)
  const events = await world.events.list()
  return {
    outcomes: outcomes.sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1)),
    ids: [...calls.map(({ call_id }) => call_id), ...events.map(({ event_id }) => event_id), webhook.secret, max.key],
  }
}

test('two worlds of one seed have the same calls at the same instants, whatever the order and the steps, and no id, key or secret in common', async () => {
  await using emulator = await startEmulator({ fixture: 'empty', clock: CLOCK })
  const once = await dayOf(await emulator.createWorld({ world_id: 'once' }), {
    initiate: async place => {
      for (const number of [...NUMBERS, ...NUMBERS]) await place(number)
    },
    pass: world => world.clock.advance({ by: 'PT8H' }),
  })
  const often = await dayOf(await emulator.createWorld({ world_id: 'often' }), {
    initiate: place => Promise.all([...NUMBERS, ...NUMBERS].reverse().map(place)),
    pass: async world => {
      for (let minute = 0; minute < 8 * 60; minute++) await world.clock.advance({ by: 'PT1M' })
    },
  })
  expect(once.outcomes).toHaveLength(2 * NUMBERS.length)
  expect(new Set(once.outcomes.map(({ status }) => status)).size).toBeGreaterThan(2)
  expect(once.outcomes.some(({ transcript }) => transcript !== undefined)).toBe(true)
  expect(often.outcomes).toEqual(once.outcomes)
  expect(often.ids.filter(id => once.ids.includes(id))).toEqual([])
})

test('another seed has other outcomes', async () => {
  await using emulator = await startEmulator({ fixture: 'empty', clock: CLOCK })
  const way: Way = {
    initiate: place => Promise.all(NUMBERS.map(place)),
    pass: world => world.clock.advance({ by: 'PT8H' }),
  }
  const days = await Promise.all([1, 2].map(async seed => dayOf(await emulator.createWorld({ seed }), way)))
  expect(days[0]?.outcomes).not.toEqual(days[1]?.outcomes)
})
