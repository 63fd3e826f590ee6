import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { axis as english } from '../../renderer/components/axis/text.en.ts'
import { axis as japanese } from '../../renderer/components/axis/text.ja.ts'
import { startEmulator } from '../../server/index.ts'
import { ask } from './support/api.ts'
import { Dashboard, START, dashboardTest as test } from './support/dashboard-test.ts'
import { inJapanese } from './support/japanese.ts'
import { pressTogether, takeFromPalette } from './support/keyboard.ts'
import { registerWebhook } from './support/webhook.ts'

test('The clock bar moves the clock, shows both zones and names what fired', async ({ dashboard }) => {
  const { page, world } = dashboard
  await dashboard.open('requests')
  const clock = page.getByRole('timer')
  await clock.getByText('23:59:30').waitFor()
  await clock.getByText('14:59:30 UTC').waitFor()
  await page.getByRole('button', { name: '+10 s' }).click()
  await clock.getByText('23:59:40').waitFor()
  await page.getByRole('status').getByText('nothing was due').waitFor()
  await page.getByRole('button', { name: 'Go to…' }).click()
  await page.getByLabel('Time or duration').fill('00:30')
  await page.getByRole('button', { name: 'Go', exact: true }).click()
  await clock.getByText('00:30:00').waitFor()
  await page.getByRole('status').getByText('New Tokyo day').waitFor()
  await clock.getByText('· 03-10 15:30:00 UTC').waitFor()
  expect((await world.refresh()).now).toBe('2026-03-10T15:30:00.000Z')
  // Its end would be a second line on every screen.
  for (const width of [1024, 1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 800 })
    const { height = 0 } =
      (await page.getByRole('region', { name: 'Clock' }).locator('> :first-child').boundingBox()) ?? {}
    expect(height, `at ${width} px`).toBeLessThan(60)
  }
  // In the smallest one, too, it says that midnight comes next.
  await page.setViewportSize({ width: 1024, height: 800 })
  const { y = 0, height = 0 } = (await page.getByText('Next:', { exact: true }).boundingBox()) ?? {}
  const next = await page.getByRole('button', { name: /^Next:\s*midnight/ }).boundingBox()
  expect(y + height).toBeLessThanOrEqual((next?.y ?? 0) + (next?.height ?? 0))
})

test('After a jump a delivery is named by the call that it tells of, or by its event where it tells of none', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await registerWebhook(world, { inbox: 'crm' })
  await dashboard.open('live')
  await world.calls.place({ tenant: 'max', phone_number: '+81312340002', external_id: 'crm-7' })
  await page.getByRole('button', { name: '+1 min', exact: true }).click()
  const jobs = page.getByRole('region', { name: 'Clock' }).getByRole('listitem')
  const attempt = jobs.filter({ hasText: 'Delivery attempt: 200' })
  await attempt.getByRole('link', { name: 'crm-7', exact: true }).waitFor()
  await world.inbox('crm').behave({ status: 503 })
  await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  await world.deliveries.waitFor({ attempted: 'true', status: 'pending' })
  await page.getByRole('button', { name: '+1 min', exact: true }).click()
  await jobs
    .filter({ hasText: 'Delivery attempt: 503' })
    .getByRole('link', { name: 'call.missed', exact: true })
    .waitFor()
})

test('A pace that is not real time is said in words, and the clock runs at it', { tags: ['deep'] }, async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await dashboard.open('requests')
  await page.getByText('Frozen', { exact: true }).waitFor()
  await page.getByRole('button', { name: '×60' }).click()
  await page
    .getByRole('timer')
    .getByText(/^0\d:\d\d:/)
    .waitFor()
  await page.getByRole('button', { name: 'Freeze' }).click()
  await page.getByText('Frozen', { exact: true }).waitFor()
  expect((await world.refresh()).pace).toBe('frozen')
  await page.getByRole('button', { name: 'Eager', exact: true }).click()
  await page.getByRole('button', { name: 'Eager', exact: true, pressed: true }).waitFor()
  expect((await world.refresh()).pace).toBe('eager')
})

test('Somebody else moves the clock, and the page follows', async ({ dashboard }) => {
  const { page, world } = dashboard
  await dashboard.open('live')
  await page.getByRole('timer').getByText('23:59:30').waitFor()
  await world.clock.advance({ by: 'PT1H' })
  await page.getByRole('timer').getByText('00:59:30').waitFor()
  await page.getByText(/The clock jumped 1 h/).waitFor()
})

