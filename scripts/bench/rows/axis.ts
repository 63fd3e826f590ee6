import type { Page } from 'playwright-core'
import { launchChromium } from '../../../tests/dashboard/support/chromium.ts'
import { DASHBOARD_FOLDER, ensureDashboard } from '../../dashboard-build.ts'
import { WATCH_FRAMES } from '../frames.ts'
import { load, type Server, startRingback } from '../processes.ts'
import { type Figure, type Row, round } from '../row.ts'

const MARKS = 10_000
const PER_SECOND = 1_000
/** Emulated time passes this fast, so that the marks lie side by side and not on each other. */
const PACE = 60
const WATCHED_SECONDS = 6
const PAUSE_BETWEEN_TURNS_MS = 30

interface Watched {
  readonly longest: number
  readonly over: number
  readonly frames: number
  readonly perSecond: number
  /** Processor time of the longest task of the page, which other processes do not lengthen; in milliseconds. */
  readonly busiest: number
}

/** Live with a full axis, all of it in view, while exchanges arrive and somebody zooms, pans and points. */
export const axis: Row = {
  name: 'axis',
  run: async ({ rounds }) => {
    ensureDashboard()
    const runs: Watched[] = []
    for (let index = 0; index < rounds; index++) runs.push(await watch())
    const longest = Math.max(...runs.map(run => run.longest))
    const busiest = Math.max(...runs.map(run => run.busiest))
    const frames = runs.reduce((sum, run) => sum + run.frames, 0)
    const over = runs.reduce((sum, run) => sum + run.over, 0)
    const figure: Figure = {
      row: `dashboard: axis with ${MARKS.toLocaleString('en')} marks, ${PER_SECOND.toLocaleString('en')} exchanges/s arriving`,
      figure: `longest frame ${round(longest, 1)} ms, ${over} of ${frames} over 50 ms in ${rounds} runs; longest task ${round(busiest, 1)} ms of processor time`,
      goal: 'no frame over 50 ms',
      reached: over === 0,
      details: { runs },
    }
    return [figure]
  },
}

async function watch(): Promise<Watched> {
  await using server = await startRingback({ fixture: 'standard', dashboard: true, dashboardFolder: DASHBOARD_FOLDER })
  await using browser = await launchChromium()
  const url = `http://127.0.0.1:${server.ready.port}`
  await fetch(`${url}/control/worlds/default/clock`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ pace: PACE }),
  })
  const page = await browser.newPage({ viewport: { width: 1_440, height: 900 } })
  await page.goto(`${url}/live?span=0`)
  const plane = page.getByRole('application')
  await plane.waitFor()
  await exchange(server, { seconds: MARKS / PER_SECOND + 1 })
  const box = await plane.boundingBox()
  const middle = { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + 80 }
  await page.mouse.move(middle.x, middle.y)
  await page.evaluate(WATCH_FRAMES)
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] })
  const arriving = exchange(server, { seconds: WATCHED_SECONDS })
  await turn(page, middle)
  const { perSecond } = await arriving
  const busiest = busiestTask(await browser.stopTracing())
  const frames = await page.evaluate<number[]>('frames')
  return {
    longest: Math.max(...frames),
    over: frames.filter(frame => frame > 50).length,
    frames: frames.length,
    perSecond: Math.round(perSecond),
    busiest,
  }
}

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  /** Processor time in microseconds. */
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

/** Of the threads that run pages. */
function busiestTask(trace: Buffer): number {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`
  const named = traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
  const threads = new Set(named.map(threadOf))
  const tasks = traceEvents.filter(
    event => event.ph === 'X' && event.name.endsWith('RunTask') && threads.has(threadOf(event)),
  )
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1_000
}

const exchange = ({ ready }: Server, { seconds }: { seconds: number }) =>
  load({
    port: ready.port,
    method: 'GET',
    path: `/api/v1/customers/${ready.customer_id}?page={n}`,
    headers: { Authorization: `Bearer ${ready.key}` },
    seconds,
    connections: 4,
    perSecond: PER_SECOND,
  })

/** Zooms in and out, pans, and moves the pointer over the marks. */
async function turn(page: Page, { x, y }: { x: number; y: number }): Promise<void> {
  const until = performance.now() + WATCHED_SECONDS * 1_000
  for (let turns = 0; performance.now() < until; turns++) {
    const phase = Math.floor(turns / 20) % 4
    if (phase === 0) await page.mouse.wheel(0, -60)
    else if (phase === 1) await page.mouse.wheel(0, 60)
    else if (phase === 2) await page.mouse.wheel(80, 0)
    else await page.mouse.move(x - 300 + (turns % 20) * 30, y)
    await page.waitForTimeout(PAUSE_BETWEEN_TURNS_MS)
  }
}
