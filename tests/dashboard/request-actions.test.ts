import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import type { WorldHandle } from '../../server/index.ts'
import { dashboardTest as test } from './support/dashboard-test.ts'

const run = promisify(execFile)

/** What a shell would trip over, and what only UTF-8 can say. */
const TRICKY = `O'Brien "$HOME" \`id\` 山田`

/** Registers a customer as the code under test would, and names the exchange. */
async function registerCustomer(world: WorldHandle, key = world.tenant('pro').key): Promise<string> {
  const [project_id] = world.tenant('pro').projectIds
  const response = await fetch(`${world.baseUrl}/customers`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', 'X-Trace': TRICKY.slice(0, 7) },
    body: JSON.stringify({ project_id, name: TRICKY, tel1: '+81312345678' }),
  })
  expect(response.status).toBe(201)
  return response.headers.get('X-Request-ID') ?? ''
}

test('A request that is sent again stands in the journal as a new exchange of the same bytes, and opens', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const first = await registerCustomer(world)
  await dashboard.open(`requests/${first}`)
  await page.getByRole('button', { name: 'Resend', exact: true }).click()
  await page.waitForURL(url => !url.pathname.endsWith(first))
  await page.getByText('Every check passed.').waitFor()
  const second = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const [before, after] = [await world.requests.get(first), await world.requests.get(second)]
  expect(after.request.body).toEqual(before.request.body)
  expect(after.key_id).toBe(before.key_id)
  expect(await world.requests.list({ path: '/customers' })).toHaveLength(2)
  expect((await world.tenant('pro').limits.get()).minute.used).toBe(2)
  // It is not a client's, so the list has it only once that was asked for.
  const rows = page.getByRole('row', { name: /\/customers 201/ })
  expect(await rows.count()).toBe(1)
  const leftOut = page.getByText('The list shows only what clients have sent')
  await leftOut.waitFor()
  // Where no list stands beside it, nothing is said of one.
  await page.setViewportSize({ width: 1024, height: 768 })
  await leftOut.waitFor({ state: 'hidden' })
  await page.setViewportSize({ width: 1280, height: 800 })
  await leftOut.waitFor()
  await dashboard.follow(`requests/${second}?present`)
  await page.getByText('Every check passed.').waitFor()
  expect(await leftOut.isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Leave' }).click()
  await page.getByRole('button', { name: 'Show Ringback’s own' }).click()
  await rows.nth(1).waitFor()
  expect(await page.getByText('The list shows only what clients have sent').count()).toBe(0)
})

test('Beside the answer of before, the choice between pretty, raw and bytes is whole in every width', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const first = await registerCustomer(world)
  await dashboard.open(`requests/${first}`)
  await page.getByRole('button', { name: 'Resend', exact: true }).click()
  await page.getByText('A replay of').click()
  const looks = page.getByRole('region', { name: 'Before' }).getByRole('radiogroup')
  await looks.waitFor()
  for (const width of [1024, 1280, 1366, 1440, 1920]) {
    await page.setViewportSize({ width, height: 768 })
    const right = async (of: Locator) => {
      const { x, width } = (await of.boundingBox()) ?? { x: Number.NaN, width: 0 }
      return x + width
    }
    const edges = {
      label: await right(looks.locator('label').last()),
      group: await right(looks),
      bar: await right(looks.locator('..')),
    }
    expect(edges.label, `${width}`).toBeLessThanOrEqual(edges.group)
    expect(edges.group, `${width}`).toBeLessThanOrEqual(edges.bar)
  }
})

