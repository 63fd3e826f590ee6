import { expect } from 'vitest'
import { requestIdOf } from './support/api.ts'
import { dashboardTest as test } from './support/dashboard-test.ts'

test('A request that a quota refused is sent again, rather than jumped with, once the limit was raised or there is room, where nothing else refuses it', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const pro = world.tenant('pro')
  await pro.limits.set({ day: { used: 'limit' } })
  const request_id = requestIdOf(await pro.fetch('/customers'))
  await dashboard.open(`requests/${request_id}`)
  const jump = page.getByRole('button', { name: /^Jump to reset/ })
  await jump.waitFor()
  await pro.limits.set({ day: { used: 10 } })
  await page.getByText('There is room by now: no need to wait, send it again.').waitFor()
  // The first way on of its check is no jump any more.
  const ways = page.getByRole('button', { name: /^(Resend$|Jump to reset)/ })
  expect(await ways.last().textContent()).toMatch(/^Jump/)
  expect(await ways.nth(-2).textContent()).toBe('Resend')
  await pro.limits.set({ day: { used: 'limit' } })
  await jump.waitFor()
  await fetch(`${world.controlUrl}/tenants/pro`, {
    method: 'PATCH',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ plan: 'max' }),
  })
  await page.getByText('The limit was raised since, from 10,000 to 100,000: no need to wait, send it again.').waitFor()
  // What refuses it now comes before that.
  await world.faults.add({ match: { path: '/customers' }, effect: { status: 503 } })
  await page.getByText(/^There is room by now, but sent again it would be refused by: /).waitFor()
  await world.faults.clear()
  await page.getByRole('button', { name: 'Resend', exact: true }).last().click()
  await page.getByText('200', { exact: true }).first().waitFor()
  const [sent] = await world.requests.list()
  expect(sent).toMatchObject({ status: 200, path: '/customers' })
  expect(sent?.request_id).not.toBe(request_id)
})
