import { gzipSync } from 'node:zlib'
import type { CDPSession, Page } from 'playwright-core'
import { launchChromium } from '../../../tests/dashboard/support/chromium.ts'
import { DASHBOARD_FOLDER, ensureDashboard } from '../../dashboard-build.ts'
import { frameTimes, WATCH_FRAMES } from '../frames.ts'
import { load, type Server, startRingback } from '../processes.ts'
import { type Figure, median, type Row, round } from '../row.ts'

/** A screen that shows figures of six tenants at once. */
const FIRST_PAGE = '/limits/pro'
/** A heading that comes with them. */
const SHOWN = 'Requests this minute'
const EXCHANGES = 100_000
const STREAMED = 10_000
/** Turns of the wheel down the list, and what each moves. */
const WHEEL_TURNS = 300
const WHEEL_PIXELS = 1_200
const PAUSE_BETWEEN_TURNS_MS = 16
const ROW_PIXELS = 30
/** The dashboard in a real browser: first view, scrolling through a full journal, memory under a stream. */
export const dashboard: Row = {
  name: 'dashboard',
  run: async ({ rounds }) => {
    ensureDashboard()
    await using server = await startRingback({
      fixture: 'standard',
      dashboard: true,
      dashboardFolder: DASHBOARD_FOLDER,
    })
    const url = `http://127.0.0.1:${server.ready.port}`
    const views: number[] = []
    for (let index = 0; index < rounds; index++) views.push(await firstView(url))
    const view = median(views)
    const kilobytes = await scriptKilobytes(url)
    await exchange(server, EXCHANGES)
    const scrolled = await scrollThrough(url)
    const memory = await memoryUnderStream(url, server)
    const figures: Figure[] = [
      {
        row: 'dashboard: first view in a browser that has just been started',
        figure: `${Math.round(view)} ms, ${Math.round(kilobytes)} kB of JavaScript (gzip)`,
        goal: '≤ 1,000 ms, ≤ 450 kB',
        reached: view <= 1_000 && kilobytes <= 450,
        details: { views },
      },
      {
        row: 'dashboard: scrolling through 100,000 exchanges',
        figure: `longest frame ${round(scrolled.longest, 1)} ms, ${scrolled.over} of ${scrolled.frames} over 50 ms, ${scrolled.rows.toLocaleString('en')} rows passed`,
        goal: 'no frame over 50 ms',
        reached: scrolled.over === 0,
        details: scrolled,
      },
      {
        row: 'dashboard: heap after 10,000 streamed exchanges',
        figure: `${round(memory.after - memory.before, 1)} MB more (${round(memory.before, 1)} → ${round(memory.after, 1)} MB)`,
        goal: '≤ 5 MB more',
        reached: memory.after - memory.before <= 5,
        details: memory,
      },
    ]
    return figures
  },
}

async function exchange({ ready }: Server, count: number): Promise<void> {
  for (let answered = 0; answered < count; ) {
    const seconds = count > STREAMED ? 2 : 0.5
    const { perSecond } = await load({
      port: ready.port,
      method: 'GET',
      path: `/api/v1/customers/${ready.customer_id}`,
      headers: { Authorization: `Bearer ${ready.key}` },
      seconds,
      connections: 4,
    })
    answered += perSecond * seconds
  }
}

/** From asking for the address until the screen is there with its figures, in a browser and with a cache of its own. */
async function firstView(url: string): Promise<number> {
  await using browser = await launchChromium()
  const page = await browser.newPage()
  const begun = performance.now()
  await page.goto(`${url}${FIRST_PAGE}`, { waitUntil: 'commit' })
  // With each frame: what waits for a locator looks every half second in the end.
  await page.evaluate(`new Promise((resolve, reject) => {
    const until = performance.now() + 30_000
    const isShown = heading => heading.textContent === '${SHOWN}' && heading.checkVisibility()
    const look = now => {
      if ([...document.querySelectorAll('h2')].some(isShown)) resolve()
      else if (now > until) reject(new Error('The screen has no heading ${SHOWN}.'))
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })`)
  return performance.now() - begun
}

/** The scripts that a first view asks for. Not measured together with its time: reading them here takes the browser's. */
async function scriptKilobytes(url: string): Promise<number> {
  await using browser = await launchChromium()
  const page = await browser.newPage()
  const scripts: Promise<number>[] = []
  page.on('response', response => {
    if (response.url().endsWith('.js')) scripts.push(response.body().then(body => gzipSync(body).length))
  })
  await page.goto(`${url}${FIRST_PAGE}`)
  await page.getByRole('heading', { name: SHOWN }).waitFor()
  return (await Promise.all(scripts)).reduce((sum, length) => sum + length, 0) / 1_000
}

/** Frames as the page itself sees them while the wheel turns. */
async function scrollThrough(url: string) {
  await using browser = await launchChromium()
  const page = await browser.newPage({ viewport: { width: 1_440, height: 900 } })
  const grid = await openRequests(page, url)
  const box = await grid.boundingBox()
  await page.mouse.move((box?.x ?? 0) + 200, (box?.y ?? 0) + 200)
  await page.evaluate(WATCH_FRAMES)
  for (let turn = 0; turn < WHEEL_TURNS; turn++) {
    await page.mouse.wheel(0, WHEEL_PIXELS)
    await page.waitForTimeout(PAUSE_BETWEEN_TURNS_MS)
  }
  const frames = frameTimes(await page.evaluate<number[]>('frames'))
  const scrolled = await page.evaluate<number>("document.querySelector('[role=grid]').scrollTop")
  return {
    frames: frames.length,
    longest: Math.max(...frames),
    over: frames.filter(frame => frame > 50).length,
    rows: Math.round(scrolled / ROW_PIXELS),
  }
}

async function memoryUnderStream(url: string, server: Server): Promise<{ before: number; after: number }> {
  await using browser = await launchChromium()
  const page = await browser.newPage()
  await openRequests(page, url)
  const session = await page.context().newCDPSession(page)
  // What is made once, such as compiled code, is no growth.
  await exchange(server, STREAMED)
  const before = await heapMegabytes(page, session)
  await exchange(server, STREAMED)
  return { before, after: await heapMegabytes(page, session) }
}

async function heapMegabytes(page: Page, session: CDPSession): Promise<number> {
  await page.waitForTimeout(1_000)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return usedSize / 2 ** 20
}

async function openRequests(page: Page, url: string) {
  await page.goto(`${url}/requests`)
  const grid = page.getByRole('grid')
  await grid.getByRole('row').nth(5).waitFor()
  return grid
}