test('The palette and the help are reached and left with the keyboard', { tags: ['deep'] }, async ({ dashboard }) => {
  const { page } = dashboard
  await dashboard.open('requests')
  await takeFromPalette(page, 'Limits')
  await page.waitForURL(/\/limits$/)
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await pressTogether(page, 'g', 'r')
  await page.waitForURL(/\/requests$/)
})

test('The keys that the palette names beside a screen go to that screen', { tags: ['deep'] }, async ({ dashboard }) => {
  const { page } = dashboard
  await dashboard.open('requests')
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  await page.keyboard.press('Control+k')
  await palette.locator(':focus').waitFor()
  const limits = palette.getByRole('option', { name: 'Limits', exact: true })
  await limits.locator('kbd').first().waitFor()
  const keys = await limits.locator('kbd').allTextContents()
  await page.keyboard.press('Escape')
  await palette.waitFor({ state: 'detached' })
  await pressTogether(page, ...keys)
  await page.waitForURL(/\/limits$/)
})

test('The help lists what the keys do where it was asked for, and nothing that does nothing there', {
  tags: ['deep'],
}, async ({ dashboard }) => {
  const { page, world } = dashboard
  // Else f says why there is no fork.
  await world.client.send('PUT', ['recording'], { recording: true })
  await world.tenant('pro').fetch('/customers')
  const [{ request_id } = {}] = await world.requests.list()
  await registerWebhook(world, { inbox: 'crm' })
  await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  await world.clock.advance({ by: 'PT1S' })
  const [{ delivery_id } = {}] = await world.deliveries.list()
  const help = page.getByRole('dialog', { name: 'Keyboard' })
  const keysAt = async (place: string) => {
    await page.keyboard.press('Escape')
    await help.waitFor({ state: 'detached' })
    await dashboard.open(place)
    await page.getByRole('heading', { level: 2 }).first().waitFor()
    await page.keyboard.press('?')
    await help.getByRole('region', { name: 'Everywhere' }).waitFor()
    return keysIn('On this screen')
  }
  const keysIn = async (title: string) => {
    const region = help.getByRole('region', { name: title })
    const [keys, words] = [region.getByRole('term'), region.getByRole('definition')]
    const does = await words.allTextContents()
    return Object.fromEntries((await keys.allTextContents()).map((key, index) => [key, does[index]]))
  }
  // What a list promises of an open row is what the keys do there.
  const onceOpen = async (place: string, id: string | undefined) => {
    const list = await keysAt(place)
    const more = await keysIn('Once a row is open')
    const open = await keysAt(`${place}/${id}`)
    expect(open).toEqual({ ...list, ...more, escape: 'Close what is open' })
    expect(await help.getByRole('region', { name: 'Once a row is open' }).count()).toBe(0)
    return open
  }
  await onceOpen('webhooks/deliveries', delivery_id)
  expect(await onceOpen('requests', request_id)).toEqual({
    j: 'Next row',
    k: 'Previous row',
    enter: 'Open the row',
    escape: 'Close what is open',
    '/': 'Search #38, path, caller, code, id, bodies',
    '.': 'Pause the list, or follow again',
    r: 'Resend the request',
    e: 'Edit and resend the request',
    c: 'Copy the request as curl',
    f: 'Fork here: a new world as this one was before the request',
    t: 'Show the checks',
  })
  expect(await keysAt('tenants/pro')).toEqual({
    j: 'Next row',
    k: 'Previous row',
    enter: 'Open the row',
    n: 'New tenant',
  })
  expect(await keysAt('coverage')).toEqual({})
  await help.getByText('This screen has no keys of its own').waitFor()
  expect(await help.getByRole('region', { name: 'Everywhere' }).getByRole('term').allTextContents()).toEqual([
    '?',
    'ctrl k',
  ])
  expect(await help.getByRole('region', { name: 'Go to a screen' }).getByRole('term').count()).toBe(15)
})

