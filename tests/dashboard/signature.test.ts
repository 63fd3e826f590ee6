import { expect } from 'vitest'
import { dashboardTest as test } from './support/dashboard-test.ts'
import { registerWebhook } from './support/webhook.ts'

const TAMPERS = [
  ['Re-serialise the JSON', 'reserialized'],
  ['Add a line break', 'trailing_newline'],
  ['Strip whsec_', 'prefix_stripped'],
  ['Upper-case hex', 'uppercase_hex'],
  ['Drop sha256=', 'missing_sha256_prefix'],
  ['Secret with a line break', 'trailing_newline'],
  ['Base64 digest', 'base64_digest'],
] as const

test('A delivery verifies, and each tamper switch makes it fail by the name of the mistake', async ({ dashboard }) => {
  const { page, world } = dashboard
  await registerWebhook(world, { inbox: 'crm' })
  await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  const { delivery_id } = await world.deliveries.waitFor({ event: 'call.missed' })
  await dashboard.open(`signature?delivery=${delivery_id}`)
  const verdict = page.getByRole('region', { name: 'Verdict' })
  await verdict.getByText('Signature valid', { exact: true }).waitFor()
  for (const [name, mistake] of TAMPERS) {
    await page.getByRole('button', { name, exact: true }).click()
    await verdict.getByText('Signature invalid').waitFor()
    await verdict.getByText(mistake, { exact: true }).waitFor()
    // No row sets two equal things against each other.
    for (const row of await verdict.getByRole('row').filter({ hasText: '≠' }).all()) {
      const [signed, received] = await row.getByRole('cell').allInnerTexts()
      expect(signed, name).not.toBe(received)
    }
  }
  await page.reload()
  await verdict.getByText('base64_digest', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Genuine' }).click()
  await verdict.getByText('Signature valid', { exact: true }).waitFor()
})

test('What is pasted is checked as it stands, and never goes into the address', { tags: ['deep'] }, async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const own = await registerWebhook(world, { inbox: 'one' })
  const other = await registerWebhook(world, { inbox: 'two' })
  await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  const { delivery_id } = await world.deliveries.waitFor({ webhook_id: own.webhook_id })
  const { header, signed_bytes } = await world.deliveries.signature(delivery_id)
  await dashboard.open(`signature?delivery=${delivery_id}`)
  const verdict = page.getByRole('region', { name: 'Verdict' })
  await page.getByLabel('Secret', { exact: true }).fill(other.secret)
  await page.getByRole('textbox', { name: 'Signature header' }).fill(header)
  await page.getByRole('textbox', { name: 'Body' }).fill(signed_bytes.text)
  await verdict.getByText('other_secret', { exact: true }).waitFor()
  await page.getByLabel('Secret', { exact: true }).fill(own.secret)
  await verdict.getByText('Signature valid', { exact: true }).waitFor()
  expect(page.url()).not.toContain('whsec_')
})

test('The lab opens with the newest delivery, and names the one byte that was changed, in text, bytes and digest', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await registerWebhook(world, { inbox: 'crm' })
  await world.calls.place({ tenant: 'max', phone_number: '+81312340001', external_id: 'crm-1001' })
  await world.clock.advance({ by: 'PT2M' })
  const [delivery] = await world.deliveries.list()
  const { header, signed_bytes } = await world.deliveries.signature(delivery?.delivery_id ?? '')
  await dashboard.open('signature')
  const verdict = page.getByRole('region', { name: 'Verdict' })
  await verdict.getByText('Signature valid', { exact: true }).waitFor()
  expect(await page.getByRole('combobox', { name: 'Delivery' }).inputValue()).toMatch(
    /^\d\d:\d\d:\d\d JST · call\.completed · inbox crm$/,
  )
  await page.getByRole('button', { name: 'Change one byte of the body' }).click()
  await verdict.getByText('The body was altered after signing: crm-1001 → crx-1001').waitFor()
  const at = Buffer.from(signed_bytes.text).indexOf('crm-1001') + 3
  await verdict.getByText(`Byte ${at} of ${signed_bytes.length} was m and arrived as x.`).waitFor()
  const cells = await verdict
    .getByRole('row', { name: /^Bytes/ })
    .getByRole('cell')
    .allInnerTexts()
  expect(cells.filter(text => /72\s*6d\s*2d 31 30 30/.test(text))).toHaveLength(1)
  expect(cells.filter(text => /72\s*78\s*2d 31 30 30/.test(text))).toHaveLength(1)
  const digests = await verdict
    .getByRole('row', { name: /^HMAC-SHA256/ })
    .getByRole('cell')
    .allInnerTexts()
  expect(digests.map(text => text.replace(/\s/g, ''))).toContain(header.replace('sha256=', ''))
  await verdict.getByText(/^\d\d of 64 digits differ: one byte is enough$/).waitFor()
  await page.getByText('All bytes').click()
  await page.getByRole('region', { name: 'All bytes' }).locator('mark').getByText('78', { exact: true }).waitFor()
  await verdict.getByRole('button', { name: 'Undo the change' }).click()
  await verdict.getByText('Signature valid', { exact: true }).waitFor()
  // What is typed by hand is told from what was signed all the same.
  await page.getByRole('textbox', { name: 'Body as received' }).fill(signed_bytes.text.replace('crm-1001', 'crm-2001'))
  await verdict.getByText('The body was altered after signing: crm-1001 → crm-2001').waitFor()
})

