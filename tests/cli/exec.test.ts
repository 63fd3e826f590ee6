import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { expect, test } from 'vitest'
import { startEmulator } from '../../server/index.ts'
import { projectFolder, ringback, temporaryFolder } from '../support/cli.ts'
import { linesOfFile } from '../support/cli-lines.ts'

const runLine = linesOfFile()
/** `ringback exec <flags> -- node -e <script>`. */
const lineOf = (script: string, flags: readonly string[] = []) => [
  ...['exec', '--fixture', 'empty', ...flags, '--'],
  ...[process.execPath, '-e', script],
]
/** In a process of its own, where its start, its end or a signal is what is asked. */
const exec = (script: string) => ringback(lineOf(script))
const run = (script: string, { flags = [], cwd }: { flags?: string[]; cwd?: string } = {}) =>
  runLine(lineOf(script, flags), cwd === undefined ? {} : { cwd })

const ASK = `const ask = (path, init = {}) => fetch(process.env.RINGBACK_BASE_URL + path, { ...init, headers: { Authorization: 'Bearer ' + process.env.RINGBACK_API_KEY, 'Content-Type': 'application/json' } });`

test('the command finds the emulator in its environment, and its exit code and stdout are those of exec', async () => {
  const script = `${ASK} ask('/customers').then(answer => { console.log(JSON.stringify({ status: answer.status, env: Object.keys(process.env).filter(name => name.startsWith('RINGBACK_')).sort(), limit: answer.headers.get('x-ratelimit-limit') })); process.exitCode = 7 })`
  const { code, stdout, stderr } = await exec(script).ended
  expect(code).toBe(7)
  expect(JSON.parse(stdout)).toEqual({
    status: 200,
    limit: '1000',
    env: [
      'RINGBACK_API_KEY',
      'RINGBACK_BASE_URL',
      'RINGBACK_CONTROL_URL',
      'RINGBACK_INBOX_URL',
      'RINGBACK_PROJECT_ID',
      'RINGBACK_STAFF_ID',
      'RINGBACK_URL',
      'RINGBACK_WORLD',
    ],
  })
  expect(stderr).toMatch(/exited with 7 after/)
  expect(stderr).toMatch(/Contract coverage: endpoints 1\/16/)
  expect(stderr).toMatch(/GET \/customers +1 +200/)
  expect(stderr).toMatch(/Assumptions relied on:.*\n {2}\S+ +1 /)
})

test('the emulator is gone when the command has ended', async () => {
  const { code, stdout } = await exec('console.log(process.env.RINGBACK_URL)').ended
  expect(code).toBe(0)
  await expect(fetch(stdout.trim())).rejects.toThrow('fetch failed')
})

test('flags after -- belong to the command', async () => {
  const { code, stdout } = await runLine([
    'exec',
    '--fixture',
    'empty',
    '--',
    process.execPath,
    '-e',
    'console.log(process.argv.slice(1).join())',
    'x',
    '--port',
    '--json',
  ])
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'x,--port,--json\n' })
})

test('coverage of worlds that the command has removed or reset is not lost', async () => {
  using folder = temporaryFolder()
  const script = `${ASK}
const control = (method, path, body) => fetch(process.env.RINGBACK_CONTROL_URL + path, { method, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
const main = async () => {
  await ask('/customers')
  await control('POST', '/worlds/default/reset', {})
  const world = await (await control('POST', '/worlds', { world_id: 'other', fixture: 'empty' })).json()
  await fetch(world.base_url + '/nowhere', { headers: { Authorization: 'Bearer ' + world.tenants[0].keys[0].key } })
  await control('DELETE', '/worlds/other')
  await ask('/customers')
}
main()`
  const file = path.join(folder.path, 'coverage.json')
  const { code, stderr } = await run(script, { flags: ['--coverage', file, '--fail-on', 'unknown_route'] })
  const coverage = JSON.parse(readFileSync(file, 'utf8'))
  expect(
    coverage.endpoints.find(
      (row: { path: string; method: string }) => row.path === '/customers' && row.method === 'GET',
    ),
  ).toMatchObject({ requests: 2 })
  expect(coverage.unknown_routes).toEqual([{ method: 'GET', path: '/nowhere', count: 1 }])
  expect(coverage.assumptions_relied_on.length).toBeGreaterThan(0)
  expect(stderr).toContain('unknown_route: GET /nowhere is not an endpoint of the contract')
  expect(code).toBe(3)
})

