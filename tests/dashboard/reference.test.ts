import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { dashboardTest as test } from './support/dashboard-test.ts'
import { registerWebhook } from './support/webhook.ts'

const run = promisify(execFile)

test('A trial request goes out with the key of the tenant, and its answer leads to its trace', async ({
  dashboard,
}) => {
  const { page } = dashboard
  await dashboard.open('reference/createCustomer?tenant=pro')
  await page.getByRole('button', { name: 'Send request' }).click()
  const answer = page.getByRole('region', { name: 'Response', exact: true })
  await answer.getByText('201', { exact: true }).waitFor()
  await answer.getByText('"customer_id"').waitFor()
  await answer.getByRole('link', { name: /^[0-9a-f-]{36}$/ }).click()
  await page.waitForURL(/\/requests\/[0-9a-f-]{36}$/)
  await page.getByText('Every check passed.').waitFor()
})

test('The command of a trial request has the lines of its body, and no empty ones between them', async ({
  dashboard,
}) => {
  const { page } = dashboard
  await page.setViewportSize({ width: 1440, height: 900 })
  await dashboard.open('reference/createCustomer?tenant=pro')
  const command = page.locator('pre').filter({ hasText: '--data-raw' })
  await command.waitFor()
  const whole = (await command.textContent()) ?? ''
  const lines = whole.slice(whole.indexOf('--data-raw')).split('\n').length
  // Each two lines of the body stand below each other at the same distance.
  const tops = await page.evaluate<number[]>(`(() => {
    const command = [...document.querySelectorAll('pre')].find(({ textContent }) => textContent.includes('--data-raw'))
    const range = document.createRange()
    const walker = document.createTreeWalker(command, NodeFilter.SHOW_TEXT)
    const tops = []
    while (walker.nextNode()) {
      range.selectNodeContents(walker.currentNode)
      if (tops.length > 0 || walker.currentNode.data.includes('--data-raw'))
        for (const { top } of range.getClientRects()) tops.push(Math.round(top))
    }
    return [...new Set(tops)]
  })()`)
  expect(lines).toBeGreaterThan(4)
  expect(tops.length).toBe(lines)
  expect(new Set(tops.slice(1).map((top, index) => top - tops[index]!)).size).toBeLessThanOrEqual(2)
})

test('An answer that a fault has made names the fault', async ({ dashboard }) => {
  const { page, world } = dashboard
  const { id } = await world.faults.add({ effect: { code: 'rate_limit_exceeded' }, times: 1 })
  await dashboard.open('reference/createCustomer?tenant=max')
  const send = page.getByRole('button', { name: 'Send request' })
  const answer = page.getByRole('region', { name: 'Response', exact: true })
  await send.click()
  await answer.getByText('429', { exact: true }).waitFor()
  dashboard.forgive(/429/)
  await answer
    .getByText('hit by')
    .getByRole('link', { name: `fault ${id}` })
    .waitFor()
  // What nobody has hit says nothing of a fault.
  await send.click()
  await answer.getByText('201', { exact: true }).waitFor()
  await answer.getByText('"customer_id"').waitFor()
  expect(await answer.getByText('hit by').count()).toBe(0)
})

test('The reference begins with the tenant of the first steps, and with the one that has used the world last', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const tenant = page.getByRole('combobox', { name: 'Tenant' })
  await dashboard.open('reference/createWebhook')
  await page.locator('input[value="pro"]').and(tenant).waitFor()
  const answer = await world.tenant('max').fetch('/customers')
  expect(answer.status).toBe(200)
  await dashboard.follow('live')
  await dashboard.follow('reference/createWebhook')
  await page.locator('input[value="max"]').and(tenant).waitFor()
})

