import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { Drill } from '../../server/contract/drill.ts'
import { DRILLS } from '../../server/contract/drills.ts'
import { VERDICT_SENTENCES } from '../../server/contract/verdict-sentences.ts'
import { startEmulator } from '../../server/index.ts'
import { ringback, temporaryFolder } from '../support/cli.ts'
import { linesOfFile } from '../support/cli-lines.ts'

const CLIENT = path.join(import.meta.dirname, '../drills/reference-client.mjs')
const runLine = linesOfFile()
const drill = (...args: string[]) => runLine(['drill', ...args])

/** Every list of customers is refused once. */
const OWN = {
  drill: 'refused_once',
  title: 'The list is refused once',
  stages: [
    {
      text: 'one refusal',
      faults: [{ match: { method: 'GET', path: '/customers' }, effect: { status: 503, retry_after: 0 }, times: 1 }],
    },
  ],
  met_when: { text: 'refused', otherwise: 'your command listed no customers', requests: { status: 503 } },
  passes_when: [{ text: 'asked again', came_again: { of: { status: 503 }, until: 'success' } }],
}

test('a command that is ready for bad days passes them, each in a world of its own, and its output is left alone', async () => {
  using folder = temporaryFolder()
  const [own, junit] = [path.join(folder.path, 'own.json'), path.join(folder.path, 'drills.xml')]
  writeFileSync(own, JSON.stringify(OWN))
  const names = 'lost_answer,refused_once'
  const flags = [
    '--from',
    own,
    '--only',
    names,
    '--before',
    'echo $RINGBACK_DRILL >&2',
    '--expect-exit',
    '0',
    '--junit',
    junit,
    '--json',
  ]
  const { code, stdout, stderr } = await drill(...flags, '--', process.execPath, CLIENT)
  expect([code, stdout.trim().split('\n').length], stderr).toEqual([0, 1])
  const result = JSON.parse(stdout)
  expect(result).toMatchObject({ event: 'drill', passed: true, command: [process.execPath, CLIENT] })
  expect(result.drills).toMatchObject([
    { drill: 'lost_answer', state: 'passed', exit_codes: [0], world_id: 'drill-lost_answer', seed: 1, capsule: null },
    { drill: 'refused_once', state: 'passed', exit_codes: [0], not_met_because: null },
  ])
  expect(stderr).toMatch(/\nlost_answer\n\{"customers":\d+,"calls":\d+\}\n/)
  expect(stderr).toContain('2 of 2 drills passed')
  expect(stderr).toMatch(/^ringback: lost_answer passed after \d+\.\d s$/m)
  const xml = readFileSync(junit, 'utf8')
  expect(xml).toMatch(/<testsuites name="ringback drill" tests="2" failures="0"/)
  expect(xml).toMatch(
    /<testcase name="The response to a call is lost: the person is called once" classname="ringback.drill.lost_answer"/,
  )
})

test('each drill begins with the world file that is named, its keys and its seed, and one that is refused ends with 2', async () => {
  using folder = temporaryFolder()
  const file = path.join(folder.path, 'team.world.jsonc')
  const key = 'svc_live_ringbackDrill001CrmKey00000'
  const keys = [{ label: 'crm', mode: 'live', scopes: ['*'], key }]
  const world = { version: 1, seed: 42, tenants: [{ tenant: 'acme', plan: 'max', keys, customers: [{ count: 3 }] }] }
  writeFileSync(file, `// a team\n${JSON.stringify(world)}`)
  const wrong = path.join(folder.path, 'wrong.json')
  writeFileSync(wrong, JSON.stringify({ ...world, tenantz: [] }))
  const own = path.join(folder.path, 'own.json')
  writeFileSync(own, JSON.stringify([OWN, { ...OWN, drill: 'refused_again' }]))
  const run = (name: string) =>
    drill(
      ...['--from', own, '--only', 'refused_once,refused_again', '--world-file', name, '--json'],
      ...['--before', 'echo $RINGBACK_API_KEY >&2'],
      ...['--', process.execPath, CLIENT],
    )
  const [good, refused] = await Promise.all([run(file), run(wrong)])
  expect(good.code, good.stderr).toBe(0)
  expect(JSON.parse(good.stdout).drills).toMatchObject([{ seed: 42 }, { seed: 42 }])
  expect(good.stderr.match(/"customers":\d+/g)).toEqual(['"customers":3', '"customers":3'])
  expect(good.stderr.split('\n').filter(line => line === key)).toEqual([key, key])
  expect([refused.code, refused.stderr]).toEqual([2, 'ringback: tenantz: Unknown. Did you mean tenants?\n'])
})