test('a condition of --fail-on turns a passing command into 3, and leaves the code of a failing one', async () => {
  const register = `${ASK} ask('/webhooks', { method: 'POST', body: JSON.stringify({ url: process.env.RINGBACK_INBOX_URL, events: ['call.missed'] }) })
.then(() => fetch(process.env.RINGBACK_CONTROL_URL + '/worlds/default/inbox/default', { method: 'PUT', headers: { 'Content-Type': 'application/json' }, body: '{"status":500}' }))
.then(() => fetch(process.env.RINGBACK_CONTROL_URL + '/worlds/default/events', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"tenant":"max","event":"call.missed"}' }))`
  const passing = await run(register, { flags: ['--fail-on', 'unknown_route,undelivered'] })
  expect(passing.stderr).toMatch(
    /undelivered: call\.missed to https:\/\/inbox\.ringback\.test\/default is pending after 1 attempt \(500\).*: event evt_\w+, delivery [\da-f-]{36}\./,
  )
  expect(passing.code).toBe(3)
  const failing = await run(`${register}.then(() => process.exit(9))`, { flags: ['--fail-on', 'undelivered'] })
  expect(failing.code).toBe(9)
  const wrong = await run('', { flags: ['--fail-on', 'everything'] })
  expect(wrong).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--fail-on takes unknown_route, undelivered'),
  })
})