test('Language and theme are switched, and a reload keeps them', async ({ dashboard }) => {
  const { page } = dashboard
  await dashboard.open('limits')
  await page.getByRole('button', { name: 'Language' }).click()
  await page.getByRole('menuitemradio', { name: '日本語' }).click()
  await page.getByRole('heading', { name: '利用制限' }).waitFor()
  await page.getByRole('button', { name: 'ダークテーマに切り替え' }).click()
  await page.reload()
  await page.getByRole('heading', { name: '利用制限' }).waitFor()
  expect(await page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark')
  expect(await page.locator('html').getAttribute('lang')).toBe('ja')
})

test('Switching the world stays on the screen', { tags: ['deep'] }, async ({ dashboard, emulator }) => {
  const { page, world } = dashboard
  await using other = await emulator.createWorld({ world_id: 'the-other-one', fixture: 'empty' })
  await dashboard.open('limits')
  await page.getByRole('button', { name: `World: ${world.id}` }).click()
  await page.getByRole('option', { name: new RegExp(other.id) }).click()
  await page.waitForURL(/\/w\/the-other-one\/limits$/)
  await page.getByRole('button', { name: `World: ${other.id}` }).waitFor()
  // The other world ends: a page that shows it would go on asking for it.
  await dashboard.follow('limits')
})

test('A restart of the emulator is shown and survived', async ({ context, built }) => {
  const as = { run: 'npm run -s ringback --', restart: (port: number) => `npm start -- --port ${port}` }
  const start = (port: number) => startEmulator({ port, clock: START, dashboardFolder: built }, as)
  const first = await start(0)
  const port = Number(new URL(first.url).port)
  const dashboard = new Dashboard(await context.newPage(), first.world)
  const { page } = dashboard
  await ask(first.world, first.world.tenant('pro').key, '/customers')
  const [{ request_id = '' } = {}] = await first.world.requests.list()
  // A command is shown as it is typed where the emulator was started.
  await dashboard.open('client/drills/lost_answer')
  await page.getByText(/npm run -s ringback -- drill --only lost_answer/).waitFor()
  await dashboard.follow(`requests/${request_id}`)
  await page.getByText('Every check passed.').waitFor()
  await first.close()
  await page.getByRole('alert').getByText(`npm start -- --port ${port}`).waitFor()
  // What only the emulator can do cannot be pressed meanwhile, and says why.
  const ofClock = page.getByRole('region', { name: 'Clock' })
  const moves = ofClock.getByRole('button', { name: /^(Freeze|Live|\+1 h|Midnight|Next: )/ })
  expect(await moves.count()).toBe(4)
  for (const move of await moves.all()) {
    expect(await move.isDisabled()).toBe(true)
    expect(await move.getAttribute('title')).toBe('The emulator does not answer: start it again first.')
  }
  // What was known stays, in the list and beside it.
  await page.getByText('Every check passed.').waitFor()
  await page.getByRole('row', { name: /GET \/customers/ }).waitFor()
  // A screen whose code has not been loaded yet.
  await page.getByRole('link', { name: /^Limits/ }).click()
  await page.getByText('Try again').waitFor()
  await using second = await start(port)
  await page.getByText('Connected', { exact: true }).waitFor()
  for (const move of await moves.all()) expect(await move.isEnabled()).toBe(true)
  await page.getByRole('heading', { level: 1, name: 'Limits' }).waitFor()
  await page.getByRole('link', { name: /^Requests/ }).click()
  const { key } = second.world.tenant('pro')
  await fetch(`${second.world.baseUrl}/customers`, { headers: { Authorization: `Bearer ${key}` } })
  await page.getByRole('row', { name: /GET \/customers/ }).waitFor()
  dashboard.forgive(/Unable to preload CSS|ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONNECTION_RESET/)
  expect(dashboard.complaints).toEqual([])
  await page.close()
})

test('A screen whose code has not come yet says that it is loading', async ({ dashboard }) => {
  const { page } = dashboard
  const come = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  await page.route(/requests-screen/, async route => {
    asked.resolve()
    await come.promise
    await route.fallback()
  })
  await page.goto(dashboard.at('requests'))
  await asked.promise
  await page.getByRole('main').getByRole('status', { name: 'Loading' }).waitFor()
  come.resolve()
  await page.getByRole('heading', { name: 'Requests', exact: true }).waitFor()
})

test('The notice after a move of the clock has all that its sentence counts, and leads to each of it', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  for (const inbox of ['crm', 'billing']) await registerWebhook(world, { inbox })
  for (const last of [1, 2, 3, 4, 5])
    await world.calls.place({
      tenant: 'max',
      phone_number: `+8131234000${last}`,
      external_id: `order-2026-00012${last}`,
    })
  await dashboard.open('live')
  await page.getByRole('button', { name: '+1 h' }).click()
  const clock = page.getByRole('region', { name: 'Clock' })
  await clock.getByText(/1 transcript ready, \d+ delivery attempts for 5 events$/).waitFor()
  const list = clock.getByRole('list')
  await list.getByText('Transcript is ready').waitFor()
  await list
    .getByRole('listitem')
    .filter({ hasText: /Call rings ?order-/ })
    .waitFor()
  const calls = await list.getByRole('listitem').filter({ hasText: 'Call rings' }).innerText()
  expect(calls.replaceAll(/\s+/g, ' ')).toMatch(/Call rings order-2026-00012\d and 4 more$/)
  const name = list.getByRole('listitem').filter({ hasText: 'Call rings' }).getByRole('link')
  expect(await name.evaluate(link => link.scrollWidth - link.clientWidth)).toBeLessThanOrEqual(0)
  const { clientHeight, scrollHeight } = await list.evaluate(
    ({ clientHeight, scrollHeight }: { clientHeight: number; scrollHeight: number }) => ({
      clientHeight,
      scrollHeight,
    }),
  )
  expect(scrollHeight).toBeLessThanOrEqual(clientHeight)
  await list.getByRole('link', { name: /^\d+ of them in Live$/ }).click()
  await page.waitForURL(/\/live\?span=\d+&at=\d+$/)
  const lanes = page.getByRole('group', { name: 'Lanes of the axis' })
  await lanes.getByText('5', { exact: true }).waitFor()
})