test('Where the header is another one, what the service sent stands on its side, and of two bodies that nobody knows no side is right', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await registerWebhook(world, { inbox: 'crm' })
  await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  const { delivery_id } = await world.deliveries.waitFor({ event: 'call.missed' })
  const { header } = await world.deliveries.signature(delivery_id)
  await dashboard.open(`signature?delivery=${delivery_id}`)
  const verdict = page.getByRole('region', { name: 'Verdict' })
  const heads = () => verdict.getByRole('columnheader').allInnerTexts()
  await page.getByRole('button', { name: 'Upper-case hex' }).click()
  const row = verdict.getByRole('row', { name: /^Header value/ }).getByRole('cell')
  await verdict.getByText('Sent by the service').waitFor()
  const [sent, given] = await row.allInnerTexts()
  expect([sent, given]).toEqual([header, `sha256=${header.slice(7).toUpperCase()}`])
  await page.getByRole('textbox', { name: 'Body as received' }).fill('{}')
  await verdict.getByText('Computed here').waitFor()
  expect((await heads()).map(text => text.trim())).toEqual(['In the header', 'Computed here'])
  expect(await verdict.getByText('The body was altered after signing').count()).toBe(0)
})

test('Each place in which a body differs is told, and nothing between them; a secret keeps the line break that is pasted with it', async ({
  dashboard,
}) => {
  const { page } = dashboard
  await dashboard.open('signature')
  const verdict = page.getByRole('region', { name: 'Verdict' })
  await verdict.getByText('Signature valid', { exact: true }).waitFor()
  const body = page.getByRole('textbox', { name: 'Body as received' })
  const genuine = await body.inputValue()
  await body.fill(genuine.replace('crm-1001', 'crm-1002').replace('no_answer', 'no_reply'))
  await verdict.getByText('crm-1001 → crm-1002, no_answer → no_reply').waitFor()
  await verdict.getByText('It differs in 2 places').waitFor()
  expect(await page.getByRole('button', { name: 'Genuine' }).getAttribute('aria-pressed')).toBe('false')
  await body.fill(JSON.stringify({ ...JSON.parse(genuine), event: 'call.missed' }).replaceAll(',', ', '))
  await verdict.getByText('It is the same JSON, in other bytes.').waitFor()
  await body.fill(genuine)
  const secret = page.getByLabel('Secret', { exact: true })
  const pasted = `${await secret.inputValue()}\\n`
  await secret.selectText()
  await secret.evaluate(
    // The page's types are not those of this room.
    new Function(
      'field',
      `const clipboardData = new DataTransfer()
      clipboardData.setData('text', '${pasted}')
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))`,
    ) as (field: unknown) => void,
  )
  await verdict.getByText('The secret has white space at an end').waitFor()
  await page.getByText('Ends with a line break').waitFor()
})