test('A request that is edited goes out with the changed header and body, and with the key as it was', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const first = await registerCustomer(world)
  await dashboard.open(`requests/${first}`)
  await page.getByRole('button', { name: 'Edit and resend' }).click()
  const editor = page.getByRole('dialog', { name: 'Edit and resend' })
  const headers = editor.getByRole('textbox', { name: 'Headers' })
  await headers.fill((await headers.inputValue()).replace(/^x-trace: .*$/im, 'X-Trace: edited'))
  await editor.getByRole('textbox', { name: 'Request body' }).fill('{"name":"Sato"}')
  await editor.getByRole('button', { name: 'Send', exact: true }).click()
  await editor.getByRole('region', { name: 'Before', exact: true }).getByText('201', { exact: true }).waitFor()
  await editor
    .getByRole('region', { name: 'Now', exact: true })
    .getByText('422 validation_error', { exact: true })
    .waitFor()
  await editor.getByRole('button', { name: /^Open #\d+$/ }).click()
  await page.waitForURL(url => !url.pathname.endsWith(first))
  const [sent] = await world.requests.list({ status: '422' })
  const { request, key_id } = await world.requests.get(sent?.request_id ?? '')
  expect(request.body.text).toBe('{"name":"Sato"}')
  expect(request.headers.find(([name]) => name.toLowerCase() === 'x-trace')?.[1]).toBe('edited')
  expect(key_id).toBe((await world.requests.get(first)).key_id)
})

test('A value that only what is stored refuses is named at the top, with a button to correct it', {
  tags: ['deep'],
}, async ({ dashboard }) => {
  const { page, world } = dashboard
  const pro = world.tenant('pro')
  const call = { phone_number: '03-1234-0001', staff_id: 999, project_id: pro.projectIds[0] }
  const refused = await pro.fetch('/calls/initiate', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(call),
  })
  await dashboard.open(`requests/${refused.headers.get('X-Request-ID')}`)
  await page.getByText('staff_id There is no such staff member in this tenant.').first().waitFor()
  await page.getByRole('button', { name: 'Correct and resend' }).click()
  // It is headed by the words of its button.
  const editor = page.getByRole('dialog', { name: 'Correct and resend' })
  await editor.waitFor()
  const focused = (label: string) => page.getByLabel(label, { exact: true }).and(page.locator(':focus'))
  const selected = (label: string) =>
    focused(label).evaluate(field => {
      const { value, selectionStart, selectionEnd } = field as unknown as {
        value: string
        selectionStart: number
        selectionEnd: number
      }
      return value.slice(selectionStart, selectionEnd)
    })
  await focused('Request body').waitFor()
  // What was refused is named there, and is what one types over.
  await editor.getByText('staff_id There is no such staff member in this tenant.', { exact: true }).waitFor()
  expect(await selected('Request body')).toBe('999')
  await editor.getByText('Laid out on lines here. Unless you change it, its bytes are sent as they were.').waitFor()
  await editor.getByRole('button', { name: 'Send', exact: true }).click()
  await editor.getByRole('region', { name: 'Now', exact: true }).getByText('422 validation_error').waitFor()
  const sentBody = async () => {
    const [{ request_id = '' } = {}] = await world.requests.list({ limit: 1 })
    return (await world.requests.get(request_id)).request.body.text
  }
  expect(await sentBody()).toBe(JSON.stringify(call))
  await editor.getByLabel('Request body', { exact: true }).focus()
  await page.keyboard.type(String(pro.staffIds[0]))
  expect(await editor.getByText('staff_id There is no').count()).toBe(0)
  await page.keyboard.press('Control+Enter')
  await editor.getByRole('region', { name: 'Now', exact: true }).getByText('200', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  // What was refused without a body has its fault in where it went.
  const query = await pro.fetch('/customers?page=x')
  await dashboard.follow(`requests/${query.headers.get('X-Request-ID')}`)
  await page.getByRole('button', { name: 'Correct and resend' }).click()
  await focused('Path and query').waitFor()
  expect(await selected('Path and query')).toBe('x')
  await editor.getByText(/^page Must be an integer of 1 or more/).waitFor()
})

test.for(['a key of the fixture', 'a key that was issued here'] as const)(
  'The copied curl line gets the same answer in a shell, with %s',
  async (origin, { dashboard }) => {
    const { page, world } = dashboard
    const scopes = ['customers:write']
    const issued = (await world.client.send('POST', ['tenants', 'pro', 'keys'], { mode: 'live', scopes })) as {
      key: string
    }
    const first = await registerCustomer(world, origin === 'a key of the fixture' ? undefined : issued.key)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await dashboard.open(`requests/${first}`)
    await page.getByRole('button', { name: 'curl', exact: true }).click()
    await page.getByText('Copied as curl').waitFor()
    const line = await page.evaluate<string>('navigator.clipboard.readText()')
    const { stdout } = await run('sh', ['-c', line], { env: { ...process.env, RINGBACK_API_KEY: issued.key } })
    expect(stdout).toMatch(/^HTTP\/1\.1 201 Created\r\n/)
    const [again] = await world.requests.list({ path: '/customers' })
    const [before, after] = [await world.requests.get(first), await world.requests.get(again?.request_id ?? '')]
    expect(after.request_id).not.toBe(first)
    expect(after.request.body).toEqual(before.request.body)
    expect(after.key_id).toBe(before.key_id)
  },
)

test('The HAR file has an entry for each exchange of the filtered list, in order, and no secret', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const max = world.tenant('max')
  const registered = await max.fetch('/webhooks', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ url: world.inbox('crm').url, events: ['call.missed'] }),
  })
  const { secret } = ((await registered.json()) as { data: { secret: string } }).data
  await max.fetch(`/customers?name=${max.key}`)
  await registerCustomer(world)
  await max.fetch('/nowhere')
  const download = async (place: string) => {
    await dashboard.open(place)
    const saving = page.waitForEvent('download')
    await page.getByRole('link', { name: 'HAR' }).click()
    const file = await saving
    expect(file.suggestedFilename()).toBe(`${world.id}.har`)
    return readFile(await file.path(), 'utf8')
  }
  const text = await download('requests')
  const { log } = JSON.parse(text) as { log: { version: string; entries: HarEntry[] } }
  const journal = (await world.requests.list()).reverse()
  expect(log.version).toBe('1.2')
  expect(log.entries.map(summary)).toEqual(
    journal.map(({ method, path, status, request_id }) => ({ method, path, status, request_id })),
  )
  for (const key of [secret, max.key, world.tenant('pro').key]) expect(text).not.toContain(key)
  const { entries } = (JSON.parse(await download('requests?status=4xx')) as { log: { entries: HarEntry[] } }).log
  expect(entries.map(({ response }) => response.status)).toEqual([404])
})

