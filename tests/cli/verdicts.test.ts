import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { VERDICT_SENTENCES } from '../../server/contract/verdict-sentences.ts'
import { startEmulator } from '../../server/index.ts'
import { temporaryFolder } from '../support/cli.ts'
import { linesOfFile } from '../support/cli-lines.ts'
import { callTwice } from '../support/misbehave.ts'

const runLine = linesOfFile()

/** A client that repeats a call when the answer is lost, and a suite around it that is green. */
const SUITE = `
const { test } = require('node:test')
const { RINGBACK_BASE_URL: base, RINGBACK_CONTROL_URL: control, RINGBACK_API_KEY: key, RINGBACK_STAFF_ID: staff, RINGBACK_PROJECT_ID: project } = process.env
const call = () => fetch(base + '/calls/initiate', {
  method: 'POST',
  headers: { Authorization: 'Bearer ' + key, 'Content-Type': 'application/json' },
  body: JSON.stringify({ phone_number: '03-1234-0001', staff_id: Number(staff), project_id: Number(project) }),
})
test('a call is placed although the first answer is lost', async () => {
  await fetch(control + '/worlds/default/faults', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ match: { path: '/calls/initiate' }, effect: { drop: true }, times: 1 }),
  })
  const answer = await call().catch(call)
  require('node:assert').equal(answer.status, 200)
})`

/** `ringback exec <flags> -- node --test` of the suite. */
const exec = (...flags: string[]) => {
  const folder = temporaryFolder()
  const file = path.join(folder.path, 'suite.test.cjs')
  writeFileSync(file, SUITE)
  const ended = runLine(['exec', '--fixture', 'empty', ...flags, '--', process.execPath, '--test', file])
  return ended.finally(() => folder[Symbol.dispose]())
}

const SENTENCE =
  /double_call: #2 placed a second call to 031\*{4}0001, [\d.]+ m?s(?: of real time)? after the answer to #1 was lost\. Give an initiation and its repeats the same external_id\./

