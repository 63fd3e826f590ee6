import { expect } from 'vitest'
import { ask } from './support/api.ts'
import { dashboardTest as test } from './support/dashboard-test.ts'

test('While it is paused it holds still and counts what is new', { tags: ['deep'] }, async ({ dashboard }) => {
  const { page, world } = dashboard
  const { key } = world.tenant('pro')
  const request = (path: string) => fetch(`${world.baseUrl}${path}`, { headers: { Authorization: `Bearer ${key}` } })
  await dashboard.open('live')
  await request('/customers')
  const rows = page.getByRole('listitem').filter({ hasText: '/customers' })
  await rows.first().waitFor()
  await page.keyboard.press('.')
  await request('/customers?page=2')
  await page.getByRole('button', { name: 'Follow (1 new)' }).waitFor()
  expect(await rows.count()).toBe(1)
  await page.keyboard.press('.')
  await page.getByRole('listitem').filter({ hasText: 'page=2' }).waitFor()
})

test('While it is paused, axis and list stand at the instant of the pause and say so', async ({ dashboard }) => {
  const { page, world } = dashboard
  const pro = world.tenant('pro')
  await dashboard.open('live')
  const now = page.getByRole('slider')
  const planned = page.getByRole('region', { name: 'Planned' })
  await page.getByRole('button', { name: 'Pause' }).click()
  // Also of a world to which nothing has happened.
  await page.getByText('Paused: axis and list show how things stood at 23:59:30 JST').waitFor()
  await page.getByRole('button', { name: 'Follow (0 new)' }).click()
  await ask(world, pro.key, '/customers')
  await fetch(`${world.baseUrl}/calls/initiate`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${pro.key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ phone_number: '+81300000001', staff_id: pro.staffIds[0], project_id: pro.projectIds[0] }),
  })
  await planned.getByRole('button', { name: /^Call 813\*+0001 rings/ }).waitFor()
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByText('Paused at 23:59:30 JST', { exact: true }).waitFor()
  await world.clock.advance({ by: 'PT20S' })
  await page.getByRole('button', { name: /^Follow \([1-9]\d* new\)$/ }).waitFor()
  await page.getByText(/how things stood at 23:59:30 JST, .* \d things happened since\.$/).waitFor()
  // The clock bar tells the time of the world; the picture that of the pause, with what was to come then.
  expect(await now.getAttribute('aria-valuetext')).toMatch(/^Paused at 23:59:30 JST\./)
  expect(await now.textContent()).toBe('Paused at 23:59:30')
  await page.getByText('1 under way').waitFor()
  expect(
    await page
      .getByRole('listitem')
      .filter({ hasText: /outbound.*connected/ })
      .count(),
  ).toBe(0)
  // Nothing says that it follows, and what is to come is not offered as it was.
  expect(await page.getByRole('button', { name: 'Following now' }).count()).toBe(0)
  expect(await planned.count()).toBe(0)
  await page.getByRole('button', { name: /^Follow \(/ }).click()
  await page.getByRole('button', { name: 'Following now' }).waitFor()
  expect(await now.textContent()).toBe('23:59:50')
  await page
    .getByRole('listitem')
    .filter({ hasText: /outbound.*connected/ })
    .first()
    .waitFor()
})

test('A list that is scrolled down holds still while requests come, and offers what is new', async ({ dashboard }) => {
  const { page, world } = dashboard
  const { key } = world.tenant('max')
  const send = async (from: number, count: number) => {
    for (let number = from; number < from + count; number++) await ask(world, key, `/customers?page=${number}`)
  }
  await dashboard.open('live')
  const list = page.getByRole('list', { name: 'What happened, newest first' })
  const rows = list.getByRole('listitem')
  await send(0, 60)
  await rows.filter({ hasText: 'page=59' }).waitFor()
  const read = rows.filter({ hasText: 'page=45' })
  await list.evaluate(element => element.scrollTo({ top: 300 }))
  await read.waitFor()
  const before = await read.boundingBox()
  await send(60, 40)
  await page.getByRole('button', { name: '40 new', exact: true }).waitFor()
  // It stands below the rows: it covers nothing of them, and takes no room from them.
  const pill = (await page.getByRole('button', { name: '40 new', exact: true }).boundingBox())!
  const { y, height } = (await list.boundingBox())!
  expect(pill.y).toBeGreaterThanOrEqual(y + height)
  expect(await read.boundingBox()).toEqual(before)
  // Back at the top, it follows again.
  await page.getByRole('button', { name: '40 new', exact: true }).click()
  await rows.first().filter({ hasText: 'page=99' }).waitFor()
  await send(100, 1)
  await rows.first().filter({ hasText: 'page=100' }).waitFor()
})

