import { expect, test } from 'vitest'
import { nounOfWhole } from '../../renderer/shell/palette-ids.ts'
import { InsideEmulator } from '../support/inside.ts'

test('The palette knows every whole id of a call, an event and a key by its shape, and no part of one', async () => {
  await using inside = await InsideEmulator.start({})
  const pro = await inside.tenant('pro')
  for (const phone_number of ['+81312340001', '+81312340002'])
    expect((await pro.post('/calls/initiate', pro.call({ phone_number }))).status).toBe(200)
  await inside.control('POST', '/clock/advance', { by: 'PT10M' })
  const issued = await inside.control('POST', '/tenants/pro/keys', { mode: 'test', scopes: ['calls:read'] })
  expect(issued.status).toBe(201)
  const [calls, events, keys] = [
    (await inside.control('GET', '/calls?limit=100')).json.data.map(({ call_id }: { call_id: string }) => call_id),
    (await inside.control('GET', '/events?limit=100')).json.data.map(({ event_id }: { event_id: string }) => event_id),
    (await inside.control('GET', '/tenants/pro/keys')).json.data.map(({ key_id }: { key_id: string }) => key_id),
  ]
  for (const [ids, noun] of [
    [calls, 'call'],
    [events, 'event'],
    [keys, 'key'],
  ] as const) {
    expect(ids.length, noun).toBeGreaterThan(1)
    expect(ids.filter((id: string) => nounOfWhole(id) !== noun)).toEqual([])
    expect(ids.filter((id: string) => nounOfWhole(id.slice(0, -1)) !== undefined)).toEqual([])
  }
})

test('Deliveries and events are found by an id from its beginning or whole, and by no letters within one', async () => {
  await using inside = await InsideEmulator.start({})
  const pro = await inside.tenant('pro')
  const hook = { url: 'https://inbox.ringback.test/hooks', events: ['call.completed'] }
  expect((await pro.post('/webhooks', hook)).status).toBe(201)
  expect((await pro.post('/calls/initiate', pro.call({ phone_number: '+81312340001' }))).status).toBe(200)
  await inside.control('POST', '/clock/advance', { by: 'PT10M' })
  for (const [list, column] of [
    ['deliveries', 'delivery_id'],
    ['deliveries', 'event_id'],
    ['deliveries', 'call_id'],
    ['events', 'event_id'],
    ['events', 'call_id'],
  ] as const) {
    const [{ [column]: id }] = (await inside.control('GET', `/${list}?limit=1`)).json.data
    const bare = String(id).replace(/^(evt|call)_/, '')
    const foundBy = async (text: string) =>
      (await inside.control('GET', `/${list}?q=${text}`)).json.data.map((row: Record<string, string>) => row[column])
    for (const text of [id, bare, id.slice(0, 16)]) expect(await foundBy(text), text).toContain(id)
    for (const text of [bare.slice(1, 9), bare.slice(-8)]) expect(await foundBy(text), text).toEqual([])
  }
})
