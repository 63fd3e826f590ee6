import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { ask } from './support/api.ts'
import { dashboardTest as test } from './support/dashboard-test.ts'
import { registerWebhook } from './support/webhook.ts'

/** What of a key or a secret is shown nowhere: neither how it begins nor its last characters, which tell two apart. */
const coreOf = (secret: string) => secret.replace(/^(?:whsec|svc_live|svc_test)_ringback/, '').slice(0, -4)

/** Bytes of it as a view of bytes would show them, from wherever a row may begin. */
function hexOf(core: string): string[] {
  const digits = [...core].map(character => character.charCodeAt(0).toString(16))
  return digits.slice(0, -5).map((_, from) => digits.slice(from, from + 5).join(' '))
}

/** Everything that stands on the page in whatever way: texts, attributes, and what its fields hold. */
const everythingOn = (page: Page): Promise<string> =>
  page.evaluate<string>(`[document.title, ...[...document.querySelectorAll('*')].flatMap(element => [
    ...[...element.childNodes].filter(node => node.nodeType === 3).map(node => node.data),
    ...[...element.attributes].map(({ value }) => value),
    element.value ?? '',
  ])].join('\\n')`)

/** Of a customer, and of a call. */
const NUMBERS = ['+81312345678', '+81312340001']

/** Which numbers stand there whole, in whatever way their digits are set apart. */
function numbersIn(text: string): string[] {
  const digits = text.replace(/[ -]/g, '')
  return NUMBERS.filter(number => {
    const national = number.slice('+81'.length)
    return digits.includes(national) || hexOf(national).some(hex => text.includes(hex))
  })
}

/** Which secrets, and which phone numbers. */
async function seenOn(page: Page, secrets: readonly string[]): Promise<string[]> {
  const text = (await everythingOn(page)).replace(/ +/g, ' ')
  const seen = secrets.filter(secret => {
    const core = coreOf(secret)
    return text.includes(core) || text.includes(btoa(core).slice(0, 12)) || hexOf(core).some(hex => text.includes(hex))
  })
  return [...seen, ...numbersIn(text)]
}

/** What changes a world, its tenants or its keys, or loses something for good. */
const BACKSTAGE =
  /^(New tenant|Issue key|Revoke .*|Remove all|Remove fault .*|Add fault|Save|Upload|Restore .*|Download .*|Delete.*|Reset world|Clear|Certify the receiver|Show the secret|Fork here|One left|New customer|Let deliveries out)$/

const backstageOn = (page: Page) => page.getByRole('button', { name: BACKSTAGE }).allInnerTexts()

