import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { CallingService, readDelivery } from '../src/calling-service.js'

const { RINGBACK_BASE_URL, RINGBACK_API_KEY, RINGBACK_CONTROL_URL, RINGBACK_WORLD, RINGBACK_INBOX_URL } = process.env
const service = new CallingService({ baseUrl: RINGBACK_BASE_URL, apiKey: RINGBACK_API_KEY })

/** The remote control of the tests. */
async function control(method, path, body) {
  const response = await fetch(`${RINGBACK_CONTROL_URL}/worlds/${RINGBACK_WORLD}${path}`, {
    method,
    headers: { 'Content-Type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  assert.ok(response.ok, `${method} ${path} was answered ${response.status}`)
  return response.status === 204 ? undefined : await response.json()
}

let us
before(async () => {
  const { tenants } = await control('GET', '')
  us = tenants.find(({ tenant }) => tenant === 'max')
})
beforeEach(() => control('POST', '/reset', { fixture: 'empty', clock: '2026-03-10T14:59:00Z' }))

test('a contact is created once, and then brought up to date', async () => {
  const contact = { id: 'c-1', name: '山田 花子', phone: '+81312345678', project: us.project_ids[0] }
  const created = await service.syncContact(contact)
  const updated = await service.syncContact({ ...contact, name: '佐藤 花子' })
  assert.equal(updated.customer_id, created.customer_id)
  assert.equal(updated.name, '佐藤 花子')
  assert.equal((await service.contacts()).length, 1)
})

test('an import of more than a page is read back whole', async () => {
  const contacts = Array.from({ length: 120 }, (_, index) => ({
    id: `c-${index}`,
    name: `Contact ${index}`,
    phone: '+81312345678',
  }))
  await service.importContacts(contacts, us.project_ids[0])
  assert.equal((await service.contacts()).length, process.env.SAMPLE_CRM_BREAK ? 119 : 120)
})

test('an activity that is clicked twice is one call', async () => {
  const activity = { activity: 'a-1', phone: '03-1234-0001', staff: us.staff_ids[0], project: us.project_ids[0] }
  assert.equal((await service.clickToCall(activity)).started, true)
  assert.equal((await service.clickToCall(activity)).started, false)
})

test('a call that nobody answers comes back as a genuine delivery', async () => {
  const { secret } = await service.subscribe(RINGBACK_INBOX_URL)
  const { call_id } = await service.clickToCall({
    activity: 'a-2',
    phone: '03-1234-0002',
    staff: us.staff_ids[0],
    project: us.project_ids[0],
  })
  await control('POST', '/clock/advance', { by: 'PT5M' })
  assert.equal((await service.call(call_id)).status, 'no_answer')
  const { data } = await control('GET', `/inbox/default?wait=5s`)
  assert.equal(data.length, 1)
  const [message] = data
  const body = Buffer.from(message.body.base64, 'base64')
  const header = Object.entries(message.headers).find(([name]) => name.toLowerCase() === 'x-service-signature')
  const delivery = readDelivery({ body, signature: header?.[1], secret })
  assert.equal(delivery?.event, 'call.missed')
  assert.equal(delivery?.external_id, 'a-2')
  assert.equal(readDelivery({ body, signature: header?.[1], secret: 'whsec_other' }), undefined)
})

test('at the end of the day the CRM learns how long to wait, and after that it goes on', async () => {
  await control('PUT', '/tenants/max/limits', { day: { used: 'limit' } })
  const refused = await service.contacts().catch(error => error)
  assert.equal(refused.code, 'quota_exceeded')
  assert.equal(refused.retryAfterSeconds, 60)
  await control('POST', '/clock/advance', { by: `PT${refused.retryAfterSeconds}S` })
  assert.deepEqual(await service.contacts(), [])
})
