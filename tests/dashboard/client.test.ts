import { expect } from 'vitest'
import { callTwice } from '../support/misbehave.ts'
import { dashboardTest as test } from './support/dashboard-test.ts'

test('What a client did is seen as it happens, by rule and caller, with its exchanges on both clocks and a test to copy', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await dashboard.open('client')
  await page.getByText('Nobody has sent a request yet', { exact: true }).waitFor()
  const navigation = page.getByRole('navigation', { name: 'Screens' })
  expect(await navigation.getByRole('link', { name: /error of a client/ }).count()).toBe(0)

  await callTwice(world, 'click-to-call/3.1 (browser)')
  await navigation.getByRole('link', { name: /1 error of a client/ }).waitFor()
  const callers = page.getByRole('navigation', { name: 'Callers' })
  await callers.getByRole('link', { name: /click-to-call\/3\.1/ }).click()
  await page.waitForURL(/[?]who=/)
  const writes = page.getByRole('region', { name: 'Writes' })
  await writes.getByRole('link', { name: /Placed a second call after a lost answer/ }).click()
  await page.waitForURL(/\/client\/double_call[?]who=/)

  const detail = page.getByRole('region', { name: 'double_call', exact: true })
  await detail.getByText(/^#2 placed a second call to 031\*{4}0001, .* after #1, whose answer was cut[.]$/).waitFor()
  await detail.getByText('Give both the same external_id.', { exact: true }).waitFor()
  await detail.getByRole('img', { name: /^#1, #2: 0 s apart on the emulated clock, .* of real time[.]$/ }).waitFor()
  const exchanges = detail.getByRole('table', { name: 'Exchanges' })
  await exchanges.getByRole('row', { name: /#1 POST \/calls\/initiate dropped .*the first/ }).waitFor()
  await exchanges.getByRole('row', { name: /#2 POST \/calls\/initiate 200 0 s .* again/ }).waitFor()
  await detail.getByRole('button', { name: 'Copy as test' }).click()
  await page.getByText('Copied: a test that fails as long as this does', { exact: true }).waitFor()
  const copied = await page.evaluate<string>('navigator.clipboard.readText()')
  expect(copied).toContain("world.faults.add({ match: { path: '/calls/initiate' }, effect: { drop: true }, times: 1 })")

  await exchanges.getByRole('link', { name: '#2', exact: true }).click()
  await page.waitForURL(/\/requests\//)
  const evidence = page.getByRole('region', { name: 'Evidence', exact: true })
  await evidence.getByText('Placed a second call after a lost answer', { exact: true }).waitFor()
  await evidence.getByText(/^ ?#2 placed a second call to 031/).waitFor()
  await evidence.getByRole('link', { name: 'Open in Client' }).click()
  await page.waitForURL(/\/client\/double_call[?]finding=\d+$/)
})

test('A finding that was provoked is expected from then on, and a rule that does not matter is switched off and on again', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await callTwice(world, 'click-to-call/3.1')
  await dashboard.open('client/double_call')
  const detail = page.getByRole('region', { name: 'double_call', exact: true })
  await detail.getByRole('button', { name: 'Expected here' }).click()
  await detail.getByText('expected', { exact: true }).waitFor()
  await world.assertClean({ checks: ['verdicts'] })
  const writes = page.getByRole('region', { name: 'Writes' })
  await writes.getByRole('link', { name: /passed Calls once when the answer is lost once/ }).waitFor()
  await detail.getByRole('button', { name: 'Not expected any more' }).click()
  await detail.getByRole('button', { name: 'Expected here' }).waitFor()

  await detail.getByRole('combobox', { name: 'How grave' }).click()
  await page.getByRole('option', { name: 'off', exact: true }).click()
  const off = page.getByRole('region', { name: 'Switched off' })
  await off.getByText('Calls once when the answer is lost', { exact: true }).waitFor()
  expect((await world.verdicts()).map(({ rule }) => rule)).not.toContain('double_call')
  await off.getByRole('button', { name: 'Switch on double_call' }).click()
  await writes.getByRole('link', { name: /Calls once when the answer is lost/ }).waitFor()
})

test('A drill is staged in the world, told step by step, and judged when it ends', async ({ dashboard }) => {
  const { page, world } = dashboard
  await dashboard.open('client/drills/lost_answer')
  const detail = page.getByRole('region', { name: 'The answer to a call is lost', exact: true })
  await detail.getByRole('button', { name: 'Stage it here' }).click()
  await detail.getByText('waiting for the client', { exact: true }).waitFor()
  await detail.getByRole('listitem').getByRole('time').waitFor()
  const { key, baseUrl, staffIds, projectIds } = world.tenant('pro')
  const body = { phone_number: '03-1234-0001', staff_id: staffIds[0], project_id: projectIds[0] }
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
  const call = () => fetch(`${baseUrl}/calls/initiate`, { method: 'POST', headers, body: JSON.stringify(body) })
  await expect(call()).rejects.toThrow('fetch failed')
  await detail.getByText('passed', { exact: true }).waitFor()
  expect((await call()).status).toBe(200)
  await detail
    .getByText('031****0001 was called 2 times. double_call: Give both the same external_id.', { exact: true })
    .waitFor()
  await detail.getByRole('button', { name: 'End and judge' }).click()
  await detail.getByText('failed', { exact: true }).waitFor()
  await detail.getByRole('button', { name: 'Stage it here' }).waitFor()
})