test('A call is named by its id in the CRM, or by its number, in what comes next and in the notice after it', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await page.setViewportSize({ width: 1_366, height: 800 })
  await dashboard.open('limits')
  const next = page.getByRole('region', { name: 'Clock' }).locator('button:has([data-when])')
  /** Whether the name stands whole in the button, and the bar in one line. */
  const isWhole = () =>
    next.evaluate(button => {
      const [name, row] = ['[data-whose]', '[data-when]'].map(part =>
        button.querySelector(part)!.getBoundingClientRect(),
      )
      const bar = button.parentElement!.parentElement!.getBoundingClientRect()
      return name!.right <= row!.right + 1 && name!.bottom <= row!.bottom + 1 && bar.height <= 60
    })
  await world.calls.place({ tenant: 'max', phone_number: '+81312340001', external_id: 'order-2026-000123' })
  await next.filter({ hasText: /Next: call rings.*· order-2026-000123/ }).waitFor()
  expect(await isWhole()).toBe(true)
  await inJapanese(page, async () => {
    await page.getByText('· order-2026-000123').waitFor()
    expect(
      await page
        .locator('button [data-whose]')
        .evaluate(
          name => name.getBoundingClientRect().bottom <= name.parentElement!.getBoundingClientRect().bottom + 1,
        ),
    ).toBe(true)
  })
  await world.clock.advance({ by: 'PT1H' })
  // With spaces it is another id, and has another name.
  await world.calls.place({ tenant: 'max', phone_number: '+81312340001', external_id: ' order-2026-000123 ' })
  await next.filter({ hasText: /· ␣order-2026-000123␣/ }).waitFor()
  await world.clock.advance({ by: 'PT1H' })
  await world.calls.place({ tenant: 'max', phone_number: '+81312340002' })
  await next.filter({ hasText: /Next: call rings.*· 813\*{4}0002$/ }).waitFor()
  await next.click()
  await page
    .getByRole('status')
    .getByRole('link', { name: /^813\*{4}0002$/ })
    .waitFor()
})

/** Each text that the button of what comes next may have, in a language. */
function nextTexts({ attempt, due_short }: typeof english | typeof japanese): string[] {
  const { call, ...others } = due_short
  return [attempt, ...Object.values(call), ...Object.values(others)].map(text =>
    text.replace('{{number}}', '7').replace('{{of}}', '10').replace('{{attempt}}', '12'),
  )
}

/** The widest times that the bar shows, in a language: until each window is over, and until what comes next. */
const WIDEST = {
  en: { ends: ['10 s', '59 s', '23 h 59 min'], wait: 'in 23 h 59 min' },
  ja: { ends: ['10秒', '59秒', '23時間59分'], wait: 'あと 23時間59分' },
} as const

