import { Agent, request } from 'undici'
import { expect, onTestFinished } from 'vitest'
import type { WorldHandle } from '../../server/index.ts'
import { Dashboard, START, dashboardTest as test } from './support/dashboard-test.ts'

/** A client that sends one request after another over two connections in turn, as Node's fetch may. Gives the status of each. */
function inTurn(world: WorldHandle) {
  const agents = [new Agent({ connections: 1 }), new Agent({ connections: 1 })] as const
  onTestFinished(async () => void (await Promise.all(agents.map(agent => agent.close()))))
  const headers = { Authorization: `Bearer ${world.tenant('pro').key}`, 'User-Agent': 'crm/2.0' }
  return async (connection: 0 | 1, path: string) => {
    const answer = await request(`${world.baseUrl}${path}`, { dispatcher: agents[connection], headers })
    await answer.body.dump()
    return answer.statusCode
  }
}

/** Two that were under way at once, a refusal that asks for a minute, and two requests on the other connection 4 and 5 s later on a frozen clock. */
async function comesTooEarly(world: WorldHandle) {
  const send = inTurn(world)
  await world.faults.add({ match: { path: '/staff/1' }, effect: { latency: 'PT0.3S' }, times: 2 })
  await Promise.all([send(0, '/staff/1'), send(1, '/staff/2')])
  await world.faults.add({ match: { path: '/customers' }, effect: { status: 429, retry_after: 60 }, times: 3 })
  expect(await send(0, '/customers')).toBe(429)
  await world.clock.advance({ by: 'PT4S' })
  await send(1, '/staff/1')
  expect(await send(1, '/customers?page=2')).toBe(429)
  await world.clock.advance({ by: 'PT1S' })
  expect(await send(1, '/customers?page=3')).toBe(429)
}

/** Lengths of time in a text, `4.3 s` or `263ミリ秒`. */
const millisecondsIn = (text: string): number[] =>
  [...text.matchAll(/([\d.]+)\s?(s|秒|ms|ミリ秒)/g)].map(([, figure, unit]) =>
    Math.round(Number(figure) * (unit === 's' || unit === '秒' ? 1_000 : 1)),
  )

test('What may not have known of a refusal is said to have come too early first, then why it may not have known, and how to find out', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await comesTooEarly(world)
  await dashboard.open('client/retry_before_retry_after')
  const detail = page.getByRole('region', { name: 'retry_before_retry_after', exact: true })
  await detail
    .getByText(
      /^#5 and #6 came 5\d(?:[.]\d+)?\ss and 5\d(?:[.]\d+)?\ss too early, perhaps without knowing of the refusal: #3 had asked for a wait of 1\smin, and another connection or worker may have got that answer[.]$/,
    )
    .waitFor()
  const mend = detail.getByRole('region', { name: 'How to fix it' })
  await mend.getByText(/^If your client sends one request after another, .* connections: 1 keeps to one[.]$/).waitFor()
})

test('A wait on two clocks is as long as its parts together, none of which is longer than the time beside it, each on one line', async ({
  browser,
  emulator,
}) => {
  await using world = await emulator.createWorld({ clock: START })
  await comesTooEarly(world)
  // In Japanese the unit takes a line of its own in the least room.
  for (const [locale, told, most] of [
    ['en', /^[\d.]+\ss4\ss emulated\n[+] [\d.]+\sm?s real$/, () => 2],
    ['ja', /^[\d.]+秒仮想 4秒\n＋ 実際 [\d.]+(?:ミリ)?秒$/, (width: number) => (width === 1_280 ? 3 : 2)],
  ] as const) {
    const context = await browser.newContext({ locale })
    const page = await context.newPage()
    for (const width of [1_440, 1_280, 1_024]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(new Dashboard(page, world).at('client/retry_before_retry_after'))
      const row = page.getByRole('row', { name: /^#5 / })
      await row.waitFor()
      const texts = await row.getByRole('cell').allTextContents()
      const waited = texts.at(-2) ?? ''
      expect(waited).toMatch(told)
      const [sum = 0, onEmulated = 0, onReal = 0] = millisecondsIn(waited)
      const [real = 0] = millisecondsIn(texts.at(-3) ?? '')
      expect([onEmulated, sum]).toEqual([4_000, onEmulated + onReal])
      // The time beside it counts from when the refusal began, the wait from its end.
      expect(onReal).toBeLessThanOrEqual(real < 1_000 ? real : real + 50)
      const cell = row.getByRole('cell').nth(-2)
      const lines = await cell.locator('span').evaluate(it => {
        const range = it.ownerDocument.createRange()
        range.selectNodeContents(it)
        return new Set([...range.getClientRects()].map(({ top }) => top)).size
      })
      const panel = page.getByRole('region', { name: 'retry_before_retry_after', exact: true })
      const overhang = await panel.evaluate(it => it.scrollWidth - it.clientWidth)
      expect([locale, width, lines, overhang]).toEqual([locale, width, most(width), 0])
    }
    await context.close()
  }
})

test('The drawing gives the first early requests an arrow each and tells of the others apart, none as early as the wait is long', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const send = inTurn(world)
  await world.faults.add({ match: { path: '/customers' }, effect: { status: 429, retry_after: 15 }, times: 9 })
  expect(await send(0, '/customers')).toBe(429)
  for (let count = 0; count < 4; count += 1) expect(await send(0, `/customers?page=${count}`)).toBe(429)
  await dashboard.open('client/retry_before_retry_after')
  const drawing = page.getByRole('img', { name: /^#1, #2, #3, #4, #5: / })
  for (const seq of [2, 3, 4]) await drawing.getByText(new RegExp(`^#${seq} is 14[.]\\d+\\ss early$`)).waitFor()
  const above = (text: string) =>
    drawing.getByText(text, { exact: false }).evaluate(it => it.getBoundingClientRect().top)
  expect(await above('and 1 more came early')).toBeLessThan(await above('#4 is'))
  await page.getByRole('row', { name: /^#5 .*14[.]\d+\ss early$/ }).waitFor()
})
