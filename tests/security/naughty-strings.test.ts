import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestEmulator, type TestTenant } from '../support/api.ts'
import { subscribeInbox } from '../support/subscriber.ts'

/** Texts that have broken something somewhere, each with what it is. Short enough for every field. */
const NAUGHTY: readonly (readonly [name: string, text: string])[] = [
  ['a word that means nothing in JavaScript', 'undefined'],
  ['a word that means nothing in JSON', 'null'],
  ['a number', '007'],
  ['a large number', '1e309'],
  ['a name of every object', '__proto__'],
  ['another name of every object', 'hasOwnProperty'],
  ['spaces around', '  a  '],
  ['a space without a width', 'a\u200bb'],
  ['a byte order mark', '\ufeffa'],
  ['a line end in the middle', 'a\r\nSet-Cookie: b'],
  ['control characters', 'a\u0001\u001b[31mb\u007f'],
  ['line ends of Unicode', 'a\u2028b\u2029c'],
  ['right to left', '\u202eabc\u202c'],
  ['Hebrew and Arabic', 'שלום مرحبا'],
  ['composed', 'é'],
  ['decomposed', 'e\u0301'],
  ['a family of emoji', '👩‍👩‍👧‍👦'],
  ['a flag', '🇯🇵'],
  ['old characters of names', '𠮷野家 髙﨑'],
  ['half-width kana', 'ﾔﾏﾀﾞ'],
  ['full-width digits', '０９０'],
  ['many marks on one letter', 'Z\u0351\u036b\u0343\u036a\u0302\u036b'],
  ['no character', '\uffff'],
  ['SQL', "'); DROP TABLE customers;--"],
  ['a wildcard', '100%_\\'],
  ['markup', '<img src=x onerror=alert(1)>'],
  ['a closing script', '</script><script>alert(1)</script>'],
  ['a template', '{{7*7}}$\u007b7*7}<%= 7 %>'],
  ['a path', '../../etc/passwd'],
  ['a format', '%s%n%x'],
  ['quotes', '"\'`\\"'],
  ['a formula', '=1+1|cmd'],
]
/** Written as JSON writes them: what no text of a database holds. */
const REFUSED = [
  ['NUL', '"a\\u0000b"'],
  ['half a character', '"a\\ud800"'],
  ['the other half', '"\\udc00a"'],
] as const

let test: TestEmulator
let max: TestTenant
beforeAll(async () => {
  test = await TestEmulator.start({ fixture: 'empty' })
  max = await test.tenant('max')
})
afterAll(() => test[Symbol.asyncDispose]())

/** Texts must not meet each other: external ids of calls are unique. */
let calls = 0
const unlimited = () => max.setLimits({ minute: { used: 0 }, burst: { used: 0 } })

/** Ways to put a text in, and everywhere that it is then read. */
const API_FIELDS = {
  'name of a customer': text => customer({ name: text }, data => data.name),
  'reading of a customer’s name': text => customer({ name_kana: text }, data => data.name_kana),
  'external id of a customer': text => customer({ external_id: text }, data => data.external_id),
  'external id of a call': async text => {
    calls += 1
    const external_id = `${text}${calls}`
    const { json } = await max.post('/calls/initiate', max.call({ external_id }))
    const detail = await max.get(`/calls/${json.data.call_id}`)
    const seen = (await test.control('GET', `/calls/${json.data.call_id}`)).json
    return [detail.json.data.external_id, seen.external_id].map(value => value.slice(0, -`${calls}`.length))
  },
  'metadata of a call': async text => {
    await test.assume('calls.metadata', 'detail')
    const { json } = await max.post('/calls/initiate', max.call({ metadata: { [text]: text } }))
    const { metadata } = (await max.get(`/calls/${json.data.call_id}`)).json.data
    // Not as a name of a prototype: what came in is an own property.
    return Object.keys(metadata).concat(Object.values(metadata) as string[])
  },
  'label of a webhook': async text => {
    const { webhook_id } = await subscribeInbox(max, 'crm', { label: text })
    const lists = [(await max.get('/webhooks')).json.data, (await test.control('GET', '/webhooks')).json.data]
    await max.ask('DELETE', `/webhooks/${webhook_id}`)
    return lists.map(rows => rows.find((row: { webhook_id: number }) => row.webhook_id === webhook_id).label)
  },
} satisfies Record<string, (text: string) => Promise<unknown[]>>

