import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { projectFolder } from '../support/cli.ts'
import { linesOfFile } from '../support/cli-lines.ts'

const REPOSITORY = path.join(import.meta.dirname, '../..')
const runLine = linesOfFile()
const VITEST = path.join(REPOSITORY, 'node_modules/vitest/vitest.mjs')
/** The long tier has 7, and repeats them in every way that there is. */
const FILES = Number(process.env.RINGBACK_SUITE_FILES ?? 2)
const REPEATS_ALL = process.env.RINGBACK_SUITE_WAYS === 'all'
const TESTS = [
  'places calls',
  'places them at once',
  'meets a fault by chance',
  'reads what was said',
  'sees deliveries',
]

/** Five tests that write down what became of their calls: nothing but outcomes, and numbers that decide nothing by themselves. */
const SUITE = `
import { appendFileSync } from 'node:fs'
import { test } from 'ringback/vitest'

const numberOf = index => '03-5' + String(100 + index) + '-' + String(7300 + index * 11)
const tell = (task, outcome) =>
  appendFileSync(process.env.OUTCOMES, JSON.stringify([task.file.name, task.name, outcome]) + '\\n')
const place = async (world, index) => {
  const { staffIds: [staff_id], projectIds: [project_id] } = world.tenant('max')
  const response = await world.tenant('max').fetch('/calls/initiate', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ phone_number: numberOf(index), staff_id, project_id }),
  })
  return response.status === 200 ? (await response.json()).data.call_id : response.status
}
const calls = async world => {
  const { data } = await (await world.tenant('max').fetch('/calls?from=2026-03-10&to=2026-03-10')).json()
  return data
    .map(({ phone_number, status, duration_seconds, ended_at }) => [phone_number, status, duration_seconds, ended_at])
    .sort()
}
const frozen = test.extend({ worldOptions: { fixture: 'empty', clock: '2026-03-10T03:00:00Z' } })

frozen('places calls', async ({ world, task }) => {
  for (let index = 0; index < 6; index++) await place(world, index)
  await world.clock.advance({ by: 'PT30M' })
  tell(task, await calls(world))
})
frozen('places them at once', async ({ world, task }) => {
  await Promise.all([5, 3, 1, 4, 2, 0].map(index => place(world, index)))
  await world.clock.advance({ by: 'PT30M' })
  tell(task, await calls(world))
})
frozen('meets a fault by chance', async ({ world, task }) => {
  await world.faults.add({ match: { path: '/calls/initiate' }, effect: { status: 503 }, probability: 0.5 })
  const answers = await Promise.all([0, 1, 2, 3, 4, 5, 6, 7].map(async index => typeof (await place(world, index))))
  tell(task, answers)
})
frozen('reads what was said', async ({ world, task }) => {
  const ids = []
  for (let index = 0; index < 4; index++) ids.push(await place(world, index))
  await world.clock.advance({ by: 'PT3H' })
  const said = []
  for (const id of ids) {
    const { data } = await (await world.tenant('max').fetch('/calls/' + id)).json()
    said.push([data.status, data.summary ?? null, data.transcript?.length ?? 0, data.voice_analysis ?? null])
  }
  tell(task, said)
})
frozen('sees deliveries', async ({ world, task }) => {
  await world.tenant('max').fetch('/webhooks', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ url: world.inbox('crm').url, events: ['call.completed', 'call.missed'] }),
  })
  for (let index = 0; index < 6; index++) await place(world, index)
  await world.clock.advance({ by: 'PT30M' })
  const sent = await world.events.list()
  tell(task, sent.map(({ event }) => event).sort())
})
`

const CONFIG = `export default {
  test: {
    include: ['*.suite.ts'],
    sequence: process.env.REVERSED ? { sequencer: class {
      async shard(files) { return files }
      async sort(files) { return [...files].sort((one, other) => (one.moduleId < other.moduleId ? 1 : -1)) }
    }, shuffle: { tests: true }, seed: 7 } : {},
    isolate: false,
    pool: 'threads',
    // Two runs go on at once anyway.
    maxWorkers: ${FILES > 2 ? 2 : 1},
  },
}`

/** A run of some of the suite's tests on an emulator that asks for nothing else. */
const RUN = `
const { spawn } = require('node:child_process')
const [runs] = process.argv.slice(1).map(text => JSON.parse(text))
const ended = runs.map(({ args, env }) => new Promise(resolve => {
  const child = spawn(process.execPath, [${JSON.stringify(VITEST)}, 'run', ...args], { stdio: ['ignore', 2, 2], env: { ...process.env, ...env } })
  child.on('close', resolve)
}))
const before = process.env.EXTRA ? fetch(process.env.RINGBACK_URL + '/control/worlds', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' }) : undefined
Promise.all([before, ...ended]).then(([, ...codes]) => process.exit(codes.some(code => code !== 0) ? 1 : 0))
`

