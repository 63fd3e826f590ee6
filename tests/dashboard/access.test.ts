import { readFile } from 'node:fs/promises'
import type { BrowserContext } from 'playwright-core'
import { expect } from 'vitest'
import { type StartedEmulator, startEmulator, type WorldHandle } from '../../server/index.ts'
import { ask } from './support/api.ts'
import { findingsInBothThemes } from './support/axe.ts'
import { Dashboard, START, dashboardTest as test } from './support/dashboard-test.ts'
import { PATIENCE_MS } from './support/until-shown.ts'

const TOKEN = '0f9c2b7e4d6a8135f0e1d2c3b4a59687'
const OTHER_TOKEN = '7b1d3f5a9c8e60427b1d3f5a9c8e6042'
/** As a colleague's browser reaches it: not by a loopback name, so in no secure context. */
const HOST = 'desk.ringback.test'

/** The refusals and the restarts themselves, and a header that browsers only heed over https; nothing else may be wrong. */
const EXPECTED =
  /401 \(Unauthorized\)|Cross-Origin-Opener-Policy header has been ignored|ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONNECTION_RESET/

const openToOthers = test.extend<{
  /** Of the file: what its pages have compiled stays. Each test has a tab of its own, and with it no token. */
  visitor: BrowserContext
  /** Of the file. */
  shared: StartedEmulator
  doorOf: (emulator: StartedEmulator, world?: WorldHandle) => Promise<Dashboard>
  door: Dashboard
}>({
  visitor: [
    async ({ browser, contextOptions }, use) => {
      const context = await browser.newContext(contextOptions)
      context.setDefaultTimeout(PATIENCE_MS)
      await use(context)
      await context.close()
    },
    { scope: 'file' },
  ],
  shared: [
    async ({ built }, use) => {
      await using emulator = await start({ dashboardFolder: built })
      await use(emulator)
    },
    { scope: 'file' },
  ],
  doorOf: async ({ visitor }, use) => {
    const doors: Dashboard[] = []
    await use(async ({ url, world: first }, world = first) => {
      const { port } = new URL(url)
      const door = new Dashboard(await visitor.newPage(), world, { origin: `http://${HOST}:${port}` })
      doors.push(door)
      return door
    })
    for (const door of doors) {
      await door.page.close()
      door.forgive(EXPECTED)
      expect(door.complaints).toEqual([])
    }
  },
  door: async ({ doorOf, shared }, use) => {
    await use(await doorOf(shared, await shared.createWorld({ clock: START })))
  },
})

function start(options: { dashboardFolder: string; token?: string; port?: number }): Promise<StartedEmulator> {
  return startEmulator({ host: '0.0.0.0', allowedHosts: [HOST], token: TOKEN, port: 0, clock: START, ...options })
}

