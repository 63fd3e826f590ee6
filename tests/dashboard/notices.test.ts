import { mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { expect } from 'vitest'
import { systemClock } from '../../server/kernel/pace.ts'
import { temporaryFolder } from '../support/cli.ts'
import { InsideEmulator } from '../support/inside.ts'
import { axePage, seriousFindingsOn } from './support/axe.ts'
import { Dashboard, dashboardTest as test } from './support/dashboard-test.ts'
import { inJapanese } from './support/japanese.ts'
import { PATIENCE_MS, untilShown } from './support/until-shown.ts'
import { registerWebhook } from './support/webhook.ts'

const HOUR_MS = 3_600_000

/** An emulator of the test's own with the dashboard, and a page on it. */
async function shownOn(
  browser: Browser,
  built: string,
  options: Parameters<typeof InsideEmulator.start>[0],
): Promise<{ emulator: InsideEmulator; dashboard: Dashboard; page: Page } & AsyncDisposable> {
  const emulator = await InsideEmulator.start({
    fixture: 'empty',
    dashboard: true,
    dashboardFolder: built,
    onNote: () => {},
    ...options,
  })
  const page = await axePage(browser, { locale: 'en', colorScheme: 'light' })
  page.context().setDefaultTimeout(PATIENCE_MS)
  const dashboard = new Dashboard(page, emulator.world)
  return {
    emulator,
    dashboard,
    page,
    [Symbol.asyncDispose]: async () => {
      await page.context().close()
      await emulator[Symbol.asyncDispose]()
    },
  }
}

test('A reset that failed is said across the top with its reason, until one succeeds (finding S3)', async ({
  browser,
  built,
}) => {
  using folder = temporaryFolder()
  await using shown = await shownOn(browser, built, { store: folder.path })
  const { page, dashboard } = shown
  const notice = page.getByRole('alert').filter({ hasText: 'This world could not be reset.' })
  const reset = async () => {
    await page.getByRole('button', { name: 'Reset world' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Reset world' }).click()
  }
  await dashboard.open('snapshots')
  // Something else has the place to which the reset puts the old file aside.
  const inTheWay = join(folder.path, 'worlds', 'default.db.previous')
  mkdirSync(inTheWay)
  await reset()
  await notice.getByText(/is as it was before\. .*default\.db/).waitFor()
  expect(await seriousFindingsOn(page)).toEqual([])
  await dashboard.follow('live')
  await notice.getByRole('link', { name: 'Try again under Snapshots' }).click()
  await page.getByRole('heading', { level: 1, name: 'Snapshots' }).waitFor()
  await inJapanese(page, () => page.getByRole('alert').getByText('このワールドをリセットできませんでした。').waitFor())
  rmdirSync(inTheWay)
  await reset()
  await page.getByText('The world was reset').waitFor()
  await notice.waitFor({ state: 'detached' })
  dashboard.forgive(/503/)
  expect(dashboard.complaints).toEqual([])
})

test('A world that nothing can be written to says so with its file and the way out, and what is there is shown (finding S15)', async ({
  browser,
  built,
}) => {
  using folder = temporaryFolder()
  const defects: unknown[] = []
  await using shown = await shownOn(browser, built, { store: folder.path, onDefect: error => defects.push(error) })
  const { page, dashboard, emulator } = shown
  const { db } = emulator.emulator.defaultWorld.runtime.store
  const max = await emulator.tenant('max')
  const write = async () => {
    const customers = Array.from({ length: 400 }, () => max.customer())
    return (await max.post('/customers/bulk', { customers })).status
  }
  expect(await write()).toBe(201)
  // SQLite then answers as it does when a disk is full.
  db.pragma(`max_page_count = ${db.pragma('page_count', { simple: true })}`)
  while ((await write()) < 400);
  await dashboard.open('data/max/customers')
  const notice = page.getByRole('alert').filter({ hasText: 'Nothing can be saved in this world.' })
  await notice.getByText(/default\.db.*Make room on its disk, and try again/).waitFor()
  await page.getByText(/^1–50 of \d+$/).waitFor()
  await inJapanese(page, () => page.getByRole('alert').getByText('このワールドには何も保存できません。').waitFor())
  db.pragma('max_page_count = 1000000')
  expect(await write()).toBe(201)
  await notice.getByRole('button', { name: 'Look again' }).click()
  await notice.waitFor({ state: 'detached' })
  expect(defects.length).toBeGreaterThan(0)
  expect(dashboard.complaints).toEqual([])
})

test('A live world that is no longer at the time of the machine says so beside its pace, why, and how it gets there (finding S5)', async ({
  browser,
  built,
}) => {
  const real = systemClock()
  let shift = 0
  const wall = { ...real, now: () => real.now() + shift }
  await using shown = await shownOn(browser, built, { pace: 'live', wall })
  const { page, dashboard, emulator } = shown
  /** Sets the clock of the machine; it is noticed with the next look at it. */
  const set = async (by: number) => {
    shift += by
    await emulator.world.clock.get()
  }
  const clock = page.getByRole('region', { name: 'Clock' })
  const why = page.getByRole('dialog', { name: /this machine$/ })
  await dashboard.open('live')
  await clock.getByText('Live', { exact: true }).first().waitFor()

  await set(-HOUR_MS)
  await clock.getByRole('button', { name: '1 h ahead of this machine' }).click()
  await why.getByText('The clock of the machine was set back.').waitFor()
  expect(await seriousFindingsOn(page)).toEqual([])
  await inJapanese(page, async () => {
    await page.getByRole('button', { name: 'マシンより 1時間 進んでいます' }).click()
    await page.getByText('マシンの時計が戻されました。').waitFor()
  })
  await clock.getByRole('button', { name: '1 h ahead of this machine' }).click()
  await why.getByRole('link', { name: 'Go to reset' }).click()
  await page.getByRole('heading', { level: 1, name: 'Snapshots' }).waitFor()
  await emulator.tryControl('POST', '/worlds/default/reset', { clock: 'live' })
  await clock.getByRole('button', { name: /this machine/ }).waitFor({ state: 'detached' })

  await set(9 * HOUR_MS)
  await clock.getByRole('button', { name: 'Jumped with this machine' }).click()
  await why.getByText('The world has followed').waitFor()
  await page.keyboard.press('Escape')

  await set(10 * 24 * HOUR_MS)
  await clock.getByRole('button', { name: '10 d behind this machine' }).click()
  await why.getByText('further forward than live worlds follow').waitFor()
  await why.getByRole('button', { name: 'Move 10 d forward' }).click()
  await clock.getByRole('button', { name: /behind this machine/ }).waitFor({ state: 'detached' })
  const { now, host } = await emulator.world.clock.get()
  expect(host).toEqual({ offset_seconds: 0, reason: null })
  expect(Date.parse(now)).toBeGreaterThanOrEqual(wall.now() - HOUR_MS)
  expect(dashboard.complaints).toEqual([])
})

test('A world that was opened from a file says that its deliveries reach inboxes only, and lets them out when asked (finding S2)', async ({
  dashboard,
  emulator,
}) => {
  const { page, world } = dashboard
  await registerWebhook(world, { inbox: 'crm' })
  await using opened = (await emulator.openCapsule(await world.capsule())).world
  await page.goto(`${emulator.url}/w/${opened.id}/webhooks`)
  await untilShown(page, 'connected', 'loaded')
  const notice = page.getByRole('status').filter({ hasText: 'Deliveries of this world reach inboxes only.' })
  await notice.waitFor()
  await inJapanese(page, () =>
    page.getByRole('status').getByText('このワールドの配信は受信箱にしか届きません。').waitFor(),
  )
  await notice.getByRole('button', { name: 'Let deliveries out' }).click()
  await notice.waitFor({ state: 'detached' })
  expect(await opened.client.get(['sending'])).toEqual({ sending: 'everywhere' })
  await page.getByRole('link', { name: 'Forwards' }).click()
  await page.getByRole('combobox', { name: 'Deliveries reach' }).click()
  await page.getByRole('option', { name: 'inboxes only' }).click()
  await notice.waitFor()
  expect(await opened.client.get(['sending'])).toEqual({ sending: 'inbox_only' })
  // The other world ends: a page that shows it would go on asking for it.
  await dashboard.follow('limits')
})

test('A world whose file is damaged is in the list of worlds as that, says its reason, and can be removed (finding S4)', async ({
  browser,
  built,
}) => {
  using folder = temporaryFolder()
  mkdirSync(join(folder.path, 'worlds'), { recursive: true })
  writeFileSync(join(folder.path, 'worlds', 'qa.db'), 'a text. '.repeat(1_000))
  await using shown = await shownOn(browser, built, { store: folder.path })
  const { page, dashboard, emulator } = shown
  await dashboard.open('limits')
  const worlds = page.getByRole('button', { name: 'World: default' })
  await page.getByTitle('Something is wrong with 1 other world').waitFor()
  await worlds.click()
  await page.getByRole('option', { name: /^qa/ }).getByText('Cannot be opened.').waitFor()
  expect(await seriousFindingsOn(page)).toEqual([])
  await page.getByRole('option', { name: /^qa/ }).click()
  await page.getByText('World qa cannot be opened').waitFor()
  await page.getByText('qa.db is not a SQLite database').waitFor()
  await page.getByRole('navigation', { name: 'Screens' }).getByText('Broken world').waitFor()
  expect(await page.getByRole('button', { name: 'Freeze' }).count()).toBe(0)
  await inJapanese(page, () => page.getByText('ワールド qa を開けません').waitFor())
  await page.getByRole('button', { name: 'Delete world' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete world' }).click()
  await page.getByText('The world qa was deleted').waitFor()
  await worlds.click()
  await page.getByRole('option', { name: /^default/ }).waitFor()
  expect(await page.getByRole('option', { name: /^qa/ }).count()).toBe(0)
  expect((await emulator.tryControl('GET', '/health')).json).toMatchObject({ status: 'ok', problems: [] })
  dashboard.forgive(/409/)
  expect(dashboard.complaints).toEqual([])
})
