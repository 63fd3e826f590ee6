import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { linesOfFile } from '../support/cli-lines.ts'

const runLine = linesOfFile()
const folder = mkdtempSync(path.join(tmpdir(), 'ringback-run-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const file = (name: string) => path.join(folder, name)

/** A suite that reads customers and asks for one that is not there. */
const GOOD = `const get = path => fetch(process.env.RINGBACK_BASE_URL + path, { headers: { Authorization: 'Bearer ' + process.env.RINGBACK_API_KEY, 'User-Agent': 'crm-sync/1.2' } }).then(answer => answer.status)
console.log(await get('/customers'), await get('/customers/999999'))`
/** The same, with a key in an address. */
const WORSE = `${GOOD}
await get('/customers?token=svc_live_4f0Q9aZr7TnX2LmB81ydKeWcUV')`
/** The same, without the customer that is not there. */
const LESS = GOOD.replace(", await get('/customers/999999')", '')

async function exec(script: string, ...flags: string[]) {
  writeFileSync(file('suite.mjs'), script)
  const env = { GITHUB_STEP_SUMMARY: file('step.md'), GITHUB_SHA: '1234567' }
  return runLine(['exec', '--fixture', 'empty', ...flags, '--', process.execPath, file('suite.mjs')], { env })
}

test('a run is compared with its baseline: the same changes nothing, worse and lost fail with what they are, better is told', async () => {
  const baseline = ['--baseline', file('ringback.baseline.json')]
  const written = await exec(GOOD, ...baseline, '--update-baseline')
  expect(written.code, written.stderr).toBe(0)
  expect(readFileSync(file('ringback.baseline.json'), 'utf8')).toBe(`{
  "version": 1,
  "verdicts": [],
  "coverage": [
    ["GET /customers",200,null],
    ["GET /customers/{customerId}",404,"not_found"]
  ]
}
`)
  writeFileSync(file('step.md'), 'Of another step.\n')
  const same = await exec(GOOD, ...baseline, '--summary', '--report', file('report.html'))
  expect([same.code, same.stderr]).toEqual([0, expect.stringContaining('As in the baseline.')])
  const summary = readFileSync(file('step.md'), 'utf8')
  expect(summary).toMatch(
    /^Of another step\.\n## ✓ The run passed: `.*suite\.mjs`\n\n\*\*Nothing fails the run\. Clients broke 1 rule \(only as information\)\.\*\* 2 requests/,
  )
  expect(summary).toContain('| `GET /customers` | 1 | 200 |  |')
  const page = readFileSync(file('report.html'), 'utf8')
  expect(page).toContain(
    '<td><code>GET /customers/{customerId}</code></td><td class="n">1</td><td>404</td><td>not_found</td>',
  )
  expect(page).not.toMatch(/src=|href="[^#]|@import|url\(/)

  writeFileSync(file('step.md'), '')
  const reports = ['--junit', file('junit.xml'), '--report', file('worse.html'), '--summary']
  const worse = await exec(
    WORSE,
    ...baseline,
    ...reports,
    '--fail-on',
    'verdict:double_call',
    '--capsule',
    file('caps'),
  )
  expect(worse.code).toBe(3)
  // What is new is why the run fails, wherever that is said.
  expect(worse.stderr).not.toContain('passes all the same')
  const leak = 'new: key_in_url (error) · #3 GET /customers · crm-sync'
  // Each once, with its first request, what was done there and how to mend that.
  expect(worse.stderr).toContain(
    `What fails the run:\n  baseline: ${leak}\n    #3 had the key svc_live_…WcUV in its address.\n    How to fix it: Send Authorization: Bearer `,
  )
  expect(worse.stderr.match(/new: /g)).toHaveLength(1)
  // And where it is written down.
  expect(worse.stderr).toContain(
    `\nReport: ${file('worse.html')}\nSummary: ${file('step.md')}\nJUnit: ${file('junit.xml')}\n`,
  )
  const listed = `- ${leak.replaceAll('_', '\\_').replace('#3', '`#3`')}: \`#3\` had the key `
  expect(readFileSync(file('step.md'), 'utf8').split('new: ')).toHaveLength(2)
  expect(readFileSync(file('step.md'), 'utf8')).toContain(listed)
  expect(worse.stderr).toMatch(/^Capsule: .*default\.ringback-capsule, just before #3 \(GET \/customers\) \("/m)
  const failing = 'clients broke 2 rules (1 fails the run, 1 only as information), and it is worse than its baseline.'
  expect(readFileSync(file('step.md'), 'utf8')).toContain(failing)
  expect(readFileSync(file('step.md'), 'utf8')).toMatch(
    /get the capsule `[^`]*default\.ringback-capsule`, just before `#3` \(GET \/customers\), run /,
  )
  const worsePage = readFileSync(file('worse.html'), 'utf8')
  expect(worsePage).toContain(failing)
  expect(worsePage).toMatch(/key_in_url <span class="dim">once<\/span>/)
  expect(worsePage).toMatch(/aria-label="Rules that fail the run".*href="#rule-key_in_url"/s)
  expect(readFileSync(file('junit.xml'), 'utf8')).toContain('New since the baseline: #3 GET /customers · crm-sync')
  // One request alone is no picture.
  expect(readFileSync(file('junit.xml'), 'utf8')).not.toContain('from the start of')
  expect(worse.stderr).not.toContain('4f0Q9aZr7TnX2LmB')

  const red = await exec(
    `${GOOD}\nprocess.exit(1)`,
    '--report',
    file('red.html'),
    '--junit',
    file('red.xml'),
    '--summary',
  )
  expect(red.code).toBe(1)
  expect(readFileSync(file('red.html'), 'utf8')).toMatch(/<h1>✗ The command failed<\/h1>\n<p>Exit code 1\.<\/p>/)

  // What a red run may be about where no rule was broken: what was refused, with both sides; nothing of a run that passed.
  expect(readFileSync(file('red.html'), 'utf8')).toMatch(
    /no finding names<\/h3>\n<ul class="chips"><li><a href="#(r\d)">#2<\/a> <code>GET \/customers\/999999<\/code> 404 not_found <span class="dim nowrap">\+[\d,.]+ to \+[\d,.]+ ms<\/span><\/li><\/ul>.*<div id="\1">.*<dt>Sent by<\/dt><dd>tenant max, key live<\/dd>/s,
  )
  expect(readFileSync(file('red.xml'), 'utf8')).toMatch(
    /exited with 1\.\nThe newest requests [^\n]*\n {2}#2 GET \/customers\/999999 404 not_found, \+[\d.]+ m?s<\/failure>/,
  )
  expect(readFileSync(file('step.md'), 'utf8')).toMatch(/\n- `#2` GET \/customers\/999999 404 not\\_found, /)
  expect(page).not.toContain('<code class="number">#2</code>')

  const less = await exec(LESS, ...baseline)
  expect(less.code).toBe(3)
  expect(less.stderr).toContain('  baseline: no longer met: GET /customers/{customerId} 404 not_found')
})

/** The same, and two answers that only faults make. */
const FAULTY = `${GOOD}
const { RINGBACK_CONTROL_URL: control, RINGBACK_WORLD: world } = process.env
const json = { 'Content-Type': 'application/json' }
for (const status of [403, 503]) {
  const fault = { match: { path: '/customers' }, effect: status === 503 ? { status } : { code: 'insufficient_scope' }, times: 1 }
  const made = await fetch(control + '/worlds/' + world + '/faults', { method: 'POST', headers: json, body: JSON.stringify(fault) })
  if (!made.ok) throw new Error(await made.text())
  if (await get('/customers') !== status) throw new Error('no fault')
}`

test('a baseline has what coverage counts: what only a fault has answered with is not met', async () => {
  const flags = ['--baseline', file('faulty.json'), '--update-baseline', '--coverage', file('faulty-coverage.json')]
  const { code, stderr } = await exec(FAULTY, ...flags)
  expect(code, stderr).toBe(0)
  const { totals, by_fault_only } = JSON.parse(readFileSync(file('faulty-coverage.json'), 'utf8'))
  const { coverage } = JSON.parse(readFileSync(file('faulty.json'), 'utf8'))
  expect(coverage).toEqual([
    ['GET /customers', 200, null],
    ['GET /customers/{customerId}', 404, 'not_found'],
  ])
  expect([totals.statuses[0], by_fault_only.statuses]).toEqual([coverage.length, 1])
  // What an older Ringback wrote down of a fault is not lost.
  const older = [...coverage, ['GET /customers', 503, 'service_unavailable']]
  writeFileSync(file('older.json'), JSON.stringify({ version: 1, verdicts: [], coverage: older }))
  const again = await exec(GOOD, '--baseline', file('older.json'))
  expect([again.code, again.stderr]).toEqual([0, expect.stringContaining('As in the baseline.')])
})

test('a command that fails writes no baseline, and says so', async () => {
  const baseline = ['--baseline', file('failed.json'), '--update-baseline']
  writeFileSync(file('failed.json'), 'as it was')
  const { code, stderr } = await exec(`${LESS}\nprocess.exit(4)`, ...baseline)
  expect([code, readFileSync(file('failed.json'), 'utf8')]).toEqual([4, 'as it was'])
  expect(stderr).toContain(`Did not write ${file('failed.json')}, as the command did not succeed`)
  expect(stderr).not.toContain('Wrote ')
})

/** Asks 40 times with a key in the address. */
const OFTEN = `const ask = () => fetch(process.env.RINGBACK_BASE_URL + '/webhooks?token=svc_live_4f0Q9aZr7TnX2LmB81ydKeWcUV', { headers: { Authorization: 'Bearer ' + process.env.RINGBACK_API_KEY } }).then(answer => answer.text())
for (let n = 0; n < 40; n++) await ask()`

test('a report says of how many exchanges of a finding it shows the first', async () => {
  const { code, stderr } = await exec(OFTEN, '--fail-on', 'verdict:key_in_url', '--report', file('often.html'))
  expect(code, stderr).toBe(3)
  expect(readFileSync(file('often.html'), 'utf8')).toContain('these are the first 12 of 40')
})

/** Sends again what it got no answer to, and asks for what there is not. */
const BAD = `const { RINGBACK_BASE_URL: base, RINGBACK_CONTROL_URL: control, RINGBACK_WORLD: world, RINGBACK_API_KEY: key } = process.env
const json = { 'Content-Type': 'application/json' }
const fault = { match: { path: '/calls/initiate' }, effect: { drop: true }, times: 1 }
await fetch(control + '/worlds/' + world + '/faults', { method: 'POST', headers: json, body: JSON.stringify(fault) })
const body = JSON.stringify({ phone_number: '03-1234-0001', staff_id: Number(process.env.RINGBACK_STAFF_ID), project_id: Number(process.env.RINGBACK_PROJECT_ID) })
const call = () => fetch(base + '/calls/initiate', { method: 'POST', headers: { ...json, Authorization: 'Bearer ' + key }, body })
await call().catch(call)
await fetch(base + '/customers?token=svc_live_4f0Q9aZr7TnX2LmB81ydKeWcUV', { headers: { Authorization: 'Bearer ' + key } })
await fetch(base + '/customer', { headers: { Authorization: 'Bearer ' + key } })`

test('a report says of each answer that was lost that it was, names routes that there are not, and keeps its drawings', async () => {
  writeFileSync(file('step.md'), '')
  const reports = ['--summary', '--report', file('bad.html'), '--junit', file('bad.xml')]
  const { code, stderr } = await exec(BAD, '--fail-on', 'verdicts', ...reports)
  expect(code).toBe(3)
  const [page, summary] = [readFileSync(file('bad.html'), 'utf8'), readFileSync(file('step.md'), 'utf8')]
  const said = 'Exit code 3. The command passed, but clients broke 3 rules (2 fail the run, 1 only as information).'
  expect(page).toContain(`<h1>✗ The run fails</h1>\n<p>${said}</p>`)
  expect(summary).toContain(`**${said}** 4 requests, `)
  expect(page).toContain('<td><code>POST /calls/initiate</code></td><td class="n">2</td><td>200 (1 answer lost)</td>')
  expect(summary).toContain('| `POST /calls/initiate` | 2 | 200 (1 answer lost) |')
  expect(summary).toContain('| `GET /customer` | 1 | unknown route |')
  // Which rule, how grave, how often, at which request, and what to do, before all else.
  expect(summary).toContain(
    '| ✗ error | `double_call` | 1 | `#1`, `#2` `POST /calls/initiate` | Give an initiation and its repeats the same external\\_id. |',
  )
  // Which version it was, and what the other rules came to. That the world is the one of every run goes without saying.
  const facts = [/Started \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/, /Ringback \d+\.\d+\.\d+/, /Seed 1/, /Commit 1234567/]
  const joined = facts.map(({ source }) => source)
  expect(summary).toMatch(new RegExp(joined.join(' · ')))
  expect(page.replace(/<\/?\w+>/g, ' ').replace(/ +/g, ' ')).toMatch(new RegExp(joined.join(' ')))
  expect(page).not.toContain('world default')
  const [, kept, broken, apart = '', notMet] =
    /rules kept: (\d+), broken: (\d+)((?:, [a-z ]+: \d+)*), not met: (\d+)/.exec(stderr) ?? []
  // Rules whose situation came up are told from those that never met theirs, in the same words and numbers in all reports.
  const words = apart.replace(/, ([a-z ]+): (\d+)/g, ', $2 $1')
  expect(words).toMatch(/, \d+ reported elsewhere, \d+ open$/)
  expect(page).toContain(`<b>${broken}</b> rules broken, ${kept} kept${words}, ${notMet} not met`)
  expect(summary).toContain(`Rules on clients: ${broken} broken, ${kept} kept${words}, ${notMet} not met`)
  const cases = readFileSync(file('bad.xml'), 'utf8')
  const skipped = (message: string) => cases.match(new RegExp(`<skipped message="${message}`, 'g'))?.length
  expect(apart).toBe(
    `, reported elsewhere: ${skipped('The situation came up, and is reported under ')}, open: ${skipped('Open: ')}`,
  )
  expect(skipped('The situation did not occur')).toBe(Number(notMet))
  const drawing = /^emulated .*#1 \(answer lost\) -+ #2.*\n.*^real .*#1 \(answer lost\) -+ #2/ms
  expect(/<pre[^>]*on both clocks">([^<]*)<\/pre>/.exec(page)?.[1]).toMatch(drawing)
  expect(/^ {2}```text\n([^`]*) {2}```$/m.exec(summary)?.[1]?.replace(/^ {2}/gm, '')).toMatch(drawing)
})

test('a report lists the gravest findings first, in whatever order the rules stand', async () => {
  await exec(BAD, '--verdicts', 'double_call=information', '--report', file('order.html'))
  const rows = readFileSync(file('order.html'), 'utf8').matchAll(/<h3><span[^>]*>(?:✗|!|i) (\w+)<\/span> (\w+)/g)
  const [first, second] = [...rows].map(([, severity, rule]) => [severity, rule])
  expect([first, second]).toEqual([
    ['error', 'key_in_url'],
    ['information', 'double_call'],
  ])
})

test('all reports have what fails the run in one order, and a case offers the capsule only of its own requests', async () => {
  writeFileSync(file('nothing.json'), '{"version":1,"verdicts":[],"coverage":[]}')
  const flags = ['--verdicts', 'double_call=warning', '--fail-on', 'verdicts:warning', '--capsule', file('offered')]
  const reports = ['--junit', file('one.xml'), '--report', file('one.html'), '--summary', file('one.md')]
  const { code, stderr } = await exec(BAD, ...flags, '--baseline', file('nothing.json'), ...reports)
  expect(code).toBe(3)
  const [xml, page, summary] = ['one.xml', 'one.html', 'one.md'].map(name => readFileSync(file(name), 'utf8'))
  const order = (text = '', pattern: RegExp) => [...text.matchAll(pattern)].map(([, rule]) => rule)
  const one = ['key_in_url', 'double_call']
  expect(order(xml, /<failure message="(\w+):/g)).toEqual(one)
  expect(order(stderr, /verdicts:warning: (\w+):/g)).toEqual(one)
  expect(order(stderr, /baseline: new: (\w+)/g)).toEqual(one)
  expect(order(page, /<li>new: (\w+)/g)).toEqual(one)
  expect(order(page, /<td><span[^>]*>. (?:error|warning)<\/span><br><a[^>]*>(\w+)/g)).toEqual(one)
  expect(order(page, /<article[^>]*id="rule-(\w+)"/g)).toEqual(one)
  expect(order(summary?.replaceAll('\\', ''), /- new: (\w+)/g)).toEqual(one)
  expect(order(summary, /\| . (?:error|warning) \| `(\w+)`/g)).toEqual(one)
  const caseOf = (rule: string) => xml?.split('<testcase').find(part => part.includes(`verdicts.${rule}"`))
  const opens = 'default\\.ringback-capsule, (opens )?just before #3 \\(GET /customers\\)'
  expect(page).toMatch(/ringback-capsule<\/code> opens just before <a href="#r\d+">#3<\/a> \(GET \/customers\)/)
  expect(caseOf('key_in_url')).toMatch(new RegExp(`^Capsule: .*${opens} \\(&quot;.*world open `, 'm'))
  // Another break in the same world has a capsule of its own.
  const second = 'default-at-2\\.ringback-capsule, just before #2 \\(POST /calls/initiate\\)'
  expect(caseOf('double_call')).toMatch(new RegExp(`^Capsule: .*${second} \\(&quot;.*world open `, 'm'))
})

test('a report has a phone number as it was sent above its requests too, and their bodies with a field a line', async () => {
  await exec(BAD, '--report', file('whole.html'))
  const page = readFileSync(file('whole.html'), 'utf8')
  expect(page).toMatch(/placed a second call to 03-1234-0001, /)
  expect(page).toContain('&quot;phone_number&quot;: &quot;03-1234-0001&quot;')
  expect(page).not.toContain('031****0001')
})

/** The same, and expects a finding that does not come. */
const EXPECTING = `${BAD}
await fetch(control + '/worlds/' + world + '/verdicts/expect', { method: 'POST', headers: json, body: JSON.stringify({ rule: 'hammering' }) })`

test.each([
  [
    'Exit code 3. The command passed, but clients broke 3 rules (1 fails the run, 2 only as information).',
    ['--fail-on', 'verdict:key_in_url', '--verdicts', 'double_call=information'],
  ],
  [
    'Exit code 3. The command passed, but clients broke 3 rules (1 fails the run, 1 error does not, 1 only as information).',
    ['--fail-on', 'verdict:key_in_url'],
  ],
  [
    'Exit code 3. The command passed, but what tests expect to be found was not found.',
    ['--fail-on', 'verdict:expectation_not_met'],
  ],
  [
    'Nothing fails the run. Clients broke 3 rules (2 only as information), and what tests expect to be found was not found. The run passes all the same; with --fail-on verdicts it would fail.',
    ['--verdicts', 'double_call=information'],
  ],
])('a report says %j, and counts as many rules as its lists call broken', async (said, flags) => {
  const [page, summary] = [file('counted.html'), file('counted.md')]
  const { stderr } = await exec(EXPECTING, ...flags, '--report', page, '--summary', summary)
  expect(readFileSync(page, 'utf8')).toContain(`<p>${said}</p>`)
  expect(readFileSync(page, 'utf8')).toContain('<b>3</b> rules broken, ')
  expect(readFileSync(summary, 'utf8').replaceAll('\\', '')).toContain(`**${said}** `)
  expect(readFileSync(summary, 'utf8')).toContain('Rules on clients: 3 broken, ')
  expect(stderr).toContain(', broken: 3')
  const failing = 'The run passes all the same; with --fail-on verdicts it would fail.'
  expect(stderr.includes(failing)).toBe(said.includes(failing))
})

/** Tests that have a world each and remove it; the last one has also reset it. */
const REMOVED = `const { RINGBACK_CONTROL_URL: control } = process.env
const json = { 'Content-Type': 'application/json' }
for (const world_id of ['reads-customers-0123456789', 'reads-customers-abcdef0123', 'syncs-calls-0123456789']) {
  const made = await fetch(control + '/worlds', { method: 'POST', headers: json, body: JSON.stringify({ world_id, fixture: 'empty' }) }).then(answer => answer.json())
  const { key } = made.tenants.find(({ tenant }) => tenant === 'max').keys.find(({ label }) => label === 'live')
  const get = path => fetch(process.env.RINGBACK_BASE_URL + path, { headers: { Authorization: 'Bearer ' + key, 'User-Agent': 'crm<i>*a*</i>' } }).then(answer => answer.text())
  await get('/customers?token=svc_live_4f0Q9aZr7TnX2LmB81ydKeWcUV&of=' + world_id)
  await get('/cust|omers_*a*_[x](y)')
  if (world_id.startsWith('syncs')) {
    await fetch(control + '/worlds/' + world_id + '/reset', { method: 'POST', headers: json, body: '{}' })
    await get('/customers?token=svc_live_4f0Q9aZr7TnX2LmB81ydKeWcUV&of=' + world_id)
  }
  console.log((await fetch(control + '/worlds/' + world_id, { method: 'DELETE', headers: json })).status)
}`

test('a report has the requests of worlds that tests have removed, each apart, and calls worlds by the words of their tests', async () => {
  writeFileSync(file('step.md'), '')
  const files = ['--summary', '--report', file('removed.html'), '--junit', file('removed.xml')]
  const { code, stdout, stderr } = await exec(REMOVED, '--fail-on', 'verdicts,unknown_route', ...files)
  expect([code, stdout], stderr).toEqual([3, '204\n204\n204\n'])
  const page = readFileSync(file('removed.html'), 'utf8')
  // Two are called the same, so that they go by their ids.
  const worlds = [...page.matchAll(/<h3>World (.*?)<\/h3>/g)].map(([, name]) => name)
  expect(worlds).toEqual([
    'reads-customers-0123456789',
    'reads-customers-abcdef0123',
    '&quot;syncs calls&quot; <code class="dim">syncs-calls-0123456789</code>',
  ])
  const asked = [...page.matchAll(/<code class="number">#1<\/code>.*?<code>(.*?)<\/code>/g)].map(([, line]) => line)
  expect(asked).toEqual(
    [
      'reads-customers-0123456789',
      'reads-customers-abcdef0123',
      'syncs-calls-0123456789',
      'syncs-calls-0123456789',
    ].map(of => `GET /customers?token=svc_live_…WcUV&amp;of=${of}`),
  )
  expect([page.includes('crm&lt;i&gt;*a*&lt;'), page.includes('<i>')]).toEqual([true, false])
  const summary = readFileSync(file('step.md'), 'utf8')
  expect(summary).toContain('`#1` had the key svc\\_live\\_…WcUV in its address. (in world "syncs calls")')
  // What clients send means nothing in Markdown.
  expect(summary).toContain('GET /cust\\|omers\\_\\*a\\*\\_\\[x\\](y) is not an endpoint of the contract')
  expect(summary).toContain('| `GET /cust\\|omers_*a*_[x](y)` | 3 | unknown route |')
  expect(readFileSync(file('removed.xml'), 'utf8')).toMatch(
    /message="key_in_url \(4 times\): #1 had the key svc_live_…WcUV in its address\. \(in world reads-customers-0123456789\)"/,
  )
})

test.each([
  [['--update-baseline'], '--update-baseline needs --baseline'],
  [
    ['--baseline', 'missing.json'],
    'missing.json is not there yet, so there is nothing to compare with. --update-baseline writes it',
  ],
  [['--baseline', file('none.json')], 'is no baseline of this version'],
  [['--report', file('none.json/report.html')], 'cannot be written'],
])('exec %j is told before the run, with 2', async (flags, message) => {
  writeFileSync(file('none.json'), '{"version":2}')
  const { code, stdout, stderr } = await exec(GOOD, ...flags)
  expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(message)])
})

/** Has several in flight, and repeats at once, on the connection of the refusal, what it was told to wait for: it may have been on its way. */
const DOUBTFUL = `import http from 'node:http'
const { RINGBACK_BASE_URL: base, RINGBACK_CONTROL_URL: control, RINGBACK_WORLD: world, RINGBACK_API_KEY: key } = process.env
const [one, other] = [0, 1].map(() => new http.Agent({ keepAlive: true, maxSockets: 1 }))
const headers = { Authorization: 'Bearer ' + key }
const get = (agent, path) => new Promise((done, fail) =>
  http.get(base + path, { agent, headers }, answer => answer.resume().on('end', done)).on('error', fail))
await Promise.all([get(one, '/customers?name=a'), get(other, '/customers?name=b')])
await get(one, '/customers')
const fault = { effect: { status: 503, retry_after: 5 }, times: 1 }
await fetch(control + '/worlds/' + world + '/faults', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(fault) })
await get(one, '/customers')
await get(one, '/customers')
one.destroy()
other.destroy()`

test('a run in which a request may not have known of a refusal is no all-clear, in whichever report', async () => {
  writeFileSync(file('step.md'), '')
  const files = ['--summary', '--report', file('doubt.html'), '--junit', file('doubt.xml')]
  const { code, stderr } = await exec(DOUBTFUL, '--fail-on', 'verdicts', ...files)
  const said =
    /1 request came too early, so soon after the refusal #4 that it cannot be told whether it knew of it: #5\./
  expect([code, stderr]).toEqual([
    0,
    expect.stringMatching(/Client: (?:nothing found|\d+ information \([^)]*\)), 1 request in doubt;/),
  ])
  expect(stderr).toMatch(said)
  for (const report of ['doubt.html', 'step.md']) {
    const text = readFileSync(file(report), 'utf8').replaceAll('`', '')
    expect(text).toContain('Nothing fails the run. In doubt: 1 request.')
    expect(text).toMatch(said)
  }
  // Each of them can be looked at: the refusal, and what came after it.
  const inDoubt = /<h2 id="doubt">.*?<\/section>/s.exec(readFileSync(file('doubt.html'), 'utf8'))?.[0]
  expect(
    [...(inDoubt ?? '').matchAll(/<li><a href="#r\d+">(#\d)<\/a> (.*?) <span [^\n]*?<\/li>/g)].map(([, seq, told]) => [
      seq,
      told,
    ]),
  ).toEqual([
    ['#4', '<code>GET /customers</code> 503 service_unavailable'],
    ['#5', '<code>GET /customers</code> 200'],
  ])
  const suite = readFileSync(file('doubt.xml'), 'utf8')
  expect(suite).toMatch(
    new RegExp(
      `classname="ringback.exec.verdicts.retry_before_retry_after"[^\n]*\n *<skipped message="${said.source}"`,
    ),
  )
})

test('what is in doubt and what another rule blames somebody for, agree on the page', async () => {
  const again = `${DOUBTFUL.replace('times: 1', 'times: 3').replace('one.destroy()', "await get(one, '/customers')\none.destroy()")}`
  await exec(again, '--report', file('blamed.html'))
  const page = readFileSync(file('blamed.html'), 'utf8')
  const inDoubt = /<h2 id="doubt">.*?<\/section>/s.exec(page)?.[0]
  expect(page).toContain('id="rule-no_backoff"')
  expect(inDoubt).toContain('The rules on waits blame nobody for them; another one does: no_backoff.')
  expect(inDoubt).not.toContain('Nobody is blamed')
  await exec(DOUBTFUL, '--report', file('doubt.html'))
  expect(readFileSync(file('doubt.html'), 'utf8')).toContain('Nobody is blamed for it.')
})

/** What JUnit says of the rule on pages when this is all that is asked for. */
async function casesOfPages(target: string, ...flags: string[]): Promise<string | undefined> {
  const script = GOOD.replace(/console\.log.*/, `console.log(await get('${target}'))`)
  const { stderr } = await exec(script, ...flags, '--fail-on', 'verdicts', '--junit', file('lone.xml'))
  const xml = readFileSync(file('lone.xml'), 'utf8')
  // The terminal names what is open as well.
  expect(/\n {2}Open: pages_left_out\n.*says .*what decides a case that is open\.\n/.test(stderr)).toBe(
    /"Open: [^"]* pages/.test(xml),
  )
  return /classname="ringback\.exec\.verdicts\.pages_left_out"[^\n]*>\n *<skipped message="([^"]*)"\/>/.exec(xml)?.[1]
}

test.each(['/calls?page=2', '/customers?page=2'])(
  '%s by itself is no list of which all pages were read',
  async target => expect(await casesOfPages(target)).toBe('The situation did not occur.'),
)

test('a second page that was read by itself is open, and JUnit says what would decide it', async () => {
  expect(await casesOfPages('/customers?page=2', '--fixture', 'standard')).toBe(
    'Open: the situation occurred once, and was not decided when the run ended. Decided when all pages have been read, the first as well: one that was refused or lost is still missing.',
  )
})

/** Asks sixteen times for what the contract does not have, as it was refused. */
const UNKNOWN = `for (let n = 0; n < 16; n++) await fetch(process.env.RINGBACK_BASE_URL + '/projects', { headers: { 'User-Agent': 'crm-sync/1.2' } })`

test('what is new names what was asked for, also where the contract has no such endpoint, and fails JUnit once for each rule', async () => {
  writeFileSync(file('none.json'), '{"version":1,"verdicts":[],"coverage":[]}')
  const flags = ['--baseline', file('none.json'), '--junit', file('unknown.xml'), '--report', file('unknown.html')]
  const { stderr } = await exec(UNKNOWN, ...flags)
  const place = '#1 GET /projects · crm-sync'
  expect(stderr).toContain(
    `  baseline: new: retried_final_refusal (warning) · ${place}\n    After #1 had been answered 401, the same request came again 15 times, just as it was.\n    emulated  #1`,
  )
  expect(stderr).toMatch(/\n {4}real {6}#1.*\n(?: {4}.*\n)? {4}How to fix it: /)
  const xml = readFileSync(file('unknown.xml'), 'utf8')
  expect(xml).toContain(`New since the baseline: ${place}`)
  expect(xml).toMatch(/tests="3" failures="1"/)
  const page = readFileSync(file('unknown.html'), 'utf8')
  expect(page).toMatch(
    /<li>new: retried_final_refusal \(warning\) · <a href="#r\d+">#1<\/a> GET \/projects · crm-sync: After <a href="#r\d+">#1<\/a> had been answered 401/,
  )
  expect(page).not.toContain('<code>baseline</code> new: ')
  const same = file('same.json')
  await exec(UNKNOWN, '--baseline', same, '--update-baseline')
  const again = await exec(UNKNOWN, '--baseline', same, '--junit', file('unknown.xml'))
  expect(again.code, again.stderr).toBe(0)
  expect(
    readFileSync(file('unknown.xml'), 'utf8').match(
      /<testcase name="[^"]*" classname="[\w.-]*baseline[\w.]*" time="0.000"\/>/g,
    ),
  ).toHaveLength(2)
})

test('a report counts apart what fails the run of a rule that is not always as grave, and says which is less so', async () => {
  // Twice the same that the contract does not have is information, and many times a warning.
  const script = `${UNKNOWN}
for (const n of [1, 2]) await fetch(process.env.RINGBACK_BASE_URL + '/reports', { headers: { 'User-Agent': 'crm-sync/1.2' } })`
  writeFileSync(file('none.json'), '{"version":1,"verdicts":[],"coverage":[]}')
  const to = ['--report', file('apart.html'), '--summary', file('apart.md')]
  await exec(script, '--baseline', file('none.json'), ...to)
  const [page, summary] = [file('apart.html'), file('apart.md')].map(name => readFileSync(name, 'utf8'))
  expect(page).toMatch(/href="#rule-retried_final_refusal">retried_final_refusal<\/a><\/td><td class="n">1 of 2<\/td>/)
  expect(summary).toContain('| `retried_final_refusal` | 1 of 2 | ')
  expect(page?.match(/<p class="about">crm-sync\/1\.2[^<]* · information<\/p>/g)).toHaveLength(1)
})

test('a hint has the command with its quotes, an empty part no line, and a capsule that is not there its reason', async () => {
  const command = [process.execPath, '-e', 'process.exit(2)']
  const flags = ['--fixture', 'empty', '--capsule', file('caps'), '--report', file('none.html')]
  const { code, stderr } = await runLine(['exec', ...flags, '--', ...command])
  expect(code).toBe(2)
  expect(stderr).toContain(`${process.execPath} -e "process.exit(2)" exited with 2 after `)
  expect(stderr).toMatch(/\nNo capsule: no world that is still there has received a request\.\nReport: .*none\.html\n$/)
  const passed = await exec(GOOD, '--report', file('good.html'))
  expect(passed.stderr).not.toMatch(/\n\n(?=Report)|No capsule/)
})

/** Ends with a warning, and before that with an error in a world of its own, after which the world default breaks a rule as well. */
const TWO_WORLDS = `const [control, json] = [process.env.RINGBACK_URL + '/control', { 'Content-Type': 'application/json' }]
const { tenants, base_url } = await (await fetch(control + '/worlds', { method: 'POST', headers: json, body: JSON.stringify({ world_id: 'other' }) })).json()
const own = { Authorization: 'Bearer ' + tenants.find(({ tenant }) => tenant === 'pro').keys[0].key }
const key = { Authorization: 'Bearer ' + process.env.RINGBACK_API_KEY }
const token = '?token=svc_live_4f0Q9aZr7TnX2LmB81ydKeWcUV'
await fetch(process.env.RINGBACK_BASE_URL + '/customers' + token, { headers: key })
await fetch(base_url + '/customers' + token, { headers: own })
for (const _ of [1, 2]) await fetch(base_url + '/customers', { method: 'POST', headers: { ...own, ...json }, body: '{}' })`

test('of a run in several worlds each request and each finding says of which it is, that of the first world too', async () => {
  const flags = ['--fail-on', 'verdict:key_in_url', '--report', file('worlds.html')]
  expect((await exec(TWO_WORLDS, ...flags)).code).toBe(3)
  const page = readFileSync(file('worlds.html'), 'utf8')
  expect([...page.matchAll(/<h3>World (.*?)<\/h3>/g)].map(([, name]) => name)).toEqual(['default', 'other'])
  expect(page).toContain('world default · ')
  expect(page).toContain('world other · ')
  expect(page).toMatch(/clients broke \d rules \(1 fails the run, 1 only as a warning/)
  await exec(WORSE, ...flags)
  expect(readFileSync(file('worlds.html'), 'utf8')).not.toMatch(/[Ww]orld default/)
})

test('the waits of a sentence come out of the times at which the page says that requests began and ended', async () => {
  const failing = `const { RINGBACK_BASE_URL: base, RINGBACK_CONTROL_URL: control, RINGBACK_WORLD: world, RINGBACK_API_KEY: key } = process.env
const fault = { match: { path: '/customers' }, effect: { status: 503, latency: 'PT0.03S' }, times: 5 }
const laid = await fetch(control + '/worlds/' + world + '/faults', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(fault) })
if (!laid.ok) throw new Error(await laid.text())
for (let time = 0; time < 5; time++) await fetch(base + '/customers', { headers: { Authorization: 'Bearer ' + key } }).then(answer => answer.text())`
  const { code, stderr } = await exec(failing, '--report', file('waits.html'))
  expect(code, stderr).toBe(0)
  const page = readFileSync(file('waits.html'), 'utf8')
  const [, rule = ''] = /id="rule-no_backoff">(.*?)<\/article>/s.exec(page) ?? []
  const times = [...rule.matchAll(/503[^<]*<span class="dim nowrap">\+([\d,.]+) to \+([\d,.]+) ms</g)].map(
    ([, sent, ended]) => [sent, ended].map(text => Number(text?.replaceAll(',', ''))) as [number, number],
  )
  expect(times).toHaveLength(5)
  const waits = times.slice(1).map(([sent], index) => sent - (times[index] as [number, number])[1])
  const words = [Math.min(...waits), Math.max(...waits)]
  const said = [
    ...(/4 more attempts failed, each (.*?) after the one before had ended\./.exec(rule)?.[1] ?? '').matchAll(
      /([\d.]+) ms/g,
    ),
  ]
  expect(said.length).toBeGreaterThan(0)
  // As exactly as a sentence tells them.
  const [shortest, longest] = [said[0], said.at(-1)].map(one => Number(one?.[1]))
  expect(Math.abs((shortest as number) - (words[0] as number))).toBeLessThan(0.6)
  expect(Math.abs((longest as number) - (words[1] as number))).toBeLessThan(0.6)
  // What the fault held back was no part of a wait.
  for (const [sent, ended] of times) expect(ended - sent).toBeGreaterThanOrEqual(29)
})
