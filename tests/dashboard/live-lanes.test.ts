import { expect } from 'vitest'
import { ask } from './support/api.ts'
import { dashboardTest as test } from './support/dashboard-test.ts'
import { inJapanese } from './support/japanese.ts'
import { registerWebhook } from './support/webhook.ts'

test('The legend tells the bar of requests that are used up from that of webhook sends', async ({ dashboard }) => {
  const { page, world } = dashboard
  await world.faults.add({ effect: { drop: true }, times: 1 })
  await ask(world, world.tenant('pro').key, '/customers').catch(() => undefined)
  await dashboard.open('live')
  const legend = page.getByRole('list', { name: 'What the marks mean' })
  const requests = legend.getByRole('listitem').filter({ hasText: /^no requests left$/ })
  const sends = legend.getByRole('listitem').filter({ hasText: /^no sends left$/ })
  expect(await requests.getAttribute('title')).toMatch(/^While the requests of the day were used up, at the foot of /)
  expect(await sends.getAttribute('title')).toMatch(/^While the webhook sends .* just below the requests of the day$/)
  // Bars of one colour, at different heights, as in the lane.
  const bar = (entry: typeof requests) => entry.locator('path').first()
  const [high, low] = [await bar(requests).boundingBox(), await bar(sends).boundingBox()]
  const colourOf = (entry: typeof requests) =>
    bar(entry).evaluate(path => path.ownerDocument.defaultView?.getComputedStyle(path).fill)
  expect(await colourOf(requests)).toMatch(/^rgb/)
  expect(await colourOf(sends)).toBe(await colourOf(requests))
  expect((high?.y ?? 0) + (high?.height ?? 0)).toBeLessThan(low?.y ?? 0)
  // What is called so was lost, cut, or left by its client.
  const lost = legend.getByRole('button', { name: /^not whole\s*1$/ })
  expect(await lost.getAttribute('title')).toMatch(
    /^Answer lost or answer cut by a fault, or the client left before it came\n/,
  )
  // What most worlds have none of takes no room before there is one.
  expect(await legend.getByText('unanswered').count()).toBe(0)
  // In one line where there is room, and whole in a small window too.
  await page.setViewportSize({ width: 1_366, height: 900 })
  const linesOf = async (list: typeof legend) =>
    new Set(await list.getByRole('listitem').evaluateAll(entries => entries.map(entry => entry.offsetTop))).size
  expect(await linesOf(legend)).toBe(1)
  await inJapanese(page, async () => expect(await linesOf(page.getByRole('list', { name: '印の意味' }))).toBe(1))
  await page.setViewportSize({ width: 1024, height: 760 })
  const last = await legend.getByRole('listitem').last().boundingBox()
  expect((last?.x ?? 1024) + (last?.width ?? 0)).toBeLessThanOrEqual(1024)
})

test('What is planned and has no room in one line is counted, and shown when it is asked for', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const pro = world.tenant('pro')
  for (const number of [1, 2, 3])
    await fetch(`${world.baseUrl}/calls/initiate`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${pro.key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({
        ...{ phone_number: `+8130000000${number}`, staff_id: pro.staffIds[0], project_id: pro.projectIds[0] },
      }),
    })
  await page.setViewportSize({ width: 1_024, height: 800 })
  await dashboard.open('live')
  const planned = page.getByRole('region', { name: 'Planned' })
  const more = planned.getByRole('button', { name: /^\+\d+ more$/ })
  await more.waitFor()
  const rest = Number.parseInt((await more.textContent())!, 10)
  const visible = planned.locator('li:not([inert])')
  const shown = await visible.count()
  // Nothing of those that are shown is cut, and none of the others takes the keys.
  const right = await visible.evaluateAll(entries =>
    Math.max(...entries.map(entry => entry.getBoundingClientRect().right)),
  )
  expect(right).toBeLessThanOrEqual((await more.boundingBox())!.x)
  await more.click()
  expect(await visible.count()).toBe(shown + rest)
  expect(await visible.evaluateAll(all => all.every(one => one.scrollWidth <= one.clientWidth))).toBe(true)
  await planned.getByRole('button', { name: 'fewer' }).click()
  await more.waitFor()
})

test('Of each tenant the lane of limits says how far the window is that is nearest to its limit, and leads to all of them', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  for (const tenant of ['first', 'second']) await world.createTenant({ tenant, plan: 'pro' })
  for (const tenant of ['first', 'second', 'free', 'neighbour', 'max', 'pro'])
    await ask(world, world.tenant(tenant).key, '/customers')
  await world.tenant('max').limits.set({ minute: { used: 999 }, webhook_sends: { used: 'limit-1' } })
  await world.tenant('pro').limits.set({ day: { used: 'limit' }, minute: { used: 'limit' } })
  await dashboard.open('live')
  const lanes = page.getByRole('group', { name: 'Lanes of the axis' })
  const label = (tenant: string) => lanes.getByRole('link', { name: new RegExp(`^${tenant}`) })
  await label('max').getByText('minute 999/1,000', { exact: true }).waitFor()
  await label('max').getByText('sends 49,999/50,000', { exact: true }).waitFor()
  await label('pro').getByText('day 10,000/10,000', { exact: true }).waitFor()
  await label('free').getByText('day 1/1,000', { exact: true }).waitFor()
  // What has no room is told.
  expect(await label('max').getAttribute('title')).toBe(
    [
      'Limits of max',
      'day: 1 of 100,000',
      'minute: 999 of 1,000',
      'burst: 1 of 333',
      'webhook sends: 49,999 of 50,000',
      'An event uses one send, however many webhooks receive it',
    ].join('\n'),
  )
  // Used up stands first, then what is nearest to a limit, whoever asked last.
  const names = () =>
    lanes.getByRole('link', { name: /^(first|second|free|neighbour|max|pro)/ }).locator('[translate="no"]')
  expect(await names().allTextContents()).toEqual(['pro', 'max', 'free', 'second'])
  const more = lanes.getByRole('button', { name: '+2 more' })
  expect(await more.getAttribute('title')).toBe('first, neighbour')
  // On a low window the list needs the room of two of them.
  await page.setViewportSize({ width: 1_280, height: 760 })
  await lanes.getByRole('button', { name: '+4 more' }).waitFor()
  await page.setViewportSize({ width: 1_280, height: 800 })
  // In place, and folded again; the name of the lane leads to the limits of all.
  await more.click()
  await label('neighbour').getByText('day 1/100,000', { exact: true }).waitFor()
  await page.waitForURL(/\/live\?unfolded=1$/)
  expect(await names().allTextContents()).toEqual(['pro', 'max', 'free', 'first', 'second', 'neighbour'])
  await lanes.getByRole('button', { name: 'fewer' }).click()
  await label('neighbour').waitFor({ state: 'detached' })
  expect(await lanes.getByRole('link', { name: 'Limits', exact: true }).getAttribute('href')).toMatch(/\/limits$/)
  // Its windows are over, and what is said is of the present.
  await world.clock.advance({ by: 'PT1M' })
  await label('max').getByText('day 0/100,000', { exact: true }).waitFor()
  await label('max').click()
  await page.waitForURL(/\/limits\/max/)
})

