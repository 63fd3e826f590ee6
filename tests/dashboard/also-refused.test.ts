import { expect } from 'vitest'
import { ask, requestIdOf } from './support/api.ts'
import { dashboardTest as test } from './support/dashboard-test.ts'
import { inJapanese } from './support/japanese.ts'

const USED_UP = 'Daily quota (used up until 03-11 00:00:00 JST).'
const STILL = `But sent now, it would still be refused by: ${USED_UP}`

test('What gets past a missing scope says beside it that the day is used up by now, in Live, in Requests and where it is sent, until it has room again', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const pro = world.tenant('pro')
  const id = requestIdOf(await ask(world, pro.keys.reader ?? '', '/webhooks'))
  await dashboard.open('live')
  await dashboard.follow(`live/request/${id}?present`)
  await page.getByText('A key with webhooks:manage gets past this.', { exact: true }).waitFor()
  expect(await page.getByText(/But sent now/).count()).toBe(0)
  await pro.limits.set({ day: { used: 'limit' } })
  await page.getByText(STILL, { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Send it with a key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send it with a key' })
  await dialog.getByText(STILL, { exact: true }).waitFor()
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await dialog.getByText('429 quota_exceeded').first().waitFor()
  await dialog.getByRole('button', { name: /^Jump to reset/ }).click()
  await dialog.getByText(STILL).waitFor({ state: 'detached' })
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await dialog.getByText('200', { exact: false }).first().waitFor()
})

test('Where the fault that answered is spent, and a limit or another fault refuses the request by now, "Resend" says so', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const pro = world.tenant('pro')
  await world.faults.add({ match: { path: '/customers' }, effect: { status: 503 }, times: 1 })
  const id = requestIdOf(await ask(world, pro.key, '/customers'))
  await dashboard.open(`requests/${id}`)
  await page.getByText('Fault 1 is spent: it hits nothing more.').first().waitFor()
  expect(await page.getByText(/But sent now/).count()).toBe(0)
  await pro.limits.set({ day: { used: 'limit' } })
  await page.getByText(STILL, { exact: true }).waitFor()
  await inJapanese(page, () =>
    page
      .getByText('ただし、いま送っても次のチェックで拒否されます：1日の上限（03-11 00:00:00 JST まで使い切り）', {
        exact: true,
      })
      .waitFor(),
  )
  await page.getByRole('button', { name: /^Jump to reset/ }).click()
  await page.getByText(STILL).waitFor({ state: 'detached' })
  await world.faults.add({ match: { path: '/customers' }, effect: { status: 500 } })
  await page
    .getByText(/^But sent now, it would still be refused by: .*\(fault 2 answers in place of the service\)\.$/)
    .waitFor()
})
