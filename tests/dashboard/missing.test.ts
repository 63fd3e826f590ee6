import { expect } from 'vitest'
import { dashboardTest as test } from './support/dashboard-test.ts'
import { inJapanese } from './support/japanese.ts'

test('An address of something that is not there says in Japanese what is missing, below a heading, and leads on', async ({
  dashboard,
}) => {
  const { page } = dashboard
  const places: readonly [place: string, says: string, leadsTo: string][] = [
    ['no-such-screen', 'このアドレスには何もありません', 'live'],
    ['tenants/nobody', 'テナント「nobody」はありません。', 'tenants'],
    ['tenants/keys/nothing', 'キー「nothing」はありません。', 'tenants'],
    ['limits/nobody', 'テナント「nobody」はありません。', 'limits'],
    ['data/nobody', 'テナント「nobody」はありません。', 'data'],
    ['webhooks/subscriptions/99999', 'Webhook 99999 はありません。', 'webhooks/subscriptions'],
    ['snapshots/nothing', 'スナップショット「nothing」はありません。', 'snapshots'],
    ['client/nothing', 'ルール「nothing」はありません。', 'client'],
    ['client/drills/nothing', '訓練「nothing」はありません。', 'client/drills'],
    ['faults/99999', '障害 99999 はありません。', 'faults'],
    ['assumptions/nothing', '前提「nothing」はありません。', 'assumptions'],
    ['reference/nothing', 'エンドポイント「nothing」はありません。', 'reference'],
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
