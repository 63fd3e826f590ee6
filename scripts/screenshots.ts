import { mkdirSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { parseArgs } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { startEmulator, type TenantHandle, type WorldHandle } from '../server/index.ts'
import { launchChromium } from '../tests/dashboard/support/chromium.ts'

/**
 * Pictures of every screen from a fixed seed and instant: `node scripts/screenshots.ts [--out <folder>] [--only <screen>,…] [--size 1024x768]`. They are
 * looked at by people, not compared by machines.
 */
const { values } = parseArgs({
  options: {
    out: { type: 'string', default: 'screenshots' },
    only: { type: 'string' },
    looks: { type: 'string', default: 'light,dark,ja' },
    size: { type: 'string', default: '1440x900' },
  },
})

/** Ten seconds to midnight in Tokyo, on a Tuesday. */
const NOW = '2026-03-10T14:59:50Z'
const [width = 1440, height = 900] = values.size.split('x').map(Number)
const SIZE = { width, height }

interface Look {
  readonly scheme: 'light' | 'dark'
  readonly language: 'en' | 'ja'
}
const LOOKS: Record<string, Look> = {
  light: { scheme: 'light', language: 'en' },
  dark: { scheme: 'dark', language: 'en' },
  ja: { scheme: 'light', language: 'ja' },
}

interface Story {
  readonly request_id: string
  readonly call_id: string
  readonly delivery_id: string
  /** A request that more than one check refuses. */
  readonly refused_id: string
}

/** Addresses of the screens, each in a state that is worth looking at. */
const SCREENS: Record<string, (story: Story) => string> = {
  live: () => '/live',
  'live-request': ({ request_id }) => `/live/request/${request_id}`,
  'live-call': ({ call_id }) => `/live/call/${call_id}`,
  requests: () => '/requests',
  request: ({ request_id }) => `/requests/${request_id}`,
  limits: () => '/limits/pro',
  calls: () => '/calls',
  call: ({ call_id }) => `/calls/${call_id}`,
  webhooks: () => '/webhooks',
  delivery: ({ delivery_id }) => `/webhooks/deliveries/${delivery_id}`,
  signature: ({ delivery_id }) => `/signature?delivery=${delivery_id}`,
  tampered: ({ delivery_id }) => `/signature?delivery=${delivery_id}&tamper=body_changed`,
  present: ({ delivery_id }) => `/signature?present&delivery=${delivery_id}&tamper=body_changed`,
  refused: ({ refused_id }) => `/requests/${refused_id}`,
  welcome: () => '/w/fresh/',
  inbox: () => '/inbox/crm',
  client: () => '/client',
  finding: () => '/client/requests_after_quota',
  'lost-answer': () => '/client/double_call',
  data: () => '/data',
  tenants: () => '/tenants',
  faults: () => '/faults',
  assumptions: () => '/assumptions',
  coverage: () => '/coverage',
  snapshots: () => '/snapshots',
  reference: () => '/reference',
}

await using emulator = await startEmulator({ port: 0, clock: NOW })
const story = await tell(emulator.world)
await emulator.createWorld({ world_id: 'fresh', clock: NOW })
mkdirSync(values.out, { recursive: true })
const browser = await launchChromium()
try {
  for (const look of values.looks.split(',')) await take(browser, look)
} finally {
  await browser.close()
}

async function take(from: Browser, name: string): Promise<void> {
  const look = LOOKS[name]
  if (look === undefined) throw new Error(`There is no look ${name}. Choose from ${Object.keys(LOOKS).join(', ')}.`)
  const context = await from.newContext({ viewport: SIZE, colorScheme: look.scheme, locale: look.language })
  const page = await context.newPage()
  for (const [screen, address] of Object.entries(SCREENS)) {
    if (values.only !== undefined && !values.only.split(',').includes(screen)) continue
    await page.goto(new URL(address(story), emulator.dashboardUrl).href)
    await settled(page)
    await page.screenshot({ path: `${values.out}/${screen}-${name}.png` })
  }
  await context.close()
}

/** A page is looked at when nothing has moved on it for a moment. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  await page.getByRole('main').waitFor()
  await page.waitForTimeout(900)
}

/** A day in the life of a CRM integration: what the pictures show. */
async function tell(world: WorldHandle): Promise<Story> {
  const pro = world.tenant('pro')
  const post = (path: string, body: unknown) =>
    pro.fetch(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })
  const subscribe = (label: string, name: string, events: string[]) =>
    post('/webhooks', { label, url: `https://inbox.ringback.test/${name}`, events })
  await subscribe('CRM', 'crm', ['call.completed', 'call.missed'])
  await subscribe('Dashboard of missed calls', 'missed', ['call.missed'])
  await control(world, 'PUT', '/inbox/missed', { status: 500 })
  for (const [index, ending] of ['0001', '0002', '0001', '0003', '0001', '0004'].entries()) {
    await post('/calls/initiate', initiation(pro, index, ending))
    await world.clock.advance({ by: 'PT3S' })
  }
  await world.clock.advance({ by: 'PT5M' })
  await pro.fetch('/customers?name=%E7%94%B0')
  await pro.fetch('/customers/999999')
  await post('/calls/initiate', { phone_number: '123', staff_id: pro.staffIds[0] })
  await pro.fetch('/reports/summary?from=2026-02-20&to=2026-03-10')
  await pro.limits.set({ day: { used: 'limit-1' }, minute: { used: 214 }, webhook_sends: { used: 4_980 } })
  await pro.fetch('/customers')
  await pro.fetch('/reports/users?from=2026-03-01&to=2026-03-10', {
    headers: { Authorization: `Bearer ${pro.keys.reader}` },
  })
  const free = world.tenant('free')
  await free.fetch('/reports/summary?from=2026-03-01&to=2026-03-10')
  await misbehave(world)
  // Two calls under way: one that talks, and one that rings.
  await world.calls.place({ tenant: 'pro', phone_number: '03-5555-0001', external_id: 'crm-1006' })
  await world.clock.advance({ by: 'PT14S' })
  await world.calls.place({ tenant: 'pro', phone_number: '03-5555-0001', external_id: 'crm-1007' })
  await world.clock.advance({ by: 'PT3S' })
  const [refused] = (await control(world, 'GET', '/requests?status=429&limit=1')).data
  const [also] = (await control(world, 'GET', '/requests?status=429&endpoint=reportUsers&limit=1')).data
  const [delivery] = (await control(world, 'GET', '/deliveries?status=pending&limit=1')).data
  const [call] = (await control(world, 'GET', '/calls?external_id=crm-1000&limit=1')).data
  if (!refused || !also || !delivery || !call) throw new Error('The story did not come to where the pictures begin.')
  return {
    request_id: refused.request_id,
    refused_id: also.request_id,
    delivery_id: delivery.delivery_id,
    call_id: call.call_id,
  }
}