describe('exec --fail-on verdicts', () => {
  test('ends a green suite with 3 when a lost answer made it call twice, and shows both exchanges on both clocks', async () => {
    using folder = temporaryFolder()
    const junit = path.join(folder.path, 'junit.xml')
    const { code, stdout, stderr } = await exec('--fail-on', 'verdicts', '--junit', junit)
    expect(stdout).toMatch(/pass 1/)
    expect(stderr).toMatch(SENTENCE)
    expect(stderr).toMatch(/emulated {2}#1 \(answer lost\) -+ #2 .*\n {4}real {6}#1 \(answer lost\) -+ #2 \+/)
    expect(code).toBe(3)
    const xml = readFileSync(junit, 'utf8')
    expect(xml).toMatch(
      /<testcase name="When the answer to an initiation is lost, [^"]*" classname="ringback.exec.verdicts.double_call".*>\n {6}<failure message="double_call: #2 placed [^"]*" type="double_call">/,
    )
    const failure = /<failure [^>]*>(.*?)<\/failure>/s.exec(xml)?.[1]?.split('\n')
    // The sentence of one finding stands once, above its picture.
    expect(failure?.filter(line => line.includes('#2 placed a second call'))).toHaveLength(1)
    expect(failure?.slice(1, 5)).toEqual([
      'How to fix it: Give an initiation and its repeats the same external_id.',
      'Requests:',
      expect.stringMatching(/^ {2}#1 POST \/calls\/initiate 200, answer lost, \+[\d.]+ (?:ms|s)$/),
      expect.stringMatching(/^ {2}#2 POST \/calls\/initiate 200, \+[\d.]+ (?:ms|s)$/),
    ])
    expect(xml).toMatch(
      /classname="ringback.exec.verdicts.hammering".*>\n {6}<skipped message="The situation did not occur."\/>/,
    )
    expect(xml).toMatch(/failures="1"/)
  })

  test('leaves no broken rule among the passed cases of JUnit: what does not fail the run is skipped, with what was found', async () => {
    using folder = temporaryFolder()
    const junit = path.join(folder.path, 'junit.xml')
    const { code, stderr } = await exec('--fail-on', 'verdicts', '--verdicts', 'double_call=warning', '--junit', junit)
    expect(code).toBe(0)
    const xml = readFileSync(junit, 'utf8')
    const cases = [...xml.matchAll(/classname="ringback.exec.verdicts.(\w+)"[^>]*?(?:\/>|>(.*?)<\/testcase>)/gs)]
    const namesOf = (wanted: (inside: string | undefined) => boolean | undefined) =>
      cases.filter(([, , inside]) => wanted(inside)).map(([, name]) => name)
    const broken = namesOf(inside => inside?.includes('<skipped message="Broken, but only reported ('))
    expect(broken).toContain('double_call')
    const [, kept, brokenRules] = /rules kept: (\d+), broken: (\d+)/.exec(stderr) ?? []
    expect([namesOf(inside => inside === undefined).length, broken.length]).toEqual([Number(kept), Number(brokenRules)])
    const [, , inside = ''] = cases.find(([, name]) => name === 'double_call') ?? []
    expect(inside).toMatch(
      /only reported \(1 warning\): #2 placed a second call.*? --fail-on verdict:double_call makes it a failure\."\/>/,
    )
    expect(/<system-out>(.*?)<\/system-out>/s.exec(inside)?.[1]).toMatch(SENTENCE)
    expect(xml).toMatch(/failures="0"/)
  })

  test('the case of a rule that is new since the baseline fails, although the conditions let the rule pass', async () => {
    using folder = temporaryFolder()
    const [junit, baseline] = [path.join(folder.path, 'junit.xml'), path.join(folder.path, 'baseline.json')]
    writeFileSync(baseline, '{"version":1,"verdicts":[],"coverage":[]}')
    const flags = ['--fail-on', 'verdicts', '--verdicts', 'double_call=warning', '--junit', junit]
    expect((await exec(...flags, '--baseline', baseline)).code).toBe(3)
    const xml = readFileSync(junit, 'utf8')
    expect(xml).toMatch(/classname="ringback\.exec\.verdicts\.double_call"[^>]*>\s*<failure/)
    expect(xml).not.toMatch(/only reported \([^)]*1 warning/)
  })

  test('what is new since the baseline has a case of its own without any condition on clients, and no rule besides', async () => {
    using folder = temporaryFolder()
    const [junit, baseline] = [path.join(folder.path, 'junit.xml'), path.join(folder.path, 'baseline.json')]
    writeFileSync(baseline, '{"version":1,"verdicts":[],"coverage":[]}')
    expect((await exec('--junit', junit, '--baseline', baseline)).code).toBe(3)
    const xml = readFileSync(junit, 'utf8')
    const cases = [...xml.matchAll(/<testcase [^>]*classname="([\w.-]+)"[^>]*?(?:\/>|>(.*?)<\/testcase>)/gs)]
    expect(cases.map(([, name]) => name)).toEqual([
      'ringback.exec',
      'ringback.exec.fail-on.baseline',
      'ringback.exec.verdicts.double_call',
    ])
    const [, onBaseline, onRule = ''] = cases.map(([, , inside]) => inside)
    const fix = 'How to fix it: Give an initiation and its repeats the same external_id.'
    expect(onRule).toMatch(/<failure message="double_call: [^"]*" type="double_call">/)
    expect(onRule).toContain(
      `\nNew since the baseline: #1 POST /calls/initiate · node\n${fix}\nRequests:\n  #1 POST /calls/initiate 200, answer lost, `,
    )
    // Nothing of the baseline is missing, and what is new fails once.
    expect(onBaseline).toBeUndefined()
    expect(xml.match(/#2 placed a second call/g)).toHaveLength(2)
    expect(xml).toMatch(/tests="3" failures="1"/)
  })

  test.each([
    ['a rule that the run kept or never met', ['--fail-on', 'verdict:hammering'], 0],
    ['the rule that it broke', ['--fail-on', 'verdict:double_call'], 3],
    ['a rule that is information only', ['--fail-on', 'verdict:same_person_twice'], 0],
    ['errors, when the rule is only a warning here', ['--fail-on', 'verdicts', '--verdicts', 'double_call=warning'], 0],
    ['warnings, too', ['--fail-on', 'verdicts:warning', '--verdicts', 'double_call=warning'], 3],
  ])('asked for %s: %j ends with %d', async (_, flags, code) => {
    expect((await exec(...flags)).code).toBe(code)
  })
})

test.each([
  [['--fail-on', 'verdict:hammered'], 'There is no rule "hammered". Rules: retry_before_retry_after,'],
  [['--fail-on', 'verdicts:all'], '--fail-on takes unknown_route,'],
  [['--fail-on', 'verdicts', '--verdicts', 'off'], '--fail-on verdicts asks for rules that are switched off.'],
  [['--fail-on', 'verdict:hammering', '--verdicts', 'hammering=off'], '--fail-on verdict:hammering asks for rules'],
  [
    ['--verdicts', 'hammering'],
    '--verdicts is malformed (got "hammering"). Write it like --verdicts pages_left_out=off.',
  ],
  [['--verdicts', 'hammered=off'], 'verdicts.hammered: There is no such rule.'],
])('%j is a mistake and ends with 2', async (flags, message) => {
  const { code, stderr } = await runLine(['exec', ...flags, '--', process.execPath, '-e', ''])
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
})

describe('ringback verdicts', () => {
  test('shows what was found with its exchanges, and ends with 3 where an error stands, of one tenant or of all', async () => {
    await using emulator = await startEmulator({ fixture: 'empty' })
    await callTwice(emulator.world, 'click-to-call/3.1')
    await emulator.world.tenant('pro').fetch('/customers', { method: 'POST', body: '{}' })
    const ask = (...flags: string[]) => runLine(['verdicts', '--url', emulator.url, ...flags])
    const shown = await ask()
    expect(shown.stdout).toMatch(
      /^error {2}double_call: #2 placed a second call .*\n {4}emulated {2}#1 \(answer lost\) -+ #2 .*\n {4}real {6}#1 \(answer lost\) -+ #2 /,
    )
    expect(shown.stdout).toMatch(/\nRULES KEPT +TIMES +OPEN +FOR EXAMPLE\n(?:.*\n)*key_in_url +3 +#3\n/)
    // What another rule reports is not said to be not met besides, and neither is what is not decided.
    expect(shown.stdout).toMatch(
      /\nfresh_external_id_on_retry: The situation came up, and is reported under double_call /,
    )
    expect(shown.stdout).toMatch(
      /\nOpen: retried_final_refusal \(1 case: #\d+\)\. Decided within a minute of the refusal, by whether the same request comes again\.\n/,
    )
    const notMet = /\nNot met: (.*)/.exec(shown.stdout)?.[1]?.split(', ')
    expect(notMet).toContain('retry_before_retry_after')
    expect(notMet).not.toContain('fresh_external_id_on_retry')
    expect(notMet?.join()).not.toContain('open')
    expect(shown.code).toBe(3)
    const other = await ask('--tenant', 'max', '--json')
    const rows = JSON.parse(other.stdout) as { rule: string; state: string }[]
    expect(rows.filter(({ state }) => state !== 'not_met')).toEqual([])
    expect(other.code).toBe(0)
    const warnings = await ask('--tenant', 'pro', '--severity', 'warning')
    expect([warnings.code, warnings.stdout]).toEqual([3, expect.stringMatching(/^Nothing was found[.]\n/)])
  })

  test('says of what the run of a capsule has found that its time is when the capsule was taken, on the real clock', async () => {
    await using emulator = await startEmulator({ fixture: 'empty' })
    await emulator.world.record()
    await callTwice(emulator.world, 'click-to-call/3.1')
    const [newest] = await emulator.world.requests.list()
    const { world } = await emulator.openCapsule(await emulator.world.capsule({ request_id: newest?.request_id }))
    const { stdout } = await runLine(['verdicts', '--url', emulator.url, '--world', world.id])
    expect(stdout).toMatch(
      /^error, found in a run whose capsule was taken at \d{4}-\S+Z, real time {2}double_call: #2 placed /,
    )
  })

  test('explains a rule as JSON with the same texts', async () => {
    const { stdout } = await runLine(['verdicts', 'explain', 'hammering', '--json'])
    const { rule, finds, bad, fix, ...more } = JSON.parse(stdout)
    expect(rule).toBe('hammering')
    expect(more).toMatchObject({ severity: 'error', options: {} })
    const page = (await runLine(['verdicts', 'explain', 'hammering'])).stdout
    for (const text of [finds, fix, ...bad, more.says, more.why, more.spares, more.rests_on])
      expect(page).toContain(` ${text}\n`)
  })

  test('explains a rule without an emulator', async () => {
    const { code, stdout } = await runLine(['verdicts', 'explain', 'one_by_one', '--url', 'http://127.0.0.1:1'])
    expect(code).toBe(0)
    expect(stdout).toBe(`Rule            one_by_one
Says            Many customers are registered in bulk.
Severity        information
What it finds   Information: 20 registrations of one client with POST /customers within 60 s; a warning from 100 on.
Why it matters  Each is one of the requests of the day, where one in bulk would do for up to 500 customers.
Bad             20 × POST /customers → 201, each after 0.5 s
Good            POST /customers/bulk → 201
How to fix it   Collect the customers and send up to 500 of them with one POST /customers/bulk.
Not judged      Registrations that were refused.
Rests on        the contract: POST /customers/bulk (server/contract/README.md#endpoints-3)
Settings        severity, from: 20
                --verdicts one_by_one=off, or "verdicts" in the config file
`)
  })

  test.each(Object.keys(VERDICT_SENTENCES))('explains %s with all its figures, and without gaps', async rule => {
    const { code, stdout } = await runLine(['verdicts', 'explain', rule])
    expect(code).toBe(0)
    expect(stdout).not.toMatch(/\{\{|undefined|NaN|<\w+>/)
    for (const line of stdout.trimEnd().split('\n')) expect(line).toMatch(/\S {2,}\S|^ +\S/)
  })
})
