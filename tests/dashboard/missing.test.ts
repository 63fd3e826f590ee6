import { expect } from 'vitest'
import { ask } from './support/api.ts'
import { dashboardTest as test } from './support/dashboard-test.ts'
import { inJapanese } from './support/japanese.ts'

test('An address of something that is not there says in Japanese what is missing, below a heading, and leads on', async ({
  dashboard,
}) => {
  const { page } = dashboard
  const places: readonly [place: string, says: string, leadsTo: string][] = [
    ['no-such-screen', 'このアドレスには何もありません', 'live'],
    ['tenants/nobody', 'テナント「nobody」はありません', 'tenants'],
    ['tenants/keys/nothing', 'キー「nothing」はありません', 'tenants'],
    ['limits/nobody', 'テナント「nobody」はありません', 'limits'],
    ['data/nobody', 'テナント「nobody」はありません', 'data/max/customers'],
    ['webhooks/subscriptions/99999', 'Webhook 99999 はありません', 'webhooks/subscriptions'],
    ['snapshots/nothing', 'スナップショット「nothing」はありません', 'snapshots'],
    ['client/nothing', 'ルール「nothing」はありません', 'client'],
    ['client/drills/nothing', '訓練「nothing」はありません', 'client/drills'],
    ['faults/99999', '障害 99999 はありません', 'faults'],
    ['assumptions/nothing', '前提「nothing」はありません', 'assumptions'],
    ['reference/nothing', 'エンドポイント「nothing」はありません', 'reference'],
  ]
  await dashboard.open('requests')
  await inJapanese(page, async () => {
    for (const [place, says, leadsTo] of places) {
      await dashboard.follow(place)
      await page.getByText(says, { exact: true }).waitFor()
      expect(await page.locator('h1').count(), place).toBe(1)
      const ways = await page
        .locator('main a[href]')
        .evaluateAll(links => links.map(link => (link as unknown as { href: string }).href))
      expect(ways, place).toContain(dashboard.at(leadsTo))
    }
  })
  dashboard.forgive(/404/)
})

test('What is not in this world is looked for in all others with one request, and found', async ({
  dashboard,
  emulator,
}) => {
  const { page, world } = dashboard
  await using _ = new AsyncDisposableStack()
  const worlds = await Promise.all(
    Array.from({ length: 8 }, (_each, index) => emulator.createWorld({ world_id: `w${index}`, fixture: 'standard' })),
  )
  for (const other of worlds) _.use(other)
  await ask(worlds[5] ?? world, worlds[5]?.tenant('pro').key ?? '', '/customers')
  const [{ request_id = '' } = {}] = (await worlds[5]?.requests.list()) ?? []
  const asked: string[] = []
  page.on('request', request => asked.push(new URL(request.url()).pathname))
  await dashboard.open(`requests/${request_id}`)
  await page.getByRole('link', { name: 'Open in world w5' }).waitFor()
  expect(asked.filter(path => path.startsWith('/control/whereabouts/'))).toHaveLength(1)
  expect(asked.filter(path => /\/worlds\/w\d\//.test(path))).toEqual([])
  await dashboard.follow('requests/nothing')
  await page.getByText(/None of the \d+ other worlds has it\./).waitFor()
  dashboard.forgive(/404/)
})
