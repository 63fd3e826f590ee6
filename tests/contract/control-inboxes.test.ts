import { beforeEach, describe, expect, test } from 'vitest'
import { TestEmulator, type TestTenant } from '../support/api.ts'
import { EventControl } from '../support/event-control.ts'
import { inspect, subscribeInbox } from '../support/subscriber.ts'

let emulator: TestEmulator
let pro: TestTenant
let attempt: EventControl['attempt']
let triggered: EventControl['triggered']
let inbox: EventControl['inbox']
let settled: EventControl['settled']
beforeEach(async () => {
  emulator = await TestEmulator.start({ fixture: 'empty' })
  ;({ attempt, triggered, inbox, settled } = new EventControl(emulator))
  pro = await emulator.tenant('pro')
  return () => emulator[Symbol.asyncDispose]()
})

describe('inboxes', () => {
  test('are no cases of the rules on receivers, whatever they answer, and it is said how many webhooks lead there', async () => {
    await subscribeInbox(pro, 'crm')
    await emulator.control('PUT', '/inbox/crm', { status: 200 })
    for (const external_id of ['a', 'b', 'c', 'd']) await triggered({ data: { external_id } })
    await emulator.control('PUT', '/inbox/crm', { status: 302 })
    await triggered({ data: { external_id: 'e' } })
    await settled()
    const rules = 'redirects,slow_acknowledgement,works_before_answering,refuses_repeat,accepts_forged'
    const said = (await emulator.control('GET', `/verdicts?rule=${rules}`)).json
    expect(said.receivers_left_out).toBe(1)
    expect(said.data.map(({ met, open }: { met: number; open: number }) => met + open)).toEqual([0, 0, 0, 0, 0])
  })

  test('say at which path each message came, and are narrowed by it, by the event and by how it was answered', async () => {
    const hook = (url: string) => pro.post('/webhooks', { url, events: ['call.completed', 'call.missed'] })
    await hook('https://inbox.ringback.test/crm/v2/hooks?token=a%20b')
    await hook('https://inbox.ringback.test/crm')
    await triggered({ event: 'call.completed' })
    await settled()
    await emulator.control('PUT', '/inbox/crm', { status: 503 })
    await triggered({ event: 'call.missed' })
    await settled()
    const told = async (query = '') =>
      (await inbox('crm', query)).data
        .map(({ path, event, answered_status }) => `${path} ${event} ${answered_status}`)
        .sort()
    const long = '/crm/v2/hooks?token=a%20b'
    const all = [
      '/crm call.completed 200',
      '/crm call.missed 503',
      `${long} call.completed 200`,
      `${long} call.missed 503`,
    ]
    expect(await told()).toEqual(all)
    expect(await told('q=V2/hooks')).toEqual([all[2], all[3]])
    expect(await told('event=call.missed')).toEqual([all[1], all[3]])
    expect(await told('event=call.missed,call.completed&answered=5xx')).toEqual([all[1], all[3]])
    expect(await told('answered=200')).toEqual([all[0], all[2]])
    expect(await told('answered=none,404')).toEqual([])
    expect((await attempt('GET', '/inbox/crm?answered=9xx')).json.error).toMatchObject({
      message: expect.stringContaining('(got "9xx")'),
    })
  })

  test('find a message by the number of its call, however it is typed, and in full width as in half', async () => {
    await subscribeInbox(pro, 'crm')
    for (const phone_number of ['03-1234-0002', '+81312340001'])
      await emulator.control('POST', '/calls', { tenant: 'pro', phone_number, external_id: `to ${phone_number}` })
    await emulator.advance({ by: 'PT1H' })
    await settled()
    const found = async (q: string) =>
      (await inbox('crm', `${new URLSearchParams({ q })}`)).data.map(({ external_id }) => external_id)
    for (const q of ['03-1234-0002', '0312340002', '+81 3 1234 0002', '０３１２３４０００２', '0002', '031****0002'])
      expect([q, await found(q)]).toEqual([q, ['to 03-1234-0002']])
    for (const q of ['03-1234-0001', '0312340001', 'ｔｏ　＋８１'])
      expect([q, await found(q)]).toEqual([q, ['to +81312340001']])
    expect(await found('03-1234-0003')).toEqual([])
  })

  test('keep what they get, in order, with the verdict on the signature', async () => {
    await subscribeInbox(pro, 'crm')
    for (const external_id of ['a', 'b', 'c']) await triggered({ data: { external_id } })
    await settled()
    const view = await inbox('crm', 'limit=2')
    expect(view).toMatchObject({ name: 'crm', url: 'https://inbox.ringback.test/crm', behaviour: {} })
    const ids = view.data.map(message => JSON.parse(message.body.text).external_id)
    expect(ids).toEqual(['a', 'b'])
    for (const message of view.data)
      expect(message).toMatchObject({
        method: 'POST',
        verified: true,
        delivery_known: true,
        answered_status: 200,
        event: 'call.completed',
      })
    const rest = await inbox('crm', `cursor=${view.next_cursor}`)
    expect(rest.data.map(message => JSON.parse(message.body.text).external_id)).toEqual(['c'])
    expect(rest.next_cursor).toBeNull()

    const newest = await inbox('crm', 'order=newest&limit=2')
    expect(newest.data.map(message => JSON.parse(message.body.text).external_id)).toEqual(['c', 'b'])
    const before = await inbox('crm', `order=newest&cursor=${newest.next_cursor}`)
    expect(before.data.map(message => JSON.parse(message.body.text).external_id)).toEqual(['a'])
    expect(before.next_cursor).toBeNull()
    expect((await attempt('GET', '/inbox/crm?order=oldest')).status).toBe(422)
  })

  test('tell what a certification sent from the deliveries of the world, and its forgeries from what is genuine (finding D1)', async () => {
    const { secret } = await subscribeInbox(pro, 'crm')
    await triggered()
    await settled()
    const { url } = await inbox('crm')
    await attempt('POST', '/certify', { url, secret })
    const [first, ...certified] = (await inbox('crm')).data
    expect(first).toMatchObject({ signature: 'valid', verified: true, delivery_known: true, certify_case: null })
    expect(certified.length).toBeGreaterThan(10)
    expect(certified.filter(({ delivery_known }) => delivery_known)).toEqual([])
    const signaturesOf = (id: string) =>
      certified.filter(({ certify_case }) => certify_case?.id === id).map(({ signature }) => signature)
    for (const id of ['valid', 'duplicate_delivery', 'out_of_order', 'slow', 'burst_of_ten', 'large_payload'])
      expect(new Set(signaturesOf(id)), id).toEqual(new Set(['valid_delivery_unknown']))
    for (const id of ['wrong_secret', 'uppercase_digest', 'missing_header', 'reserialized_body'])
      expect(new Set(signaturesOf(id)), id).toEqual(new Set(['invalid']))
    expect(signaturesOf('tampered_body')).toEqual(['valid_delivery_unknown', 'invalid'])
    expect(certified[0]?.certify_case?.title).toMatch(/^A genuine delivery/)
    const { data } = (await emulator.control('GET', '/inbox')).json
    expect(data).toMatchObject([{ name: 'crm', messages: 1 + certified.length, unverified: 0 }])
  })

  test('try the secrets of deleted webhooks with their URL too, and of no other (finding D1)', async () => {
    const gone = await subscribeInbox(pro, 'crm')
    const other = await subscribeInbox(pro, 'other')
    await pro.ask('DELETE', `/webhooks/${gone.webhook_id}`)
    const { url } = await inbox('crm')
    const firstOf = async (secret: string) => {
      await attempt('DELETE', '/inbox/crm')
      await attempt('POST', '/certify', { url, secret })
      return (await inbox('crm', 'limit=1')).data[0]
    }
    expect(await firstOf(gone.secret)).toMatchObject({ signature: 'valid_delivery_unknown', verified: true })
    expect(await firstOf(other.secret)).toMatchObject({ signature: 'invalid', verified: false })
  })

  test('wait with the last id holds the answer until the next message', async () => {
    await subscribeInbox(pro, 'crm')
    await triggered()
    await settled()
    const last = (await inbox('crm')).data[0]?.id
    const held = inbox('crm', `cursor=${last}&wait=30s`)
    await triggered({ data: { external_id: 'next' } })
    expect((await held).data).toHaveLength(1)
  })

  test('tell of a message at once, before its attempt is over', async () => {
    await emulator.assume('webhooks.timeout', { connect_seconds: 1, total_seconds: 3 })
    await subscribeInbox(pro, 'crm')
    await emulator.control('PUT', '/inbox/crm', { status: 500 })
    await triggered()
    await settled()
    await emulator.control('PUT', '/inbox/crm', { hang: true })
    const held = inbox('crm', `cursor=${(await inbox('crm')).data[0]?.id}&wait=10s`)
    await emulator.control('GET', '/clock')
    const advance = emulator.advance({ to: 'next-job' })
    expect((await held).data).toHaveLength(1)
    expect(await inspect(emulator).deliveries()).toMatchObject([{ status: 'pending', attempt_count: 1 }])
    await advance
    expect(await inspect(emulator).deliveries()).toMatchObject([{ status: 'pending', attempt_count: 2 }])
  })

  test('answer as they are told, as often as they are told', async () => {
    await subscribeInbox(pro, 'crm')
    const reply = await attempt('PUT', '/inbox/crm', { status: 503, body: 'later', times: 2 })
    expect([reply.status, reply.json.behaviour]).toEqual([200, { status: 503, body: 'later', times: 2 }])
    await triggered()
    await emulator.advance({ by: 'PT1H' })
    const { data, behaviour } = await inbox('crm')
    expect(data.map(message => message.answered_status)).toEqual([503, 503, 200])
    expect(new Set(data.map(message => message.delivery_id)).size).toBe(1)
    expect(behaviour).toEqual({})
    const [delivery] = await inspect(emulator).deliveries()
    const { attempts } = await inspect(emulator).delivery(delivery?.delivery_id ?? '')
    expect(attempts.map(attempt => [attempt.target, attempt.status_code, attempt.response_body])).toEqual([
      ['inbox', 503, 'later'],
      ['inbox', 503, 'later'],
      ['inbox', 200, ''],
    ])
  })

  test('one that hangs keeps the message and gives no answer', async () => {
    await emulator.assume('webhooks.timeout', { connect_seconds: 0.1, total_seconds: 0.2 })
    await subscribeInbox(pro, 'crm')
    await emulator.control('PUT', '/inbox/crm', { hang: true })
    await triggered()
    await settled()
    expect((await inbox('crm')).data).toMatchObject([{ verified: true, answered_status: null }])
    expect(await inspect(emulator).deliveries()).toMatchObject([
      { status: 'pending', last_status_code: null, last_error: expect.stringMatching(/^total_timeout/) },
    ])
  })

  test('are listed by name, and forget everything when told to', async () => {
    await subscribeInbox(pro, 'crm')
    await emulator.control('PUT', '/inbox/other', { status: 410 })
    await triggered()
    await settled()
    const names = async () => (await emulator.control('GET', '/inbox')).json.data
    expect(await names()).toMatchObject([
      { name: 'crm', messages: 1, unverified: 0, last_received_at: '2026-03-10T03:00:00.000Z', behaviour: {} },
      { name: 'other', messages: 0, last_received_at: null, behaviour: { status: 410 } },
    ])
    for (const name of ['crm', 'other']) expect((await attempt('DELETE', `/inbox/${name}`)).status).toBe(204)
    expect(await names()).toEqual([])
    expect((await inbox('crm')).data).toEqual([])
  })

  test.each([
    ['status', { status: 99 }],
    ['status', { status: 600 }],
    ['delay', { delay: '2s' }],
    ['delay', { delay: '-PT2S' }],
    ['times', { times: 0 }],
    ['hang', { hang: 'yes' }],
    ['speed', { speed: 1 }],
  ])('an invalid %s is 422', async (field, body) => {
    const reply = await attempt('PUT', '/inbox/crm', body)
    expect(reply.status).toBe(422)
    expect(reply.json.error.message).toContain(field)
  })

  test('a name that no inbox can have is 404', async () => {
    expect((await attempt('GET', '/inbox/a%20b')).status).toBe(404)
    expect((await attempt('PUT', '/inbox/a%20b', {})).status).toBe(404)
  })
})