test('What is opened stays where it is in the list while requests come, until it is closed or the newest are asked for', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { key } = world.tenant('max')
  const send = async (from: number, count: number) => {
    for (let number = from; number < from + count; number++) await ask(world, key, `/customers?page=${number}`)
  }
  await dashboard.open('live')
  const rows = page.getByRole('list', { name: 'What happened, newest first' }).getByRole('listitem')
  await send(0, 12)
  await rows.first().filter({ hasText: 'page=11' }).waitFor()
  const opened = rows.filter({ hasText: 'page=9' })
  await opened.click()
  await page.getByRole('region', { name: 'Opened' }).getByText('page=9').first().waitFor()
  const before = await opened.boundingBox()
  await send(12, 50)
  await page.getByRole('button', { name: '50 new', exact: true }).waitFor()
  expect(await opened.boundingBox()).toEqual(before)
  await page.keyboard.press('Escape')
  await rows.first().filter({ hasText: 'page=61' }).waitFor()
})

test('What is open stays in view when what is above its list takes more room', async ({ dashboard }) => {
  const { page, world } = dashboard
  const { key } = world.tenant('pro')
  for (let index = 0; index < 40; index++) await ask(world, key, `/customers/${1_000 + index}`)
  await page.setViewportSize({ width: 1440, height: 1_000 })
  await dashboard.open('live')
  const list = page.getByRole('list', { name: 'What happened, newest first' })
  await list.getByText('/customers/1039').waitFor()
  const box = async (of: typeof list) => {
    const found = await of.boundingBox()
    return { top: found?.y ?? 0, bottom: (found?.y ?? 0) + (found?.height ?? 0) }
  }
  const { bottom } = await box(list)
  const rows = await list.getByRole('listitem').all()
  const places = await Promise.all(rows.map(async row => ({ row, ...(await box(row)) })))
  // The last that is whole in view.
  const last = places.filter(place => place.bottom <= bottom).at(-1)!
  const text = (await last.row.innerText()).match(/customers\/\d+/)?.[0] ?? ''
  await last.row.click()
  await page.getByRole('region', { name: 'Opened', exact: true }).waitFor()
  // Whole within the list, once that ends where the window does.
  const isWholeInView = (height: number) =>
    page.evaluate(`new Promise(resolve => {
      const root = document.querySelector('[aria-label="What happened, newest first"]')
      const look = () => {
        // Rows that come take the places of others.
        const row = [...root.querySelectorAll('[role="listitem"]')].find(one => one.textContent.includes('${text}'))
        const [inside, outside] = [row, root].map(one => one?.getBoundingClientRect())
        if (inside && outside.bottom <= ${height} && inside.top >= outside.top && inside.bottom <= outside.bottom) resolve()
      }
      new ResizeObserver(look).observe(root)
      new MutationObserver(look).observe(root, { subtree: true, childList: true, attributes: true })
      root.addEventListener('scroll', look, { capture: true })
      look()
    })`)
  await isWholeInView(1_000)
  await page.setViewportSize({ width: 1_440, height: 900 })
  await isWholeInView(900)
})

test('What opens is the request that was pressed, even if others have taken its place meanwhile', {
  tags: ['deep'],
}, async ({ dashboard }) => {
  const { page, world } = dashboard
  const { key } = world.tenant('pro')
  await dashboard.open('live')
  const rows = page.getByRole('list', { name: 'What happened, newest first' }).getByRole('listitem')
  for (let number = 0; number < 45; number++) await ask(world, key, `/customers?page=${number}`)
  await rows.first().filter({ hasText: 'page=44' }).waitFor()
  const row = await rows.first().elementHandle()
  await row?.dispatchEvent('pointerdown')
  for (let number = 45; number < 90; number++) await ask(world, key, `/customers?page=${number}`)
  await rows.first().filter({ hasText: 'page=89' }).waitFor()
  expect(await row?.textContent()).not.toContain('page=44')
  await row?.dispatchEvent('click', { detail: 1 })
  await page.getByRole('region', { name: 'Opened' }).getByText('page=44').first().waitFor()
})
