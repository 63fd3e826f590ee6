import type { Page } from 'playwright-core'
import type { AnswerIds } from './answers.ts'
import { AROUND } from './around-places.ts'
import type { Story } from './story.ts'
import type { Unsent } from './unsent.ts'
import type { Untimely } from './untimely.ts'

/** What the worlds of the pictures have to show. */
export type Shown = Story & Untimely & Unsent & AnswerIds

export interface Place {
  readonly address: (shown: Shown) => string
  /** What a person does there before the picture is taken. */
  readonly first?: (page: Page) => Promise<void>
  /** What takes it back. */
  readonly last?: (page: Page) => Promise<void>
  /** The one size that it is made for. */
  readonly size?: { readonly width: number; readonly height: number }
}

const at = (address: string): Place => ({ address: () => address })

/** Screens and the states of them that are worth looking at. A name that begins with that of a screen is a state of it. */
export const PLACES: Readonly<Record<string, Place>> = {
  live: at('/live'),
  'live-request': { address: ({ request_id }) => `/live/request/${request_id}` },
  'live-call': { address: ({ call_id }) => `/live/call/${call_id}` },
  requests: at('/requests'),
  'requests-filtered': at('/requests?tenant=pro&status=4xx'),
  'requests-nothing': at('/requests?q=no-such-thing'),
  'requests-number': at('/requests?q=%2322'),
  request: { address: ({ request_id }) => `/requests/${request_id}` },
  refused: { address: ({ refused_id }) => `/requests/${refused_id}` },
  dropped: { address: ({ dropped_id }) => `/w/answers/requests/${dropped_id}` },
  'client-left': { address: ({ left_id }) => `/w/answers/requests/${left_id}` },
  'client-left-live': { address: ({ left_id }) => `/w/answers/live/request/${left_id}` },
  conflict: { address: ({ conflict_id }) => `/w/answers/requests/${conflict_id}` },
  replay: { address: ({ replay_id }) => `/w/answers/requests/${replay_id}?own=1` },
  'moving-clock': { address: () => '/w/moving/live', first: setGoing, last: stop },
  limits: at('/limits/pro'),
  'limits-trouble': at('/limits'),
  'limits-calm': at('/limits/neighbour'),
  'limits-read-out': { address: () => '/limits/pro', first: readOut },
  'limits-usage': { address: () => '/limits/pro', first: openUsage },
  'limits-answered': { address: () => '/limits/pro', first: sendTwice },
  'limits-settings': { address: () => '/limits/pro', first: openSettings },
  fit: at('/limits/~fit'),
  'fit-too-much': { address: () => '/limits/~fit', first: recording },
  'fit-nothing': at('/w/fresh/limits/~fit'),
  'fit-no-request': { address: () => '/limits/~fit', first: elsewhere },
  calls: at('/calls'),
  call: { address: ({ call_id }) => `/calls/${call_id}` },
  'calls-scripts': at('/calls/scripts'),
  webhooks: at('/webhooks'),
  'webhooks-one': { address: ({ failing_id }) => `/webhooks/subscriptions/${failing_id}` },
  'webhooks-register': at('/webhooks/subscriptions/new'),
  'webhooks-edit': { address: ({ failing_id }) => `/webhooks/subscriptions/${failing_id}?edit=${failing_id}` },
  deliveries: at('/webhooks/deliveries'),
  delivery: { address: ({ delivery_id }) => `/webhooks/deliveries/${delivery_id}` },
  'delivery-signature': { address: ({ delivery_id }) => `/webhooks/deliveries/${delivery_id}?tab=signature` },
  'delivery-body': { address: ({ delivery_id }) => `/webhooks/deliveries/${delivery_id}?tab=body` },
  'delivery-forged': { address: ({ forged_id }) => `/w/untimely/webhooks/deliveries/${forged_id}` },
  'delivery-mended': { address: ({ mended_id }) => `/w/unsent/webhooks/deliveries/${mended_id}` },
  'delivery-recovered': { address: ({ recovered_id }) => `/w/unsent/webhooks/deliveries/${recovered_id}` },
  'delivery-by-hand': { address: ({ by_hand_id }) => `/w/unsent/webhooks/deliveries/${by_hand_id}` },
  'deliveries-forged': at('/w/untimely/webhooks/deliveries'),
  'events-forged': at('/w/untimely/webhooks/events'),
  'delivery-late': { address: ({ late_id }) => `/w/untimely/webhooks/deliveries/${late_id}` },
  'delivery-deferred': { address: ({ deferred_id }) => `/w/untimely/webhooks/deliveries/${deferred_id}` },
  events: at('/webhooks/events'),
  event: { address: ({ event_id }) => `/webhooks/events/${event_id}` },
  'events-trigger': at('/webhooks/events/new'),
  suppressed: at('/webhooks/suppressed'),
  'suppressed-rows': at('/w/unsent/webhooks/suppressed'),
  'suppressed-limit': { address: ({ entries }) => `/w/unsent/webhooks/suppressed/${entries.daily_send_limit}` },
  'suppressed-filtered': { address: ({ entries }) => `/w/unsent/webhooks/suppressed/${entries.filtered}` },
  'suppressed-disabled': { address: ({ entries }) => `/w/unsent/webhooks/suppressed/${entries.disabled}` },
  'suppressed-plan': { address: ({ entries }) => `/w/unsent/webhooks/suppressed/${entries.plan}` },
  'certify-before': at('/w/fresh/webhooks/certify'),
  certify: { address: ({ certify_url }) => `/webhooks/certify?url=${encodeURIComponent(certify_url)}`, first: certify },
  forwards: at('/webhooks/forwards'),
  'forwards-nothing': at('/w/fresh/webhooks/forwards'),
  'forwards-arrived': at('/w/received/webhooks/forwards'),
  'forwards-refused': { address: () => '/w/refused/webhooks/forwards', first: press },
  signature: { address: ({ delivery_id }) => `/signature?delivery=${delivery_id}` },
  tampered: { address: ({ delivery_id }) => `/signature?delivery=${delivery_id}&tamper=body_changed` },
  welcome: at('/w/fresh/welcome'),
  'welcome-touched': at('/welcome'),
  inbox: at('/inbox/crm'),
  'inbox-message': { address: ({ message_id }) => `/inbox/crm/${message_id}` },
  'inbox-failing': at('/inbox/missed'),
  'inbox-found': at('/inbox/crm?q=crm-1002'),
  client: at('/client'),
  finding: at('/client/requests_after_quota'),
  'lost-answer': at('/client/double_call'),
  data: at('/data'),
  'data-customer': { address: ({ customer_id }) => `/data/pro/customers/${customer_id}` },
  'data-calls': at('/data/pro/calls'),
  'data-reports': at('/data/pro/reports'),
  tenants: at('/tenants'),
  tenant: at('/tenants/pro'),
  'tenant-off': at('/tenants/disabled'),
  faults: at('/faults'),
  fault: at('/faults/1'),
  assumptions: at('/assumptions'),
  assumption: at('/assumptions/webhooks%2Eretry_schedule'),
  'assumption-changed': at('/assumptions/customers%2Ephonetic_key'),
  'assumption-measured': at('/assumptions/customers%2Eorder'),
  coverage: at('/coverage'),
  'coverage-codes': at('/coverage?look=codes&gaps=1'),
  snapshots: at('/snapshots'),
  'snapshots-compare': at('/snapshots/before-the-day'),
  'snapshots-pending': at('/w/pending/snapshots/calm'),
  reference: at('/reference'),
  'reference-operation': at('/reference/createCustomersInBulk'),
  'reference-report': at('/reference/reportCalls'),
  'reference-limits': at('/reference/limits-and-errors'),
  'reference-receiving': at('/reference/receiving'),
  'reference-found': at('/reference?q=retry-after'),
  'empty-webhooks': at('/w/fresh/webhooks'),
  'empty-deliveries': at('/w/fresh/webhooks/deliveries'),
  'empty-calls': at('/w/vitest-0001/calls'),
  'empty-inbox': at('/w/fresh/inbox'),
  'empty-faults': at('/w/fresh/faults'),
  'empty-coverage': at('/w/fresh/coverage'),
  'empty-snapshots': at('/w/fresh/snapshots'),
  ...AROUND,
  // Last, as the page goes on being shown to others.
  'calls-present': at('/calls?present'),
  'webhooks-present': at('/webhooks?present'),
  'deliveries-present': at('/webhooks/deliveries?present'),
  'events-present': at('/webhooks/events?present'),
  'suppressed-present': at('/w/unsent/webhooks/suppressed?present'),
  'requests-present': at('/requests?present'),
  'limits-present': at('/limits/pro?present'),
  'limits-calm-present': at('/limits/neighbour?present'),
  ...Object.fromEntries(
    ['none', 'body_changed', 'reserialized', 'prefix_stripped', 'no_prefix', 'secret_newline'].map(tamper => [
      `signature-present-${tamper}`,
      { address: ({ delivery_id }: Shown) => `/signature?present&delivery=${delivery_id}&tamper=${tamper}` },
    ]),
  ),
  'data-customers-present': at('/data/pro/customers?present'),
  'data-calls-present': at('/data/pro/calls?present'),
  'data-reports-present': at('/data/pro/reports?present'),
  'certify-present': at('/webhooks/certify?present'),
}