async function signIn({ page }: Dashboard, token: string): Promise<void> {
  await page.getByLabel('Control token').fill(token)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

openToOthers(
  'An emulator with a token asks for it, takes the right one alone, and then shows what was asked for',
  async ({ door }) => {
    const { page, world } = door
    const sent: { url: string; authorization: string | undefined }[] = []
    page.on('request', request => sent.push({ url: request.url(), authorization: request.headers().authorization }))
    await page.goto(door.at('requests?status=2xx'))
    await page.getByRole('heading', { name: 'This emulator requires a token' }).waitFor()
    await signIn(door, OTHER_TOKEN)
    await page.getByRole('alert').getByText('That is not the token').waitFor()
    expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.toContain(OTHER_TOKEN)
    await signIn(door, TOKEN)
    await page.getByText('Connected', { exact: true }).waitFor()
    expect(new URL(page.url()).search).toBe('?status=2xx')
    await ask(world, world.tenant('pro').key, '/customers')
    await page.getByRole('row', { name: /GET \/customers 200/ }).waitFor()

    const streams = sent.filter(({ url }) => url.endsWith('/stream'))
    expect(streams.at(-1)?.authorization).toBe(`Bearer ${TOKEN}`)
    expect(sent.filter(({ url }) => url.includes(TOKEN) || url.includes(OTHER_TOKEN))).toEqual([])
    expect(await page.evaluate('JSON.stringify(localStorage) + document.cookie + location.href')).not.toContain(TOKEN)
  },
)

openToOthers('axe finds nothing serious where the token is asked for, in either theme', async ({ door }) => {
  const { page } = door
  await page.goto(door.at('live'))
  await page.getByLabel('Control token').waitFor()
  expect(await findingsInBothThemes(page, 'html')).toEqual([])
})

openToOthers(
  'A tab keeps the token when it is reloaded, another tab does not have it, and it can be given back',
  async ({ door }) => {
    const { page } = door
    await page.goto(door.at('limits'))
    await signIn(door, TOKEN)
    await page.getByText('Connected', { exact: true }).waitFor()
    await page.reload()
    await page.getByText('Connected', { exact: true }).waitFor()
    const other = await page.context().newPage()
    await other.goto(door.at('limits'))
    await other.getByLabel('Control token').waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('Control token').waitFor()
    await page.reload()
    await page.getByLabel('Control token').waitFor()
  },
)

openToOthers('With a token, files are kept and commands are shown as they work from here', async ({ door }) => {
  const { page, world } = door
  await ask(world, world.tenant('pro').key, '/customers')
  await page.goto(door.at('requests'))
  await signIn(door, TOKEN)
  const saving = page.waitForEvent('download')
  await page.getByRole('link', { name: 'HAR' }).click()
  const file = await saving
  expect(file.suggestedFilename()).toBe(`${world.id}.har`)
  const { log } = JSON.parse(await readFile(await file.path(), 'utf8')) as { log: { entries: unknown[] } }
  expect(log.entries).toHaveLength(1)
  await door.follow('faults')
  const command = page.getByText(/^curl -X POST /)
  expect(await command.textContent()).toContain(`http://${HOST}:`)
  expect(await command.textContent()).toContain('-H "Authorization: Bearer $RINGBACK_TOKEN"')
  // Others may be looking at the page.
  await door.follow('tenants/pro')
  await page.getByText(/RINGBACK_TOKEN='•+'/).waitFor()
  expect(await page.content()).not.toContain(TOKEN)
})

openToOthers(
  'A restart is survived with the token, also by code that did not load before, and one with another token asks again',
  async ({ doorOf, built }) => {
    const first = await start({ dashboardFolder: built })
    const door = await doorOf(first)
    const { page } = door
    const port = Number(new URL(first.url).port)
    const [band, code] = [
      page.getByRole('application', { name: 'What happened and what is planned' }),
      '**/assets/axis-band-*.js',
    ]
    await page.route(code, route => route.abort())
    await page.goto(door.at('requests'))
    const missed = page.waitForEvent('requestfailed')
    await signIn(door, TOKEN)
    await page.getByText('Connected', { exact: true }).waitFor()
    await missed
    // The screen has come with its code before the emulator goes.
    await page.getByRole('heading', { name: 'Requests', exact: true }).waitFor()
    await first.close()
    await page.getByText('The emulator does not answer.', { exact: true }).waitFor()
    expect(await band.count()).toBe(0)
    await page.unroute(code)
    const same = await start({ dashboardFolder: built, port })
    await band.waitFor()
    await page.getByText('Connected', { exact: true }).waitFor()
    door.forgive(/ERR_FAILED|dynamically imported module/)
    await ask(same.world, same.world.tenant('pro').key, '/customers')
    await page.getByRole('row', { name: /GET \/customers 200/ }).waitFor()
    await same.close()
    await using changed = await start({ dashboardFolder: built, port, token: OTHER_TOKEN })
    await page.getByRole('alert').getByText('That is not the token').waitFor()
    await signIn(door, OTHER_TOKEN)
    await page.getByText('Connected', { exact: true }).waitFor()
    expect(changed.world.id).toBe('default')
  },
)