test('JUnit tells of the command and of each condition, coverage as HTML stands alone', async () => {
  using folder = temporaryFolder()
  const [junit, html] = ['junit.xml', 'coverage.html'].map(name => path.join(folder.path, name)) as [string, string]
  const { code } = await run(`${ASK} ask('/customers?page=0')`, {
    flags: ['--junit', junit, '--coverage', html, '--fail-on', 'unknown_route', '--fail-on', 'rate_limited'],
  })
  expect(code).toBe(0)
  const xml = readFileSync(junit, 'utf8')
  expect(xml).toMatch(/<testsuite name="ringback exec" tests="3" failures="0"/)
  expect(xml).toContain(
    '<testcase name="No request is answered with 429" classname="ringback.exec.fail-on.rate_limited"',
  )
  const page = readFileSync(html, 'utf8')
  expect(page).toContain('<td><code>GET /customers</code></td><td class="n">1</td>')
  expect(page).toContain('<code class="met">✓ 422 ×1</code>')
  expect(page).not.toMatch(/src=|href=|@import|url\(/)
})

test('a signal goes on to the command, and nothing that it started outlives it', async () => {
  using folder = temporaryFolder()
  const file = path.join(folder.path, 'grandchild')
  const grandchild = `process.on('SIGTERM', () => {}); require('node:fs').writeFileSync(${JSON.stringify(file)}, String(process.pid)); console.log('deep'); setInterval(() => {}, 1000)`
  const script = `process.on('SIGTERM', () => process.exit(5)); require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(grandchild)}], { stdio: 'inherit' }); setInterval(() => {}, 1000)`
  await using cli = exec(script)
  await cli.wrote('stdout', /deep/)
  cli.child.kill('SIGTERM')
  expect((await cli.ended).code).toBe(5)
  const pid = Number(readFileSync(file, 'utf8'))
  expect(isRunning(pid)).toBe(false)
})

const ASKS = `fetch(process.env.RINGBACK_BASE_URL + '/customers', { headers: { Authorization: 'Bearer ' + process.env.RINGBACK_API_KEY } }).then(async answer => { await answer.text(); console.log('asked') }); setInterval(() => {}, 1000);`

test.each([
  ['ends by itself', ''],
  ['says that it has succeeded', "process.on('SIGINT', () => process.exit(0));"],
])('Ctrl+C ends a command that %s, tells what was seen until then, and gives 130', async (_, handles) => {
  using folder = temporaryFolder()
  const [report, baseline] = [path.join(folder.path, 'report.html'), path.join(folder.path, 'baseline.json')]
  const flags = ['--report', report, '--baseline', baseline, '--update-baseline']
  await using cli = ringback(['exec', '--fixture', 'empty', ...flags, '--', process.execPath, '-e', handles + ASKS])
  await cli.wrote('stdout', /asked/)
  cli.child.kill('SIGINT')
  const { code, stderr } = await cli.ended
  expect(code, stderr).toBe(130)
  expect(stderr).toMatch(/was interrupted after [\d.]+ s\nContract coverage: endpoints 1\/16/)
  expect(readFileSync(report, 'utf8')).toContain('✗ The run was interrupted')
  expect(existsSync(baseline)).toBe(false)
})

test('a command that does not end at Ctrl+C is ended by the second', async () => {
  await using cli = ringback([
    ...['exec', '--fixture', 'empty', '--', process.execPath, '-e'],
    `process.on('SIGINT', () => console.log('not yet'));${ASKS}`,
  ])
  await cli.wrote('stdout', /asked/)
  cli.child.kill('SIGINT')
  await cli.wrote('stdout', /not yet/)
  expect(cli.child.exitCode).toBeNull()
  cli.child.kill('SIGINT')
  const { code, stderr } = await cli.ended
  expect(code, stderr).toBe(130)
  expect(stderr).toContain('Press Ctrl+C again to end it at once.')
})

test('what a command that passes leaves running is ended too', async () => {
  using folder = temporaryFolder()
  const file = path.join(folder.path, 'pid')
  const script = `const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' }); require('node:fs').writeFileSync(${JSON.stringify(file)}, String(child.pid)); child.unref()`
  const { code } = await run(script)
  expect(code).toBe(0)
  expect(isRunning(Number(readFileSync(file, 'utf8')))).toBe(false)
})

test('a command that a signal ends gives 128 and its number', async () => {
  const { code } = await run(`process.kill(process.pid, 'SIGKILL')`)
  expect(code).toBe(137)
})

test('a command that cannot be started exits with 2, a port in use with 5', async () => {
  const missing = await runLine(['exec', '--fixture', 'empty', '--', 'no-such-command'])
  expect(missing).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(
      /^ringback: no-such-command cannot be started: there is no such program\. Check its name, .*PATH.*\n$/,
    ),
  })
  expect((await runLine(['exec'])).code).toBe(2)
  const other = createServer()
  await new Promise<void>(resolve => other.listen(0, '127.0.0.1', resolve))
  try {
    const { port } = other.address() as AddressInfo
    expect((await run('', { flags: ['--port', String(port)] })).code).toBe(5)
  } finally {
    other.close()
  }
})

test('the config file starts it too, but never its store and port', async () => {
  using folder = temporaryFolder()
  writeFileSync(
    path.join(folder.path, 'ringback.config.json'),
    JSON.stringify({ store: 'kept', port: 1, clock: '2026-03-10T00:00:00Z' }),
  )
  const script = `fetch(process.env.RINGBACK_CONTROL_URL + '/worlds/default/clock').then(answer => answer.json()).then(clock => console.log(clock.now))`
  const { stdout } = await run(script, { cwd: folder.path })
  expect(stdout).toBe('2026-03-10T00:00:00.000Z\n')
  expect(existsSync(path.join(folder.path, 'kept'))).toBe(false)
})

