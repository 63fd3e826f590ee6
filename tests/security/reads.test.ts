import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fullPath } from '../../server/control/route.ts'
import { CONTROL_ROUTES } from '../../server/control/routes/all.ts'
import { dumpOf } from '../support/dump.ts'
import { InsideEmulator } from '../support/inside.ts'
import { subscribeInbox } from '../support/subscriber.ts'

let test: InsideEmulator
/** A value that is there for every name of a path: what is asked exists, so that it is really read. */
let known: Record<string, string>
beforeAll(async () => {
  test = await InsideEmulator.start({ fixture: 'standard' })
  const max = await test.tenant('max')
  const { webhook_id } = await subscribeInbox(max, 'crm')
  const call = await max.post('/calls/initiate', max.call({ external_id: 'reads-1' }))
  await test.advance({ by: 'PT10M' })
  await test.control('POST', '/faults', { match: { path: '/nowhere' }, effect: { status: 500 } })
  await test.control('POST', '/call-scripts', {
    match: { phone_suffix: '7' },
    steps: [{ after: 'PT1S', to: 'ringing' }],
  })
  await test.control('POST', '/drills', { drill: 'lost_answer' })
  await test.control('DELETE', '/drills/1')
  await test.control('PUT', '/clock', { pace: 'frozen' })
  await test.control('PUT', '/snapshots/reads')
  const first = async (path: string) => (await test.control('GET', path)).json.data[0]
  known = {
    world: 'default',
    tenant: 'max',
    name: 'crm',
    request_id: (await first('/requests')).request_id,
    delivery_id: (await first('/deliveries')).delivery_id,
    event_id: (await first('/events')).event_id,
    call_id: call.json.data.call_id,
    webhook_id: String(webhook_id),
    drill_id: '1',
    customer_id: (await first('/tenants/max/customers')).customer_id,
    id: 'calls.order',
  }
})
afterAll(() => test[Symbol.asyncDispose]())

const pathOf = (path: string) => {
  const names = path.includes('/snapshots/') ? { ...known, name: 'reads' } : known
  // What is read as stored takes the parameters that the API asks for.
  const query = /tenants\/\{tenant\}\/(?:calls|reports\/\w+)$/.test(path) ? '?from=2026-03-10&to=2026-03-10' : ''
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = names[name]
    if (value === undefined) throw new Error(`${path} has a parameter that this test does not know: ${name}`)
    return value
  })
  return filled + query
}
/** How many rows this connection has ever written, also those that are as before. */
const written = () => {
  const { store } = test.emulator.defaultWorld.runtime
  store.endBatch()
  return store.db.prepare('SELECT total_changes()').pluck().get()
}
const state = () => JSON.stringify(dumpOf(test.emulator.defaultWorld))

describe('Reading', () => {
  it('no GET of the control API changes a row of a world that has lived (threat A4)', async () => {
    const [before, none] = [state(), written()]
    const answered: number[] = []
    for (const route of CONTROL_ROUTES.filter(({ method }) => method === 'GET')) {
      // It does not end; what it sends it reads as the lists do.
      if (route.path.endsWith('/stream')) continue
      const path = pathOf(fullPath(route))
      for (const method of ['GET', 'HEAD', 'GET']) {
        const response = await fetch(test.url + path, { method })
        await response.arrayBuffer()
        expect([method, path, response.status]).toEqual([method, path, 200])
        answered.push(response.status)
        expect([method, path, written()]).toEqual([method, path, none])
      }
    }
    expect(state() === before, 'a row has changed').toBe(true)
    expect(answered.length).toBeGreaterThan(60)
  })

  it('a single write would be seen (without A4)', async () => {
    const [before, none] = [state(), written()]
    await test.control('POST', '/call-scripts', { match: {}, steps: [] })
    expect(state()).not.toBe(before)
    expect(written()).toBeGreaterThan(none as number)
  })
})