/**
 * Those of some texts that the button would cut, or for which the bar would take a second line. The page itself writes what is due: here each text
 * stands in its place for as long as it takes to measure it.
 */
const cutTexts = (page: Page, texts: readonly string[], { ends, wait }: (typeof WIDEST)['en' | 'ja']) =>
  page.evaluate<string[]>(`(() => {
    const before = []
    const write = (element, text) => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(), left = text; node; node = walker.nextNode(), left = '') {
        before.push([node, node.nodeValue])
        node.nodeValue = left
      }
    }
    const lead = document.querySelector('[data-lead]')
    const button = lead.closest('button')
    const bar = button.parentElement.parentElement
    const untils = [...bar.querySelectorAll('span[aria-hidden]')].filter(until => until.parentElement.closest('button') !== button)
    const ends = ${JSON.stringify(ends)}
    ends.forEach((text, index) => write(untils[index], text))
    write(button.querySelector('[data-in]'), ${JSON.stringify(wait)})
    const what = lead.nextSibling
    const said = what.nodeValue
    const cut = ${JSON.stringify(texts)}.filter(text => {
      what.nodeValue = text
      const parts = [button, ...button.querySelectorAll('*')]
      const isCut = parts.some(part => part.clientWidth > 0 && part.scrollWidth > part.clientWidth + 1)
      return isCut || bar.getBoundingClientRect().height > 60 || bar.scrollWidth > bar.clientWidth + 1
    })
    what.nodeValue = said
    for (const [node, text] of before) node.nodeValue = text
    return cut
  })()`)

test('What comes next is said whole from 1,280 pixels on, whatever it is, at each pace and in both languages', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const cut: Record<string, string[]> = {}
  const look = async (language: 'en' | 'ja') => {
    const face = page.getByRole('timer').locator('..')
    const pressed = page.getByRole('group', { name: language === 'en' ? 'Pace' : '進み方' })
    for (const [index, pace] of (['frozen', 'live', 'eager', 60, 7.5] as const).entries()) {
      await world.client.send('PUT', ['clock'], { pace })
      if (pace === 7.5) await face.getByText('×7.5').waitFor()
      else await pressed.locator(`button:nth-child(${index + 1})[aria-pressed="true"]`).waitFor()
      for (const width of [1_280, 1_366, 1_440, 1_548, 1_549, 1_600, 1_748, 1_749, 1_920]) {
        await page.setViewportSize({ width, height: 800 })
        const texts = nextTexts(language === 'en' ? english : japanese)
        const found = await cutTexts(page, texts, WIDEST[language])
        if (found.length > 0) cut[`${language} ${width} ${pace}`] = found
      }
    }
    await world.client.send('PUT', ['clock'], { pace: 'frozen' })
  }
  // Nothing falls due while it is looked at.
  await world.clock.advance({ by: 'PT10M' })
  await dashboard.loadAnew('limits')
  await page.locator('[data-lead]').waitFor({ state: 'attached' })
  await look('en')
  await inJapanese(page, () => look('ja'))
  expect(cut).toEqual({})
})

test('In Japanese the next event is said whole in a window of 1,280 pixels, also when it is hours away', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await world.clock.advance({ by: 'PT10M' })
  await page.setViewportSize({ width: 1_280, height: 720 })
  await dashboard.open('limits')
  await inJapanese(page, async () => {
    const next = page.getByTitle('進む：日本時間 0時')
    await next.getByText(/\d時間\d+分/).waitFor()
    const cut = await next
      .locator('*')
      .evaluateAll((parts: { scrollWidth: number; clientWidth: number; textContent: string | null }[]) =>
        parts
          .filter(part => part.clientWidth > 0 && part.scrollWidth > part.clientWidth + 1)
          .map(part => part.textContent),
      )
    expect(cut).toEqual([])
  })
})

test('The buttons of the clock stay where they are when another day begins in Tokyo', async ({ dashboard }) => {
  const { page } = dashboard
  await dashboard.open('limits')
  const midnight = page.getByRole('button', { name: /^Midnight/ })
  const utc = page.getByRole('timer')
  await midnight.waitFor()
  const before = await midnight.boundingBox()
  expect(await utc.innerText()).not.toMatch(/· \d\d-\d\d /)
  await midnight.click()
  await utc
    .getByText(/· \d\d-\d\d /)
    .first()
    .waitFor()
  expect((await midnight.boundingBox())?.x).toBe(before?.x)
})
