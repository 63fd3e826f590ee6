import { expect } from 'vitest'
import type { Page } from '../../server/control/protocol/common.ts'
import type { DrillView } from '../../server/control/protocol/drills.ts'
import type { FaultView } from '../../server/control/protocol/faults.ts'
import { ask } from './support/api.ts'
import { dashboardTest as test } from './support/dashboard-test.ts'

type Sent = { baseUrl: string; id: string }

async function control<Answer>(world: Sent, method: string, path: string, body?: unknown): Promise<Answer> {
  const answer = await fetch(`${new URL(world.baseUrl).origin}/control/worlds/${world.id}${path}`, {
    method,
    headers: { 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  expect(answer.status, text).toBeLessThan(300)
  return JSON.parse(text) as Answer
}

test('Live tells that a drill set the clock to live and staged faults, and how it ended, each with what it changed', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await dashboard.open('live')
  const { drill_id } = await control<DrillView>(world, 'POST', '/drills', { drill: 'lost_answer' })
  const rows = page.getByRole('list', { name: 'What happened, newest first' }).getByRole('listitem')
  const started = rows.filter({ hasText: 'Drill lost_answer started: clock live, 1 fault staged' })
  await started.waitFor()
  await rows.filter({ hasText: 'Pace: Live' }).waitFor()
  await started.getByText('Drill lost_answer started').click()
  const beside = page.getByRole('region', { name: 'Opened' })
  await beside.getByRole('heading', { name: 'Drill lost_answer started' }).waitFor()
  await beside.getByText('clock live', { exact: true }).waitFor()
  await beside.getByText('1 fault staged', { exact: true }).waitFor()
  await beside.getByText('the first initiation that places a call is handled', { exact: false }).waitFor()
  await beside.getByRole('link', { name: 'fault 1' }).waitFor()
  await control(world, 'DELETE', `/drills/${drill_id}`)
  // The list holds still beside what is open.
  await page.getByRole('button', { name: '1 new' }).click()
  await rows.filter({ hasText: 'Drill lost_answer ended: not met, 1 fault removed' }).waitFor()
  await beside.getByRole('link', { name: 'Show the drill' }).click()
  await page.waitForURL(/\/client\/drills\/lost_answer$/)
})

test('The drill of a fault is named while it runs: at its request in Live and in Requests, in the list of faults and in its form', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { key } = world.tenant('pro')
  await control(world, 'POST', '/drills', { drill: 'three_503s' })
  expect((await ask(world, key, '/customers')).status).toBe(503)
  const [request] = await world.requests.list()
  await dashboard.open('live')
  // The row names the fault, too.
  await page
    .getByRole('listitem')
    .filter({ hasText: '#1' })
    .getByRole('link', { name: `fault ${request?.fault}` })
    .waitFor()
  for (const place of ['live/request', 'requests']) {
    await dashboard.open(`${place}/${request?.request_id}`)
    await page
      .getByText(/The drill three_503s staged it\./)
      .first()
      .waitFor()
    await page
      .getByRole('link', { name: `Show the drill that staged fault ${request?.fault}` })
      .first()
      .waitFor()
    await page.getByRole('link', { name: 'Show the fault' }).first().waitFor()
  }
  await dashboard.follow(`faults/${request?.fault}`)
  await page.getByRole('heading', { name: `Change fault ${request?.fault}` }).waitFor()
  await page.getByText('It is removed when the drill ends', { exact: false }).waitFor()
  await page
    .getByRole('row', { name: new RegExp(`^${request?.fault} `) })
    .getByRole('link', { name: 'Staged by the drill three_503s' })
    .click()
  await page.waitForURL(/\/client\/drills\/three_503s$/)
  const { data } = await control<Page<FaultView>>(world, 'GET', '/faults')
  expect(new Set(data.map(({ drill }) => drill?.drill))).toEqual(new Set(['three_503s']))
})

test('What a fault answered is said to be answered, and not refused; beside it stands what would refuse it without the fault', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { key } = world.tenant('pro')
  await world.faults.add({ effect: { status: 503 } })
  await ask(world, key, '/customers')
  await ask(world, key, '/customers?page=no')
  const [unsound, sound] = await world.requests.list()
  await dashboard.open(`live/request/${unsound?.request_id}`)
  const without = /Without the fault, 1 check would refuse it\. Query and body: Invalid: page\./
  await page.getByText(without).waitFor()
  await page.getByRole('button', { name: 'Correct and resend' }).waitFor()
  await dashboard.follow(`requests/${unsound?.request_id}`)
  await page.getByText(without).waitFor()
  const checks = page.getByRole('region', { name: 'Checks' })
  await checks.getByText('answered by a fault · 1 would refuse without it · 6 passed').waitFor()
  expect(await checks.getByText(/refused/).count()).toBe(0)
  // Sent again, it is said of the new answer, too, that a fault gave it.
  await page.getByRole('button', { name: 'Correct and resend' }).first().click()
  const editor = page.getByRole('dialog', { name: 'Correct and resend' })
  await editor.getByRole('button', { name: 'Send', exact: true }).click()
  await editor
    .getByRole('region', { name: 'Now' })
    .getByText(/^Fault 1 of this world answered/)
    .waitFor()

  // Nothing of this one has to be corrected.
  await dashboard.open(`live/request/${sound?.request_id}`)
  await page.getByRole('button', { name: 'Resend', exact: true }).click()
  const beside = page.getByRole('region', { name: 'Opened' })
  await beside.getByText('#4', { exact: true }).waitFor()
  await beside.getByText(/^Fault 1 of this world answered/).waitFor()
  expect(await beside.getByRole('button', { name: 'Correct and resend' }).count()).toBe(0)
})