test('A key that is called as its mode stands there once, and a list says of what it is', async ({ dashboard }) => {
  const { page, world } = dashboard
  await dashboard.open('reference/reportCalls?tenant=max')
  await page.getByRole('combobox', { name: 'Key' }).click()
  await page.getByRole('option', { name: 'live', exact: true }).waitFor()
  await page.keyboard.press('Escape')
  const fields = page.getByRole('table', { name: 'Fields of the 200 response' })
  await fields.getByText('array of objects', { exact: true }).waitFor()
  await fields.getByText('always 50', { exact: true }).waitFor()
  // A parameter with named values offers them.
  await page.getByRole('combobox', { name: 'status' }).click()
  await page.getByRole('option', { name: 'missed_call', exact: true }).click()
  await page.getByRole('button', { name: 'Send request' }).click()
  await page.getByRole('region', { name: 'Response', exact: true }).getByText('200', { exact: true }).waitFor()
  const [sent] = await world.requests.list()
  expect(sent?.query).toContain('status=missed_call')
})

test('Ids are those of the newest things of the chosen tenant, so the first press is answered with 200', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const calls = await Promise.all(
    ['max', 'pro'].map(tenant => world.calls.place({ tenant, phone_number: '+81312340001' })),
  )
  await dashboard.open('reference/getCall?tenant=max')
  const id = page.getByRole('textbox', { name: 'callId' })
  const holds = (value: string | undefined) => page.locator(`input[value="${value}"]`).and(id).waitFor()
  await holds(calls[0]?.call_id)
  // It has all the room, and its end is in sight.
  expect(await id.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await page.getByRole('combobox', { name: 'Tenant' }).click()
  await page.getByRole('option', { name: 'pro', exact: true }).click()
  await holds(calls[1]?.call_id)
  await page.getByRole('button', { name: 'Send request' }).click()
  const answer = page.getByRole('region', { name: 'Response', exact: true })
  await answer.getByText('200', { exact: true }).waitFor()
  // What was typed for one tenant is not asked of another.
  await id.fill('call_of_mine')
  await page.getByRole('combobox', { name: 'Tenant' }).click()
  await page.getByRole('option', { name: 'max', exact: true }).click()
  await holds(calls[0]?.call_id)

  const [customer] = await world.client.list<{ customer_id: number }>(['customers'], { tenant: 'max', limit: 1 })
  await dashboard.follow('reference/getCustomer?tenant=max')
  const customerId = page.getByRole('textbox', { name: 'customerId' })
  await page.locator(`input[value="${customer?.customer_id}"]`).and(customerId).waitFor()
})

test('Where a tenant has none, the field says so and leads to what makes one', async ({ dashboard }) => {
  const { page, world } = dashboard
  await dashboard.open('reference/updateWebhook?tenant=max')
  const id = page.getByRole('textbox', { name: 'webhookId' })
  const hint = page.getByText('Tenant max has no webhook in this world. One is made by')
  await hint.waitFor()
  expect(await id.inputValue()).toBe('')
  await page.getByRole('region', { name: 'As code' }).getByText('/webhooks/{webhookId}').waitFor()
  // Without an id it would be a request to another path: the form asks for one.
  await page.getByRole('button', { name: 'Send request' }).click()
  await id.and(page.locator(':focus:invalid')).waitFor()
  const { webhook_id } = await registerWebhook(world, { inbox: 'crm' })
  await page.locator(`input[value="${webhook_id}"]`).and(id).waitFor()
  await hint.waitFor({ state: 'detached' })
  await page.getByRole('combobox', { name: 'Tenant' }).click()
  await page.getByRole('option', { name: 'pro', exact: true }).click()
  await page.getByText('Tenant pro has no webhook').getByRole('link', { name: 'POST /webhooks' }).click()
  await page.waitForURL(/\/reference\/createWebhook\?tenant=pro$/)
})