test('Shown to others, a screen stands alone, and no secret, key or phone number is anywhere on it, in a field, in bytes or in a dialog', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { secret, webhook_id } = await registerWebhook(world, { inbox: 'crm' })
  const [registered] = await world.requests.list()
  const max = world.tenant('max')
  // A customer's own data may hold one as well.
  const customer = {
    project_id: max.projectIds[0],
    name: `Bearer ${max.key}`,
    tel1: NUMBERS[0],
    external_id: secret,
  }
  const registering = await max.fetch('/customers', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(customer),
  })
  const { data } = (await registering.json()) as { data: { customer_id: number } }
  const [created] = await world.requests.list()
  await world.client.send('PATCH', ['tenants', 'max'], { name: `Bearer ${max.key}` })
  await ask(world, max.key, `/customers?name=${secret.replace('_', '%5F')}`)
  await world.calls.place({ tenant: 'max', phone_number: NUMBERS[1] ?? '', external_id: secret })
  await world.calls.place({ tenant: 'max', phone_number: NUMBERS[0] ?? '' })
  await world.clock.advance({ by: 'PT2M' })
  await world.faults.add({ match: { path: `/customers/${secret}` }, effect: { status: 503 } })
  // What somebody made up may hold a whole number.
  const madeUp = { external_id: secret, 'data.phone_number': NUMBERS[1] ?? '' }
  await world.events.trigger({ tenant: 'max', event: 'call.missed', data: madeUp })
  const [delivery] = await world.deliveries.list()
  const [message] = await world.inbox('crm').messages()
  const secrets = [secret, ...Object.values(max.keys)]

  const delivered = `webhooks/deliveries/${delivery?.delivery_id}`
  await world.snapshots.take('before')
  const customerAt = `data/max/customers/${data.customer_id}`
  const telling = [`${delivered}?tab=bytes`, 'signature', 'tenants/max', customerAt, 'live']
  const changing = [
    'requests',
    `requests/${created?.request_id}`,
    'limits/max',
    'faults',
    'snapshots',
    'tenants/max',
    `webhooks/subscriptions/${webhook_id}`,
    'webhooks/certify',
    customerAt,
    'data/max/customers',
  ]
  const places = [
    ...telling,
    `requests/${registered?.request_id}?body=bytes`,
    `requests/${created?.request_id}?body=raw`,
    `requests/${created?.request_id}?body=bytes`,
    `webhooks/subscriptions/${webhook_id}`,
    `${delivered}?tab=signature`,
    `${delivered}?tab=body`,
    `webhooks/events/${delivery?.event_id}`,
    `inbox/crm/${message?.id}`,
    'data/max/customers',
    'faults/1',
    'reference/listCustomers',
    '',
  ]
  await dashboard.open('signature')
  for (const place of telling) {
    await dashboard.follow(place)
    expect(await seenOn(page, secrets), place).not.toEqual([])
  }
  for (const place of changing) {
    await dashboard.follow(place)
    expect(await backstageOn(page), place).not.toEqual([])
  }
  await dashboard.follow('live')
  await page.getByRole('button', { name: 'Present' }).click()
  await page.getByText('Secrets hidden', { exact: true }).waitFor()
  await page.waitForURL(/\/live\?present/)
  expect(await page.getByRole('navigation', { name: 'Screens' }).count()).toBe(0)
  expect(await page.getByRole('region', { name: 'Clock' }).count()).toBe(0)
  expect(await page.getByRole('search').count()).toBe(0)
  for (const place of places) {
    await dashboard.follow(place)
    expect(await seenOn(page, secrets), place).toEqual([])
  }
  for (const place of changing) {
    await dashboard.follow(place)
    expect(await backstageOn(page), place).toEqual([])
  }
  // The list is shown, not the form that otherwise stands beside it.
  await dashboard.follow('calls')
  await page.getByRole('row', { name: /813\*{4}0001/ }).waitFor()
  await dashboard.follow('tenants/max')
  await page.keyboard.press('n')
  expect(await page.getByRole('dialog').count()).toBe(0)
  for (const place of ['webhooks/subscriptions', 'webhooks/events', 'data/max/customers']) {
    await dashboard.follow(place)
    await page.getByRole('row').nth(1).waitFor()
    await page.keyboard.press('n')
    await page.keyboard.press('?')
    const keys = page.getByRole('dialog', { name: 'Keyboard' })
    await keys.waitFor()
    expect(await page.getByRole('dialog').count(), place).toBe(1)
    expect(new URL(page.url()).pathname.endsWith(place), place).toBe(true)
    await page.keyboard.press('Escape')
    await keys.waitFor({ state: 'detached' })
  }
  // A new world is not for them either: the present is only moved ahead.
  await dashboard.follow('live')
  const playhead = page.getByRole('slider', { name: 'Now: move it to a planned point', exact: true })
  expect(await playhead.getAttribute('aria-valuemin')).toBe('0')

  await dashboard.follow(`requests/${created?.request_id}`)
  await page.keyboard.press('e')
  const edited = page.getByRole('dialog', { name: 'Edit and resend' })
  // What is hidden of it is sent all the same.
  await edited.getByText('Dots stand for what is hidden here: leave them, and it is sent whole.').waitFor()
  expect(await seenOn(page, secrets)).toEqual([])
  await page.keyboard.press('Escape')
  // A customer is a fact there, no form.
  await dashboard.follow(customerAt)
  await page.getByRole('definition').getByText('Bearer svc_live_••••••••', { exact: true }).waitFor()
  expect(await page.getByRole('button', { name: 'Save changes' }).count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Secrets hidden' }).count()).toBe(1)
  await dashboard.follow('signature')
  await page.getByText('As the service has sent it', { exact: true }).waitFor()
  // Whose signature it is stands above the verdict: the event, where it went, when, and the delivery.
  const slide = page.getByRole('region', { name: 'Verdict' })
  await slide.getByText(/^call\.\w+to https:\/\/inbox\.ringback\.test\/crm.*JST.*delivery /i).waitFor()
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await page.getByText('One byte is changed on the way', { exact: true }).waitFor()
  await page.getByRole('heading', { name: 'Signature invalid' }).waitFor()
  expect(await seenOn(page, secrets)).toEqual([])
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: /^A screen, an id/ }).fill(max.key)
  // It is the key of the tenant, and stands in the name of the customer, which is found a moment later.
  for (const found of [/^max · Bearer/, /^Bearer .*Customer/]) {
    const option = page.getByRole('dialog').getByRole('option', { name: found })
    await option.locator('mark').getByText('svc_live_••••••••', { exact: true }).waitFor()
  }
  // In what is typed itself stand dots, as long as it is typed.
  const typed = page.getByRole('combobox', { name: /^A screen, an id/ })
  expect(
    await typed.evaluate(field => field.ownerDocument.defaultView?.getComputedStyle(field).webkitTextSecurity),
  ).toBe('disc')
  await typed.blur()
  expect(await seenOn(page, secrets)).toEqual([])
  await page.keyboard.press('Escape')
  // What was hidden is there again for the one who has left.
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Tenants & keys' }).waitFor()
  expect(page.url()).not.toContain('present')
  await dashboard.follow('tenants/max')
  expect(await seenOn(page, secrets)).not.toEqual([])
})

