import { Agent, request } from 'undici'
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
  return (text === '' ? undefined : JSON.parse(text)) as Answer
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
  await page.getByRole('row', { name: new RegExp(`^${request?.fault} `) }).waitFor()
  await page.getByRole('link', { name: 'Staged by the drill three_503s' }).last().click()
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
  const without = /Without the fault, 1 check would refuse it: Query and body\. Invalid: page\./
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

test('The runs of a drill stay on its page with how each ended, and each can be opened; an ended one says that nothing came', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { key } = world.tenant('pro')
  const first = await control<DrillView>(world, 'POST', '/drills', { drill: 'minute_full' })
  // One request after the other over one connection: each after the first refusal knows of it.
  const dispatcher = new Agent({ connections: 1, pipelining: 1 })
  for (let index = 0; index < 4; index++) {
    const headers = { authorization: `Bearer ${key}` }
    const reply = await request(`${new URL(world.baseUrl).origin}/api/v1/customers`, { dispatcher, headers })
    await reply.body.dump()
  }
  await dispatcher.close()
  await control(world, 'DELETE', `/drills/${first.drill_id}`)
  const second = await control<DrillView>(world, 'POST', '/drills', { drill: 'minute_full' })
  await control(world, 'DELETE', `/drills/${second.drill_id}`)
  await dashboard.open('client/drills/minute_full')
  const runs = page.getByRole('region', { name: 'Runs of this drill' }).getByRole('table')
  await runs.getByRole('row', { name: /^Run 2 .* not met 0 0$/ }).waitFor()
  await page.getByText('Nothing came from your client.').waitFor()
  expect(await page.getByText('Nothing has come from your client yet.').count()).toBe(0)
  await runs
    .getByRole('row', { name: /^Run 1 .* failed 4 2$/ })
    .getByRole('link')
    .click()
  await page.waitForURL(/\/client\/drills\/minute_full\/1$/)
  const standing = page.getByRole('status').filter({ hasText: 'Failed' })
  // First how many came too early, by how much and after which refusal; the figures are folded.
  await standing.getByText(/^Failed: 2 requests came too early, by up to .* The first, #3, came .* after #2,/).waitFor()
  expect(await standing.getByText(/^About waits alone: 3 answers/).isVisible()).toBe(false)
  await standing.getByText('All that failed, in figures').click()
  await standing.getByText(/^About waits alone: 3 answers/).waitFor()
  await page.getByText('This is run 1 of 2.').waitFor()
  await page.getByRole('link', { name: 'Show the newest' }).click()
  await page.waitForURL(/\/client\/drills\/minute_full$/)
})

test('While a drill runs, a clock that somebody has frozen is said to stand, with what does not come, and runs again at a press', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await control(world, 'POST', '/drills', { drill: 'minute_full' })
  await control(world, 'PUT', '/clock', { pace: 'frozen' })
  await dashboard.open('client/drills/minute_full')
  const stands = page.getByText('The clock of this world stands, so the next minute does not come', { exact: false })
  await stands.waitFor()
  await page.getByRole('button', { name: 'Let the clock run' }).click()
  await stands.waitFor({ state: 'hidden' })
  expect(await control(world, 'GET', '/clock')).toMatchObject({ pace: 'live' })
})

test('Where the faults of a drill are removed by hand, its page says so with the time and holds nothing against the client', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { key } = world.tenant('pro')
  const { drill_id } = await control<DrillView>(world, 'POST', '/drills', { drill: 'three_503s' })
  await ask(world, key, '/customers')
  await ask(world, key, '/customers')
  const { data } = await control<Page<FaultView>>(world, 'GET', '/faults')
  const [one, ...others] = data.filter(({ drill, times, fired }) => drill !== null && fired !== times)
  await dashboard.open('client/drills/three_503s')
  await control(world, 'DELETE', `/faults/${one?.id}`)
  const standing = page.getByRole('status').filter({ hasText: 'Your client' })
  await standing.getByText('Your client is at work, and has not met it yet').waitFor()
  await page.getByText(/^1 fault of this drill was removed by hand at .*; those that are left may still/).waitFor()
  // Nobody came too early to it, and it asked for a wait all the same.
  await page.getByRole('row', { name: /#2 GET \/customers 503 .*asked to wait 1\ss/ }).waitFor()
  for (const { id } of others) await control(world, 'DELETE', `/faults/${id}`)
  await standing.getByText('Your client can no longer meet it').waitFor()
  await standing.getByText('Going on does not help', { exact: false }).waitFor()
  expect(await standing.getByText(/Let your client go on|run it again\./).count()).toBe(0)
  await control(world, 'DELETE', `/drills/${drill_id}`)
  await page.getByText(/^Undecided: \d+ faults of this drill were removed by hand, the first at /).waitFor()
  await page.getByText(/^Removed by hand: /).waitFor()
  expect(await page.getByText(/failed here|there were 0|there was 1/).count()).toBe(0)
})