test('A lane of which nothing is in view takes the room of its name, and has its room again with the first that comes', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  for (const last of [1, 2, 3]) await world.calls.place({ tenant: 'pro', phone_number: `+8131234000${last}` })
  // What the last jumps have brought about is in view, and of these nothing.
  for (const by of ['PT12H', 'PT10M']) await world.clock.advance({ by })
  for (const by of ['PT30S', 'PT1S']) {
    await ask(world, world.tenant('pro').key, '/customers')
    await world.clock.advance({ by })
  }
  await dashboard.open('live')
  const lanes = page.getByRole('group', { name: 'Lanes of the axis' })
  const empty = (name: string) => lanes.locator('[data-empty]').filter({ hasText: name })
  await empty('Calls0').waitFor()
  await empty('Webhooks0').waitFor()
  expect((await empty('Calls0').boundingBox())?.height).toBeLessThan(30)
  await world.calls.place({ tenant: 'pro', phone_number: '+81312340004' })
  await empty('Calls').waitFor({ state: 'detached' })
  await lanes.getByText('1 under way').waitFor()
  await empty('Webhooks0').waitFor()
})

test('Where nothing has happened in the time of the view, it shows what was before and says so, and leads to all of it where there is more', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  for (const last of [1, 2, 3]) await world.calls.place({ tenant: 'pro', phone_number: `+8131234000${last}` })
  await ask(world, world.tenant('pro').key, '/customers')
  await world.clock.advance({ by: 'PT1H' })
  await dashboard.open('live')
  const earlier = page.getByRole('button', { name: /^Show all \d+$/ })
  const isAllShown = page.getByText('No traffic in the last 5 min: what was before is shown', { exact: true })
  const lanes = page.getByRole('group', { name: 'Lanes of the axis' })
  await isAllShown.waitFor()
  for (const shown of ['Requests1', 'Calls3']) await lanes.getByText(shown).waitFor()
  expect(await earlier.count()).toBe(0)
  const switches = page.getByRole('search', { name: 'Choose what is shown' })
  const agreesAfter = async (least: number) => {
    const counted = await switches
      .getByRole('button', { name: /^(?:Requests|Call steps|Events|Attempts|Held back|Clock|Control)/ })
      .allTextContents()
    const sum = counted.reduce((total, text) => total + Number(/\d+$/.exec(text)?.[0]), 0)
    expect(sum).toBeGreaterThan(least)
    expect(await earlier.textContent()).toMatch(new RegExp(`all ${sum}$`))
  }
  // A delivery that the page saw waiting for its first attempt is counted once it was made, and once.
  await registerWebhook(world, { tenant: 'pro', inbox: 'crm' })
  await world.faults.add({ match: { event: 'call.missed' }, effect: { delay: 'PT1M' } })
  const { call_id } = await world.calls.place({ tenant: 'pro', phone_number: '+81312340002' })
  await world.calls.step(call_id, 'no_answer')
  await switches.getByRole('button', { name: /^Events\s*4$/ }).waitFor()
  await world.clock.advance({ by: 'PT1H' })
  for (const counted of [/^Attempts\s*1$/, /^Clock\s*2$/])
    await switches.getByRole('button', { name: counted }).waitFor()
  // What the last jump has brought about is in view, and no more.
  await earlier.waitFor()
  await lanes.getByText('Calls1').waitFor()
  expect(await isAllShown.count()).toBe(0)
  await agreesAfter(11)
  await earlier.click()
  await page.waitForURL(/span=0/)
  await lanes.getByText('Calls4').waitFor()
  await earlier.waitFor({ state: 'detached' })
})

test('A lane can be switched off, and the address says so', { tags: ['deep'] }, async ({ dashboard }) => {
  const { page, world } = dashboard
  const { key } = world.tenant('pro')
  await fetch(`${world.baseUrl}/customers`, { headers: { Authorization: `Bearer ${key}` } })
  await dashboard.open('live')
  await page.getByRole('listitem').filter({ hasText: '/customers' }).waitFor()
  await page.getByRole('button', { name: /^Requests/ }).click()
  await page.getByRole('listitem').filter({ hasText: '/customers' }).waitFor({ state: 'detached' })
  expect(new URL(page.url()).searchParams.get('without')).toBe('exchange')
})
