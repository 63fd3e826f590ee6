import { execFile, spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, test as plain } from 'vitest'
import { COMMANDS } from '../../server/cli/commands.ts'
import { test as worldTest } from '../../server/harness/vitest.ts'
import { startEmulator } from '../../server/index.ts'
import { BUNDLED_CLI, NOWHERE, ringback, temporaryFolder } from '../support/cli.ts'
import { type EndedLine, linesOfFile } from '../support/cli-lines.ts'

const runLine = linesOfFile()
const test = worldTest.extend({ worldOptions: { fixture: 'empty' } })

/** A name that is not there, below a file: no folder can be made there, whoever asks for it. */
const NO_PLACE = 'file/x'

/** What people mistype, by command; the exit code, and what the one sentence has to say. */
const MISTAKES: readonly (readonly [line: string, code: number, says: RegExp])[] = [
  ['start --port x', 2, /whole number/],
  ['start --ca file', 2, /holds no certificate/],
  ['start --ca missing', 2, /missing cannot be read: it does not exist/],
  ['start --config missing', 2, /missing/],
  ['start --fixture nope', 2, /standard, empty/],
  [`start --store ${NO_PLACE}`, 6, /cannot be used/],
  [`exec --junit ${NO_PLACE} -- node -p 1`, 2, /file\/x cannot be written: a part of its path is a file/],
  ['exec --junit . -- node -p 1', 2, /it is a folder/],
  [`exec --coverage ${NO_PLACE} -- node -p 1`, 2, /cannot be written/],
  [`exec --capsule ${NO_PLACE} -- node -p 1`, 2, /folder file\/x cannot be written to/],
  ['exec --fail-on nope -- node -p 1', 2, /takes unknown_route/],
  ['exec --fail-on assumptions -- node -p 1', 2, /Give both/],
  ['exec -- no-such-command', 2, /cannot be started/],
  ['exec', 2, /missing required argument 'command'\. Usage: ringback exec \[options\] -- <command\.\.\.>/],
  ['ready --url ftp://127.0.0.1', 2, /http:\/\/ address/],
  ['ready --token tok\u0001en', 2, /token/],
  ['env --shell nope', 2, /Allowed choices/],
  ['ready --ready-file missing', 4, /no missing/],
  [`start --ready-file ${NO_PLACE} --port 0`, 2, /cannot write/],
  ['reset --fixture nope', 2, /--fixture must be one of standard, empty/],
  ['world create qa --fixture nope', 2, /--fixture must be one of standard, empty/],
  ['tenant create acme --plan gold', 2, /Allowed choices are free, pro, max, none/],
  ['tenant change pro --plan gold', 2, /Allowed choices are free, pro, max, none/],
  ['tenant issue-key pro --mode nope', 2, /Allowed choices are/],
  ['tenant issue-key pro --scopes customers:read,nope', 2, /--scopes takes one or more of .*\(got "nope"\)/],
  ['fault add {"status":503} --probability x', 2, /--probability takes a number above 0, at most 1/],
  ['fault add {"status":503} --probability 0', 2, /--probability takes a number above 0, at most 1/],
  ['inbox answer crm --delay soon', 2, /Write a duration as 90s/],
  ['reset --seed x', 2, /whole number/],
  ['clock jump yesterday', 2, /jump takes/],
  ['clock pace x', 2, /number such as 60/],
  ['limits show --tenant prooo', 1, /no tenant "prooo"\. It has "free", "pro"/],
  ['limits set day=1 --tenant prooo', 1, /no tenant "prooo"/],
  ['limits set day=most --tenant pro', 2, /day=limit-1/],
  ['limits set burst=1 burst=2 --tenant pro', 2, /each limit once \(got "burst" twice\)/],
  ['limits set burst=99999999999999999999 --tenant pro', 2, /at most 9007199254740991 \(got "burst=9/],
  ['call show nope', 1, /no call "nope"/],
  ['call place 123', 1, /phone_number/],
  ['call place +81312340001 --staff x', 2, /whole number/],
  ['call list --limit x', 2, /whole number/],
  ['trigger call.nope', 1, /call\.completed/],
  ['trigger call.missed --tenant nope', 1, /no tenant "nope"/],
  ['trigger call.missed --data x', 2, /data\.status=busy/],
  ['listen --tenant prooo', 1, /no tenant "prooo"/],
  ['listen --forward-to nowhere', 2, /http:\/\/ address/],
  ['deliveries show nope', 1, /no delivery "nope"/],
  ['deliveries --limit 0', 2, /whole number/],
  ['logs show nope', 1, /no request "nope"/],
  ['logs show 15', 1, /no request 15/],
  ['logs --limit x', 2, /whole number/],
  [
    'logs --status bogus',
    2,
    /--status takes a status from 100 to 599 such as 404, a class such as 4xx, lost, cut, left, or/,
  ],
  ['logs --status 9xx', 2, /--status takes a status from 100 to 599 .*\(got "9xx"\)/],
  ['logs count --status 404,600', 2, /--status takes a status from 100 to 599 .*\(got "600"\)/],
  ['logs --method FETCH', 2, /--method takes a method of HTTP .*\(got "FETCH"\)\.$/m],
  ['logs --method gett', 2, /\(got "gett"\)\. Did you mean GET\?$/m],
  [
    'logs count --endpoint listCals',
    2,
    /--endpoint takes an operation id .*\(got "listCals"\)\. Did you mean listCalls\?$/m,
  ],
  ['logs count --status 4xx,bogus', 2, /\(got "bogus"\)/],
  ['logs --answered bogus', 2, /takes one or more of whole, lost, cut, left/],
  ['logs --refused-by bogus', 2, /--refused-by takes one or more of minute, burst, day \(got "bogus"\)/],
  ['logs --within bogus', 2, /--within takes two instants/],
  ['logs --fault bogus', 2, /unknown option/],
  ['deliveries --status bogus', 2, /--status takes one or more of/],
  ['deliveries --event bogus', 2, /--event takes one or more of call/],
  ['call list --status bogus', 2, /--status takes one or more of initiating/],
  ['ledger --event bogus', 2, /--event takes one or more of call/],
  ['sign --secret s missing', 2, /missing cannot be read/],
  ['sign missing', 2, /required option/],
  ['verify --secret s --header h missing', 2, /missing cannot be read/],
  [`certify http://127.0.0.1:1/ --secret s --junit ${NO_PLACE}`, 2, /cannot be written/],
  ['certify nowhere --secret s', 2, /"nowhere" is not a URL/],
  ['certify http://127.0.0.1:1/ --secret s --effects nowhere', 2, /^ringback: --effects: "nowhere" is not a URL/],
  ['snapshot upload missing name', 2, /missing cannot be read/],
  ['snapshot upload file name', 1, /not a SQLite database/],
  ['snapshot restore nope', 1, /no snapshot "nope"/],
  [`snapshot download nope ${NO_PLACE}`, 2, /cannot be written/],
  ['world show nope', 1, /no world "nope"/],
  ['world open missing', 2, /missing cannot be read/],
  [`world capsule ${NO_PLACE}`, 2, /cannot be written/],
  ['world create default', 1, /already/],
  ['world recording maybe', 2, /recording takes on or off/],
  ['assumptions show nope', 1, /no assumption "nope"/],
  ['assumptions set calls.order sideways', 1, /newest_first/],
  [`coverage -o ${NO_PLACE}`, 2, /cannot be written/],
  ['coverage -o .', 2, /it is a folder/],
  ['verdicts --tenant prooo', 1, /no tenant "prooo"\. It has "free", "pro"/],
  ['verdicts --severity nope', 2, /Allowed choices/],
  ['verdicts explain nope', 2, /There is no rule "nope"\. Rules: /],
  [
    'verdicts explain quota_exceeded',
    2,
    /is an error code and no rule\. ".* logs --code quota_exceeded".* logs show <request>"/,
  ],
  ['verdicts explain #16', 2, /#16 is no rule\. ".* logs show 16" explains a request and its answer\.$/m],
  [
    'verdicts explain 00000003-13a2-4135-ac3d-842f64439c75',
    2,
    /\. ".* logs show 00000003-13a2-4135-ac3d-842f64439c75" explains a request and its answer\.$/m,
  ],
  ['verdicts explain minute_full', 2, /minute_full is a drill and no rule\. ".* drill --list"/],
  ['verdicts explain calls.order', 2, /calls\.order is an assumption and no rule\. ".* assumptions show calls\.order"/],
  ['verdicts explain double_cal', 2, /There is no rule "double_cal"\. Did you mean double_call\?$/m],
  ['verdicts explian double_call', 2, /verdicts has no command 'explian'\. Did you mean explain\?$/m],
  ['verdicts --json explian', 2, /verdicts has no command 'explian'\. Did you mean explain\?$/m],
  ['snapshot restor base', 2, /snapshot has no command 'restor'\. Did you mean restore\?$/m],
  ['logs --json lsit', 2, /logs has no command 'lsit'\. Did you mean list\?$/m],
  ['world forkk', 2, /world has no command 'forkk'\. Did you mean fork\?$/m],
  ['world nothing-like-it', 2, /world has no command 'nothing-like-it'\. It has list, show, create, fork, /],
  ['world list fork', 2, /too many arguments for 'list'/],
  [`openapi -o ${NO_PLACE}`, 2, /cannot be written/],
  ['tenant change pro --open-api maybe', 2, /--open-api is on or off/],
  ['tenant revoke-key pro none', 1, /"pro" has no key "none"/],
  ['fault add {', 2, /effect is JSON/],
  ['script add {', 2, /steps is JSON/],
  ['inbox answer crm --status x', 2, /status/],
  ['forward remove https://a.example', 1, /There is no forward/],
  ['ledger --limit x', 2, /limit/],
  ['fit none.har', 2, /none\.har cannot be read/],
  ['fit file', 2, /does not say what it is/],
  ['drill --only nope -- node -p 1', 2, /There is no drill "nope"/],
  ['drill --only three_503 -- node -p 1', 2, /There is no drill "three_503"\. Did you mean three_503s\?$/m],
  ['measure', 2, /Give the base address/],
  ['completion nope', 2, /Allowed choices/],
  ['mcp --url 127.0.0.1', 2, /--url takes/],
]

const NEEDS_NO_EMULATOR = new Set(['start', 'exec', 'sign', 'drill', 'measure', 'fit'])

/** What became of each line: a start for each is not what is asked here. */
const ended: EndedLine[] = []

beforeAll(async () => {
  await using emulator = await startEmulator({ fixture: 'empty' })
  using folder = temporaryFolder()
  writeFileSync(path.join(folder.path, 'file'), 'text')
  for (const [line] of MISTAKES) {
    const args = line.split(' ')
    const unaddressed = args.includes('--url') || NEEDS_NO_EMULATOR.has(args[0] ?? '')
    ended.push(await runLine(args, { cwd: folder.path, env: { RINGBACK_URL: unaddressed ? NOWHERE : emulator.url } }))
  }
})

test.for(MISTAKES.map((row, index) => [...row, index] as const))(
  '"ringback %s" ends with %i and one sentence, without a stack (finding R10)',
  ([, code, says, index]) => {
    expect(ended[index]).toEqual({ code, stdout: '', stderr: expect.stringMatching(/^ringback: [^\n]+\n$/) })
    expect(ended[index]?.stderr).toMatch(says)
  },
)

plain('a mistake ends a process of its own as well (finding R10)', async () => {
  const { code, stdout, stderr } = await ringback(['start', '--port', 'x']).ended
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toMatch(/^ringback: [^\n]+\n$/)
})

plain('each command has a row of mistakes (finding R10)', () => {
  const named = new Set(MISTAKES.map(([line]) => line.split(' ')[0]))
  expect(COMMANDS.map(({ name }) => name).filter(name => !named.has(name))).toEqual([])
})

plain('exec makes the folder of --junit and --coverage (finding R10)', async () => {
  using folder = temporaryFolder()
  const flags = ['--fixture', 'empty', '--junit', 'reports/x.xml', '--coverage', 'reports/y.html']
  const { code } = await runLine(['exec', ...flags, '--', process.execPath, '-e', '0'], { cwd: folder.path })
  expect(code).toBe(0)
  expect(readFileSync(path.join(folder.path, 'reports/x.xml'), 'utf8')).toContain('failures="0"')
  expect(existsSync(path.join(folder.path, 'reports/y.html'))).toBe(true)
})

test.skipIf(process.platform === 'win32')(
  '"ringback openapi | head -1" ends quietly with 0 (finding R10)',
  async ({ emulator }) => {
    const line = `set -o pipefail; '${process.execPath}' '${BUNDLED_CLI}' openapi | head -1`
    const { stdout, stderr } = await promisify(execFile)('bash', ['-c', line], {
      env: { ...process.env, RINGBACK_URL: emulator.url },
    })
    expect({ stdout, stderr }).toEqual({ stdout: '{\n', stderr: '' })
  },
)

test('a command that goes on ends when nobody reads it any more (finding R10)', async ({ emulator, world }) => {
  const args = [BUNDLED_CLI, 'logs', '--follow', '--all', '--url', emulator.url, '--world', world.id]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<number | null>(resolve => child.once('exit', resolve))
  const ask = () => world.tenant('pro').fetch('/customers')
  await ask()
  await new Promise(resolve => child.stdout.once('data', resolve))
  child.stdout.destroy()
  const again = setInterval(() => void ask(), 100)
  try {
    expect(await ended).toBe(0)
  } finally {
    clearInterval(again)
  }
})

plain(
  'a run whose first command passes is green in JUnit and in its code, whatever --vary finds (finding R11)',
  async () => {
    const { code, junit } = await varied([])
    expect(code).toBe(0)
    expect(junit).toMatch(/failures="0"/)
    expect(junit).toMatch(/<system-out>With this value the command exited with 1\.<\/system-out>/)
  },
)

plain(
  'with --fail-on assumptions a variation that breaks is 3 in the code and a failure in JUnit (finding R11)',
  async () => {
    const { code, junit } = await varied(['--fail-on', 'assumptions'])
    expect(code).toBe(3)
    expect(junit).toMatch(
      /<testcase name="The command passes under [^"]*" classname="ringback.exec.fail-on.assumptions"[^/]*>\n +<failure message="With paging/,
    )
    expect(junit).toMatch(/classname="ringback.exec.vary.paging.invalid_page"[^/]*>\n +<failure/)
  },
)

/** A command that relies on one default: how a page that cannot be is answered. */
async function varied(flags: string[]): Promise<{ code: number | null; junit: string }> {
  using folder = temporaryFolder()
  const script = `fetch(process.env.RINGBACK_BASE_URL + '/customers?page=0', { headers: { Authorization: 'Bearer ' + process.env.RINGBACK_API_KEY } })
  .then(answer => process.exit(answer.status === 422 ? 0 : 1))`
  const args = ['exec', '--fixture', 'empty', '--vary', 'assumptions', '--junit', 'x.xml', ...flags]
  const { code } = await runLine([...args, '--', process.execPath, '-e', script], { cwd: folder.path })
  return { code, junit: readFileSync(path.join(folder.path, 'x.xml'), 'utf8') }
}

plain('--version prints the version of the package (finding R11)', async () => {
  const { version } = JSON.parse(readFileSync(path.join(import.meta.dirname, '../../package.json'), 'utf8'))
  for (const flag of ['--version', '-V'])
    expect(await runLine([flag])).toMatchObject({ code: 0, stdout: `${version}\n`, stderr: '' })
})

plain('the help of exec names no fixed port (finding R11)', async () => {
  const { stdout } = await runLine(['exec', '--help'])
  expect(stdout).toMatch(/--port <number> +TCP port \(default: a free one\)/)
  expect(stdout).not.toContain('4010')
})