/** A client that places a call again when its answer is lost, and one that goes on after its quota is used up. */
async function misbehave(world: WorldHandle): Promise<void> {
  const max = world.tenant('max')
  await world.faults.add({ match: { path: '/calls/initiate' }, effect: { drop: true }, times: 1 })
  const { external_id: _, ...call } = initiation(max, 0, '0001')
  const headers = { 'Content-Type': 'application/json', 'User-Agent': 'click-to-call/3.1 (browser)' }
  const place = () => max.fetch('/calls/initiate', { method: 'POST', headers, body: JSON.stringify(call) })
  await place().catch(place)
  const free = world.tenant('free')
  await free.limits.set({ day: { used: 'limit' } })
  // One connection, as of a program that sends one request after the other.
  using agent = Object.assign(new Agent({ keepAlive: true, maxSockets: 1 }), {
    [Symbol.dispose](this: Agent) {
      this.destroy()
    },
  })
  const options = {
    agent,
    headers: { Authorization: `Bearer ${free.key}`, 'User-Agent': 'nightly-import/2.4.1 (node)' },
  }
  for (let request = 1; request <= 4; request++) {
    await new Promise<void>((resolve, reject) => {
      const sent = get(`${free.baseUrl}/customers`, options, answer => answer.resume().once('end', resolve))
      sent.once('error', reject)
    })
    await world.clock.advance({ by: 'PT3S' })
  }
}

function initiation(pro: TenantHandle, index: number, ending: string) {
  return {
    phone_number: `03-5555-${ending}`,
    staff_id: pro.staffIds[index % pro.staffIds.length],
    project_id: pro.projectIds[index % pro.projectIds.length],
    external_id: `crm-${1_000 + index}`,
  }
}

interface Ids {
  request_id: string
  delivery_id: string
  call_id: string
}

async function control(world: WorldHandle, method: string, path: string, body?: unknown): Promise<{ data: Ids[] }> {
  const response = await fetch(`${world.controlUrl}${path}`, {
    method,
    headers: { 'Content-Type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  })
  return (await response.json()) as { data: Ids[] }
}
