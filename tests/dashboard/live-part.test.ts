import { expect } from 'vitest'
import { ask } from './support/api.ts'
import { dashboardTest as test } from './support/dashboard-test.ts'
import { inJapanese } from './support/japanese.ts'
import { registerWebhook } from './support/webhook.ts'

test('The list of Live and its counts follow the part of the time that the axis shows, and say so, until all is listed again', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { key } = world.tenant('pro')
  const MANY = 80
  for (let number = 1; number <= MANY; number++) {
    await ask(world, key, `/customers?page=${number}`)
    await world.clock.advance({ by: 'PT1S' })
  }
  await dashboard.open('live')
  const rows = page.getByRole('list', { name: 'What happened, newest first' }).getByRole('listitem')
  const countOf = async (lane: string) =>
    Number((await page.getByRole('button', { name: new RegExp(`^${lane} \\d`) }).innerText()).match(/\d+$/)?.[0])
  const last = rows.filter({ hasText: `page=${MANY}` })
  await last.waitFor()
  expect([await countOf('Requests'), await countOf('Clock')]).toEqual([MANY, MANY])
  const part = page.getByText(/^As on the axis/)
  expect(await part.count()).toBe(0)
  // Around the first of them.
  await dashboard.follow(`live?at=${Date.parse('2026-03-10T14:59:30Z')}&span=20`)
  await last.waitFor({ state: 'detached' })
  const said = /^As on the axis, [\d-]+ [\d:]+\.\d{3} JST – [\d:]+\.\d{3} JST: (\d+) of 160 listed\.$/
  const listed = Number(said.exec(await part.innerText())?.[1])
  expect(listed).toBeGreaterThan(1)
  expect(listed).toBeLessThan(2 * MANY)
  expect((await countOf('Requests')) + (await countOf('Clock'))).toBe(listed)
  await inJapanese(page, () => page.getByText(`160件中 ${listed}件`, { exact: false }).waitFor())
  await page.getByRole('button', { name: 'List all' }).click()
  await last.waitFor()
  expect(await countOf('Requests')).toBe(MANY)
  await page.getByRole('button', { name: 'List what the axis shows' }).click()
  await last.waitFor({ state: 'detached' })
  // In hours nobody asks for milliseconds.
  await dashboard.follow(`live?at=${Date.parse('2026-03-10T14:00:00Z')}&span=3600`)
  await page.getByText(/^As on the axis, [\d-]+ [\d:]+ JST – [\d:]+ JST: /).waitFor()
  // Following the clock again, it lists all.
  await page.getByRole('button', { name: 'Follow now' }).click()
  await last.waitFor()
  expect(await part.count()).toBe(0)
})

test('What is opened from a part of the time stays in it: axis, list and counts show the same beside it, and its row is lit and in sight', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { key } = world.tenant('pro')
  await page.setViewportSize({ width: 1_440, height: 900 })
  // A burst, and after some quiet time one more.
  for (let number = 1; number <= 60; number++) {
    await ask(world, key, `/customers?page=${number}`)
    await world.clock.advance({ by: 'PT0.1S' })
  }
  await world.clock.advance({ by: 'PT12S' })
  await ask(world, key, '/customers/999999')
  await world.clock.advance({ by: 'PT30S' })
  await dashboard.open(`live?at=${Date.parse('2026-03-10T14:59:37Z')}&span=14.1`)
  const list = page.getByRole('list', { name: 'What happened, newest first' })
  const row = list.getByRole('listitem').filter({ hasText: '/customers/999999' })
  const said = async () => [
    await page.getByText(/^As on the axis/).innerText(),
    await page.getByRole('group', { name: 'Lanes of the axis' }).getByText('1 of', { exact: false }).innerText(),
    await page
      .getByRole('search', { name: 'Choose what is shown' })
      .getByRole('button', { name: /^Requests/ })
      .innerText(),
  ]
  await row.waitFor()
  const before = await said()
  expect(before[1]).toMatch(/^1 of \d+ got 4xx$/)
  await row.click()
  const opened = page.getByRole('region', { name: 'Opened' })
  await opened.waitFor()
  const axis = page.getByRole('application', { name: 'Axis of emulated time' })
  const [beside, { x }] = [(await axis.boundingBox())!, (await opened.boundingBox())!]
  expect(beside.x + beside.width).toBeLessThan(x)
  // It is told of what the axis shows by now, before the list would follow that.
  await page.getByRole('button', { name: 'List all' }).click()
  await page.getByRole('button', { name: 'List what the axis shows' }).click()
  await page.getByText(/^As on the axis/).waitFor()
  expect(await said()).toEqual(before)
  const lit = row.and(page.locator('[data-cursor]'))
  await lit.waitFor()
  const [inside, outside] = [(await lit.boundingBox())!, (await list.boundingBox())!]
  expect(inside.y).toBeGreaterThanOrEqual(outside.y)
  expect(inside.y + inside.height).toBeLessThanOrEqual(outside.y + outside.height)
})