test('A presenter steps through the tour with the keys of a clicker, with the arrows and with the space bar, and a choice keeps its own', async ({
  dashboard,
}) => {
  const { page } = dashboard
  await dashboard.open('signature')
  await page.getByRole('button', { name: 'Present' }).click()
  const caption = page.getByRole('status').filter({ hasText: /Step \d of \d/ })
  const isAt = async (step: number) => caption.getByText(`Step ${step} of`).waitFor()
  await isAt(1)
  // There is no delivery yet, and it is said so on the slide.
  const verdict = page.getByRole('region', { name: 'Verdict' })
  await verdict.getByText('A sample: this world has no delivery yet', { exact: true }).waitFor()
  // Nothing was clicked since: the keys are there with the first step.
  await page.keyboard.press('PageDown')
  await isAt(2)
  await page.keyboard.press('ArrowRight')
  await isAt(3)
  await page.keyboard.press('Space')
  await isAt(4)
  await page.keyboard.press('PageUp')
  await isAt(3)
  await page.keyboard.press('ArrowLeft')
  await isAt(2)
  // On a choice the arrows choose, and the step stays.
  const languages = page.getByRole('radiogroup').first()
  await languages.getByRole('radio', { checked: true }).focus()
  await page.keyboard.press('ArrowRight')
  await isAt(2)
  expect(await languages.getByRole('radio').nth(1).isChecked()).toBe(true)
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keyboard' }).getByRole('region', { name: 'On this screen' })
  await keys.getByText('Next step', { exact: true }).waitFor()
  for (const key of ['→', 'page down', 'space', '←', 'page up'])
    expect(await keys.getByText(key, { exact: true }).count(), key).toBe(1)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Tenants & keys' }).waitFor()
})