/** From the instant at which its world stands. */
async function setGoing(page: Page): Promise<void> {
  await page.getByRole('button', { name: '×60' }).click()
  await page.getByRole('button', { name: '×60', pressed: true }).waitFor()
}

async function stop(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Freeze|停止)$/ }).click()
}

/** At the present, as the keyboard begins there. */
async function readOut(page: Page): Promise<void> {
  await page.locator('#screen [role="slider"]').first().focus()
  await page.keyboard.press('ArrowLeft')
}

async function openUsage(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /what used it|内訳/ })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('row').first().waitFor()
}

/** Refused by the day, after a move of the clock. */
async function sendTwice(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(\+10 s|\+10秒)$/ }).click()
  await page.getByRole('button', { name: /Send one now|今 1件送る/ }).click()
  await page.getByText('429 quota_exceeded').first().waitFor()
}

async function openSettings(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^(by hand|手動) / })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('listitem').first().waitFor()
}

/** More successes a day than the largest plan has. */
async function recording(page: Page): Promise<void> {
  const rows = Array.from({ length: 110_000 }, (_, row) => `${Date.UTC(2026, 2, 10) + row * 500},GET,/api/v1/calls,200`)
  const buffer = Buffer.from(['at,method,path,status', ...rows].join('\n'))
  await page.locator('input[type="file"]').setInputFiles({ name: 'tuesday.csv', mimeType: 'text/csv', buffer })
  await page.getByText(/110,000( requests|件)/).waitFor()
}

/** Nothing of it is a request to the API. */
async function elsewhere(page: Page): Promise<void> {
  const buffer = Buffer.from(`at,method,path,status\n${Date.UTC(2026, 2, 10)},GET,/v1/calls,200`)
  await page.locator('input[type="file"]').setInputFiles({ name: 'wednesday.csv', mimeType: 'text/csv', buffer })
  await page.getByText(/wednesday\.csv に|in wednesday\.csv/).waitFor()
}

/** Nothing listens at that port. */
async function press(page: Page): Promise<void> {
  await page.locator('form').first().locator('input').nth(1).fill('http://127.0.0.1:9/hooks')
  await page.locator('form').first().locator('button[type="submit"]').click()
  await page.getByRole('status').filter({ hasText: '127.0.0.1:9' }).waitFor()
}

async function certify(page: Page): Promise<void> {
  await page.locator('input[placeholder="whsec_…"]').fill('whsec_the_secret_of_another_receiver')
  await page.locator('form button[type="submit"]').click()
  await page.locator('section ul li').first().waitFor()
}