test('a command that sends nothing ends with 3, and is told what was missing; a second run needs --keep-going', async () => {
  using folder = temporaryFolder()
  const junit = path.join(folder.path, 'drills.xml')
  const flags = ['--only', 'lost_answer,31_days', '--env', 'GIVEN=a=b', '--junit', junit]
  const script =
    'console.log(process.env.GIVEN, Object.keys(process.env).filter(name => /^RINGBACK_(D|W)/.test(name)).sort().join())'
  const { code, stdout, stderr } = await drill(...flags, '--', process.execPath, '-e', script)
  expect([code, stdout]).toEqual([3, 'a=b RINGBACK_DRILL,RINGBACK_WEBHOOK_SECRET,RINGBACK_WORLD\n'])
  expect(stderr).toMatch(/^ringback: lost_answer was not met after \d+\.\d s$/m)
  expect(stderr).toContain('\n  lost_answer was not met (exit 0')
  expect(stderr).not.toContain('not_met')
  expect(stderr).toContain(
    'your command sent no POST /calls/initiate that places a call; no request came to /api/v1 at all',
  )
  expect(stderr).toContain('1 more was not run. --keep-going runs it too.')
  const xml = readFileSync(junit, 'utf8')
  expect(xml).toMatch(/tests="2" failures="1" errors="0" skipped="1"/)
  expect(xml).toMatch(/<failure message="lost_answer was not met: your command sent no POST [^"]*" type="not_met">/)
})

test('a drill that passed shows the waits that it goes by, and one that was not met how many came', async () => {
  const client = (tries: number) => `const { RINGBACK_BASE_URL: base, RINGBACK_API_KEY: key } = process.env
for (let n = 0; n < ${tries}; n++) {
  const { status } = await fetch(base + '/customers', { headers: { Authorization: 'Bearer ' + key } })
  if (status < 500) break
  await new Promise(resolve => setTimeout(resolve, 1100 + 150 * n))
}`
  const run = (tries: number) =>
    drill('--only', 'three_503s', '--json', '--', process.execPath, '--input-type=module', '-e', client(tries))
  const [passed, once] = await Promise.all([run(4), run(1)])
  expect(passed.code, passed.stderr).toBe(0)
  expect(passed.stderr).toMatch(
    /\n {4}Kept: it waits as long as Retry-After says: #3 came 1\.\d+ s after the answer to #2, which had asked for 1 s\.\n {4}Kept: where it does not wait for Retry-After, .*: #2 came 1\.\d+ s after the answer to #1, which had asked for no wait; #4 came 1\.\d+ s after the answer to #3, which had asked for no wait\.\n {4}Told to wait: 1 answer asked for 1 s\. The request that got it had itself broken no wait\.\n/,
  )
  const [view] = JSON.parse(passed.stdout).drills
  expect(view.conditions[1].waits).toMatchObject([{ request: { seq: 3 }, after: { seq: 2 }, asked_seconds: 1 }])
  expect(once.code).toBe(3)
  expect(once.stderr).toContain('your command met fewer than three answers of 503; there was 1')
  expect(once.stderr).toMatch(/It gave up after the first 503, .* Let it send a refused request again once Retry-After/)
})

