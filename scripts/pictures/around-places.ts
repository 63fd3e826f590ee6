import type { Page } from 'playwright-core'
import type { Place } from './places.ts'

/** A dialog or a menu goes with Escape. */
const leave = (page: Page) => page.keyboard.press('Escape')
/** What opens takes the focus; a palette that is still on its way takes no letters. */
const isOpen = (page: Page, selector: string) => page.locator(`${selector} :focus`).waitFor({ state: 'attached' })

const opened = (address: Place['address'], first: (page: Page) => Promise<void>): Place => ({
  address,
  first,
  last: leave,
})
const typed = (text: string) => async (page: Page) => {
  await page.keyboard.press('Control+k')
  await isOpen(page, '[role="dialog"]')
  await page.keyboard.type(text)
  // What is asked of the emulator comes a moment after the rest.
  await page.waitForTimeout(600)
}

/** A file held over the page; nothing of it is read before it is dropped. */
const held = (type: 'dragover' | 'dragleave') => async (page: Page) => {
  const dataTransfer = await page.evaluateHandle(
    "(() => { const data = new DataTransfer(); data.items.add(new File([''], 'run.ringback-capsule')); return data })()",
  )
  await page.getByRole('main').dispatchEvent(type, { dataTransfer })
}

/** Over the axis, at a share of its width and so far below its top, in its own pixels: a large screen has it larger. */
const pointed = (share: number, y: number) => async (page: Page) => {
  const canvas = page.locator('canvas').first()
  const box = await canvas.boundingBox()
  const zoom = await canvas.evaluate(element => (element as unknown as { currentCSSZoom?: number }).currentCSSZoom ?? 1)
  if (box) await page.mouse.move(box.x + box.width * share, box.y + y * zoom)
}
const away = (page: Page) => page.mouse.move(0, 0)

/** Takes the playhead by keys, and leaves it where it is aimed at. */
const aimed =
  (...keys: readonly string[]) =>
  async (page: Page) => {
    await page.getByRole('slider').focus()
    for (const key of keys) await page.keyboard.press(key)
  }
/** The playhead keeps the focus, and its frame, when what it offers is gone. */
async function letGo(page: Page): Promise<void> {
  await leave(page)
  await page.getByRole('slider').blur()
}
const PRESENTED = { width: 1_280, height: 720 }
const presented = (address: Place['address']): Place => ({ address, size: PRESENTED, last: leave })