test('With a delivery that is known, each thing that is another one is named: secret and body together, header, order of the keys', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await registerWebhook(world, { inbox: 'crm' })
  await world.events.trigger({ tenant: 'max', event: 'call.missed', data: { external_id: 'crm-1001' } })
  const { delivery_id } = await world.deliveries.waitFor({ event: 'call.missed' })
  const { header, signed_bytes, secret } = await world.deliveries.signature(delivery_id)
  await dashboard.open(`signature?delivery=${delivery_id}`)
  const verdict = page.getByRole('region', { name: 'Verdict' })
  await verdict.getByText('Signature valid', { exact: true }).waitFor()
  const [secrets, headers, bodies] = [
    page.getByLabel('Secret', { exact: true }),
    page.getByRole('textbox', { name: 'Signature header' }),
    page.getByRole('textbox', { name: 'Body as received' }),
  ]
  const undo = async () => {
    await verdict.getByRole('button', { name: 'Undo the change' }).click()
    await verdict.getByText('Signature valid', { exact: true }).waitFor()
  }
  const unexplained = verdict.getByText('No known mistake explains this signature')

  await bodies.fill(signed_bytes.text.replace('crm-1001', 'crm-1002'))
  await secrets.fill('whsec_of_nobody')
  await verdict.getByText('The body was altered after signing: crm-1001 → crm-1002').waitFor()
  await verdict.getByText('The secret here is not the one that this delivery was signed with').waitFor()
  expect(await verdict.getByText(/one byte is enough/).count()).toBe(0)
  await secrets.fill(world.tenant('max').key ?? '')
  await verdict.getByText('What is given as the secret is an API key').waitFor()
  await secrets.fill(`"${secret}"`)
  await bodies.fill(signed_bytes.text)
  await verdict.getByText('The secret has quotes around it').waitFor()
  await undo()

  await headers.fill(header.replace(/.$/, digit => (digit === '0' ? '1' : '0')))
  await verdict.getByText('The header was altered: 63 of its 64 digits are right').waitFor()
  await headers.fill(`sha256=${'0123456789abcdef'.repeat(4)}`)
  await verdict.getByText('The header was altered: it is not the one that was sent with this delivery').waitFor()
  await headers.fill(`t=1700000000,v1=${header.slice('sha256='.length)}`)
  await verdict.getByText('The digest stands in another format than sha256= and the digest').waitFor()
  await undo()

  const { event, ...others } = JSON.parse(signed_bytes.text)
  await bodies.fill(JSON.stringify({ ...others, event }))
  await verdict.getByText('The body given here was parsed and written again: other bytes were signed').waitFor()
  await verdict.getByText('reserialized', { exact: true }).waitFor()
  expect(await unexplained.count()).toBe(0)
})

test('What somebody has typed is judged before those who look on as before, and is there again afterwards', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await registerWebhook(world, { inbox: 'one' })
  const other = await registerWebhook(world, { inbox: 'two' })
  await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  await dashboard.open('signature')
  const verdict = page.getByRole('region', { name: 'Verdict' })
  await verdict.getByText('Signature valid', { exact: true }).waitFor()
  const secret = page.getByLabel('Secret', { exact: true })
  const { secret: typed } = (await secret.inputValue()) === other.secret ? { secret: `${other.secret}x` } : other
  await secret.fill(typed)
  await verdict.getByText('Signature invalid').waitFor()
  await page.getByText('Not the secret that it was signed with').waitFor()
  await page.getByRole('button', { name: 'Present', exact: true }).click()
  await page.getByRole('button', { name: 'Leave' }).waitFor()
  expect(await verdict.getByText('Signature invalid').count()).toBe(1)
  // Nothing says that it is as it was sent.
  expect(await page.getByRole('button', { name: 'Next', exact: true }).count()).toBe(0)
  await page.getByRole('button', { name: 'Leave' }).click()
  await verdict.getByText('Signature invalid').waitFor()
  expect(await secret.inputValue()).toBe(typed)
})

test('The field of the body is as high as a long body where there is room for it', async ({ dashboard }) => {
  const { page } = dashboard
  await dashboard.open('signature')
  const body = page.getByRole('textbox', { name: 'Body as received' })
  await page.getByRole('region', { name: 'Verdict' }).getByText('Signature valid', { exact: true }).waitFor()
  await body.fill(Array.from({ length: 21 }, (_, line) => `"line": ${line}`).join('\n'))
  await page.getByRole('region', { name: 'Verdict' }).getByText('Signature invalid').waitFor()
  const [needed, shown] = await body.evaluate(
    // The page's types are not those of this room.
    new Function('field', 'return [field.scrollHeight, field.clientHeight]') as (field: unknown) => number[],
  )
  expect(needed).toBe(shown)
})

test('A world without deliveries shows a sample that verifies, and its secret is behind an eye', async ({
  dashboard,
}) => {
  const { page } = dashboard
  await dashboard.open('signature')
  await page.getByText('A sample: this world has no delivery yet').waitFor()
  await page.getByRole('region', { name: 'Verdict' }).getByText('Signature valid', { exact: true }).waitFor()
  const secret = page.getByLabel('Secret', { exact: true })
  expect(await secret.getAttribute('type')).toBe('password')
  await page.getByRole('button', { name: 'Show Secret' }).click()
  expect(await secret.getAttribute('type')).toBe('text')
})

test('The lab shows code that verifies in eight languages', { tags: ['deep'] }, async ({ dashboard }) => {
  const { page } = dashboard
  await dashboard.open('signature')
  const code = page.getByRole('region', { name: 'Reference implementation' })
  const languages = code.getByRole('radio')
  await languages.first().waitFor({ state: 'attached' })
  expect(await languages.count()).toBe(8)
  await code.getByText('Python', { exact: true }).click()
  await code.getByText('hmac.compare_digest').waitFor()
  await page.waitForURL(/code=python/)
})