interface HarEntry {
  request: { method: string; url: string }
  response: { status: number }
  _request_id: string
}
const summary = ({ request: { method, url }, response: { status }, _request_id }: HarEntry) => ({
  method,
  path: new URL(url).pathname.replace('/api/v1', ''),
  status,
  request_id: _request_id,
})

test('A body that is no JSON is said to be so once, and in Present it says where it is corrected if part of it is hidden', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const post = async (body: string) => {
    const response = await fetch(`${world.baseUrl}/customers`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${world.tenant('pro').key}`, 'Content-Type': 'application/json' },
      body,
    })
    return response.headers.get('X-Request-ID') ?? ''
  }
  const broken = await post('{\n "name": oops\n}')
  const refused = await post('{"name":"","tel1":"03-1234-5678"}')
  const mixed = await post('tel1: 03-1234-5678')
  await dashboard.open(`requests/${broken}`)
  // No field of it has been read.
  await page.getByRole('heading', { name: 'Refused: the request is invalid' }).waitFor()
  await page.keyboard.press('e')
  const editor = page.getByRole('dialog', { name: 'Edit and resend' })
  await editor.getByText('Not JSON: line 2, column 10.', { exact: true }).waitFor()
  expect(await editor.getByText(/is not valid JSON/).count()).toBe(1) // The answer of before.
  await page.keyboard.press('Escape')

  await dashboard.follow(`requests/${refused}`)
  const correct = page.getByRole('button', { name: 'Correct and resend' })
  await correct.first().waitFor()
  await dashboard.follow(`requests/${refused}?present`)
  await page.getByText('Secrets hidden').waitFor()
  await page.getByRole('heading', { name: 'Refused: invalid fields' }).waitFor()
  await correct.first().waitFor()
  await dashboard.follow(`requests/${mixed}?present`)
  await page.getByText('leave Present to correct it').first().waitFor()
  expect(await correct.count()).toBe(0)
  await page.getByRole('button', { name: 'Edit and resend' }).click()
  await editor.getByText(/^Not sent yet\. What is not hidden can be changed above/).waitFor()
})
