import { mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { WorldHandle } from '../../server/index.ts'
import { systemClock } from '../../server/kernel/pace.ts'
import { temporaryFolder } from '../support/cli.ts'
import { InsideEmulator } from '../support/inside.ts'
import { seriousFindingsOn } from './support/axe.ts'
import { Dashboard, dashboardTest as test } from './support/dashboard-test.ts'
import { inJapanese } from './support/japanese.ts'
import { takeFromPalette } from './support/keyboard.ts'
import { follow, untilShown } from './support/until-shown.ts'
import { registerWebhook } from './support/webhook.ts'

const HOUR_MS = 3_600_000

/** An emulator of this file with worlds in files, one of which is damaged, and a page on it that each test goes on with. */
interface Stored {
  readonly emulator: InsideEmulator
  readonly worlds: string
  readonly page: Page
  /** What went wrong in it where nobody was answered. */
  readonly defects: unknown[]
}

/** What the page says and does while a test has it on a world. */
async function shown({ page }: { page: Page }, world: WorldHandle, place: string): Promise<Dashboard & Disposable> {
  const dashboard = new Dashboard(page, world)
  if (page.url() === 'about:blank') await dashboard.open(place)
  else await dashboard.follow(place)
  await untilShown(page, 'connected')
  return Object.assign(dashboard, { [Symbol.dispose]: () => dashboard.leave() })
}

const storedTest = test.extend<{ stored: Stored }>({
  stored: [
    async ({ built, context }, use) => {
      using folder = temporaryFolder()
      const worlds = join(folder.path, 'worlds')
      mkdirSync(worlds)
      writeFileSync(join(worlds, 'qa.db'), 'a text. '.repeat(1_000))
      const defects: unknown[] = []
      await using emulator = await startShown({ built, store: folder.path, onDefect: error => defects.push(error) })
      const page = await context.newPage()
      await use({ emulator, worlds, page, defects })
      await page.close()
    },
    { scope: 'file' },
  ],
})

const startShown = ({ built, ...options }: { built: string } & Parameters<typeof InsideEmulator.start>[0]) =>
  InsideEmulator.start({ fixture: 'empty', dashboard: true, dashboardFolder: built, onNote: () => {}, ...options })

storedTest(
  'A reset that failed is said below the screen with its reason, until one succeeds (finding S3)',
  async ({ stored }) => {
    const { page, emulator, worlds } = stored
    await using world = await emulator.handle.createWorld({ world_id: 'reset', fixture: 'empty' })
    using dashboard = await shown(stored, world, 'snapshots')
    const notice = page.getByRole('alert').filter({ hasText: 'This world could not be reset.' })
    const reset = async () => {
      await page.getByRole('button', { name: 'Reset world' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Reset world' }).click()
    }
    // Something else has the place to which the reset puts the old file aside.
    const inTheWay = join(worlds, 'reset.db.previous')
    mkdirSync(inTheWay)
    await reset()
    await notice.getByText(/is as it was before\. .*reset\.db/).waitFor()
    expect(await seriousFindingsOn(page, '[role="alert"]')).toEqual([])
    await dashboard.follow('live')
    await notice.getByRole('link', { name: 'Try again under Snapshots' }).click()
    await page.getByRole('heading', { level: 1, name: 'Snapshots' }).waitFor()
    await inJapanese(page, () =>
      page.getByRole('alert').getByText('このワールドをリセットできませんでした。').waitFor(),
    )
    rmdirSync(inTheWay)
    await reset()
    await page.getByText(/^The world .* was reset/).waitFor()
    await notice.waitFor({ state: 'detached' })
    dashboard.forgive(/503/)
    expect(dashboard.complaints).toEqual([])
    // The world ends: a page that shows it would ask for it once more.
    await page.goto('about:blank')
  },
)

storedTest(
  'A world that nothing can be written to says so with its file and the way out, and what is there is shown (finding S15)',
  async ({ stored }) => {
    const { page, emulator, defects } = stored
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
    using dashboard = await shown(stored, emulator.world, 'data/max/customers')
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
  },
)

test('A live world that is no longer at the time of the machine says so beside its pace, why, and how it gets there (finding S5)', async ({
  context,
  built,
}) => {
  const real = systemClock()
  let shift = 0
  const wall = { ...real, now: () => real.now() + shift }
  await using emulator = await startShown({ built, pace: 'live', wall })
  const page = await context.newPage()
  const dashboard = new Dashboard(page, emulator.world)
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
  expect(await seriousFindingsOn(page, '[role="dialog"]')).toEqual([])
  await inJapanese(page, async () => {
    await page.getByRole('button', { name: 'マシンより 1時間進んでいます' }).click()
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
  await page.close()
})

test('A world that was opened from a file says that its deliveries reach inboxes only, and lets them out when asked (finding S2)', async ({
  dashboard,
  emulator,
}) => {
  const { page, world } = dashboard
  await registerWebhook(world, { inbox: 'crm' })
  await using opened = (await emulator.openCapsule(await world.capsule())).world
  await dashboard.open('limits')
  await follow(page, `${emulator.url}/w/${opened.id}/webhooks`)
  await untilShown(page, 'connected')
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

test('A fork says of which world it is, and before which request, where it says that its deliveries are held', async ({
  dashboard,
  emulator,
}) => {
  const { page, world } = dashboard
  await world.record()
  for (const path of ['/customers', '/calls']) await world.tenant('pro').fetch(path)
  await using fork = await world.fork({ at: '#2' })
  await using later = await world.fork()
  await dashboard.open('limits')
  const notice = page.getByRole('status').filter({ hasText: 'Deliveries of this world reach inboxes only.' })
  for (const [{ id }, place] of [
    [fork, `just before #2, at 03-10 23:59:30 JST.`],
    [later, `as it was at 03-10 23:59:30 JST.`],
  ] as const) {
    await follow(page, `${emulator.url}/w/${id}/webhooks`)
    await untilShown(page, 'connected')
    await notice.waitFor()
    await notice.getByText(`Forked from ${world.id} ${place} It sends nothing elsewhere until you let it.`).waitFor()
  }
  await inJapanese(page, () => page.getByText(`${world.id} の 03-10 23:59:30（JST）の時点から分岐しました。`).waitFor())
  // The other world ends: a page that shows it would go on asking for it.
  await dashboard.follow('limits')
})

storedTest(
  'A world whose file is damaged is in the list of worlds as that, says its reason, and can be removed (finding S4)',
  async ({ stored }) => {
    const { page, emulator } = stored
    using dashboard = await shown(stored, emulator.world, 'limits')
    const worlds = page.getByRole('button', { name: 'World: default' })
    await page.getByTitle('Something is wrong with 1 other world').waitFor()
    await worlds.click()
    await page.getByRole('option', { name: /^qa/ }).getByText('Cannot be opened.').waitFor()
    expect(await seriousFindingsOn(page, '.mantine-Combobox-dropdown')).toEqual([])
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
  },
)

/** Where the edges of something on the page are, in pixels from the top of the window. */
async function edgesOf(shown: Locator): Promise<{ top: number; bottom: number }> {
  const box = await shown.boundingBox()
  if (box === null) throw new Error(`${shown} is not on the page`)
  return { top: box.y, bottom: box.y + box.height }
}

test('A notice comes and goes below the screen, and moves nothing of it', async ({ dashboard }) => {
  const { page, world } = dashboard
  await dashboard.open('webhooks')
  const screen = page.locator('#screen')
  const tops = async () => {
    const shown = [page.getByRole('heading', { level: 1 }), page.getByRole('region', { name: 'Clock' }), screen]
    return Promise.all(shown.map(async one => (await edgesOf(one)).top))
  }
  const before = await tops()
  await world.client.send('PUT', ['sending'], { sending: 'inbox_only' })
  const notice = page.getByRole('status').filter({ hasText: 'Deliveries of this world reach inboxes only.' })
  await notice.waitFor()
  expect(await tops()).toEqual(before)
  expect((await edgesOf(notice)).top).toBeGreaterThanOrEqual((await edgesOf(screen)).bottom)
  await world.client.send('PUT', ['sending'], { sending: 'everywhere' })
  await notice.waitFor({ state: 'detached' })
  expect(await tops()).toEqual(before)
})

test('What is said of something done stands over no part of the screen, nor of a dialog', async ({ dashboard }) => {
  const { page } = dashboard
  await dashboard.open('requests')
  await takeFromPalette(page, 'save snapshot')
  const said = page.getByRole('alert').filter({ hasText: 'Saved as snapshot-1' })
  await said.waitFor()
  const { top } = await edgesOf(said)
  expect((await edgesOf(page.locator('#screen'))).bottom).toBeLessThanOrEqual(top)
  await page.keyboard.press('?')
  const help = page.getByRole('dialog')
  await help.waitFor()
  // It has more rows than there is room for.
  expect(
    await help.evaluate<boolean, { scrollHeight: number; clientHeight: number }>(
      it => it.scrollHeight > it.clientHeight,
    ),
  ).toBe(true)
  expect((await edgesOf(help)).bottom).toBeLessThanOrEqual(top)
})
