import { Agent, get } from 'node:http'
import { describe, expect, test } from 'vitest'
import type { CoverageView } from '../../server/contract/coverage.ts'
import type { ExchangeView, FacetsView } from '../../server/control/protocol/journal.ts'
import { TestEmulator } from '../support/api.ts'

const latest = async (emulator: TestEmulator, query = ''): Promise<ExchangeView[]> =>
  (await emulator.control('GET', `/requests?wait=10s${query}`)).json.data

/** Asks over a connection of the given agent, and resolves with what came or why nothing came. */
function ask(emulator: TestEmulator, path: string, { key, agent }: { key: string; agent: Agent }): Promise<string> {
  return new Promise(resolve => {
    const request = get(
      `${emulator.url}/api/v1${path}`,
      { agent, headers: { Authorization: `Bearer ${key}` } },
      response => {
        response.resume()
        response.on('end', () => resolve(String(response.statusCode)))
        response.on('error', () => resolve('cut'))
      },
    )
    request.on('error', ({ message }) => resolve(message))
  })
}

describe('how an answer left', () => {
  test('is whole for one that was handed over, and says on which connection and when', async () => {
    await using emulator = await TestEmulator.start({ fixture: 'empty' })
    const { key } = await emulator.world.tenant('pro')
    const agents = [
      new Agent({ keepAlive: true, maxSockets: 1 }),
      new Agent({ keepAlive: true, maxSockets: 1 }),
    ] as const
    for (const at of [0, 0, 1] as const) await ask(emulator, '/customers', { key, agent: agents[at] })
    const [third, second, first] = await latest(emulator)
    expect([first, second, third].map(row => row?.answered)).toEqual(['whole', 'whole', 'whole'])
    expect(second?.connection).toBe(first?.connection)
    expect(third?.connection).not.toBe(first?.connection)
    const times = [first, second, third].flatMap(row => [row?.real?.began_us ?? -1, row?.real?.ended_us ?? -1])
    expect(times).toEqual([...times].sort((one, other) => one - other))
    expect(times[0]).toBeGreaterThanOrEqual(0)
    for (const agent of agents) agent.destroy()
  })

  test.each([
    ['drops it', { drop: true }],
    ['sends a part of it', { truncate: 5 }],
  ])('is cut when a fault %s', async (_, effect) => {
    await using emulator = await TestEmulator.start({ fixture: 'empty' })
    const { key } = await emulator.world.tenant('pro')
    const agent = new Agent()
    await ask(emulator, '/customers', { key, agent })
    await emulator.control('POST', '/faults', { match: { path: '/customers' }, effect })
    await ask(emulator, '/customers', { key, agent })
    const cut = await latest(emulator, '&answered=cut')
    expect(cut.map(({ seq, status, answered }) => [seq, status, answered])).toEqual([[2, 200, 'cut']])
    expect((await latest(emulator, '&answered=whole')).map(({ seq }) => seq)).toEqual([1])
  })

  test.each([
    ['the client had hung up', {}],
    ['it had hung up before a fault cut the answer', { drop: true }],
  ])('is gone when %s: nobody is told that it was heard, and the coverage has no status of it', async (_, effect) => {
    await using emulator = await TestEmulator.start({ fixture: 'empty' })
    const { key } = await emulator.world.tenant('pro')
    await emulator.control('POST', '/faults', {
      match: { path: '/customers' },
      effect: { latency: 'PT60S', ...effect },
    })
    const asking = get(`${emulator.url}/api/v1/customers`, { headers: { Authorization: `Bearer ${key}` } })
    asking.on('error', () => undefined)
    await latest(emulator, '&path=/customers')
    asking.destroy()
    const [gone] = await latest(emulator, '&answered=gone')
    expect(gone).toMatchObject({ status: 200, answered: 'gone' })
    expect((await latest(emulator))[0]?.answered).toBe('gone')
    // No list says that its client has seen a 200.
    expect((await emulator.control('GET', '/requests?status=2xx')).json.data).toEqual([])
    expect(await latest(emulator, '&status=gone')).toEqual([gone])
    const { facets }: FacetsView = (await emulator.control('GET', '/facets/requests')).json
    expect(facets.status).toEqual([{ value: 'gone', count: 1 }])
    const { endpoints, totals }: CoverageView = (await emulator.control('GET', '/coverage')).json
    const row = endpoints.find(({ id }) => id === 'listCustomers')
    expect([row?.requests, row?.broken_off, totals.statuses[0]]).toEqual([1, 1, 0])
  })

  test('stands in an archive of the journal', async () => {
    await using emulator = await TestEmulator.start({ fixture: 'empty' })
    await (await emulator.tenant('pro')).get('/customers')
    const { entries } = (await emulator.control('GET', '/requests.har')).json.log
    expect(entries[0]).toMatchObject({ _answered: 'whole', connection: expect.stringMatching(/^\d+$/) })
    expect(entries[0]._real.ended_us).toBeGreaterThanOrEqual(entries[0]._real.began_us)
  })
})
