import { expect } from 'vitest'
import { dashboardTest as test } from './support/dashboard-test.ts'
import { registerWebhook } from './support/webhook.ts'

const TAMPERS = [
  ['Change the body', 'unknown'],
  ['Re-serialise the JSON', 'reserialized'],
  ['Add a line break', 'trailing_newline'],
  ['Strip whsec_', 'prefix_stripped'],
  ['Upper-case hex', 'uppercase_hex'],
  ['Drop sha256=', 'missing_sha256_prefix'],
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
  }
  await page.reload()
  await verdict.getByText('base64_digest', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Genuine' }).click()
  await verdict.getByText('Signature valid', { exact: true }).waitFor()
})

test('What is pasted is checked as it stands, and never goes into the address', async ({ dashboard }) => {
  const { page, world } = dashboard
  const own = await registerWebhook(world, { inbox: 'one' })
  const other = await registerWebhook(world, { inbox: 'two' })
  await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  const { delivery_id } = await world.deliveries.waitFor({ webhook_id: own.webhook_id })
  const { header, signed_bytes } = await world.deliveries.signature(delivery_id)
  await dashboard.open('signature')
  const verdict = page.getByRole('region', { name: 'Verdict' })
  await verdict.getByText('Nothing to check yet').waitFor()
  await page.getByRole('textbox', { name: 'Secret' }).fill(other.secret)
  await page.getByRole('textbox', { name: 'Signature header' }).fill(header)
  await page.getByRole('textbox', { name: 'Body' }).fill(signed_bytes.text)
  await verdict.getByText('other_secret', { exact: true }).waitFor()
  await page.getByRole('textbox', { name: 'Secret' }).fill(own.secret)
  await verdict.getByText('Signature valid', { exact: true }).waitFor()
  expect(page.url()).not.toContain('whsec_')
})

test('The lab shows code that verifies in eight languages', async ({ dashboard }) => {
  const { page } = dashboard
  await dashboard.open('signature')
  const code = page.getByRole('region', { name: 'Code that verifies correctly' })
  const languages = code.getByRole('radio')
  await languages.first().waitFor({ state: 'attached' })
  expect(await languages.count()).toBe(8)
  await code.getByText('Python', { exact: true }).click()
  await code.getByText('hmac.compare_digest').waitFor()
  await page.waitForURL(/code=python/)
})
