import { describe, expect, test } from 'vitest'
import { InsideEmulator } from '../support/inside.ts'

/** Everything that a GET of the control API shows of a world, as one text. */
async function everythingShown(emulator: InsideEmulator): Promise<Map<string, string>> {
  const shown = new Map<string, string>()
  const look = async (path: string) => shown.set(path, (await emulator.control('GET', path)).bytes.toString())
  const rows = async (path: string) => (await emulator.control('GET', path)).json.data as Record<string, unknown>[]
  for (const path of [
    '/requests?limit=200',
    '/requests.har',
    '/coverage',
    '/assumptions',
    '/webhooks',
    '/deliveries',
    '/events',
  ])
    await look(path)
  for (const path of [
    '/ledger',
    '/clock',
    '/clock/pending',
    '/faults',
    '/forwards',
    '/inbox/crm',
    '/snapshots',
    '/tenants',
  ])
    await look(path)
  for (const { request_id } of await rows('/requests?limit=200')) await look(`/requests/${request_id}`)
  for (const { delivery_id } of await rows('/deliveries')) await look(`/deliveries/${delivery_id}`)
  for (const { event_id } of await rows('/events')) await look(`/events/${event_id}`)
  return shown
}

const placesOf = (shown: ReadonlyMap<string, string>, secret: string) =>
  [...shown].filter(([, text]) => text.includes(secret)).map(([path]) => path)

/** The stream's messages until `enough` says so. */
async function streamed(emulator: InsideEmulator, work: () => Promise<unknown>, enough: (text: string) => boolean) {
  const ending = new AbortController()
  const response = await fetch(`${emulator.url}/control/worlds/default/stream`, { signal: ending.signal })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  await work()
  while (!enough(text)) text += (await reader?.read())?.value ?? ''
  ending.abort()
  return text
}

describe('a key that a person issued', () => {
  const issue = async (emulator: InsideEmulator) =>
    (await emulator.control('POST', '/tenants/max/keys', { mode: 'live', scopes: ['customers:write'] })).json
      .key as string

  test('is shown by nothing after it was issued, and is nowhere in the store (threat A12)', async () => {
    await using emulator = await InsideEmulator.start({ fixture: 'empty' })
    const max = await emulator.tenant('max')
    const key = await issue(emulator)
    // Wherever a careless client may put it.
    await emulator.api('POST', '/customers', { key, body: max.customer() })
    await emulator.api('GET', `/customers?api_key=${key}`, { key })
    await emulator.api('GET', `/customers/${key}`, { key })
    await emulator.api('GET', '/customers', { headers: { 'X-Api-Key': key, Cookie: `key=${key}` } })
    await emulator.api('GET', '/customers', { headers: { Authorization: key } })
    await emulator.api('GET', '/customers', { headers: { Authorization: `Basic ${key}` } })
    await emulator.api('POST', '/customers', { key, body: max.customer({ api_key: key }) })
    await emulator.api('POST', '/customers', {
      key,
      raw: `{"api_key":"${key}"`,
      headers: { 'Content-Type': 'application/json' },
    })
    expect(placesOf(await everythingShown(emulator), key)).toEqual([])
    expect(emulator.emulator.defaultWorld.runtime.store.serialize().includes(key)).toBe(false)
  })

  test('is in no message of the stream (threat A12)', async () => {
    await using emulator = await InsideEmulator.start({ fixture: 'empty' })
    let key = ''
    const work = async () => {
      key = await issue(emulator)
      await emulator.api('GET', `/customers/${key}?k=${key}`, { key })
    }
    const text = await streamed(emulator, work, seen => seen.includes('"path":"/customers/'))
    expect(text).not.toContain(key)
    expect(text).toContain(`svc_live_…${key.slice(-4)}`)
  })

  test('is in no error text', async () => {
    await using emulator = await InsideEmulator.start({ fixture: 'empty' })
    const key = await issue(emulator)
    const pro = await emulator.tenant('pro')
    const answers = [
      await emulator.api('GET', '/customers', { key: `${key}x` }),
      await emulator.api('GET', '/calls', { key }),
      await emulator.api('POST', '/customers', { key, body: { [key]: key } }),
      await pro.post('/webhooks', { url: `https://${key}.example.com`, events: [key] }),
      await emulator.tryControl('GET', `/worlds/default/requests/${key}`),
      await emulator.tryControl('GET', `/worlds/default/requests.har?reveal=${key}`),
    ]
    const texts = answers.filter(({ status }) => status >= 400).map(({ bytes }) => bytes.toString())
    expect(texts).toHaveLength(6)
    expect(texts.filter(text => text.includes(key))).toEqual([])
  })
})

describe('the signing secret of a webhook', () => {
  const register = async (emulator: InsideEmulator) => {
    const max = await emulator.tenant('max')
    const reply = await max.post('/webhooks', {
      url: 'https://inbox.ringback.test/crm',
      events: ['call.completed', 'call.missed'],
    })
    const { request_id } = await emulator.lastExchange()
    await max.post('/calls/initiate', max.call())
    await emulator.advance({ by: 'PT5M' })
    return { secret: reply.json.data.secret as string, request_id: request_id as string, bytes: reply.bytes }
  }

  test('is masked wherever the journal is shown (threat A12)', async () => {
    await using emulator = await InsideEmulator.start({ fixture: 'empty' })
    const { secret, request_id } = await register(emulator)
    const shown = await everythingShown(emulator)
    expect(placesOf(shown, secret)).toEqual([])
    const detail = JSON.parse(shown.get(`/requests/${request_id}`) ?? '')
    expect(detail.redacted).toBe(true)
    expect(JSON.parse(detail.response.body.text).data.secret).toBe(`whsec_…${secret.slice(-4)}`)
    expect(Buffer.from(detail.response.body.base64, 'base64').toString()).toBe(detail.response.body.text)
  })

  test('is shown with the exact bytes to those who ask for secrets (without A12)', async () => {
    await using emulator = await InsideEmulator.start({ fixture: 'empty' })
    const { secret, request_id, bytes } = await register(emulator)
    const detail = (await emulator.control('GET', `/requests/${request_id}?reveal=secrets`)).json
    expect(Buffer.from(detail.response.body.base64, 'base64').equals(bytes)).toBe(true)
    expect(detail.redacted).toBe(false)
    expect((await emulator.control('GET', '/requests.har?reveal=secrets')).bytes.toString()).toContain(secret)
    expect((await emulator.tryControl('GET', '/worlds/default/requests.har?reveal=all')).status).toBe(422)
  })

  test('an exchange without one says that nothing is masked', async () => {
    await using emulator = await InsideEmulator.start({ fixture: 'empty' })
    const pro = await emulator.tenant('pro')
    await pro.get('/customers')
    expect((await emulator.lastExchange()).redacted).toBe(false)
  })
})