async function customer(fields: Record<string, unknown>, read: (data: Record<string, unknown>) => unknown) {
  const { json } = await max.post('/customers', max.customer(fields))
  const { customer_id } = json.data
  const one = (await max.get(`/customers/${customer_id}`)).json.data
  await max.put(`/customers/${customer_id}`, { tel1: '+81312345678' })
  return [read(json.data), read(one), read((await max.get(`/customers/${customer_id}`)).json.data)]
}

const CONTROL_FIELDS = {
  'name of a tenant': async text => {
    await test.control('PATCH', '/tenants/pro', { name: text })
    const listed = (await test.control('GET', '/tenants')).json.data
    const one = (await test.control('GET', '/tenants/pro')).json
    return [one.name, listed.find((row: { tenant: string }) => row.tenant === 'pro').name]
  },
  'label of a key': async text => {
    const scopes = ['calls:read']
    const issued = (await test.control('POST', '/tenants/pro/keys', { mode: 'live', scopes, label: text })).json
    const listed = (await test.control('GET', '/tenants/pro/keys')).json.data
    return [issued.label, listed.find((row: { key_id: string }) => row.key_id === issued.key_id).label]
  },
  'answer of an inbox': async text => {
    await test.control('PUT', '/inbox/naughty', { body: text })
    const { webhook_id } = await subscribeInbox(max, 'naughty')
    const tested = await max.ask('POST', `/webhooks/${webhook_id}/test`)
    expect(tested.json.data.success).toBe(true)
    await max.ask('DELETE', `/webhooks/${webhook_id}`)
    const [{ delivery_id }] = (await test.control('GET', '/deliveries?limit=1')).json.data
    return [(await test.control('GET', `/deliveries/${delivery_id}`)).json.last_response.body]
  },
  'field of an event that was triggered': async text => {
    const { webhook_id } = await subscribeInbox(max, 'events')
    const event = await test.control('POST', '/events', {
      tenant: 'max',
      event: 'call.missed',
      data: { 'data.external_id': text },
    })
    await test.advance({ by: 'PT0S' })
    const { event_id } = event.json
    const shown = (await test.control('GET', `/events/${event_id}`)).json
    const [{ body }] = (await test.control('GET', '/inbox/events')).json.data.slice(-1)
    await max.ask('DELETE', `/webhooks/${webhook_id}`)
    return [shown.payload.data.external_id, JSON.parse(body.text ?? body).data.external_id]
  },
} satisfies Record<string, (text: string) => Promise<unknown[]>>

describe('Odd text', () => {
  it.each(NAUGHTY)(
    'every text of the emulated API comes back as it went in: %s (threat A13) (threat D11) (threat E8)',
    async (_, text) => {
      for (const [field, through] of Object.entries(API_FIELDS)) {
        await unlimited()
        for (const value of await through(text)) expect([field, value]).toEqual([field, text])
      }
    },
  )

  it.each(NAUGHTY)('every text of the control API comes back as it went in: %s (threat A13)', async (_, text) => {
    for (const [field, through] of Object.entries(CONTROL_FIELDS)) {
      await unlimited()
      for (const value of await through(text)) expect([field, value]).toEqual([field, text])
    }
  })

  it.each(REFUSED)('what no text may hold is refused in every field: %s (threat E8)', async (_, json) => {
    await unlimited()
    const raw = (body: unknown) => ({
      raw: JSON.stringify(body).replaceAll('"TEXT"', json),
      headers: { 'Content-Type': 'application/json' },
    })
    const url = 'https://inbox.ringback.test/crm'
    const attempts = [
      ...['name', 'name_kana', 'external_id'].map(field => ['/customers', max.customer({ [field]: 'TEXT' })] as const),
      ['/calls/initiate', max.call({ external_id: 'TEXT' })] as const,
      ['/webhooks', { url, events: ['call.missed'], label: 'TEXT' }] as const,
    ]
    for (const [path, body] of attempts)
      expect([path, (await max.ask('POST', path, raw(body))).status]).toEqual([path, 422])
    const control = [
      ['PATCH', '/tenants/pro', { name: 'TEXT' }],
      ['POST', '/tenants/pro/keys', { mode: 'live', scopes: ['calls:read'], label: 'TEXT' }],
      ['PUT', '/inbox/naughty', { body: 'TEXT' }],
    ] as const
    for (const [method, path, body] of control) {
      const response = await fetch(`${test.url}/control/worlds/default${path}`, {
        method,
        headers: { 'Content-Type': 'application/json' },
        body: raw(body).raw,
      })
      expect([path, response.status]).toEqual([path, 400])
    }
  })
})