test('Shown to others, what is copied holds no key and no phone number either, and holds them again afterwards', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { key } = world.tenant('max')
  await ask(world, key, `/calls?phone_number=${encodeURIComponent(NUMBERS[1] ?? '')}`)
  const [sent] = await world.requests.list()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  try {
    const copied = async () => {
      await page.evaluate(`navigator.clipboard.writeText('')`)
      await page.getByRole('button', { name: 'curl', exact: true }).click()
      await page.getByText('Copied as curl').last().waitFor()
      return page.evaluate<string>('navigator.clipboard.readText()')
    }
    await dashboard.open(`requests/${sent?.request_id}`)
    expect(await copied()).toContain(key)
    await page.getByRole('button', { name: 'Present' }).click()
    await page.getByText('Secrets hidden', { exact: true }).waitFor()
    const shown = await copied()
    expect(shown).toContain('/api/v1/calls')
    expect(shown).not.toContain(coreOf(key))
    expect(numbersIn(decodeURIComponent(shown))).toEqual([])
    await page.getByRole('button', { name: /^Leave/ }).click()
    await page.getByRole('navigation', { name: 'Screens' }).waitFor()
    expect(await copied()).toContain(key)
  } finally {
    await page.context().clearPermissions()
  }
})

test('Shown to others, the checks of a request stand before its answer, so that the reason is on the slide', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const refused = await ask(world, world.tenant('pro').key, '/customers?page=0')
  const parts = page.getByRole('region', { name: /^(?:Checks|Response)$/ })
  const names = () => parts.evaluateAll(regions => regions.map(region => region.getAttribute('aria-label')))
  await dashboard.open(`requests/${refused.headers.get('X-Request-ID')}`)
  await parts.last().waitFor()
  expect(await names()).toEqual(['Response', 'Checks'])
  expect(await parts.getByText('Must be an integer of 1 or more; got "0".').count()).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Present' }).click()
  await page.getByRole('button', { name: 'Leave' }).waitFor()
  expect(await names()).toEqual(['Checks', 'Response'])
  // Why stands above them, and only there.
  const why = page.getByText('Must be an integer of 1 or more; got "0".')
  await why.first().waitFor()
  expect(await parts.filter({ has: why }).count()).toBe(0)
})

test('Shown to others, no address has a whole phone number, the list says that it is filtered, and its filters stay', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const [number = '', other = ''] = NUMBERS
  for (const phone_number of [number, number, other]) await world.calls.place({ tenant: 'max', phone_number })
  const rows = page.getByRole('row').filter({ hasText: /max/ })
  const inBar = () => numbersIn(decodeURIComponent(page.url()))
  for (const [field, said] of [
    ['phone_number', 'Number +813••••5678'],
    ['q', 'search for "+813••••5678"'],
  ] as const) {
    const address = `calls?${field}=${encodeURIComponent(number)}`
    await dashboard.open(address)
    await rows.nth(1).waitFor()
    expect(await rows.count()).toBe(2)
    expect(inBar()).toEqual([number])
    await page.getByRole('button', { name: 'Present' }).click()
    await page.getByText(said, { exact: true }).waitFor()
    await page.waitForURL(/present/)
    expect(inBar()).toEqual([])
    await rows.nth(1).waitFor()
    expect(await rows.count()).toBe(2)
    // Loaded again, it is the same list.
    await page.reload()
    await page.getByText(said, { exact: true }).waitFor()
    await rows.nth(1).waitFor()
    expect(await rows.count()).toBe(2)
    expect(inBar()).toEqual([])
    // Neither has what is opened from it, nor a way of before.
    await rows.first().click()
    await page.waitForURL(/calls\/[^/?]+\?/)
    expect(inBar()).toEqual([])
    await dashboard.follow(address)
    await page.getByText(said, { exact: true }).waitFor()
    await page.waitForURL(/present/)
    expect(inBar()).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('navigation', { name: 'Screens' }).waitFor()
    // Leaving is one key: what was hidden does not stand in the address by that.
    expect(inBar()).toEqual([])
    await rows.nth(1).waitFor()
    expect(await rows.count()).toBe(2)
  }
})