/** What is around every screen, the states of the axis, and screens that are shown to others. */
export const AROUND: Readonly<Record<string, Place>> = {
  'live-pointed': { address: () => '/live', first: pointed(0.05, 190), last: away },
  'live-drop': { address: () => '/live', first: aimed('ArrowRight', 'ArrowRight'), last: letGo },
  'live-fork': { address: () => '/live', first: aimed('ArrowLeft', 'ArrowLeft', 'Enter'), last: letGo },
  'live-hour': { address: () => '/live?span=3600' },
  'live-all': { address: () => '/live?span=0' },
  'live-delivery': { address: ({ delivery_id }) => `/live/delivery/${delivery_id}` },
  'live-empty': { address: () => '/w/fresh/live' },
  'live-paused': {
    address: () => '/live',
    first: page => page.getByRole('button', { name: /^(Pause|一時停止)/ }).click(),
    last: page =>
      page
        .getByRole('button', { name: /^(Follow \(|追跡（)/ })
        .first()
        .click(),
  },
  'refused-checks': { address: ({ refused_id }) => `/requests/${refused_id}`, first: page => page.keyboard.press('t') },
  resend: opened(
    ({ refused_id }) => `/requests/${refused_id}`,
    page => page.keyboard.press('e'),
  ),
  'finding-request': { address: ({ request_id }) => `/requests/${request_id}` },
  drills: { address: () => '/client/drills' },
  drill: { address: () => '/client/drills/lost_answer' },
  'drill-receiver': { address: () => '/client/drills/forged' },
  'drills-run': { address: () => '/w/drilled/client/drills/quota_gone' },
  'drill-failed': { address: () => '/w/drilled/client/drills/lost_answer' },
  'drill-not-met': { address: () => '/w/drilled/client/drills/31_days' },
  'drill-passed': { address: () => '/w/drilled/client/drills/cut_body' },
  'drill-undecided': { address: () => '/w/drilled/client/drills/minute_full' },
  'verdict-doubts': { address: () => '/w/drilled/client/retry_before_retry_after' },
  'verdict-told-under': { address: () => '/w/drilled/client/call_without_external_id' },
  'coverage-by-fault': { address: () => '/w/drilled/coverage' },
  'coverage-by-fault-codes': { address: () => '/w/drilled/coverage?look=codes' },
  'limits-refused': {
    address: () => '/limits/free',
    first: page =>
      page
        .getByRole('link', { name: /refused|拒否/ })
        .last()
        .click(),
  },
  'drill-on': { address: () => '/w/drilled/client/drills/three_503s' },
  'request-missing': { address: () => '/requests/00000000-0000-4000-8000-000000000000' },
  'screen-missing': { address: () => '/no-such-screen' },
  'world-missing': { address: () => '/w/nothing/live' },
  'tenant-missing': { address: () => '/tenants/nobody' },
  'limits-missing': { address: () => '/limits/nobody' },
  'data-missing': { address: () => '/data/nobody' },
  'call-missing': { address: () => '/calls/00000000-0000-4000-8000-000000000000' },
  'delivery-missing': { address: () => '/webhooks/deliveries/00000000-0000-4000-8000-000000000000' },
  'webhook-missing': { address: () => '/webhooks/subscriptions/99999' },
  'snapshot-missing': { address: () => '/snapshots/nothing' },
  'drill-missing': { address: () => '/client/drills/nothing' },
  'rule-missing': { address: () => '/client/nothing' },
  'fault-missing': { address: () => '/faults/99999' },
  'assumption-missing': { address: () => '/assumptions/nothing' },
  'endpoint-missing': { address: () => '/reference/nothing' },
  'data-api': { address: () => '/w/received/data/max/customers?via=api' },
  'data-refused': { address: () => '/w/received/data/free/reports?via=api' },
  'tenant-issue': opened(
    () => '/tenants/pro',
    page => page.getByRole('button', { name: /^(Issue key|キーを発行)/ }).click(),
  ),
  palette: opened(() => '/requests', typed('')),
  'palette-nothing': opened(() => '/requests', typed('no-such-thing')),
  'palette-tenant': opened(() => '/requests', typed('pro')),
  'palette-customer': opened(() => '/requests', typed('田中')),
  'palette-id': opened(({ request_id }) => `/requests/${request_id}`, typed('#14')),
  worlds: opened(
    () => '/requests',
    async page => {
      await page.getByRole('button', { name: /^(World|ワールド)/ }).click()
      await page.getByRole('option').first().waitFor()
    },
  ),
  'world-new': opened(
    () => '/requests',
    async page => {
      await typed('capsule')(page)
      await page.keyboard.press('Enter')
      await isOpen(page, '[role="dialog"]')
    },
  ),
  'world-rename': opened(
    () => '/w/from-a-capsule/requests',
    async page => {
      await typed('rename')(page)
      await page.keyboard.press('Enter')
      await isOpen(page, '[role="dialog"]')
    },
  ),
  'palette-capsule': opened(() => '/requests', typed('capsule')),
  'capsule-held': { address: () => '/snapshots', first: held('dragover'), last: held('dragleave') },
  'capsule-opened': { address: ({ refused_id }) => `/w/from-a-capsule/requests/${refused_id}` },
  help: opened(
    () => '/requests',
    page => page.keyboard.press('?'),
  ),
  instant: opened(
    () => '/requests',
    async page => {
      await page.getByRole('button', { name: /…$/ }).first().click()
      // At the next size it would lie on another button, whose hint would cover the field.
      await away(page)
    },
  ),
  'present-live': presented(({ call_id }) => `/live/call/${call_id}?present`),
  'present-trace': presented(({ refused_id }) => `/requests/${refused_id}?present`),
  'present-limits': presented(() => '/limits/pro?present'),
  'present-finding': presented(() => '/client/requests_after_quota?present'),
  'present-drill': presented(() => '/client/drills/lost_answer?present'),
  'present-drill-failed': presented(() => '/w/drilled/client/drills/lost_answer?present'),
  present: presented(({ delivery_id }) => `/signature?present&delivery=${delivery_id}&tamper=body_changed`),
}
