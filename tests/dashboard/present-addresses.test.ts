import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { WorldHandle } from '../../server/index.ts'
import { startReceiver } from '../support/receivers.ts'
import { ask } from './support/api.ts'
import { type Dashboard, dashboardTest as test } from './support/dashboard-test.ts'

/** Who knows it sends to that receiver: for many there is no other credential. */
const TOKENS = ['T0K3N-SECRET-9f8a7b', 'abc123xyz'] as const
const [TOKEN, KEY] = TOKENS
const HOST = 'crm.acme-kk.co.jp'
const PATH = `/hooks/${TOKEN}?key=${KEY}`

/** Everything that stands on the page in whatever way: texts one after the other as they are read, attributes, and what its fields hold. */
const everythingOn = (page: Page): Promise<string> =>
  page.evaluate<string>(`[document.title, location.href, document.body.textContent, ...[...document.querySelectorAll('*')].flatMap(element => [
    ...[...element.attributes].map(({ value }) => value),
    element.value ?? '',
  ])].join('\\n')`)

/** As bytes stand in a view of them. */
const hexOf = (text: string) => Array.from(text.slice(0, 6), one => one.charCodeAt(0).toString(16)).join(' ')

async function tokensOn(page: Page): Promise<string[]> {
  const text = (await everythingOn(page)).replace(/ +/g, ' ')
  return TOKENS.filter(token => text.includes(token) || text.includes(hexOf(token)))
}

/** A webhook with such an address, changed once, whose deliveries are forwarded to one: some went well, some are tried again; and all that tells of them. */
async function fill(world: WorldHandle, receiver: string): Promise<string[]> {
  const max = world.tenant('max')
  const url = `https://${HOST}${PATH}`
  const send = async (method: string, path: string, body?: object) => {
    const response = await max.fetch(path, {
      method,
      headers: { 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    return (await response.json()) as { data: { webhook_id: number; secret: string } }
  }
  await world.client.send('PUT', ['sending'], { sending: 'everywhere' })
  await world.forwards.set([{ from: `https://${HOST}/hooks/${TOKEN}`, to: `${receiver}/hooks/${TOKEN}` }])
  const { data } = await send('POST', '/webhooks', { url, events: ['call.missed', 'call.completed'] })
  const id = data.webhook_id
  await send('PUT', `/webhooks/${id}`, { label: null })
  await send('GET', '/webhooks')
  await send('POST', '/webhooks', { url: `http://${HOST}${PATH}`, events: ['call.missed'] })
  await ask(world, max.key, `/customers?name=${encodeURIComponent(url)}`)
  const requests = (await world.requests.list()).map(({ request_id }) => request_id)
  await world.calls.place({ tenant: 'max', phone_number: '+81312340001', external_id: 'crm-2001' })
  await world.clock.advance({ by: 'PT2M' })
  await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  await world.clock.advance({ by: 'PT1M' })
  const [delivery] = await world.deliveries.list()
  await world.client.send('POST', ['certify'], { url: `${receiver}/hooks/${TOKEN}?key=${KEY}`, secret: data.secret })
  const delivered = `webhooks/deliveries/${delivery?.delivery_id}`
  return [
    'live',
    `live/delivery/${delivery?.delivery_id}`,
    'requests',
    ...requests.map(request => `requests/${request}?body=pretty`),
    ...['raw', 'bytes'].map(body => `requests/${requests.at(-1)}?body=${body}`),
    `live/request/${requests[0]}`,
    'webhooks/subscriptions',
    `webhooks/subscriptions/${id}`,
    'webhooks/deliveries',
    `webhooks/deliveries?webhook=${id}`,
    ...['attempts', 'body', 'bytes', 'headers', 'signature'].map(tab => `${delivered}?tab=${tab}`),
    'webhooks/events',
    `webhooks/events/${delivery?.event_id}`,
    'webhooks/suppressed',
    'webhooks/certify',
    'webhooks/forwards',
    'signature',
    `signature?delivery=${delivery?.delivery_id}`,
    'faults',
    'client',
    'coverage',
    'limits/max',
    'reference/createWebhook',
    'calls',
    '',
  ]
}

/** Where on the way a token stands. */
async function seenOnTheWay({ page, ...dashboard }: Pick<Dashboard, 'page' | 'follow'>, places: readonly string[]) {
  const seen: string[] = []
  for (const place of places) {
    await dashboard.follow(place)
    for (const token of await tokensOn(page)) seen.push(`${place}: ${token}`)
  }
  return seen
}

test('Shown to others, of the address of a receiver only scheme and host stand anywhere, on every screen, in bytes, titles and what is copied', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await using receiver = await startReceiver({ respond: (_, response) => response.writeHead(500).end() })
  const places = await fill(world, receiver.url)
  const walk = (from: readonly string[]) => seenOnTheWay({ page, follow: place => dashboard.follow(place) }, from)
  await dashboard.open('signature')
  // On the desk the same walk finds it, wherever it is not hidden.
  const onDesk = await walk(places)
  for (const place of ['live', 'webhooks/subscriptions', 'webhooks/deliveries', 'signature', 'webhooks/forwards'])
    expect(onDesk, place).toContain(`${place}: ${TOKEN}`)
  expect(onDesk.filter(seen => seen.includes('body=bytes'))).not.toEqual([])
  await dashboard.follow('live')
  await page.getByRole('button', { name: 'Present' }).click()
  await page.getByText('Secrets hidden', { exact: true }).waitFor()
  // What stood there before is looked through as well.
  expect(await tokensOn(page)).toEqual([])
  expect(await walk(places)).toEqual([])
  await dashboard.follow('webhooks/deliveries')
  await page.getByRole('row').nth(1).getByTitle(`https://${HOST}/…`, { exact: true }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: /^A screen, an id/ }).fill('acme-kk')
  await page
    .getByRole('option', { name: new RegExp(HOST) })
    .first()
    .waitFor()
  expect(await tokensOn(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.getByRole('navigation', { name: 'Screens' }).waitFor()
})
