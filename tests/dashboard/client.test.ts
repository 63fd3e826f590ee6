import * as http from 'node:http'
import { Agent, request } from 'undici'
import { expect, onTestFinished } from 'vitest'
import type { WorldHandle } from '../../server/index.ts'
import { callTwice } from '../support/misbehave.ts'
import { openSocket, parseResponses, readToEnd } from '../support/raw-socket.ts'
import { startReceiver } from '../support/receivers.ts'
import { Dashboard, START, dashboardTest as test } from './support/dashboard-test.ts'
import { follow, untilShown } from './support/until-shown.ts'

/** Sends one GET after another: each once the answer before it has been read. Gives its status. */
const statusesOf = (tenant: { fetch: (path: string) => Promise<Response> }) => async (path: string) => {
  const answer = await tenant.fetch(path)
  await answer.text()
  return answer.status
}

test('What a client did is seen as it happens, by rule and caller, with its exchanges on both clocks and a test to copy', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await dashboard.open('client')
  await page.getByText('Nobody has sent a request yet', { exact: true }).waitFor()
  const navigation = page.getByRole('navigation', { name: 'Screens' })
  expect(await navigation.getByRole('link', { name: /error of a client/ }).count()).toBe(0)

  await callTwice(world, 'click-to-call/3.1 (browser)')
  await navigation.getByRole('link', { name: /1 error of a client/ }).waitFor()
  const callers = page.getByRole('navigation', { name: 'Callers' })
  await callers.getByRole('link', { name: /click-to-call\/3\.1/ }).click()
  await page.waitForURL(/[?]who=/)
  const findings = page.getByRole('region', { name: 'Findings', exact: true })
  await findings
    .getByRole('link', {
      name: /^error Placed a second call after a lost answer 1 error #2 .* Give an initiation and its repeats the same/,
    })
    .click()
  await page.waitForURL(/\/client\/double_call[?]who=/)

  const detail = page.getByRole('region', { name: 'double_call', exact: true })
  await detail.getByText(/^#2 placed a second call to 031\*{4}0001, .* after the answer to #1 was lost[.]$/).waitFor()
  await detail.getByText('Give an initiation and its repeats the same external_id.').waitFor()
  await detail.getByRole('img', { name: /^#1, #2: 0 s apart on the emulated clock, .* of real time[.]$/ }).waitFor()
  const exchanges = detail.getByRole('table', { name: 'Exchanges' })
  await exchanges.getByRole('row', { name: /#1 POST \/calls\/initiate no external_id answer lost first$/ }).waitFor()
  await exchanges.getByRole('row', { name: /#2 POST \/calls\/initiate no external_id 200 0 s .* repeat$/ }).waitFor()
  // The sentence and the table count the wait alike, from the end of the answer that was lost.
  const [, wait] = /0001, (.+) of real time after the answer/.exec((await detail.textContent()) ?? '') ?? []
  const headings = await exchanges.getByRole('columnheader').allTextContents()
  const second = await exchanges.getByRole('row', { name: /^#2 / }).getByRole('cell').allTextContents()
  expect(second[headings.indexOf('Waited')]).toBe(`${wait}real time`)
  await detail.getByText(/^Emulated and real time count from when #1 began[.] A wait counts from the end/).waitFor()
  await detail.getByRole('button', { name: 'Copy as test' }).click()
  await page.getByText('Copied: a test that fails as long as this does', { exact: true }).waitFor()
  const copied = await page.evaluate<string>('navigator.clipboard.readText()')
  expect(copied).toContain("world.faults.add({ match: { path: '/calls/initiate' }, effect: { drop: true }, times: 1 })")

  await exchanges.getByRole('link', { name: '#2', exact: true }).click()
  await page.waitForURL(/\/requests\//)
  const evidence = page.getByRole('region', { name: 'Evidence', exact: true })
  await evidence.getByText('Placed a second call after a lost answer', { exact: true }).waitFor()
  await evidence.getByText(/^ ?#2 placed a second call to 031/).waitFor()
  await evidence.getByRole('link', { name: 'Open in Client' }).click()
  await page.waitForURL(/\/client\/double_call[?]finding=\d+$/)
})

test('A rule that was kept names the request that was told to wait and the one that came when the wait was over', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const pro = world.tenant('pro')
  await pro.limits.set({ minute: { used: 'limit' } })
  expect((await pro.fetch('/customers')).status).toBe(429)
  await world.clock.advance({ by: 'PT1M' })
  expect((await pro.fetch('/customers')).status).toBe(200)
  await dashboard.open('client/retry_before_retry_after')
  const shown = page.getByRole('region', { name: 'What shows it', exact: true })
  const exchanges = shown.getByRole('table', { name: 'Exchanges' })
  await exchanges.getByRole('row', { name: /^#1 GET \/customers 429 .* told to wait 30 s$/ }).waitFor()
  await exchanges.getByRole('row', { name: /^#2 GET \/customers 200 1 min .* in time$/ }).waitFor()
  await exchanges.getByRole('link', { name: '#2', exact: true }).click()
  await page.waitForURL(/\/requests\//)
})

test('A finding and its slide say of how many exchanges they show the first, and name none of them over another', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const pro = world.tenant('pro')
  for (let index = 0; index < 52; index++) await pro.fetch('/customers').then(answer => answer.text())
  await page.setViewportSize({ width: 1280, height: 720 })
  await dashboard.open('client/same_read_again')
  const total = page.getByText('The first 12 of 52 requests: a finding keeps no more.', { exact: true })
  await total.waitFor()
  await page.goto(`${page.url()}?present`)
  await total.waitFor()
  const lanes = page.getByRole('img', { name: /^#1, #2/ })
  await lanes.getByText('#1', { exact: true }).waitFor()
  const boxes = await lanes
    .locator('text')
    .filter({ hasText: /^#\d+$/ })
    .evaluateAll(names => names.map(name => name.getBoundingClientRect()).map(({ left, right }) => ({ left, right })))
  expect(boxes.length).toBeGreaterThan(1)
  for (const [index, { left }] of boxes.entries())
    expect(left).toBeGreaterThan(index === 0 ? 0 : (boxes[index - 1]?.right ?? 0))
})

test('A client that floods is told why what it sent before it could know is not held against it', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const pro = world.tenant('pro')
  await pro.limits.set({ day: { used: 'limit' } })
  // Connected before, and written in one turn: on a busy machine as well, all are on their way when the first is refused.
  const { port, host, pathname } = new URL(pro.baseUrl)
  const sockets = await Promise.all(Array.from({ length: 10 }, () => openSocket({ port: Number(port) })))
  const headers = [`Host: ${host}`, `Authorization: Bearer ${pro.key}`, 'Connection: close', '', ''].join('\r\n')
  for (const [index, socket] of sockets.entries())
    socket.write(`GET ${pathname}/customers/${index} HTTP/1.1\r\n${headers}`)
  const answers = (await Promise.all(sockets.map(readToEnd))).flatMap(parseResponses)
  expect(answers.map(({ status }) => status)).toEqual(Array.from(sockets, () => 429))
  await dashboard.open('client/requests_after_quota')
  await page.getByText(/is not held against a client that sends several requests at once/).waitFor()
})

test('What may not have known of a refusal is in doubt and no all-clear, and what is open says what decides it', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const pro = world.tenant('pro')
  const statusOf = statusesOf(pro)
  await Promise.all(['a', 'b'].map(name => statusOf(`/customers?name=${name}`)))
  expect([await statusOf('/customers/999999'), await statusOf('/customers')]).toEqual([404, 200])
  await world.faults.add({ effect: { status: 503, retry_after: 5 }, times: 1 })
  expect([await statusOf('/customers'), await statusOf('/customers')]).toEqual([503, 200])

  await dashboard.open('client')
  const findings = page.getByRole('region', { name: 'Findings', exact: true })
  await findings
    .getByText(/^In doubt: 1 request, #6, came too early, and may not have known of the refusal #5[.]/)
    .waitFor()
  expect(await findings.getByText(/^Nothing was found: /).count()).toBe(0)
  const callers = page.getByRole('navigation', { name: 'Callers' })
  expect(await callers.getByText('no finding', { exact: true }).count()).toBe(0)
  // Seen as a number, so that the name beside it has the room.
  await callers.locator('[aria-hidden="true"]').getByText('1', { exact: true }).first().waitFor()
  await callers
    .getByRole('link', { name: /1 in doubt/ })
    .first()
    .waitFor()
  const refusals = page.getByRole('region', { name: 'Refusals and retries' })
  await refusals
    .getByRole('link', { name: /^open Does not repeat a final refusal 1 open Decided within a minute of the refusal/ })
    .waitFor()

  // One that passed may have an open case as well, and is counted here too.
  await findings.getByText(/^\d+ rules? (?:has|have) open cases: .*Does not repeat a final refusal/).waitFor()
  await findings.getByRole('link', { name: 'Does not repeat a final refusal' }).click()
  const open = page.getByRole('region', { name: 'retried_final_refusal', exact: true })
  await open.getByText(/^1 case is not decided yet[.] Decided within a minute of the refusal, by whether/).waitFor()
  await findings.getByRole('link', { name: 'Waits for Retry-After' }).click()
  const detail = page.getByRole('region', { name: 'retry_before_retry_after', exact: true })
  const exchanges = detail.getByRole('region', { name: 'In doubt' }).getByRole('table', { name: 'Exchanges' })
  await exchanges.getByRole('row', { name: /^#5 GET \/customers 503 .*told to wait 5 s$/ }).waitFor()
  await exchanges.getByRole('row', { name: /^#6 GET \/customers 200 .*perhaps unaware$/ }).waitFor()
})

test('Each finding of a rule has its own severity, and the gravest is quoted and opened first', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { key } = world.tenant('max')
  const read = async (product: string, path: string) => {
    const headers = { authorization: `Bearer ${key}`, 'user-agent': product }
    expect((await fetch(`${world.baseUrl}${path}`, { headers })).status).toBe(200)
  }
  const CALLS = '/calls?from=2026-02-09&to=2026-03-10'
  // The one reads no second page of anything; the other turns the pages of another list.
  await read('reader/1.0', CALLS)
  await read('pager/1.0', '/customers?page=2')
  await read('pager/1.0', CALLS)
  await dashboard.open('client')
  const row = page.getByRole('link', { name: /^warning Left pages out 1 warning, 1 info #3 / })
  await row.click()
  const detail = page.getByRole('region', { name: 'pages_left_out', exact: true })
  await detail.getByText(/^#3 /).first().waitFor()
  await detail.getByRole('heading', { level: 2, name: /^warning/ }).waitFor()
  await detail.getByRole('button', { name: 'Next finding' }).click()
  await detail.getByText(/^#1 /).first().waitFor()
  await detail.getByRole('heading', { level: 2, name: /^info/ }).waitFor()
})

test('In doubt no code is cut beside an open list, and it is said how to find out', { tags: ['deep'] }, async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const pro = world.tenant('pro')
  const statusOf = statusesOf(pro)
  await Promise.all(['a', 'b'].map(name => statusOf(`/customers?name=${name}`)))
  await world.faults.add({ effect: { code: 'rate_limit_exceeded' }, times: 2 })
  const long = '/customers?name=warehouse&page=1'
  expect([await statusOf(long), await statusOf(long)]).toEqual([429, 429])
  await dashboard.open('client/retry_before_retry_after')
  const doubts = page.getByRole('region', { name: 'In doubt', exact: true })
  await doubts.getByText(/^To find out, send one request at a time over one connection/).waitFor()
  const answers = doubts.getByRole('cell', { name: '429 rate_limit_exceeded', exact: true })
  for (const width of [1_366, 1_440]) {
    await page.setViewportSize({ width, height: 900 })
    await answers.nth(1).waitFor()
    const cut = await answers.evaluateAll(cells =>
      cells.flatMap(cell =>
        [cell, ...cell.querySelectorAll('span')].map(part => Math.max(0, part.scrollWidth - part.clientWidth)),
      ),
    )
    expect(new Set(cut)).toEqual(new Set([0]))
    const over = await page
      .getByRole('region', { name: 'retry_before_retry_after', exact: true })
      .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
    expect(over).toBe(0)
  }
})

test('A rule whose case another one reports is not said to be without any, and leads there', async ({ dashboard }) => {
  const { page, world } = dashboard
  await callTwice(world, 'click-to-call/3.1')
  await dashboard.open('client')
  const writes = page.getByRole('region', { name: 'Writes' })
  await writes.getByText('2 reported elsewhere', { exact: true }).waitFor()
  const callers = page.getByRole('navigation', { name: 'Callers' })
  await callers.getByText('reported elsewhere', { exact: true }).waitFor()
  await callers
    .getByRole('img', { name: /2 reported elsewhere/ })
    .first()
    .waitFor()
  await writes
    .getByRole('link', {
      name: /^reported elsewhere Gives calls an external_id Reported under: Placed a second call after a lost answer$/,
    })
    .click()
  const detail = page.getByRole('region', { name: 'call_without_external_id', exact: true })
  await detail.getByRole('heading', { name: /reported elsewhere ?Gives calls an external_id/ }).waitFor()
  await detail.getByRole('link', { name: 'Placed a second call after a lost answer' }).click()
  await page.waitForURL(/\/client\/double_call$/)
})

test('The table of exchanges has its last column beside an open list, in Japanese as well', async ({
  browser,
  emulator,
}) => {
  await using world = await emulator.createWorld({ clock: START })
  const pro = world.tenant('pro')
  const statusOf = (path: string) => pro.fetch(path).then(answer => answer.text().then(() => answer.status))
  // Side by side, so that what follows may not have known of the refusal.
  await Promise.all(['a', 'b'].map(name => statusOf(`/customers?name=${name}`)))
  await world.faults.add({ effect: { status: 503, code: 'service_unavailable', retry_after: 15 }, times: 1 })
  expect([await statusOf('/customers'), await statusOf('/customers')]).toEqual([503, 200])
  const context = await browser.newContext({ locale: 'ja' })
  const page = await context.newPage()
  const overhang = `(() => {
    const panel = document.querySelector('section[aria-label="retry_before_retry_after"]')
    return panel.scrollWidth - panel.clientWidth
  })()`
  for (const width of [1_440, 1_280, 1_024]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(new Dashboard(page, world).at('client/retry_before_retry_after'))
    await page.getByRole('row', { name: /^#3 .*15秒/ }).waitFor()
    expect([width, await page.evaluate(overhang)]).toEqual([width, 0])
  }
  await context.close()
})

/** One connection of a client: sends requests one after the other, and tells the status of each. */
function connectionOf(world: WorldHandle, product: string) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  const headers = { Authorization: `Bearer ${world.tenant('pro').key}`, 'User-Agent': product }
  const send = (path: string, { method = 'GET', body = Promise.resolve('') } = {}) =>
    new Promise<number | undefined>((resolve, reject) => {
      const type = method === 'GET' ? {} : { 'Content-Type': 'application/json' }
      const sent = http.request(
        `${world.baseUrl}${path}`,
        { agent, method, headers: { ...headers, ...type } },
        answer => {
          answer.resume().on('end', () => resolve(answer.statusCode))
        },
      )
      sent.on('error', reject).flushHeaders()
      void body.then(text => sent.end(text))
    })
  return send
}

test('Of what was refused beside a doubt it is said why it is in none, no path is cut that has room, and the legend has each mark', async ({
  browser,
  emulator,
}) => {
  await using world = await emulator.createWorld({ clock: START })
  const [one, other] = [connectionOf(world, 'crm/2.0'), connectionOf(world, 'crm/2.0')]
  // Two in flight at once: one ends its body when the other has been answered.
  const body = Promise.withResolvers<string>()
  const written = other('/customers', { method: 'POST', body: body.promise })
  await one('/customers?page=1')
  body.resolve('{}')
  expect(await written).toBe(422)
  // Answered before, so that its repeat may have waited for a connection.
  expect(await one('/customers?page=1')).toBe(200)
  await world.faults.add({ effect: { status: 503, retry_after: 15 }, times: 10 })
  const asked = [await one('/customers?page=1'), await other('/customers?page=3'), await one('/customers?page=1')]
  expect(asked).toEqual([503, 503, 503])
  // A client of one connection hammers, so that for everyone the rule is broken, and in doubt for the other caller alone.
  const pacer = connectionOf(world, 'pacer/1.0')
  for (let count = 0; count < 7; count++) expect(await pacer('/calls')).toBe(503)
  const context = await browser.newContext({ viewport: { width: 1_366, height: 900 } })
  const page = await context.newPage()
  await page.goto(new Dashboard(page, world).at('client/hammering'))
  const callers = page.getByRole('navigation', { name: 'Callers' })
  await callers.getByRole('link', { name: /^crm\/2[.]0/ }).waitFor()
  const bars = await callers.getByRole('img').evaluateAll(all => all.map(bar => bar.getAttribute('aria-label') ?? ''))
  expect(bars[0]).not.toContain('in doubt')
  expect(bars.slice(1).some(bar => bar.includes('in doubt'))).toBe(true)
  await callers.getByText('in doubt', { exact: true }).waitFor()

  const doubts = page.getByRole('region', { name: 'In doubt', exact: true })
  const exchanges = doubts.getByRole('table', { name: 'Exchanges' })
  await exchanges.getByRole('row', { name: /^#4 GET \/customers ?\?page=1 503 .*told to wait 15 s$/ }).waitFor()
  await exchanges.getByRole('row', { name: /^#6 GET \/customers ?\?page=1 503 .*perhaps unaware$/ }).waitFor()
  const isCut = await exchanges
    .getByRole('cell', { name: /customers/ })
    .evaluateAll(cells =>
      cells.map(cell => [cell, ...cell.querySelectorAll('span > span')].some(one => one.scrollWidth > one.clientWidth)),
    )
  expect(isCut).toEqual([false, false])
  await doubts
    .getByText(
      'Refused as well, and not in doubt: #5. It repeats none of the requests refused since #4, and none of them came over its connection, so nothing says that whoever sent it knew of one.',
    )
    .waitFor()
  await doubts.getByRole('link', { name: '#5', exact: true }).click()
  await page.waitForURL(/\/requests\//)
  await context.close()
})

test('A finding that was provoked is expected from then on, and a rule that does not matter is switched off and on again', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await callTwice(world, 'click-to-call/3.1')
  await dashboard.open('client/double_call')
  const detail = page.getByRole('region', { name: 'double_call', exact: true })
  await detail.getByRole('button', { name: 'Expected here' }).click()
  await detail.getByRole('button', { name: 'Not expected any more' }).waitFor()
  await world.assertClean({ checks: ['verdicts'] })
  const writes = page.getByRole('region', { name: 'Writes' })
  await writes
    .getByRole('link', { name: /^expected Placed a second call after a lost answer expected: 1 finding$/ })
    .waitFor()
  const summary = page.getByRole('region', { name: 'Findings', exact: true })
  await summary.getByText(/^1 finding is expected: Placed a second call after a lost answer$/).waitFor()
  expect(await summary.getByRole('link', { name: 'Placed a second call after a lost answer' }).count()).toBe(1)
  await detail.getByRole('heading', { name: /expected ?Placed a second call after a lost answer/ }).waitFor()
  expect(await page.getByText('Calls once when the answer is lost', { exact: true }).count()).toBe(0)
  await page.getByText('38 rules, judged as requests come in', { exact: true }).waitFor()
  await detail.getByRole('button', { name: 'Not expected any more' }).click()
  await detail.getByRole('button', { name: 'Expected here' }).waitFor()

  // Where others did the same, it is asked whose findings are meant.
  await callTwice(world, 'crm-sync/2.4')
  await detail.getByText('1 of 2', { exact: true }).waitFor()
  await detail.getByRole('button', { name: 'Expected here' }).click()
  await page.getByRole('menuitem', { name: 'Of every caller' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.getByRole('menuitem', { name: 'Of this caller' }).press('Enter')
  await detail.getByRole('button', { name: 'Not expected any more' }).waitFor()
  expect((await world.verdicts()).find(({ rule }) => rule === 'double_call')).toMatchObject({ failed: 1, expected: 1 })
  await page
    .getByRole('navigation', { name: 'Screens' })
    .getByRole('link', { name: /1 error of a client/ })
    .waitFor()
  await detail.getByRole('button', { name: 'Not expected any more' }).click()
  await detail.getByRole('button', { name: 'Expected here' }).click()
  await page.getByRole('menuitem', { name: 'Of every caller' }).click()
  await detail.getByRole('button', { name: 'Not expected any more' }).waitFor()
  await world.assertClean({ checks: ['verdicts'] })
  await detail.getByRole('button', { name: 'Not expected any more' }).click()
  await detail.getByRole('button', { name: 'Expected here' }).waitFor()

  await detail.getByRole('combobox', { name: 'Severity' }).click()
  await page.getByRole('option', { name: 'off', exact: true }).click()
  const off = page.getByRole('region', { name: 'Switched off' })
  await off.getByText('Calls once when the answer is lost', { exact: true }).waitFor()
  expect((await world.verdicts()).map(({ rule }) => rule)).not.toContain('double_call')
  await detail
    .getByText('This rule is switched off in this world: nobody is held against it.', { exact: true })
    .waitFor()
  await detail.getByRole('button', { name: 'Switch on double_call' }).click()
  await writes.getByRole('link', { name: /Calls once when the answer is lost/ }).waitFor()
})

test('A drill says what to do, shows what ran as it comes in, and when it failed leads to the request that shows it and runs again', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await dashboard.open('client/drills')
  const names = page.getByRole('navigation', { name: 'Drills' })
  await names.getByText('12 not run', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Begin with: The response to a call is lost' }).click()
  const drill = page.getByRole('region', { name: 'The response to a call is lost', exact: true })
  await drill.getByText(`npx ringback drill --only lost_answer -- npm run sync`, { exact: true }).waitFor()
  const must = drill.getByRole('listitem').filter({ hasText: 'the person is called once' }).last()

  await drill.getByText('Starting it sets the clock of this world to live').waitFor()
  await drill.getByRole('button', { name: 'Start drill' }).click()
  const standing = drill.getByRole('status')
  await standing.getByText('Waiting for your client', { exact: true }).waitFor()
  const command = `eval "$(npx ringback env --url ${new URL(world.baseUrl).origin} --world ${world.id})" && npm run sync`
  await standing.getByText(command, { exact: true }).waitFor()
  // Nothing holds before it was put to the test.
  await must.getByRole('img', { name: 'not tried yet' }).waitFor()
  await drill
    .getByText(/^Not yet: your client sent no POST \/calls\/initiate that places a call; no request came/)
    .waitFor()
  await names.getByRole('link', { name: 'The response to a call is lost running' }).waitFor()
  await names.getByText('1 running', { exact: true }).waitFor()
  await names.getByText('11 not run', { exact: true }).waitFor()

  const { key, baseUrl, staffIds, projectIds } = world.tenant('pro')
  const body = { phone_number: '03-1234-0001', staff_id: staffIds[0], project_id: projectIds[0] }
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
  const call = () => fetch(`${baseUrl}/calls/initiate`, { method: 'POST', headers, body: JSON.stringify(body) })
  await expect(call()).rejects.toThrow('fetch failed')
  // It has done nothing about it yet.
  await standing.getByText('Your client has met it: what it does next decides', { exact: true }).waitFor()
  await must.getByRole('img', { name: 'not yet', exact: true }).waitFor()
  const log = drill.getByRole('table', { name: 'What ran' })
  await log.getByRole('row', { name: /#1 POST \/calls\/initiate answer lost met here$/ }).waitFor()
  expect((await call()).status).toBe(200)
  await log
    .getByRole('row', {
      name: /#2 POST \/calls\/initiate 200 failed here .+ after #1 had ended, whose answer did not arrive whole[.]$/,
    })
    .waitFor()
  // Nothing that comes later takes the second call back.
  await standing.getByText(/^As it stands, it fails: #2 placed a second call/).waitFor()
  await must.getByRole('img', { name: 'does not hold', exact: true }).waitFor()

  await drill.getByRole('button', { name: 'End and judge' }).click()
  await standing
    .getByText(/^Failed: #2 placed a second call to 031\*{4}0001, .+ after the answer to #1 was lost$/)
    .waitFor()
  await standing.getByText('Give an initiation and its repeats the same external_id.').waitFor()
  await must.getByRole('img', { name: 'does not hold', exact: true }).waitFor()
  await log
    .getByRole('row', { name: /#2 POST \/calls\/initiate 200 failed here .+ after #1 had ended, whose answer/ })
    .waitFor()
  await names.getByText('1 failed', { exact: true }).waitFor()
  await standing.getByRole('link', { name: 'Open request #2' }).click()
  await page.waitForURL(/\/requests\//)
  await page.goBack()
  await standing.getByRole('link', { name: 'Open the rule' }).click()
  await page.waitForURL(/\/client\/double_call[?]finding=\d+$/)
  // The rule leads back to the drill in which it was broken.
  const rule = page.getByRole('region', { name: 'double_call', exact: true })
  await rule.getByText('in the drill: The response to a call is lost', { exact: true }).waitFor()
  await page
    .getByRole('region', { name: 'Findings', exact: true })
    .getByRole('link', { name: /^error Placed a second call .* in the drill: The response to a call is lost/ })
    .waitFor()
  await rule.getByRole('link', { name: 'The response to a call is lost', exact: true }).click()
  await page.waitForURL(/\/client\/drills\/lost_answer$/)
  await page.goBack()
  await page.goBack()

  await drill.getByRole('button', { name: 'Run again' }).click()
  await standing.getByText('Waiting for your client', { exact: true }).waitFor()
  await page.keyboard.press('j')
  const other = page.getByRole('region', { name: 'The service is down three times', exact: true })
  await other.getByText('Another drill is running in this world:').waitFor()
  await other.getByRole('button', { name: 'Start drill', disabled: true }).waitFor()
  await page.goto(`${page.url()}?present`)
  await other.getByText('Another drill is running in this world:').waitFor()
  await page.goBack()
  await other.getByRole('link', { name: 'The response to a call is lost', exact: true }).click()
  await drill.getByRole('button', { name: 'End and judge' }).click()
  await standing.getByText('Your client did not meet it, so nothing was judged', { exact: true }).waitFor()
  await drill.getByRole('link', { name: 'Next: The service is down three times' }).waitFor()
})

test('What failed a drill opens the very finding of its rule, also where that has found others before', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const pro = world.tenant('pro')
  await callTwice(world, 'crm/1.0')
  const { drill_id } = await world.drills.stage({ drill: 'lost_answer' })
  const [staff_id, project_id] = [pro.staffIds[0], pro.projectIds[0]]
  const call = () =>
    pro.fetch('/calls/initiate', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ phone_number: '03-1234-0002', staff_id, project_id }),
    })
  await call().catch(call)
  await world.drills.end(drill_id)
  await dashboard.open('client/drills/lost_answer')
  const standing = page.getByRole('region', { name: 'The response to a call is lost', exact: true }).getByRole('status')
  await standing.getByText(/^Failed: #4 placed a second call/).waitFor()
  await standing.getByRole('link', { name: 'Open the rule' }).click()
  const rule = page.getByRole('region', { name: 'double_call', exact: true })
  await rule.getByText(/^#4 placed a second call to 031\*{4}0002/).waitFor()
  await rule.getByText('2 of 2', { exact: true }).waitFor()
})

test('Each early request of a drill says after which refusal it came, how soon, and of how long a wait, to the millisecond', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await dashboard.open('client/drills/three_503s')
  const drill = page.getByRole('region', { name: 'The service is down three times', exact: true })
  await drill.getByRole('button', { name: 'Start drill' }).click()
  const standing = drill.getByRole('status')
  await standing.getByText('Waiting for your client', { exact: true }).waitFor()
  const { key, baseUrl } = world.tenant('pro')
  const one = new Agent({ connections: 1, pipelining: 1 })
  for (let n = 0; n < 4; n += 1) {
    const { body } = await request(`${baseUrl}/customers`, {
      dispatcher: one,
      headers: { authorization: `Bearer ${key}`, 'user-agent': 'hasty-sync/1' },
    })
    await body.dump()
  }
  await one.close()
  await drill.getByRole('button', { name: 'End and judge' }).click()
  await standing
    .getByText(/^Failed: 2 requests came too early, by up to .+ The first, #3, came .+ after #2, which/)
    .waitFor()
  const log = drill.getByRole('table', { name: 'What ran' })
  await log.getByRole('row', { name: /#2 GET \/customers 503 .+ asked to wait/ }).waitFor()
  const early = log.getByRole('row', {
    name: /^\d\d:\d\d:\d\d[.]\d{3} #4 GET \/customers 200 failed here .+\sms after the answer to #2, which asked for 1\ss[.]$/,
  })
  await early.waitFor()
  await drill.getByText(/^A request stands at the time when it began; "after the answer" counts from/).waitFor()
})

test('A drill whose situation did not come holds nothing against the client, and says of nothing that it has no mark', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await dashboard.open('client/drills/three_503s')
  const drill = page.getByRole('region', { name: 'The service is down three times', exact: true })
  await drill.getByRole('button', { name: 'Start drill' }).click()
  await drill.getByRole('status').getByText('Waiting for your client', { exact: true }).waitFor()
  await world
    .tenant('pro')
    .fetch('/customers')
    .then(answer => answer.text())
  await drill.getByRole('button', { name: 'End and judge' }).click()
  await drill.getByRole('status').getByText('Your client did not meet it, so nothing was judged').waitFor()
  const must = drill.getByRole('list', { name: 'Steps of the drill' })
  await must
    .getByText('Seen, but not judged: 1 request has not got its final answer (attempts: GET /customers 503)')
    .waitFor()
  expect(await must.getByRole('img', { name: 'does not hold' }).count()).toBe(0)
  expect(await must.getByRole('img', { name: 'not judged' }).count()).toBe(3)
  await drill.getByRole('row', { name: /#1 GET \/customers 503/ }).waitFor()
  expect(await drill.getByText('has no mark').count()).toBe(0)
})

test('A request that a fault of a drill answered leads to the drill that has ended, and so does the fault', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const pro = world.tenant('pro')
  const { drill_id, fault_ids } = await world.drills.stage({ drill: 'three_503s' })
  await pro.fetch('/customers').then(answer => answer.text())
  const [one] = await world.requests.list()
  expect(fault_ids).toContain(one?.fault)
  await dashboard.open(`requests/${one?.request_id}`)
  await page.getByRole('link', { name: 'Show the fault', exact: true }).waitFor()
  // Wherever it is named, as its number is of the same row as that of one's own.
  const row = page.getByRole('row', { selected: true }).getByRole('link', { name: `fault ${one?.fault}`, exact: true })
  await row.and(page.getByTitle('of the drill three_503s', { exact: false })).waitFor()
  await page.getByText('of the drill three_503s', { exact: true }).waitFor()
  await world.drills.end(drill_id)
  await page.getByText('of the drill three_503s, no longer there', { exact: true }).waitFor()
  await row.and(page.getByTitle(`fault ${one?.fault} · of the drill three_503s, no longer there`)).waitFor()
  await page.getByRole('link', { name: `Show the drill that staged fault ${one?.fault}`, exact: true }).click()
  await page.getByRole('region', { name: 'The service is down three times', exact: true }).waitFor()
  await dashboard.open(`faults/${one?.fault}`)
  await page.getByText('A drill had staged it. The faults of a drill are deleted when it ends.').waitFor()
  await page.getByRole('link', { name: 'Show the drill', exact: true }).click()
  await page.getByRole('region', { name: 'The service is down three times', exact: true }).waitFor()
})

test('A drill that failed says how to find out what is in doubt beside that', async ({ dashboard }) => {
  const { page, world } = dashboard
  await dashboard.open('client/drills/minute_full')
  const drill = page.getByRole('region', { name: 'The minute limit is reached', exact: true })
  await drill.getByRole('button', { name: 'Start drill' }).click()
  await drill.getByRole('status').getByText('Waiting for your client', { exact: true }).waitFor()
  const { baseUrl, key } = world.tenant('pro')
  const connections = [1, 2].map(() => new Agent({ connections: 1, pipelining: 1 }))
  const asks = async (dispatcher?: Agent) => {
    const { body } = await request(`${baseUrl}/customers`, {
      ...(dispatcher && { dispatcher }),
      headers: { authorization: `Bearer ${key}` },
    })
    await body.dump()
  }
  await Promise.all(connections.map(asks))
  for (let n = 0; n < 4; n += 1) await asks(connections[n % 2])
  for (const one of connections) await one.close()
  await drill.getByRole('button', { name: 'End and judge' }).click()
  await drill
    .getByRole('status')
    .getByText(/^Failed: .+ not got (its|their) final answer/)
    .waitFor()
  const early = drill.getByRole('listitem').filter({ hasText: 'no request comes too early' }).last()
  await early.getByText(/^How to find out: /).waitFor()
})

test('What ran in a drill stands within its pane, also once the day has changed', async ({ dashboard }) => {
  const { page, world } = dashboard
  const pro = world.tenant('pro')
  await page.setViewportSize({ width: 1_360, height: 900 })
  await dashboard.open('client/drills/three_503s')
  const drill = page.getByRole('region', { name: 'The service is down three times', exact: true })
  await drill.getByRole('button', { name: 'Start drill' }).click()
  await drill.getByRole('status').getByText('Waiting for your client', { exact: true }).waitFor()
  for (let n = 0; n < 4; n += 1) await pro.fetch('/customers?limit=5').then(answer => answer.text())
  await drill.getByRole('button', { name: 'End and judge' }).click()
  await world.clock.advance({ by: 'P1D' })
  const log = drill.getByRole('table', { name: 'What ran' })
  await log.getByRole('row', { name: /^\d\d-\d\d \d\d:\d\d:\d\d[.]\d{3} #4 GET/ }).waitFor()
  expect(await drill.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
})

test('A command breaks between its options only, in the smallest window as well', async ({ dashboard }) => {
  const { page } = dashboard
  await page.setViewportSize({ width: 1_024, height: 768 })
  await dashboard.open('client/drills/forged')
  /** Which of the pairs, each of two neighbours, stand on lines of their own. */
  const parted = (pairs: readonly string[]) =>
    page.evaluate<string[]>(`(() => {
      const topOf = (pre, at) => {
        const walker = document.createTreeWalker(pre, NodeFilter.SHOW_TEXT)
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          if (at < node.length) {
            const range = document.createRange()
            range.setStart(node, at)
            range.setEnd(node, at + 1)
            return range.getBoundingClientRect().top
          }
          at -= node.length
        }
      }
      const isParted = (pre, pair) => {
        const at = pre.textContent.indexOf(pair)
        return at >= 0 && topOf(pre, at) !== topOf(pre, at + pair.length - 1)
      }
      const texts = [...document.querySelectorAll('pre')]
      return ${JSON.stringify(pairs)}.filter(pair => {
        const holding = texts.filter(pre => pre.textContent.includes(pair))
        return holding.length === 0 || holding.some(pre => isParted(pre, pair))
      })
    })()`)
  await page.getByText('npx ringback drill --only forged').waitFor()
  expect(await parted(['--only forged', '-- npm', '--receiver http://127.0.0.1:3000/hooks'])).toEqual([])
  // A client is run against the world itself, and a receiver only listens.
  await dashboard.follow('client/drills/three_503s')
  await page.getByText('npx ringback drill --only three_503s').waitFor()
  expect(await parted([`--world ${dashboard.world.id}`, '--only three_503s', '-- npm'])).toEqual([])
  // The line goes on below: what says so stands behind the last argument.
  await dashboard.follow('reference/listCalls')
  await page
    .getByText(/^curl /)
    .first()
    .waitFor()
  expect(await parted(["' \\"])).toEqual([])
})

test('A drill of a receiver says what nobody can see without a URL that counts its work', async ({ dashboard }) => {
  const { page } = dashboard
  await dashboard.open('client/drills/redelivery')
  const drill = page.getByRole('region', { name: 'Deliveries come twice', exact: true })
  await drill.getByRole('textbox', { name: 'Receiver (local URL)' }).fill('http://127.0.0.1:9/hooks')
  await drill.getByRole('textbox', { name: 'URL that counts its work (optional)' }).fill('http://127.0.0.1:9/n')
  await drill
    .getByText(
      'drill --only redelivery --receiver http://127.0.0.1:9/hooks --effects http://127.0.0.1:9/n -- npm run sync',
    )
    .waitFor()
  await drill.getByRole('textbox', { name: 'URL that counts its work (optional)' }).fill('')
  await drill.getByRole('button', { name: 'Start drill' }).click()
  await drill.getByText('Not tried: only the URL that counts its work can tell.', { exact: true }).waitFor()
})

test('A drill for receivers asks where the receiver is, and shows what it answered', { tags: ['deep'] }, async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await using receiver = await startReceiver({ respond: (_, response) => response.writeHead(401).end() })
  await dashboard.open('client/drills/forged')
  const drill = page.getByRole('region', { name: 'Somebody forges deliveries', exact: true })
  await drill.getByRole('textbox', { name: 'Receiver (local URL)' }).fill(receiver.url)
  await drill.getByText(`npx ringback drill --only forged --receiver ${receiver.url} -- npm run sync`).waitFor()
  await drill.getByRole('button', { name: 'Start drill' }).click()
  await drill.getByRole('button', { name: 'Send the deliveries and judge' }).waitFor()
  await world.tenant('pro').fetch('/customers')
  const log = drill.getByRole('table', { name: 'What ran' })
  await log
    .getByRole('row', { name: /call\.completed Attempt 1 · without a signature 401/ })
    .first()
    .waitFor()
  await drill.getByRole('button', { name: 'End and judge' }).click()
  const standing = drill.getByRole('status')
  await standing.getByText(/^Failed: 3 deliveries not acknowledged \(401, 401, 401\)$/).waitFor()
  await standing.getByRole('link', { name: 'Certify the receiver' }).waitFor()
  await standing.getByRole('link', { name: 'Open the delivery' }).click()
  await page.waitForURL(/\/webhooks\/deliveries\//)
})

test('A drill that a world is none for says so in the language of the page, with the command that runs it all the same', {
  tags: ['deep'],
}, async ({ browser, emulator }) => {
  await using world = await emulator.createWorld({ fixture: 'empty' })
  const context = await browser.newContext({ locale: 'ja' })
  const page = await context.newPage()
  await page.goto(new Dashboard(page, world).at('client/drills/31_days'))
  await page.getByRole('button', { name: '訓練を始める' }).click()
  const alert = page.getByRole('alert').filter({ hasText: 'この訓練はこのワールドでは始められません' })
  await alert.getByText(/^このワールドの通話は 90日前までさかのぼりません/).waitFor()
  await alert.getByText('npx ringback drill --only 31_days -- npm run sync', { exact: true }).waitFor()
  await context.close()
})

test('The world of a capsule shows its whole run, and takes nothing of it for a request of its own with the same id', async ({
  dashboard,
  emulator,
}) => {
  const { page, world } = dashboard
  const leak = async (of: WorldHandle) => {
    await of.tenant('pro').fetch('/customers?key=svc_live_0123456789abcdefXYZ')
  }
  await world.record()
  await leak(world)
  await callTwice(world, 'acme-crm/2 (run)')
  const [third, second] = await world.requests.list()
  await using opened = (await emulator.openCapsule(await world.capsule({ request_id: second?.request_id }))).world
  await dashboard.open('client')
  await follow(page, `${emulator.url}/w/${opened.id}/client/double_call`)
  await untilShown(page, 'connected', 'loaded')
  const part = (name: string) => page.getByRole('group', { name, exact: true })
  const [run, here] = [part('In the run'), part('Here, from #3 on')]
  await run.getByText('2 errors', { exact: true }).waitFor()
  await here.getByText('no finding', { exact: true }).waitFor()
  const detail = page.getByRole('region', { name: 'double_call', exact: true })
  const exchanges = detail.getByRole('table', { name: 'Exchanges' })
  await exchanges
    .getByRole('row', { name: /^#2 POST \/calls\/initiate (no external_id|external_id \S+) answer lost / })
    .waitFor()
  const ofRun = exchanges.getByRole('row', { name: /^#3 of the run POST \/calls\/initiate 200 .* repeat$/ })
  await ofRun.waitFor()
  expect(await exchanges.getByRole('link').allTextContents()).toEqual(['#2'])
  // What was judged is of the emulated clock, and when that was of the real one.
  await detail.getByText(/^\S+ \S+ JST \(emulated clock\)$/).waitFor()
  await detail.getByText(/^judged in a run whose capsule was taken at \S+ \S+ JST \(real time\)$/).waitFor()
  await follow(page, `${emulator.url}/w/${opened.id}/client`)
  await page.getByText(/ Taken at \S+ \S+ JST \(real time\)$/).waitFor()
  await page
    .getByText(/^The whole run of the capsule is judged, up to its #3, although the capsule ends at #2[.] From #3 on/)
    .waitFor()
  const found = page.getByRole('region', { name: 'Findings', exact: true })
  await found
    .getByRole('link', { name: /^error Placed a second call after a lost answer 1 error in the run #3 / })
    .waitFor()

  // The world of the capsule gives the same number and id to another request, which is a finding of its own.
  await leak(opened)
  await here.getByText('1 error', { exact: true }).waitFor()
  await run.getByText('2 errors', { exact: true }).waitFor()
  await found.getByRole('link', { name: /^error Put the key into the address 2 errors, 1 of them here #1 / }).waitFor()
  const [own] = await opened.requests.list()
  expect([own?.request_id, own?.method]).toEqual([third?.request_id, 'GET'])
  await follow(page, `${emulator.url}/w/${opened.id}/requests/${own?.request_id}`)
  const evidence = page.getByRole('region', { name: 'Evidence', exact: true })
  await evidence.getByText('Put the key into the address', { exact: true }).waitFor()
  expect(await evidence.textContent()).not.toContain('Placed a second call after a lost answer')
  const saysRun = page.getByText(/^This request came during the run that the capsule was taken from/)
  expect([await saysRun.count(), await evidence.getByText(/Found in the run/).count()]).toEqual([0, 0])
  await evidence.getByRole('link', { name: 'Open in Client' }).last().click()
  await page.getByText('found in this world, not in the run', { exact: true }).waitFor()
  await follow(page, `${emulator.url}/w/${opened.id}/requests/${second?.request_id}`)
  await saysRun.waitFor()
  await evidence.getByText(/Found in the run that the capsule was taken from/).waitFor()
  await page.getByText('Assumptions used in the run', { exact: true }).waitFor()
  expect(dashboard.complaints).toEqual([])
})
