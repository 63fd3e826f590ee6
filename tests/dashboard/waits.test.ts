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

test('What may not have known of a refusal is said to have come too early first, then why it may not have known, and how to find out', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await comesTooEarly(world)
  await dashboard.open('client/retry_before_retry_after')
  const detail = page.getByRole('region', { name: 'retry_before_retry_after', exact: true })
  await detail
    .getByText(
      '#5 and #6 came 56 s and 55 s too early, perhaps without knowing of the refusal: #3 had asked for a wait of 1 min, and another connection or worker may have got that answer.',
      { exact: true },
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
    ['en', /^([\d.]+)\ss(\d+)\ss emulated\n[+] (\d+)\sms real$/, () => 2],
    ['ja', /^([\d.]+)秒仮想 (\d+)秒\n＋ 実際 (\d+)ミリ秒$/, (width: number) => (width === 1_280 ? 3 : 2)],
  ] as const) {
    const context = await browser.newContext({ locale })
    const page = await context.newPage()
    for (const width of [1_440, 1_280, 1_024]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(new Dashboard(page, world).at('client/retry_before_retry_after'))
      const row = page.getByRole('row', { name: /^#5 / })
      await row.waitFor()
      const texts = await row.getByRole('cell').allTextContents()
      const [real, waited] = [Number.parseInt(texts.at(-3) ?? '', 10), texts.at(-2) ?? '']
      const [sum = 0, onEmulated = 0, onReal = 0] = told.exec(waited)?.slice(1).map(Number) ?? []
      expect([waited, onEmulated, Math.round(sum * 1_000)]).toEqual([waited, 4, onEmulated * 1_000 + onReal])
      // The time beside it counts from when the refusal began, the wait from its end.
      expect(onReal).toBeLessThanOrEqual(real)
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
