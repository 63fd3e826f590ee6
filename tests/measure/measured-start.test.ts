import { describe, expect, test } from 'vitest'
import { measureJunit } from '../../server/cli/measure-junit.ts'
import { MEASURED_FILE_SCHEMA, type MeasuredFile } from '../../server/contract/measured-file.ts'
import { compile, loadValidator } from '../../server/domain/validation/compile.ts'
import { Emulator } from '../../server/emulator.ts'
import { readMeasured } from '../../server/harness/read-measured.ts'
import { startEmulator } from '../../server/index.ts'
import { changesBetween } from '../../server/measure/diff.ts'
import { measureHar } from '../../server/measure/passive.ts'

const FILE: MeasuredFile = {
  version: 1,
  base_origin: 'https://api.example.com',
  run: 'ab12',
  measured_at: '2026-03-01T00:00:00Z',
  ringback: '0.0.0',
  classes: [0],
  tenant_plan: 'pro',
  entries: {
    'calls.order': { state: 'measured', value: 'oldest_first', observations: 3, evidence: ['GET /calls → 200'] },
    'customers.phonetic_key': {
      state: 'measured',
      value: 'kana',
      observations: 2,
      evidence: ['GET /customers/1 → 200'],
    },
    'paging.invalid_page': { state: 'other', value: 'first', evidence: ['GET /customers?page=0 → 204'] },
    'a.later_entry': { state: 'measured', value: 1, observations: 2, evidence: [] },
  },
  contradictions: [],
  residue: [],
  requests: { planned: 9, sent: 9 },
  stopped: null,
}
const text = (change: object = {}) => JSON.stringify({ ...FILE, ...change })

describe('an emulator that starts with what was measured', () => {
  test('has the measured values and no others, and shows where they come from', async () => {
    await using emulator = await startEmulator({ fixture: 'empty', measured: text(), dashboard: false })
    expect(await emulator.world.assumptions.get('calls.order')).toMatchObject({
      value: 'oldest_first',
      kind: 'measured',
      changed: true,
      measured: {
        value: 'oldest_first',
        measured_at: '2026-03-01T00:00:00Z',
        base_origin: 'https://api.example.com',
        observations: 3,
        evidence: ['GET /calls → 200'],
      },
    })
    expect(await emulator.world.assumptions.get('paging.invalid_page')).toMatchObject({
      value: 'reject',
      kind: 'assumed',
      measured: null,
    })
    await using another = await emulator.createWorld({ fixture: 'empty' })
    expect((await another.assumptions.get('calls.order')).kind).toBe('measured')
  })

  test('lets what is said otherwise come first, and comes back to the measured value when that is taken back', async () => {
    const assume = { 'calls.order': 'newest_first' }
    await using emulator = await startEmulator({ fixture: 'empty', measured: text(), assume, dashboard: false })
    const { assumptions } = emulator.world
    expect(await assumptions.get('calls.order')).toMatchObject({ value: 'newest_first', kind: 'assumed' })
    expect((await assumptions.get('calls.order')).measured?.value).toBe('oldest_first')
    expect(await assumptions.set('customers.phonetic_key', 'name_kana')).toMatchObject({ kind: 'assumed' })
    expect(await assumptions.reset('customers.phonetic_key')).toMatchObject({ value: 'kana', kind: 'measured' })
    expect(await assumptions.reset('calls.order')).toMatchObject({ value: 'oldest_first', kind: 'measured' })
  })

  test('comes back to the measured values with a reset of its world', async () => {
    await using emulator = await startEmulator({ fixture: 'empty', measured: text(), dashboard: false })
    await emulator.world.assumptions.set('calls.order', 'newest_first')
    await emulator.world.reset()
    expect(await emulator.world.assumptions.get('calls.order')).toMatchObject({
      value: 'oldest_first',
      kind: 'measured',
    })
  })

  test('lets a world file come before the measured values', async () => {
    await using emulator = await startEmulator({ fixture: 'empty', measured: text(), dashboard: false })
    const from = { version: 1, extends: 'empty', assumptions: { 'calls.order': 'newest_first' } }
    await using world = await emulator.createWorld({ from })
    expect((await world.assumptions.get('calls.order')).value).toBe('newest_first')
    expect((await world.assumptions.get('customers.phonetic_key')).value).toBe('kana')
  })

  test.each([
    ['{', /not JSON/],
    ['{"version":2}', /not such a file/],
    [text({ measured_at: 'yesterday' }), /no instant/],
    [
      text({ entries: { 'calls.order': { state: 'measured', value: 'random', observations: 2, evidence: [] } } }),
      /cannot be "random"/,
    ],
    [text({ entries: { 'calls.order': { state: 'measured' } } }), /not such a file/],
  ])('refuses a file like %.40s', async (measured, why) => {
    await expect(startEmulator({ measured, dashboard: false })).rejects.toThrow(why)
  })

  test('says that the values are old when they are more than 180 days old', async () => {
    const noted = async (days: number) => {
      const notes: string[] = []
      const [, after] = [Date.parse(FILE.measured_at), Date.now()]
      const measured = readMeasured(
        text({ measured_at: `${new Date(after - days * 86_400_000).toISOString().slice(0, 19)}Z` }),
      )
      await using _ = await Emulator.start({ fixture: 'empty', measured, onNote: line => notes.push(line) })
      return notes.filter(note => note.includes('days old'))
    }
    expect(await noted(179)).toEqual([])
    expect(await noted(182)).toEqual([expect.stringMatching(/182 days old\. Measure again/)])
  })
})

