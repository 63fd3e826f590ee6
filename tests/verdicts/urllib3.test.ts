import { execFile, spawnSync } from 'node:child_process'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drawer } from '../support/drawer.ts'
import { InsideEmulator } from '../support/inside.ts'
import { JudgedWorld } from '../support/judged-world.ts'
import { TROUBLES } from '../support/troubles.ts'

/** Worlds in which it sends one request after the other, and those in which it sends them all at once and sleeps in real time. */
const IN_TURN = Number(process.env.RINGBACK_LIBRARY_RUNS ?? 30) / 5
const AT_ONCE = Number(process.env.RINGBACK_LIVE_LIBRARY_RUNS ?? 5) / 5
/** Sixty fill three burst windows, which takes eleven seconds. */
const REQUESTS_AT_ONCE = process.env.RINGBACK_LIVE_LIBRARY_RUNS === undefined ? 30 : 60

const versionOf = (python: string) =>
  spawnSync(python, ['-c', 'import urllib3; print(urllib3.__version__)'], { encoding: 'utf8' }).stdout?.trim() ?? ''

/** Debian's, and the one on the path where that is another. */
const PYTHONS = new Map(['python3', '/usr/bin/python3'].map(python => [versionOf(python), python] as const))
PYTHONS.delete('')
if (PYTHONS.size === 0)
  process.stderr.write('NOT RUN: clients with urllib3. No Python has it here (python3-urllib3).\n')

let inside: InsideEmulator
beforeAll(async () => {
  inside = await InsideEmulator.start()
})
afterAll(() => inside.emulator.close())

async function worldOf(seed: number, atOnce: boolean) {
  const draw = drawer(seed)
  const clock = atOnce
    ? '2026-03-10T03:00:08.500Z'
    : new Date(Date.UTC(2026, 2, 10, 3, 0, 0, draw(0, 59_999))).toISOString()
  const world = await JudgedWorld.create(inside, { clock, pace: atOnce ? 'live' : 'frozen' })
  const key = (await world.tenant('free')).key()
  if (!atOnce) await TROUBLES[seed % TROUBLES.length]?.(world, draw)
  const paths = Array.from({ length: atOnce ? REQUESTS_AT_ONCE : 25 }, () => `/customers?name=n${draw(1, 40)}`)
  const [url, control_url] = [`${inside.url}/api/v1`, `${inside.url}/control/worlds/${world.id}`]
  return { world, target: { url, control_url, key, paths, at_once: atOnce } }
}

function sync(python: string, targets: readonly object[]): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers()
  const script = path.join(import.meta.dirname, '../support/urllib3_sync.py')
  const child = execFile(python, [script], (error, _, stderr) =>
    error ? reject(new Error(stderr)) : resolve(undefined),
  )
  child.stdin?.end(JSON.stringify(targets))
  return promise
}

describe.runIf(PYTHONS.size > 0)('urllib3 that goes by Retry-After', () => {
  test.each([...PYTHONS])('is never blamed for an error: %s', async (_, python) => {
    const started = [
      ...Array.from({ length: IN_TURN }, (_none, seed) => worldOf(seed, false)),
      ...Array.from({ length: AT_ONCE }, (_none, seed) => worldOf(seed, true)),
    ]
    const worlds = await Promise.all(started)
    await sync(
      python,
      worlds.map(({ target }) => target),
    )
    for (const { world } of worlds) {
      const errors = world.rows.flatMap(({ findings }) => findings.filter(({ severity }) => severity === 'error'))
      expect(errors, `world ${world.id}`).toEqual([])
      const met = world.rows.filter(row => row.group === 'refusals' && row.met + row.open > 0)
      expect(met.map(({ rule }) => rule)).not.toEqual([])
      await world[Symbol.asyncDispose]()
    }
  })
})