test('Shown to others, a customer leads to the calls with its number, and the way there does not have it', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const [number = ''] = NUMBERS
  for (const _ of [1, 2]) await world.calls.place({ tenant: 'max', phone_number: number })
  const max = world.tenant('max')
  const registered = await max.fetch('/customers', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: '月島 環', tel1: number, project_id: max.projectIds[0] }),
  })
  const { data } = (await registered.json()) as { data: { customer_id: number } }
  await dashboard.open(`data/max/customers/${data.customer_id}`)
  await page.getByRole('button', { name: 'Present' }).click()
  await page.getByRole('button', { name: 'Leave' }).waitFor()
  const way = page.getByRole('link', { name: '2 calls' })
  await way.waitFor()
  expect(numbersIn(decodeURIComponent((await way.getAttribute('href')) ?? ''))).toEqual([])
  await way.click()
  for (const text of ['Tenant: max', 'Number +813••••5678']) await page.getByText(text, { exact: true }).waitFor()
  const rows = page.getByRole('row').filter({ hasText: /max/ })
  await rows.nth(1).waitFor()
  expect(await rows.count()).toBe(2)
  expect(numbersIn(decodeURIComponent(page.url()))).toEqual([])
  await page.keyboard.press('Escape')
})

test('An address that was copied while its page was presented finds elsewhere what it has a part of, or says that it has no more', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  for (const phone_number of NUMBERS) await world.calls.place({ tenant: 'max', phone_number })
  // Which calls it meant can be told from what it has.
  await dashboard.open('calls?phone_number=813****0001')
  const rows = page.getByRole('grid').getByRole('row')
  await rows.nth(1).waitFor()
  expect(await rows.count()).toBe(2)
  await rows.getByText('813****0001', { exact: true }).waitFor()
  await dashboard.follow('requests?q=813****0001')
  await page.getByText('This is only a part of a number: 813****0001', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Search for 0001' }).click()
  await page.waitForURL(/\/requests\?q=0001$/)
  // Where it is searched as lists show it, nothing found is no matter of what was hidden.
  await dashboard.follow('webhooks/events?q=813****0009')
  await page.getByText('Nothing matches', { exact: true }).waitFor()
})

