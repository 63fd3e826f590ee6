import { describe, expect, onTestFinished, test } from 'vitest'
import { TestEmulator, type TestTenant } from '../support/api.ts'
import { EventControl } from '../support/event-control.ts'
import { REFERENCE_PARTS, startReferenceReceiver } from '../support/receivers/reference-receiver.ts'
import {
  hasLibrary,
  LIBRARIES,
  type LibraryLanguage,
  REWRITERS,
  rewrittenBy,
} from '../support/signature/serializers.ts'
import { BOTH_EVENTS, inspect } from '../support/subscriber.ts'

/** Compiling a first program takes long on a machine that never did. */
const COMPILE_TIMEOUT = 180_000
/** Texts that one library or another escapes, and texts that none does. */
const EXTERNAL_IDS = ['crm-1', '顧客/0042', '<b> & "q"', "O'Neill", '📞', 'a\u2028b', 'tab\tnewline\n', 'é\u007f']

type Rewrite = (body: Buffer) => Buffer

/** A receiver of its own webhook, which verifies what `rewrite` makes of the body. Its verdicts, in the order of the deliveries. */
async function receiver(emulator: TestEmulator, tenant: TestTenant, name: string, rewrite: Rewrite) {
  const origin = `https://${name.toLowerCase().replaceAll(/[^a-z]+/g, '')}.example.com`
  const { webhook_id, secret } = (
    await tenant.post('/webhooks', { url: `${origin}/webhooks/calls`, events: BOTH_EVENTS })
  ).json.data
  const verdicts: boolean[] = []
  const bodies: Buffer[] = []
  const isGenuine: (typeof REFERENCE_PARTS)['isGenuine'] = given => {
    bodies.push(given.body)
    verdicts.push(REFERENCE_PARTS.isGenuine({ ...given, body: rewrite(given.body) }))
    return verdicts.at(-1) === true
  }
  const server = await startReferenceReceiver({ secret, parts: { isGenuine } })
  onTestFinished(() => server.close())
  const { data } = (await emulator.control('GET', '/forwards')).json
  await emulator.control('PUT', '/forwards', [...data, { from: origin, to: new URL(server.url).origin }])
  return { name, webhook_id, verdicts, bodies }
}

/** Forty genuine deliveries to every webhook: of calls, triggered, tests, and sent again. */
async function fortyDeliveries(emulator: TestEmulator, tenant: TestTenant, webhooks: readonly number[]) {
  const { triggered, settled } = new EventControl(emulator)
  for (const [index, external_id] of [...EXTERNAL_IDS, ...EXTERNAL_IDS].entries()) {
    const phone_number = `03-1234-000${(index % 4) + 1}`
    const reply = await tenant.post(
      '/calls/initiate',
      tenant.call({ phone_number, external_id: `${external_id}${index}` }),
    )
    expect(reply.status).toBe(200)
  }
  await emulator.advance({ by: 'PT10M' })
  for (const external_id of EXTERNAL_IDS) await triggered({ data: { external_id } })
  for (let count = 0; count < 6; count++) await triggered({ event: 'call.missed' })
  await settled()
  for (const webhook_id of webhooks) {
    for (let count = 0; count < 5; count++) await tenant.post(`/webhooks/${webhook_id}/test`, {})
    const [first, ...rest] = await inspect(emulator).deliveries(`webhook_id=${webhook_id}`)
    for (const { delivery_id } of [first!, ...rest].slice(-5))
      await emulator.control('POST', `/deliveries/${delivery_id}/redeliver`, {})
  }
  await settled()
}

const start = async (assumptions: Record<string, unknown> = {}) => {
  const emulator = await TestEmulator.start({
    fixture: 'empty',
    assumptions: { 'webhooks.retry_schedule': [], ...assumptions },
  })
  onTestFinished(() => emulator[Symbol.asyncDispose]())
  const tenant = await emulator.tenant('pro')
  return { emulator, tenant }
}

describe('a receiver that parses and writes again before it verifies (finding T10)', () => {
  test('accepts none of 40 genuine deliveries, whatever language it spells in; one that reads raw bytes accepts 40', async () => {
    const { emulator, tenant } = await start()
    const all = [await receiver(emulator, tenant, 'raw bytes', body => body)]
    for (const [name, rewrite] of Object.entries(REWRITERS)) all.push(await receiver(emulator, tenant, name, rewrite))
    await fortyDeliveries(
      emulator,
      tenant,
      all.map(({ webhook_id }) => webhook_id),
    )
    const accepted = all.map(({ name, verdicts }) => [name, verdicts.filter(Boolean).length, verdicts.length])
    expect(accepted).toEqual([['raw bytes', 40, 40], ...Object.keys(REWRITERS).map(name => [name, 0, 40])])
  })

  test('passes with the spelling compact, when it spells as JSON.stringify does: that is the way back', async () => {
    const { emulator, tenant } = await start({ 'webhooks.payload_bytes': 'compact' })
    const one = await receiver(emulator, tenant, 'JavaScript', REWRITERS.JavaScript)
    await fortyDeliveries(emulator, tenant, [one.webhook_id])
    expect(one.verdicts).toEqual(Array(40).fill(true))
  })

  const languages = Object.keys(LIBRARIES) as LibraryLanguage[]
  const installed = languages.filter(hasLibrary)
  const absent = languages.filter(language => !installed.includes(language))

  test(`writes other bytes with the real libraries too (run here: ${installed.join(', ')}; not installed: ${absent.join(', ') || 'none'})`, {
    timeout: COMPILE_TIMEOUT,
  }, async () => {
    const { emulator, tenant } = await start()
    const { webhook_id, bodies } = await receiver(emulator, tenant, 'raw', body => body)
    await fortyDeliveries(emulator, tenant, [webhook_id])
    expect(bodies).toHaveLength(40)
    const smallest = Buffer.from('{"event" : "call.completed" }')
    for (const language of installed) {
      const written = rewrittenBy(language, [...bodies, smallest])
      expect(written).toHaveLength(41)
      for (const [index, spellings] of written.entries()) {
        const body = bodies[index] ?? smallest
        expect(spellings.length, language).toBeGreaterThan(4)
        for (const spelling of spellings) {
          expect(JSON.parse(spelling.toString()), language).toEqual(JSON.parse(body.toString()))
          expect(spelling.equals(body), `${language}: ${spelling}`).toBe(false)
        }
      }
    }
  })
})
