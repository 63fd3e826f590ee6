import fc from 'fast-check'
import { parse } from 'jsonc-parser'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FIXTURE_FILES } from '../../fixtures/fixture-files.ts'
import { STARTER } from '../../server/cli/world-starter.ts'
import { InsideEmulator } from '../support/inside.ts'

/** How many files are tried; the long tier tries more. */
const RUNS = Number(process.env.RINGBACK_WORLD_FILE_RUNS ?? 100)

let emulator: InsideEmulator
beforeAll(async () => {
  emulator = await InsideEmulator.start({ fixture: 'empty' })
})
afterAll(() => emulator[Symbol.asyncDispose]())

type Node = Record<string, unknown> | unknown[]
const VALUES = [
  null,
  true,
  -1,
  0,
  3,
  '',
  'x',
  '-P1D',
  'P9D',
  'tokyo-midnight',
  '2026-03-09T00:00:00Z',
  [],
  {},
  ['*'],
  'derived',
  'together',
  '\u0000',
  2 ** 50,
]
const NAMES = [
  'count',
  'patterns',
  'between',
  'status',
  'customer_id',
  'call_id',
  'ended_at',
  'staff_id',
  '__proto__',
  'extends',
  'webhook_id',
  'key',
]

/** Every place of a value in which something can be changed. */
function placesIn(value: unknown): [Node, string | number][] {
  if (typeof value !== 'object' || value === null) return []
  const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value)
  return keys.flatMap((key): [Node, string | number][] => [
    [value as Node, key],
    ...placesIn((value as Record<string | number, unknown>)[key]),
  ])
}

/** Changes one place of a file: another value, a value from elsewhere, a member more or less. */
function mutate(file: object, [at, kind, what]: readonly [number, number, number]): void {
  const places = placesIn(file)
  const [parent, key] = places[at % places.length] as [Record<string | number, unknown>, string | number]
  const [other, from] = places[what % places.length] as [Record<string | number, unknown>, string | number]
  if (kind === 0) parent[key] = VALUES[what % VALUES.length]
  else if (kind === 1) parent[key] = structuredClone(other[from])
  else if (kind === 2) Array.isArray(parent) ? parent.splice(Number(key), 1) : delete parent[key]
  else if (Array.isArray(parent)) parent.push(structuredClone(parent[Number(key)]))
  else parent[NAMES[what % NAMES.length] as string] = structuredClone(VALUES[at % VALUES.length])
}

/** The file with comments that people begin with, and one whose rows are made together. */
const FILES: readonly (() => object)[] = [
  () => parse(STARTER.replaceAll('"count": 100', '"count": 3')),
  () => parse(JSON.stringify(FIXTURE_FILES.standard).replace(/"count":\d+/g, '"count":3')),
]

test('a file that is changed at random makes a whole world or is refused, and never leaves half of one', async () => {
  const change = fc.tuple(fc.nat(10_000), fc.nat(3), fc.nat(10_000))
  let [made, refused] = [0, 0]
  /** All that the worlds are, but for how long nobody has asked anything of them, which is real time. */
  const worlds = async () => {
    const { json } = await emulator.tryControl('GET', '/worlds')
    return json.data.map((world: object) => ({ ...world, idle_seconds: null, last_answer_seconds: null }))
  }
  await fc.assert(
    fc.asyncProperty(
      fc.array(change, { minLength: 1, maxLength: 3 }),
      fc.constantFrom(...FILES),
      async (changes, make) => {
        const file = make()
        for (const one of changes) mutate(file, one)
        const before = await worlds()
        const { status, json, bytes } = await emulator.tryControl('POST', '/worlds', { world_id: 'mutant', from: file })
        if (status === 201) {
          made++
          const world = emulator.emulator.world('mutant')
          expect(world?.runtime.store.db.pragma('foreign_key_check')).toEqual([])
          expect((await emulator.tryControl('GET', '/worlds/mutant/world-file')).status).toBe(200)
          expect((await emulator.tryControl('DELETE', '/worlds/mutant')).status).toBe(204)
        } else {
          refused++
          expect([400, 422], bytes.toString()).toContain(status)
          expect(json.error.code).toMatch(/^(?:invalid_world_file|invalid_request|malformed_request)$/)
        }
        expect(await worlds()).toEqual(before)
      },
    ),
    { numRuns: RUNS, seed: 20_260_310 },
  )
  expect(Math.min(made, refused)).toBeGreaterThan(RUNS / 20)
})