test('The request stands there as code in JavaScript and Python too, which sends it as it stands', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await dashboard.open('reference/createCustomer?tenant=pro')
  const code = page.getByRole('region', { name: 'As code' })
  const body = page.getByRole('textbox', { name: 'Request body' })
  for (const [language, param, command] of [
    ['JavaScript', 'javascript', [process.execPath, '--input-type=module', '-e']],
    ['Python', 'python', ['python3', '-c']],
  ] as const) {
    const name = `${language} 'の' "山田" \\ 太郎`
    await body.fill(JSON.stringify({ external_id: `by-${param}`, name, name_kana: 'ヤマダ', phone_numbers: [] }))
    await code.getByText(language, { exact: true }).click()
    await page.waitForURL(new RegExp(`code=${param}`))
    const text = (await code.getByRole('region', { name: `The request in ${language}` }).textContent()) ?? ''
    const [program, ...flags] = command
    const env = { ...process.env, no_proxy: '127.0.0.1' }
    const { stdout } = await run(program, [...flags, text], { env })
    const [sent] = await world.requests.list({ endpoint: 'createCustomer' })
    expect(stdout).toBe(`${sent?.status} ${(await world.requests.get(sent?.request_id ?? '')).response.body.text}\n`)
    const { request } = await world.requests.get(sent?.request_id ?? '')
    expect(JSON.parse(request.body.text ?? '')).toMatchObject({ external_id: `by-${param}`, name })
  }
})

test('A key without the scope is refused, and so is none', { tags: ['deep'] }, async ({ dashboard }) => {
  const { page } = dashboard
  await dashboard.open('reference/createCustomer?tenant=pro')
  const key = page.getByRole('combobox', { name: 'Key' })
  await key.click()
  await page.getByRole('option', { name: /^reader/ }).click()
  await page.getByRole('button', { name: 'Send request' }).click()
  const answer = page.getByRole('region', { name: 'Response', exact: true })
  await answer.getByText('"insufficient_scope"').waitFor()
  await key.click()
  await page.getByRole('option', { name: 'no key' }).click()
  await page.getByRole('button', { name: 'Send request' }).click()
  await answer.getByText('"unauthorized"').waitFor()
  // Who sends with the keyboard sends again with the next press.
  await page.getByRole('button', { name: 'Send request' }).and(page.locator(':focus')).waitFor()
  dashboard.forgive(/40[13]/)
})

test('Dates of a trial request lie on the clock of the world', { tags: ['deep'] }, async ({ dashboard }) => {
  const { page } = dashboard
  await dashboard.open('reference/listCalls')
  expect(await page.getByRole('textbox', { name: 'to' }).inputValue()).toMatch(/^2026-03-/)
  await page.getByRole('button', { name: 'Send request' }).click()
  await page.getByRole('region', { name: 'Response', exact: true }).getByText('200', { exact: true }).waitFor()
})

test('What the contract leaves open is marked and leads to the assumption; changing it changes the reference', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await dashboard.open('reference/getCustomer')
  const fields = page.getByRole('table', { name: 'Fields of the 200 response' })
  await fields.getByText('name_kana', { exact: true }).waitFor()
  await world.assumptions.set('customers.phonetic_key', 'kana')
  await fields.getByText('kana', { exact: true }).waitFor()
  await fields.getByRole('link', { name: 'customers.phonetic_key' }).click()
  await page.getByRole('heading', { name: 'customers.phonetic_key' }).waitFor()
})

test('Every endpoint of the contract is listed, found by words, and has its own address', async ({ dashboard }) => {
  const { page } = dashboard
  await dashboard.open('reference')
  const contents = page.getByRole('navigation', { name: 'Contents' })
  await contents.getByRole('link').first().waitFor()
  // And what holds for all of them; and what a webhook gets: three kinds of event, and what holds for all of them.
  expect(await contents.getByRole('link').count()).toBe(1 + 16 + 4)
  await page.keyboard.press('/')
  await page.keyboard.type('webhooks delete')
  await contents.getByRole('link', { name: 'DELETE /webhooks/{webhookId}' }).click()
  await page.waitForURL(/\/reference\/deleteWebhook/)
  await page.reload()
  await page.getByRole('heading', { name: 'DELETE /webhooks/{webhookId}' }).waitFor()
})
