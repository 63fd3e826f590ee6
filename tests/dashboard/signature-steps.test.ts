import { createHmac } from 'node:crypto'
import { expect } from 'vitest'
import type { WorldHandle } from '../../server/index.ts'
import { type Dashboard, dashboardTest as test } from './support/dashboard-test.ts'
import { registerWebhook } from './support/webhook.ts'

/** What is said of each step: who did what, what to do there, and what stands on the right. */
const STEPS = [
  ['body_changed', 'something on the way changed the body', 'pass the bytes on as they are', 'Received by you'],
  ['reserialized', "receiver's code parsed the JSON", 'parse the JSON only afterwards', 'Checked by the receiver'],
  ['newline', "receiver's code added a line break", 'no trim, no echo', 'Checked by the receiver'],
  ['prefix_stripped', "receiver's code took whsec_ off", 'whsec_ included', 'Computed by the receiver'],
  ['uppercase', 'The header is right; the receiver', 'lower-case hex', 'Written by the receiver'],
  ['no_prefix', 'The header is right; the receiver', "In the receiver's code, put sha256=", 'Written by the receiver'],
  ['base64', 'The header is right; the receiver', '64 lower-case hex digits', 'Written by the receiver'],
  ['secret_newline', "receiver's code kept the line break", 'Store the secret without', 'Computed by the receiver'],
] as const

const verdictOf = ({ page }: Dashboard) => page.getByRole('region', { name: 'Verdict' })

async function deliver(world: WorldHandle) {
  const webhook = await registerWebhook(world, { inbox: 'crm' })
  await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  const { delivery_id } = await world.deliveries.waitFor({ event: 'call.missed' })
  return { ...webhook, ...(await world.deliveries.signature(delivery_id)) }
}

const leave = async ({ page }: Dashboard) => {
  await page.getByRole('button', { name: 'Leave' }).click()
  await page.getByRole('button', { name: 'Present', exact: true }).waitFor()
}

/** A step as it is projected. */
const project = (dashboard: Dashboard, { delivery_id }: { delivery_id: string }, tamper: string) =>
  dashboard.follow(`signature?present&delivery=${delivery_id}&tamper=${tamper}`)

test('Each step of the lab says who did what and what to do there, and calls a header right that the service sent so', async ({
  dashboard,
}) => {
  const delivery = await deliver(dashboard.world)
  await dashboard.open('signature')
  for (const [tamper, who, fix, right] of STEPS) {
    await project(dashboard, delivery, tamper)
    const verdict = verdictOf(dashboard)
    await verdict.getByRole('listitem').filter({ hasText: who }).filter({ hasText: fix }).waitFor()
    expect(await verdict.getByRole('listitem').count(), tamper).toBe(1)
    expect((await verdict.getByRole('columnheader').allInnerTexts()).at(-1), tamper).toContain(right)
  }
  await project(dashboard, delivery, 'no_prefix')
  const row = verdictOf(dashboard)
    .getByRole('row', { name: /^Header value/ })
    .getByRole('cell')
  await verdictOf(dashboard).getByText('what the code compares the header with').waitFor()
  const [sent, written] = await row.allInnerTexts()
  // What is missing is marked in its place.
  expect([sent, written]).toEqual([delivery.header, delivery.header.replace('sha256=', '∅')])
  await leave(dashboard)
})

test('A step that blames the secret shows whose secret signed and how the other one differs, and no part of either', async ({
  dashboard,
}) => {
  const delivery = await deliver(dashboard.world)
  await dashboard.open('signature')
  const { secret, webhook_id } = delivery
  for (const [tamper, told] of [
    ['prefix_stripped', 'the same without whsec_ in front'],
    ['secret_newline', 'the same with a line break at its end'],
  ] as const) {
    await project(dashboard, delivery, tamper)
    const row = verdictOf(dashboard).getByRole('row', { name: /^Secret/ })
    await row.getByText(told, { exact: true }).waitFor()
    const text = await row.innerText()
    expect(text).toContain(`the secret of webhook ${webhook_id}`)
    for (let at = 'whsec_'.length; at + 4 <= secret.length; at++)
      expect(text.includes(secret.slice(at, at + 4)), `part ${at}`).toBe(false)
  }
  await leave(dashboard)
})

test('White space that was added or removed is said in words, with the digests in view at 720 pixels', async ({
  dashboard,
}) => {
  const { page } = dashboard
  const delivery = await deliver(dashboard.world)
  await dashboard.open('signature')
  const before = page.viewportSize()
  await page.setViewportSize({ width: 1280, height: 720 })
  await project(dashboard, delivery, 'reserialized')
  const verdict = verdictOf(dashboard)
  await verdict.getByText('a line break and 2 spaces were added').waitFor()
  await verdict.getByText('a space was removed').waitFor()
  expect(await verdict.getByRole('status').getByText('∅').count()).toBe(0)
  const digest = await verdict.getByRole('row', { name: /^HMAC-SHA256/ }).boundingBox()
  const caption = await page
    .getByRole('status')
    .filter({ hasText: /Step \d of \d/ })
    .boundingBox()
  expect((digest?.y ?? 0) + (digest?.height ?? 0)).toBeLessThanOrEqual(caption?.y ?? 0)
  await leave(dashboard)
  if (before) await page.setViewportSize(before)
})

test('A valid signature shows the body, its bytes and the header beside what they were compared with', async ({
  dashboard,
}) => {
  const delivery = await deliver(dashboard.world)
  await dashboard.open('signature')
  await project(dashboard, delivery, 'none')
  const verdict = verdictOf(dashboard)
  const { text, hex, length } = delivery.signed_bytes
  await verdict.getByText(`All ${length} bytes that were signed are here unchanged.`).waitFor()
  const cells = (name: RegExp) => verdict.getByRole('row', { name }).getByRole('cell').allInnerTexts()
  for (const cell of await cells(/^Body/)) expect(cell).toContain(text.slice(0, 40))
  for (const cell of await cells(/^Bytes/)) expect(cell.replaceAll(/\s/g, '')).toContain(hex.slice(0, 20))
  expect(await cells(/^Header value/)).toEqual([delivery.header, delivery.header])
  await leave(dashboard)
})

test('What somebody has signed anew with another secret is valid, and nothing says that the service sent it so', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { delivery_id, signed_bytes } = await deliver(world)
  await dashboard.open(`signature?delivery=${delivery_id}`)
  const verdict = verdictOf(dashboard)
  await verdict.getByText('the same secret', { exact: true }).waitFor()
  const secret = 'whsec_of_somebody_else'
  const digest = createHmac('sha256', secret).update(signed_bytes.text).digest('hex')
  await page.getByLabel('Secret', { exact: true }).fill(secret)
  await page.getByRole('textbox', { name: 'Signature header' }).fill(`sha256=${digest}`)
  await verdict.getByText('Signature valid', { exact: true }).waitFor()
  await verdict.getByRole('columnheader', { name: 'Computed here' }).waitFor()
  expect(await verdict.getByText(/the same secret|are here unchanged/).count()).toBe(0)
})