test('What an address opens is brought into view where the axis would not show it, and stays where a part was chosen', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { key } = world.tenant('pro')
  await ask(world, key, '/customers/1')
  const [first] = await world.requests.list()
  await world.clock.advance({ by: 'PT2H' })
  for (let minute = 0; minute < 7; minute++) {
    await ask(world, key, '/customers/2')
    await world.clock.advance({ by: 'PT1M' })
  }
  const at = Date.parse(first?.at ?? '')
  const chosen = at + 7_200_000
  await dashboard.open(`live?at=${chosen}&span=60`)
  await dashboard.follow(`live/request/${first?.request_id}?at=${chosen}&span=60`)
  await page.getByRole('region', { name: 'Opened' }).getByText('#1', { exact: true }).waitFor()
  await page.getByText(/^As on the axis/).waitFor()
  expect(new URL(page.url()).searchParams.get('at')).toBe(String(chosen))
  await dashboard.loadAnew(`live/request/${first?.request_id}`)
  await page.waitForURL(new RegExp(`at=${at}`))
  const shown = page.getByRole('list', { name: 'What happened, newest first' }).getByRole('listitem')
  await shown.filter({ hasText: '/customers/1' }).waitFor()
})

test('A lane of which only the newest is read says why, and leads to the list that has the rest', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { key } = world.tenant('pro')
  await dashboard.open('live?span=0')
  const lanes = page.getByRole('group', { name: 'Lanes of the axis' })
  await ask(world, key, '/customers')
  await lanes.getByText('1', { exact: true }).waitFor()
  expect(await lanes.getByRole('link', { name: 'see all' }).count()).toBe(0)
  // More than are read at first.
  for (let sent = 0; sent < 1_100; sent += 50)
    await Promise.all(Array.from({ length: 50 }, () => ask(world, key, '/customers/1')))
  await dashboard.loadAnew('live?span=0')
  const all = lanes.getByRole('link', { name: 'see all' })
  await all.waitFor()
  expect(await all.getAttribute('title')).toBe('Not all are loaded here: the lists of Requests have the others.')
  await all.click()
  await page.waitForURL(/\/requests$/)
})

test('A button of what is planned has its words, also where something is open and a part of the time is listed', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { key } = world.tenant('pro')
  for (let call = 0; call < 8; call++)
    await world.calls.place({
      tenant: 'max',
      phone_number: `03-5555-001${call}`,
      external_id: `crm-customer-of-the-tokyo-branch-${call}`,
    })
  await ask(world, key, '/customers?page=77')
  await page.setViewportSize({ width: 1_440, height: 900 })
  await dashboard.open(`live?at=${Date.parse('2026-03-10T14:59:50Z')}&span=40`)
  await page.getByText(/^As on the axis/).waitFor()
  await page.getByRole('listitem').filter({ hasText: 'page=77' }).click()
  await page.getByRole('region', { name: 'Opened' }).waitFor()
  const planned = page.getByRole('region', { name: 'Planned' })
  const [line, step] = [planned.getByRole('list'), planned.getByRole('listitem').first().getByRole('button')]
  /** Whether the first button is in its line with all of its words. */
  const isWhole = async () => {
    const words = step.locator('[data-when]').locator('xpath=preceding-sibling::*')
    const [inside, outside] = [await words.boundingBox(), await line.boundingBox()]
    if (!(await words.isVisible()) || inside === null || outside === null) return false
    const isIn = inside.x >= outside.x && inside.x + inside.width <= outside.x + outside.width
    return isIn && (await words.evaluate(one => one.clientWidth > 0 && one.scrollWidth <= one.clientWidth))
  }
  await expect.poll(isWhole).toBe(true)
})

test('Of what is planned, what has no room in the line is counted, and what follows it and has room is shown, each in one form', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  for (const inbox of ['crm', 'missed']) {
    await registerWebhook(world, { tenant: 'pro', inbox })
    await world.inbox(inbox).behave({ status: 500 })
  }
  await world.calls.place({ tenant: 'pro', phone_number: '+81312340002', external_id: 'crm-1' })
  await world.clock.advance({ by: 'PT2M' })
  await page.setViewportSize({ width: 1_440, height: 900 })
  await dashboard.open('live')
  const planned = page.getByRole('region', { name: 'Planned' })
  const shown = planned.getByRole('listitem').and(page.locator(':not([inert])'))
  const words = async () => (await shown.allInnerTexts()).map(text => text.split('\n')[0])
  await expect.poll(words).toContain('Tokyo midnight')
  const said = await words()
  expect(said.at(0)).toBe('Attempt 3 of 8 × 2')
  // Of one kind, none is shown before which another is counted: it would be taken for the next.
  expect(said.filter(text => text?.startsWith('Attempt'))).toEqual(
    [3, 4, 5, 6, 7, 8]
      .slice(0, said.length - 1)
      .map(number => `Attempt ${number} of 8${number > 3 ? ', if needed' : ''} × 2`),
  )
  // All seven in order, but those that are counted.
  expect(said.length).toBeLessThan(7)
  await planned.getByRole('button', { name: `+${7 - said.length} more`, exact: true }).click()
  await expect.poll(words).toHaveLength(7)
  expect((await words()).filter(text => said.includes(text))).toEqual(said)
})