describe('measured files', () => {
  const entry = (value: string) => ({ state: 'measured', value, observations: 2, evidence: [] }) as const

  test('differ where an entry that both reached is another, and where a sentence broke', () => {
    const broken = { sentence: 'contract/README.md#limits-5', expected: 'x', observed: 'absent on 401', evidence: [] }
    const later: MeasuredFile = {
      ...FILE,
      entries: { ...FILE.entries, 'calls.order': entry('newest_first'), 'dates.zone': entry('UTC') },
      contradictions: [broken],
    }
    expect(changesBetween(FILE, FILE)).toEqual([])
    expect(changesBetween(FILE, later)).toEqual([
      { what: 'calls.order', before: '"oldest_first"', after: '"newest_first"' },
      { what: 'contract/README.md#limits-5: absent on 401', before: 'holds', after: 'contradicted' },
    ])
  })

  test('are a JUnit suite that fails for what contradicts and skips what was not reached', () => {
    const xml = measureJunit({
      ...FILE,
      entries: {
        'calls.order': FILE.entries['calls.order'] ?? { state: 'other' },
        'dates.zone': { state: 'unreachable', needs: ['class:2'] },
        'errors.validation': { state: 'contradicts', value: { status: 400, code: 'x' } },
      },
    })
    expect(xml).toMatch(/tests="3" failures="1" errors="0" skipped="1"/)
    expect(xml).toContain('needs class:2')
  })
})

test('an editor checks a file by the schema that it names, and tells of what cannot be', async () => {
  await loadValidator()
  const check = compile(MEASURED_FILE_SCHEMA)
  const of = (change: object) => check({ ...FILE, ...change }).map(({ instancePath }) => instancePath)
  await using emulator = await startEmulator({ fixture: 'standard', dashboard: false })
  await emulator.world.tenant('pro').fetch('/customers')
  const har = await (await fetch(`${emulator.world.controlUrl}/requests.har`)).text()
  const { file } = measureHar(har, { version: '0.0.0', run: 'ab12' })
  expect(file.$schema).toBe('./node_modules/ringback/measured.schema.json')
  expect(check(JSON.parse(JSON.stringify(file)))).toEqual([])
  expect(of({ entries: { 'calls.order': { state: 'mesured' } } })).toContain('/entries/calls.order/state')
  expect(of({ entries: { 'errors.server': { state: 'never' } } })).toContain('/entries/errors.server')
  expect(of({ classes: 'safe' })).toContain('/classes')
})

test('recorded traffic settles what it shows, without a request, and what it does not show is unreachable', async () => {
  await using emulator = await startEmulator({
    fixture: 'standard',
    clock: '2026-03-10T03:00:00.000Z',
    assume: { 'time.precision': 'seconds', 'customers.order': 'newest_first', 'paging.invalid_page': 'first' },
    dashboard: false,
  })
  const { world } = emulator
  const paths = [
    '/customers',
    '/customers?page=2',
    '/customers?page=0',
    '/customers?page=-1',
    '/customers?page=x',
    '/calls?from=2026-03-01&to=2026-03-09',
  ]
  for (const path of paths) await world.tenant('pro').fetch(path)
  const har = await (await fetch(`${world.controlUrl}/requests.har`)).text()
  const { file } = measureHar(har, { version: '0.0.0', run: 'ab12' })
  const value = (id: string) => file.entries[id]?.value ?? file.entries[id]?.state
  expect(['time.precision', 'customers.order', 'paging.invalid_page', 'wire.unset_fields'].map(value)).toEqual([
    'seconds',
    'newest_first',
    'first',
    'null',
  ])
  expect(value('errors.malformed')).toBe('unreachable')
  expect(file.contradictions).toEqual([])
  expect(JSON.stringify(file)).not.toMatch(/\+81|svc_|whsec_/)
})