test('--vary assumptions names the values that break the command', async () => {
  using folder = temporaryFolder()
  const junit = path.join(folder.path, 'junit.xml')
  const script = `${ASK} ask('/customers?page=0').then(answer => process.exit(answer.status === 422 ? 0 : 1))`
  const { code, stderr } = await run(script, { flags: ['--vary', 'assumptions', '--junit', junit] })
  expect(stderr).toMatch(/\d+ of \d+ other values break the command:/)
  expect(stderr).toMatch(/paging\.invalid_page +"first" +1/)
  expect(stderr).toContain("ringback exec --assume 'paging.invalid_page=first' --")
  expect(readFileSync(junit, 'utf8')).toMatch(
    /name="The command passes with paging\.invalid_page = &quot;first&quot;" classname="ringback\.exec\.vary\.paging\.invalid_page"[^>]*>\n *<system-out/,
  )
  expect(code).toBe(0)
})

test('--vary assumptions tries what only the jobs of a call and of its delivery have relied on (finding T2)', async () => {
  const script = `${ASK}
const control = (method, path, body) => fetch(process.env.RINGBACK_CONTROL_URL + '/worlds/default' + path, { method, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }).then(answer => answer.json());
const main = async () => {
  await ask('/webhooks', { method: 'POST', body: JSON.stringify({ url: process.env.RINGBACK_INBOX_URL, events: ['call.completed'] }) })
  await control('POST', '/calls', { tenant: 'max', phone_number: '0312340001' })
  await control('POST', '/clock/advance', { by: 'PT5M' })
  const { data } = await control('GET', '/inbox/default')
  const { data: call } = JSON.parse(data[0].body.text)
  process.exit(call.duration_seconds === 70 ? 0 : 1)
}
main()`
  const flags = ['--clock', '2026-03-10T00:00:00Z', '--fixture', 'empty', '--vary', 'assumptions']
  const { code, stderr } = await run(script, { flags })
  expect(stderr).toMatch(/calls\.started_at +"connection" +1/)
  expect(code).toBe(0)
})

test('--capsule writes the world of a red run, which another emulator opens at what failed', async () => {
  using folder = temporaryFolder()
  const capsules = path.join(folder.path, 'capsules')
  const script = `${ASK} ask('/customers').then(() => ask('/calls?from=2026-02-30&to=2026-03-01')).then(answer => process.exit(answer.ok ? 0 : 1))`
  const flags = ['--clock', '2026-03-10T00:00:00Z', '--capsule', capsules]
  const { code, stderr } = await run(script, { flags })
  expect(code).toBe(1)
  const file = path.join(capsules, 'default.ringback-capsule')
  expect(stderr).toContain(`Capsule: ${file}`)
  await using emulator = await startEmulator({ fixture: 'empty' })
  const target = ['--url', emulator.url, '--json']
  const opened = await runLine(['world', 'open', file, ...target])
  const { world_id, request_id } = JSON.parse(opened.stdout)
  const shown = await runLine(['logs', 'show', request_id, '--world', world_id, ...target])
  expect(JSON.parse(shown.stdout)).toMatchObject({ status: 422, path: '/calls', code: 'validation_error' })
  const again = await runLine(['logs', 'replay', request_id, '--world', world_id, ...target])
  expect(JSON.parse(again.stdout)).toMatchObject({
    status: 422,
    response: { body: JSON.parse(shown.stdout).response.body },
  })
})