test('what failed a drill adds up in one line, beside how long the client was told to wait', async () => {
  using folder = temporaryFolder()
  const junit = path.join(folder.path, 'drills.xml')
  // Two requests after each other, over and over, whatever they are told.
  const script = `const { RINGBACK_BASE_URL: base, RINGBACK_API_KEY: key } = process.env
for (let n = 0; n < 12; n++)
  await (await fetch(base + ['/customers', '/calls'][n % 2], { headers: { Authorization: 'Bearer ' + key } })).text()`
  const command = ['--', process.execPath, '--input-type=module', '-e', script]
  const { code, stdout, stderr } = await drill('--only', 'minute_full', '--json', '--junit', junit, ...command)
  expect(code).toBe(3)
  const [one] = JSON.parse(stdout).drills
  const { failed_total, failed_by, requests_sent, told_to_wait } = one
  expect(failed_by.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBe(failed_total)
  const [all, figures] =
    /\n {4}In all, (\d+) of 12 requests failed this drill, each counted once: (.*?)\. /.exec(stderr)?.slice(1) ?? []
  expect([Number(all), requests_sent]).toEqual([failed_total, 12])
  const counts = String(figures).match(/\d+/g)?.map(Number) ?? []
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(failed_total)
  const told =
    /\n {4}Told to wait: (\d+) answers asked for \d+ s(?: to \d+ s)?\. Of the requests that got them, (.*)\.\n/.exec(
      stderr,
    )
  const parts = told?.[2]?.match(/\d+/g)?.map(Number) ?? []
  expect([Number(told?.[1]), parts.reduce((sum, count) => sum + count, 0)]).toEqual([
    told_to_wait.all,
    told_to_wait.all,
  ])
  const report = readFileSync(junit, 'utf8')
  expect(report).toContain(`In all, ${failed_total} of 12 requests failed this drill`)
  expect(report).toContain(`Told to wait: ${told_to_wait.all} answers asked for`)
})

test('what failed a drill is named before what is only not known, and how to mend the client once', async () => {
  using folder = temporaryFolder()
  const [own, junit] = [path.join(folder.path, 'own.json'), path.join(folder.path, 'drills.xml')]
  const passes_when = [
    { text: 'waits were seen', rules: ['no_backoff'], shown: true },
    { text: 'no key in an address', rules: ['key_in_url'] },
  ]
  writeFileSync(own, JSON.stringify({ ...OWN, passes_when }))
  const script = `const { RINGBACK_BASE_URL: base, RINGBACK_API_KEY: key } = process.env
await fetch(base + '/customers?token=' + key, { headers: { Authorization: 'Bearer ' + key } })`
  const run = (...flags: string[]) => drill(...flags, '--', process.execPath, '--input-type=module', '-e', script)
  const flags = ['--from', own, '--only', 'refused_once', '--junit', junit]
  const { code, stderr } = await run(...flags)
  expect(code, stderr).toBe(3)
  expect(stderr).toMatch(
    /^ {2}refused_once failed \(exit 0, .*\n {4}Not kept: no key in an address: key_in_url: #1 .*\n {4}Not decided: waits were seen: nothing shows it/m,
  )
  // Each reason ends as its sentences do.
  expect(stderr.match(/^ {4}Not (?:kept|decided): .*$/gm)?.map(line => line.at(-1))).toEqual(['.', '.'])
  expect(stderr).toContain('--capsule <folder> keeps those worlds, each to be opened at what failed first.')
  const kept = await run(...flags.slice(0, 4), '--capsule', folder.path)
  expect(kept.stderr).toMatch(
    /\n {4}Capsule: \S+, just before #1 \(GET \/customers\) \("[^"]*ringback world open \S+" opens it\)\n/,
  )
  const [, first, lines = ''] =
    /<failure message="([^"]*)" type="failed">(.*?)<\/failure>/s.exec(readFileSync(junit, 'utf8')) ?? []
  expect(first).toMatch(/^refused_once failed: Not kept: no key in an address: key_in_url: #1 /)
  expect(lines.split(VERDICT_SENTENCES.key_in_url.fix)).toHaveLength(2)
})

test('a command that ends otherwise than it must has failed a drill, also one that nothing else decides', async () => {
  using folder = temporaryFolder()
  const own = path.join(folder.path, 'own.json')
  writeFileSync(
    own,
    JSON.stringify({ ...OWN, passes_when: [{ text: 'waits were seen', rules: ['no_backoff'], shown: true }] }),
  )
  const script = `const { RINGBACK_BASE_URL: base, RINGBACK_API_KEY: key } = process.env
await fetch(base + '/customers', { headers: { Authorization: 'Bearer ' + key } })
process.exitCode = 7`
  const run = (...flags: string[]) =>
    drill(
      '--from',
      own,
      '--only',
      'refused_once',
      ...flags,
      '--',
      process.execPath,
      '--input-type=module',
      '-e',
      script,
    )
  const [left, asked] = await Promise.all([run(), run('--expect-exit', '0')])
  expect([left.code, left.stderr]).toEqual([3, expect.stringMatching(/^ {2}refused_once was not decided \(exit 7, /m)])
  expect([asked.code, asked.stderr]).toEqual([
    3,
    expect.stringMatching(
      /^ {2}refused_once failed \(exit 7, .*\n {4}The command exited with 7, and not with 0\.\n {4}Not decided: waits were seen: nothing/m,
    ),
  ])
})

test('what cannot be started ends with 1, and what makes no sense with 2 before anything runs', async () => {
  using folder = temporaryFolder()
  const file = path.join(folder.path, 'own.json')
  writeFileSync(file, JSON.stringify([OWN, { ...OWN, stages: [{ text: 'nothing' }] }]))
  const [missing, unprepared, unknown, wrong, nothing] = await Promise.all([
    drill('--only', 'lost_answer', '--', './no-such-command'),
    drill('--only', 'lost_answer', '--before', 'exit 7', '--', process.execPath, '-e', '0'),
    drill('--only', 'nobody', '--', process.execPath, '-e', '0'),
    drill('--from', file, '--', process.execPath, '-e', '0'),
    drill(),
  ])
  expect([missing, unprepared, unknown, wrong, nothing].map(({ code }) => code)).toEqual([1, 1, 2, 2, 2])
  expect(missing?.stderr).toContain('no-such-command cannot be started')
  expect(unprepared?.stderr).toContain('--before exited with 7')
  expect(unknown?.stderr).toContain('There is no drill "nobody". There are minute_full,')
  expect(wrong?.stderr).toContain('drill 2: stages.0 does nothing; each stage does one thing')
})

test('the list says which drills there are, and which need a receiver', async () => {
  const { code, stdout } = await drill('--list')
  expect(code).toBe(0)
  expect(stdout).toMatch(/lost_answer +- +The response to a call is lost\n/)
  expect(stdout).toMatch(/forged +--receiver +Somebody forges deliveries\n/)
})

test('a drill that is named and needs a receiver names the flag where nobody gave one', async () => {
  const script = `const { RINGBACK_BASE_URL: base, RINGBACK_API_KEY: key } = process.env
await fetch(base + '/customers', { headers: { Authorization: 'Bearer ' + key } })`
  const run = (source: string) =>
    drill('--only', 'redelivery', '--', process.execPath, '--input-type=module', '-e', source)
  const [sent, silent] = await Promise.all([run(script), run('0')])
  const why =
    'no delivery was sent to a receiver: no --receiver was given, and no webhook of this world led to one. Start your receiver and name it, as in --receiver http://127.0.0.1:3000/hooks.'
  expect(sent.code).toBe(3)
  expect(sent.stderr).toMatch(/^ {2}redelivery was not met/m)
  expect(sent.stderr).toContain(`\n    ${why}\n`)
  expect(sent.stderr).not.toContain('your receiver acknowledged')
  expect(silent.stderr).toContain(`\n    ${why} Besides, no request came to /api/v1 at all.\n`)
})

test('what a drill of a receiver cannot see it does not say it has passed, unless a URL that counts its work was asked', async () => {
  using folder = temporaryFolder()
  const [own, without, beside] = ['own.json', 'without.xml', 'with.xml'].map(name => path.join(folder.path, name))
  const row = DRILLS.find(one => one.drill === 'redelivery') as Drill
  const stages = row.stages.map(stage => ({ ...stage, after: stage.after && 'PT0.2S' }))
  writeFileSync(own as string, JSON.stringify({ ...row, drill: 'twice', listens: undefined, stages }))
  let worked = 0
  const server = createServer((request, response) => {
    if (request.method === 'POST') worked++
    if (request.url === '/mistyped') response.statusCode = 401
    response.end(request.method === 'POST' ? '' : String(worked))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const script = `const { RINGBACK_BASE_URL: base, RINGBACK_API_KEY: key } = process.env
await fetch(base + '/customers', { headers: { Authorization: 'Bearer ' + key } })`
  const run = (...flags: string[]) =>
    drill(
      ...['--from', own as string, '--only', 'twice', '--receiver', url, ...flags],
      ...['--', process.execPath, '--input-type=module', '-e', script],
    )
  try {
    const passed = await run('--junit', without as string, '--json')
    expect([passed.code, worked], passed.stderr).toEqual([0, 2])
    const untried =
      'Not tried: it is not worked on again: only the URL that counts its work can tell (--effects &lt;url&gt;, effects_url).'
    expect(passed.stderr).toContain(`\n    ${untried.replace('&lt;', '<').replace('&gt;', '>')}\n`)
    expect(JSON.parse(passed.stdout).drills[0].not_tried).toMatchObject([{ text: 'it is not worked on again' }])
    const green = readFileSync(without as string, 'utf8')
    expect(green).toContain(
      'name="Deliveries come twice: what comes again is acknowledged, it is not refused, and causes no second equal write to the API" classname="ringback.drill.twice"',
    )
    expect(green).toContain(untried)
    const failed = await run('--junit', beside as string, '--effects', url, '--capsule', folder.path)
    expect(failed.code, failed.stderr).toBe(3)
    expect(failed.stderr).not.toContain('Not tried')
    expect(readFileSync(beside as string, 'utf8')).toMatch(
      /<failure message="twice failed: Not kept: it is not worked on again: the number at the URL that counts its work rose from 3 to 4 after 1 delivery had come again, /,
    )
    // A delivery is no request: the capsule has the world in which it was sent, and opens at none.
    const [, capsule = '', id = ''] =
      /^ {4}Capsule: (\S+), with the world as it was at the end of the drill \(".*" opens it\)\. What failed first is delivery (\S+): ".* deliveries show \2 --world <id>" shows it there; "world open" says the id$/m.exec(
        failed.stderr,
      ) ?? []
    await using emulator = await startEmulator({ fixture: 'empty', port: 0 })
    const { world, request_id } = await emulator.openCapsule(capsule)
    const { attempts } = await world.deliveries.get(id)
    expect([request_id, attempts.length]).toEqual([null, 2])
    // A probe that was named and cannot tell leaves it open, and the drill is not passed.
    const mistyped = await run('--junit', beside as string, '--effects', `${url}mistyped`)
    expect(mistyped.code, mistyped.stderr).toBe(3)
    expect(mistyped.stderr).toContain('0 of 1 drills passed')
    const open = `Not tried: it is not worked on again: the URL that counts its work cannot be relied on. The URL that counts its work (${url}mistyped) answered 401 with "4". It has to answer 200 with a whole number: how often the receiver has done its work.`
    expect(mistyped.stderr).toMatch(/^ {2}twice was not decided \(exit 0, .*\n {4}Not tried: /m)
    expect(mistyped.stderr).toContain(`\n    ${open}\n`)
    const red = readFileSync(beside as string, 'utf8')
    expect(red).toContain(', it is not worked on again" classname="ringback.drill.twice"')
    expect(red).toContain(
      `<failure message="twice was not decided: ${open.replaceAll('"', '&quot;')}" type="undecided">`,
    )
    const wrong = await run('--effects', 'worked')
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('--effects takes a URL such as http://')])
  } finally {
    server.closeAllConnections()
    server.close()
  }
})

test('a drill whose command is interrupted says so, passes nothing, and asks for no flag that was given', async () => {
  using folder = temporaryFolder()
  const [own, junit] = [path.join(folder.path, 'own.json'), path.join(folder.path, 'drills.xml')]
  writeFileSync(own, JSON.stringify([OWN, { ...OWN, drill: 'refused_again' }]))
  const script = `
    const ask = () => fetch(process.env.RINGBACK_BASE_URL + '/customers', { headers: { Authorization: 'Bearer ' + process.env.RINGBACK_API_KEY } })
    await ask()
    console.log((await ask()).status)
    setInterval(() => {}, 1_000)`
  await using cli = ringback([
    ...['drill', '--from', own, '--only', 'refused_once,refused_again', '--keep-going', '--json', '--junit', junit],
    ...['--', process.execPath, '--input-type=module', '--eval', script],
  ])
  await cli.wrote('stderr', /^200$/m)
  cli.child.kill('SIGINT')
  const { code, stdout, stderr } = await cli.ended
  expect(code, stderr).toBe(3)
  expect(stderr).toContain('refused_once was not decided')
  expect(stderr).toContain('The command was interrupted before it had ended')
  expect(stderr).toContain('1 more was not run, as the run was interrupted.')
  expect(stderr).not.toContain('--keep-going')
  expect(JSON.parse(stdout).drills).toMatchObject([{ drill: 'refused_once', state: 'undecided', interrupted: true }])
  expect(readFileSync(junit, 'utf8')).toContain('The run was interrupted before it.')
})