test('Shown to others, a refusal shows no number whole that was mistyped, in its reason, its path, its bytes or its curl', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const [, key = ''] = Object.values(world.tenant('max').keys)
  const typed = [
    '(090) 1234-5678',
    '０９０ー１２３４ー５６７８',
    '090.1234.5678',
    '090-1234-567a',
    9012345678,
    390123456,
  ]
  for (const phone_number of typed)
    await fetch(`${world.baseUrl}/calls/initiate?tel=${encodeURIComponent(phone_number)}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ phone_number }),
    })
  await dashboard.open('requests')
  await page.getByRole('button', { name: 'Present' }).click()
  await page.waitForURL(/requests\?present/)
  for (const { request_id } of await world.requests.list())
    for (const body of ['pretty', 'raw', 'bytes']) {
      await dashboard.follow(`requests/${request_id}?present&body=${body}`)
      const digits = (await everythingOn(page)).normalize('NFKC').replace(/[ ().ー-]/g, '')
      expect(digits).toContain('•••')
      const whole = digits.replace(/like09012345678/g, '').match(/.{0,30}(?:9012345678|901234567a|390123456).{0,10}/)
      expect(whole?.[0]).toBeUndefined()
    }
})

test('Shown to others, Backspace and Escape close what is open, and Escape leaves where nothing is, as each button says; the date of now stands above, and no word of a name is parted', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const pro = world.tenant('pro')
  await pro.limits.set({ minute: { used: 'limit' } })
  await pro.fetch('/customers')
  const [refused] = await world.requests.list({ status: '429' })
  await dashboard.open(`live/request/${refused?.request_id}`)
  await page.getByRole('button', { name: 'Present' }).click()
  const slide = page.getByRole('region', { name: 'Opened' })
  const head = slide.getByRole('heading', { level: 2 })
  await head.getByText('429 rate_limit_exceeded').waitFor()
  const linesOf = (text: string) =>
    head.getByText(text, { exact: true }).evaluate(({ ownerDocument, firstChild }) => {
      const range = ownerDocument.createRange()
      range.selectNodeContents(firstChild?.parentElement ?? ownerDocument.body)
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
    })
  for (const text of ['429 rate_limit_exceeded', '/customers']) expect(await linesOf(text), text).toBe(1)
  const retry = await slide.getByText('Retry-After: 30', { exact: true }).boundingBox()
  expect(retry?.y).toBeLessThan(780)
  await page.getByText('2026-03-10 23:59:30 JST', { exact: true }).waitFor()
  const esc = page.getByRole('button', { name: /^Leave/ }).getByText('Esc')
  expect(await esc.isVisible()).toBe(false)
  const back = page.getByRole('button', { name: /^Back/ })
  await back.getByText('Backspace').waitFor()
  await page.keyboard.press('Backspace')
  await slide.waitFor({ state: 'detached' })
  expect(page.url()).toContain('present')
  // On the list there is nothing to go back from, and nobody is thrown out by one press too many.
  expect(await back.isVisible()).toBe(false)
  await page.keyboard.press('Backspace')
  expect(page.url()).toContain('present')
  await page.goBack()
  await back.click()
  await slide.waitFor({ state: 'detached' })
  await page.goBack()
  await slide.waitFor()
  // Nobody is thrown out of what is open onto the desk, where a receiver's address is whole.
  await page.keyboard.press('Escape')
  await slide.waitFor({ state: 'detached' })
  expect(page.url()).toContain('present')
  await esc.waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('navigation', { name: 'Screens' }).waitFor()
})

/** How many rows of a list are in the window from top to bottom. */
const wholeRows = (list: Locator): Promise<number> =>
  list.evaluate(element => {
    const { top, bottom } = element.getBoundingClientRect()
    const end = Math.min(bottom, element.ownerDocument.documentElement.clientHeight)
    const rows = [...element.querySelectorAll('[data-lane][role="listitem"]')].map(row => row.getBoundingClientRect())
    return rows.filter(row => row.top >= top && row.bottom <= end + 1).length
  })

test('Shown to others, the axis of Live leaves its list four rows, three in a low window, however many tenants and calls there are', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await registerWebhook(world, { inbox: 'crm' })
  await registerWebhook(world, { inbox: 'mirror' })
  for (const tenant of ['max', 'pro', 'free']) await ask(world, world.tenant(tenant).key, '/customers')
  for (const last of [1, 2, 3, 4, 5, 6]) await world.calls.place({ tenant: 'max', phone_number: `+8131234000${last}` })
  await world.clock.advance({ by: 'PT10S' })
  await dashboard.open('live')
  await page.getByRole('button', { name: 'Present' }).click()
  await page.getByRole('button', { name: /^Leave/ }).waitFor()
  const list = page.getByRole('list', { name: 'What happened, newest first' })
  const lanes = page.getByRole('group', { name: 'Lanes of the axis' })
  const whole = () => wholeRows(list)
  for (const [height, rows] of [
    [800, 4],
    [720, 3],
  ] as const) {
    await page.setViewportSize({ width: 1_280, height })
    const more = lanes.getByRole('link', { name: '+2 more', exact: true })
    await more.waitFor()
    expect(await more.getAttribute('href')).toMatch(/\/limits\?present$/)
    await expect.poll(whole).toBeGreaterThanOrEqual(rows)
  }
  // What a jump did takes no row from it.
  await page.getByRole('region', { name: 'Planned' }).getByRole('button').first().click()
  await page.getByRole('status').getByRole('button', { name: 'Dismiss' }).waitFor()
  await expect.poll(whole).toBeGreaterThanOrEqual(3)
  await page.setViewportSize({ width: 1_280, height: 800 })
  await expect.poll(whole).toBeGreaterThanOrEqual(4)
  await page.setViewportSize({ width: 1_280, height: 720 })
  // Of one tenant, it is said whose things these are, and all can be had again.
  const tenant = page.getByRole('combobox', { name: 'Tenant' })
  await tenant.click()
  await page.getByRole('option', { name: 'pro', exact: true }).click()
  await page.waitForURL(/tenant=pro/)
  await lanes.getByRole('link', { name: /^pro/ }).waitFor()
  expect(await tenant.inputValue()).toBe('pro')
  await tenant.click()
  await page.getByRole('option', { name: 'pro', exact: true }).click()
  await page.waitForURL(url => !url.search.includes('tenant'))
  // Two receivers that have one row between them are not "others": one of them has its name.
  await lanes.getByText(/^inbox\/(crm|mirror) \+1$/).waitFor()
  await page.getByRole('button', { name: /^Leave/ }).click()
  await page.getByRole('navigation', { name: 'Screens' }).waitFor()
})

test('Shown to others, a jump says what it did, and its rows are in view, whatever was read before', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  for (const last of [1, 2, 3]) await world.calls.place({ tenant: 'max', phone_number: `+8131234000${last}` })
  await world.clock.advance({ by: 'PT10S' })
  await dashboard.open('live')
  await page.getByRole('button', { name: 'Present' }).click()
  await page.getByRole('button', { name: /^Leave/ }).waitFor()
  const list = page.getByRole('list', { name: 'What happened, newest first' })
  await list.getByRole('listitem').first().waitFor()
  await list.evaluate(element => element.scrollTo({ top: 60 }))
  const planned = page.getByRole('region', { name: 'Planned' })
  await planned.getByRole('button', { name: /Tokyo midnight/ }).click()
  const said = page.getByRole('status').filter({ hasText: 'New Tokyo day' })
  await said
    .getByText(/00:00:00/)
    .first()
    .waitFor()
  await list.getByRole('listitem').filter({ hasText: 'The clock jumped 20 s' }).waitFor()
  expect(await list.evaluate(({ scrollTop }) => scrollTop)).toBe(0)
  expect(await page.getByRole('button', { name: /newer/ }).count()).toBe(0)
  await said.getByRole('button', { name: 'Dismiss' }).click()
  await said.waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await page.getByRole('navigation', { name: 'Screens' }).waitFor()
})

test('Shown to others in a usual window, the list of deliveries counts the attempts of each and has its answer', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await registerWebhook(world, { inbox: 'crm' })
  await world.inbox('crm').behave({ status: 500 })
  await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  await world.clock.advance({ by: 'PT1M' })
  await dashboard.open('webhooks/deliveries')
  await page.getByRole('button', { name: 'Present' }).click()
  await page.getByRole('button', { name: /^Leave/ }).waitFor()
  const list = page.getByRole('grid', { name: 'Deliveries' })
  await list.getByRole('columnheader', { name: 'Attempts', exact: true }).waitFor()
  const row = list.getByRole('row').nth(1)
  await row.getByText('2', { exact: true }).waitFor()
  await row.getByText('500', { exact: true }).waitFor()
  // What belongs together is not parted by an empty half of the window.
  const [status, next] = [await row.getByText('retrying').boundingBox(), await row.getByRole('button').boundingBox()]
  expect((next?.x ?? 0) - (status?.x ?? 0)).toBeLessThan(400)
  await page.keyboard.press('Escape')
  await page.getByRole('navigation', { name: 'Screens' }).waitFor()
})