test('the first capsule of several worlds has what fails the run, each break has its own, and each opens before it', async () => {
  using folder = temporaryFolder()
  const capsules = path.join(folder.path, 'capsules')
  const script = `${ASK}
const keyIn = async world_id => {
  const answer = await fetch(process.env.RINGBACK_URL + '/control/worlds', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ world_id, fixture: 'empty' }) })
  const { tenants } = await answer.json()
  const { keys, project_ids: [project] } = tenants.find(({ tenant }) => tenant === 'pro')
  return [keys.find(({ label }) => label === 'live').key, project]
}
const to = (key, path, init) => fetch(process.env.RINGBACK_BASE_URL + path, { headers: { Authorization: 'Bearer ' + key, 'Content-Type': 'application/json' }, ...init })
;(async () => {
  await ask('/customers')
  const [[warned], [broken, project]] = [await keyIn('b-warned'), await keyIn('c-broken')]
  for (let n = 0; n < 3; n++) await to(warned, '/customers', { method: 'POST', body: '{}' })
  await to(broken, '/customers?token=' + broken)
  await to(broken, '/customers', { method: 'POST', body: JSON.stringify({ project_id: project, name: 'Sato', tel1: '+81312340001' }) })
  for (let n = 0; n < 4; n++) await to(broken, '/customers', { method: 'POST', body: '{}' })
})()`
  const flags = ['--fail-on', 'verdicts', '--capsule', capsules, '--junit', path.join(folder.path, 'junit.xml')]
  const { code, stderr } = await run(script, { flags })
  expect(code, stderr).toBe(3)
  const lines = [...stderr.matchAll(/^Capsule: \S*\/(\S+?)\.ringback-capsule, (.*) \(".*$/gm)].map(
    ([, ...parts]) => parts,
  )
  expect(lines).toEqual([
    ['c-broken', 'just before #1 (GET /customers)'],
    ['c-broken-at-6', 'just before #6 (POST /customers)'],
    ['b-warned', expect.stringMatching(/^just before #\d \(POST \/customers\)$/)],
    ['default', 'just before #1 (GET /customers), in a world in which no request failed'],
  ])
  expect(readFileSync(path.join(folder.path, 'junit.xml'), 'utf8')).not.toContain('No capsule opens here')
  await using emulator = await startEmulator({ fixture: 'empty' })
  const target = ['--url', emulator.url]
  const opened = await runLine(['world', 'open', path.join(capsules, 'c-broken-at-6.ringback-capsule'), ...target])
  expect(opened.stdout).toMatch(
    /^World \S+ is open, as it was just before request #6 \(POST \/customers\):\n {2}.* logs show 6 /,
  )
  const [, id = ''] = /^World (\S+) is open/.exec(opened.stdout) ?? []
  const world = await emulator.openWorld(id)
  // What #2 did is there, and nothing later.
  expect((await world.requests.list()).map(({ seq }) => seq)).toEqual([6, 5, 4, 3, 2, 1])
  expect(
    await world
      .tenant('pro')
      .fetch('/customers')
      .then(answer => answer.json()),
  ).toMatchObject({
    pagination: { total: 1 },
  })
})

test('a capsule says to which rules it leads, and stands with these in each world, but not with an unknown route', async () => {
  using folder = temporaryFolder()
  const file = (name: string) => path.join(folder.path, name)
  const script = `${ASK}
const control = (path, body) => fetch(process.env.RINGBACK_URL + '/control/worlds' + path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }).then(answer => answer.json())
;(async () => {
  const { tenants } = await control('', { world_id: 'other', fixture: 'empty' })
  const { key } = tenants.find(({ tenant }) => tenant === 'pro').keys.find(({ label }) => label === 'live')
  await ask('/custmers')
  await ask('/customers?token=' + process.env.RINGBACK_API_KEY)
  const other = path => fetch(process.env.RINGBACK_BASE_URL + path, { headers: { Authorization: 'Bearer ' + key } })
  await other('/customers?token=' + key)
  await control('/other/faults', { match: { path: '/customers' }, effect: { status: 503 }, times: 4 })
  for (let n = 0; n < 4; n++) await other('/customers')
})()`
  const flags = ['--fail-on', 'unknown_route,verdicts', '--capsule', file('caps'), '--junit', file('junit.xml')]
  const reports = ['--report', file('page.html'), '--summary', file('step.md')]
  const { code, stderr } = await run(script, { flags: [...flags, ...reports] })
  expect(code, stderr).toBe(3)
  const leads = [...stderr.matchAll(/^Capsule: \S*\/(\S+?)\.ringback-capsule, .* opens it\), leads to (.*)$/gm)]
  expect(leads.map(([, ...parts]) => parts)).toEqual([
    ['other', 'key_in_url'],
    ['other-at-5', 'no_backoff'],
    ['default', 'key_in_url'],
  ])
  const [xml, page, summary] = ['junit.xml', 'page.html', 'step.md'].map(name => readFileSync(file(name), 'utf8'))
  const capsulesOf = (name: string) => {
    const text = xml?.split('<testcase').find(part => part.includes(`.${name}"`))
    return [...(text ?? '').matchAll(/^Capsule: \S*\/(\S+?)\.ringback-capsule/gm)].map(([, world]) => world)
  }
  expect(['key_in_url', 'unknown_route'].map(capsulesOf)).toEqual([['other', 'default'], []])
  expect(page).toMatch(
    /other-at-5\.ringback-capsule<\/code> opens just before <a [^>]*>#5<\/a> \(GET \/customers\), leads to no_backoff</,
  )
  // Each break leads to its file, and the route that is none to its request.
  const place = /<li id="(c\d+)"><code>\S*other-at-5/.exec(page ?? '')?.[1]
  const failing = page?.slice(page.indexOf('What fails the run'), page.indexOf('id="findings"')) ?? ''
  const cards = page?.slice(page.indexOf('id="findings"')) ?? ''
  expect(cards).toContain(
    `Capsule: <a href="#${place}"><code>other-at-5.ringback-capsule</code></a>, just before #5 (GET /customers)`,
  )
  expect(failing).toMatch(/Capsule: <a href="#c\d+"><code>default\.ringback-capsule<\/code><\/a>, just before #2 /)
  expect(failing).toMatch(
    /<code>unknown_route<\/code> GET \/custmers is not an endpoint .*?<p class="about">World default<\/p><ul class="chips"><li><a href="#r\d+">#1<\/a>/,
  )
  expect(summary).toMatch(
    /To look into `key_in_url`, get the capsule .*\n- `\S*other-at-5\S*`, just before `#5` \(GET \/customers\), leads to `no_backoff`/s,
  )
})

test('a green run leaves no capsule', async () => {
  using folder = temporaryFolder()
  const capsules = path.join(folder.path, 'capsules')
  expect((await run(`${ASK} ask('/customers')`, { flags: ['--capsule', capsules] })).code).toBe(0)
  expect(existsSync(capsules)).toBe(false)
})

test('the world of each red test of ringback/vitest becomes a capsule, those of green ones do not', async () => {
  using folder = projectFolder()
  const repository = path.join(import.meta.dirname, '../..')
  const capsules = path.join(folder.path, 'capsules')
  writeFileSync(
    path.join(folder.path, 'red.test.ts'),
    `import { expect, test } from 'ringback/vitest'
test('takes it', async ({ world }) => { expect((await world.tenant('pro').fetch('/customers')).status).toBe(200) })
test('is refused', async ({ world }) => { expect((await world.tenant('free').fetch('/webhooks')).status).toBe(200) })
`,
  )
  const vitest = [path.join(repository, 'node_modules/vitest/vitest.mjs'), 'run', '--root', folder.path]
  const { code, stdout } = await runLine(['exec', '--capsule', capsules, '--', process.execPath, ...vitest])
  expect(stdout).toMatch(/1 failed.*1 passed/)
  expect(code).toBe(1)
  const files = readdirSync(capsules)
  expect(files).toEqual([expect.stringMatching(/is-refused-[0-9a-f]{10}\.ringback-capsule$/)])
  await using emulator = await startEmulator({ fixture: 'empty' })
  const { world, request_id } = await emulator.openCapsule(readFileSync(path.join(capsules, files[0] ?? '')))
  expect(await world.requests.replay(request_id ?? '')).toMatchObject({ status: 403, code: 'license_required' })
})

/** A process that has ended counts as gone, even when nobody has collected it yet. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  return !existsSync(`/proc/${pid}/stat`) || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
}