interface Run {
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** What each test told, by file and name, in each of the runs that share an emulator. */
async function outcomesOf(folder: string, runs: readonly Run[], env: NodeJS.ProcessEnv = {}) {
  const files = runs.map((_, index) => path.join(folder, `outcomes-${index}.jsonl`))
  for (const file of files) writeFileSync(file, '')
  const asked = runs.map(({ args = [], env: own }, index) => ({ args, env: { ...own, OUTCOMES: files[index] } }))
  const command = ['exec', '--fixture', 'empty', '--', process.execPath, '-e', RUN, JSON.stringify(asked)]
  const { code, stderr } = await runLine(command, { cwd: folder, env })
  expect(code, stderr).toBe(0)
  return files.map(file => {
    const lines = readFileSync(file, 'utf8').trim().split('\n')
    return new Map(lines.map(line => [JSON.parse(line).slice(0, 2).join(' › '), JSON.stringify(JSON.parse(line)[2])]))
  })
}

let folder: ReturnType<typeof projectFolder>
let [first, second]: Map<string, string>[] = []
beforeAll(async () => {
  folder = projectFolder()
  writeFileSync(path.join(folder.path, 'vitest.config.mjs'), CONFIG)
  for (let file = 1; file <= FILES; file++) writeFileSync(path.join(folder.path, `part-${file}.suite.ts`), SUITE)
  ;[first, second] = await outcomesOf(folder.path, [{}, {}])
  return () => folder[Symbol.dispose]()
})

test('a suite of ordinary numbers has outcomes that differ, and the same in order and at once', () => {
  expect(first?.size).toBe(FILES * TESTS.length)
  const told = (name: string) => first?.get(`part-1.suite.ts › ${name}`)
  expect(new Set(JSON.parse(told('places calls') ?? '').map(([, status]: string[]) => status)).size).toBeGreaterThan(1)
  expect(told('places them at once')).toBe(told('places calls'))
})

test('twice in parallel on one emulator, each test sees what it saw (finding R4)', () => {
  expect(second).toEqual(first)
})

test.runIf(REPEATS_ALL).each<[string, Run, NodeJS.ProcessEnv]>([
  ['in reverse order', { env: { REVERSED: 'yes' } }, {}],
  ['after a further control request', {}, { EXTRA: 'yes' }],
])('%s, each test sees what it saw', async (_, run, env) => {
  const [outcomes] = await outcomesOf(folder.path, [run], env)
  expect(outcomes).toEqual(first)
})

test.runIf(REPEATS_ALL)('alone, each test sees what it saw beside the others', async () => {
  for (const [name, saw] of first ?? []) {
    const [file = '', title = ''] = name.split(' › ')
    const [outcomes] = await outcomesOf(folder.path, [{ args: [file, '-t', `^${title}$`] }])
    expect(outcomes).toEqual(new Map([[name, saw]]))
  }
})

test('a red test says how to run it again, and that command meets the same world', async () => {
  const file = path.join(folder.path, 'red.suite.ts')
  writeFileSync(
    file,
    `import { describe, test } from 'ringback/vitest'
describe('sync (of $5 "calls")', () => {
  test('is red [1+1]?', ({ world }) => { throw new Error('in ' + world.id + ' ' + world.tenant('max').key) })
})
`,
  )
  const red = ['exec', '--seed', '42', '--', process.execPath, VITEST, 'run', 'red.suite.ts']
  const { code, stderr, stdout } = await runLine(red, { cwd: folder.path })
  expect(code).not.toBe(0)
  const line = /reproduce: (vitest run .*) {2}\(world (\S+), seed (\d+)\)/.exec(stdout + stderr)
  expect(line?.[3]).toBe('42')
  expect(line?.[2]).toMatch(/^is-red-1-1-[0-9a-f]{10}$/)
  const again = line?.[1]?.replace('vitest', `'${process.execPath}' '${VITEST}'`) ?? ''
  const second = await runLine(['exec', '--seed', '42', '--', 'sh', '-c', again], { cwd: folder.path })
  const met = (text: string) => /in is-red\S+ svc_live_\w+/.exec(text)?.[0]
  expect(met(second.stdout + second.stderr)).toBe(met(stdout + stderr))
})
