/**
 * A `world` for every test, on one emulator that all tests of a worker share: `import { test } from 'ringback/vitest'`.
 *
 * Under `ringback exec`, or with RINGBACK_URL set, the worlds are created on that emulator, and none is started in this process.
 */
import './node-guard.ts'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { test as base, type TestAPI, type TestContext } from 'vitest'
import type { StartOptions, WorldOptions } from '../contract/start-options.ts'
import { systemClock } from '../kernel/pace.ts'
import type { EmulatorHandle } from './emulator-handle.ts'
import { explainFailure } from './explain-failure.ts'
import type { ReceiverHandle } from './receiver-handle.ts'
import { connectShared } from './shared-emulator.ts'
import { startEmulator } from './start-emulator.ts'
import { waitWithin } from './test-runner.ts'
import { createTestWorld, reproduceLine, type TestPlace } from './test-world.ts'
import { withLateOptions } from './vitest-extend.ts'
import type { WorldHandle } from './world-handle.ts'

const START_TIMEOUT_MS = 60_000
/** A wait at the end of a test's time still gets this long, in milliseconds. */
const SHORTEST_WAIT = 100

export interface RingbackFixtures {
  /** How the shared emulator starts. Change it with `test.extend({ emulatorOptions: [{ … }, { scope: 'worker' }] })`. */
  emulatorOptions: StartOptions
  /** How every world starts. Change it with `test.extend({ worldOptions: { fixture: 'empty' } })`. */
  worldOptions: WorldOptions
  /** The emulator that all tests of this worker share. */
  emulator: EmulatorHandle
  /** The world of this test, with its own keys, clock, counters and journal. It is removed after the test. */
  world: WorldHandle
  /** A receiver in this process for the events of tenant `pro`, with its server, its webhook and what it got. Made when a test asks for it. */
  receiver: ReceiverHandle
}

type Use<Value> = (value: Value) => Promise<void>

// Each fixture destructures its first parameter, because Vitest reads there what the fixture needs.
async function makeEmulator({ emulatorOptions }: { emulatorOptions: StartOptions }, use: Use<EmulatorHandle>) {
  await using emulator = await openEmulator(emulatorOptions)
  await use(emulator)
}

async function makeWorld(
  { emulator, worldOptions, task }: Omit<RingbackFixtures, 'world' | 'receiver'> & TestContext,
  use: Use<WorldHandle>,
) {
  const place = placeOf(task)
  await using world = await createTestWorld(emulator, worldOptions, place)
  if (emulator.client.waitTimeout === undefined) world.waitTimeout = waitsOf(task)
  const folder = process.env.RINGBACK_CAPSULES
  if (folder) await world.record()
  await use(world)
  if (task.result?.state !== 'fail') return
  process.stderr.write(`${await explainFailure(world)}\n${reproduceLine(place, world)}\n`)
  if (folder) await keepCapsule(world, folder)
}

async function makeReceiver({ world }: { world: WorldHandle }, use: Use<ReceiverHandle>) {
  await using receiver = await world.receiver()
  await use(receiver)
}

const fixtures = {
  emulatorOptions: [{}, { scope: 'worker' }] as [StartOptions, { scope: 'worker' }],
  worldOptions: {},
  emulator: [makeEmulator, { scope: 'worker' }] as [typeof makeEmulator, { scope: 'worker' }],
  world: makeWorld,
  receiver: makeReceiver,
}
const declared: TestAPI<RingbackFixtures> = base.extend<RingbackFixtures>(fixtures)

/** The emulators of a worker by their options, for a Vitest that has one fixture per worker whatever its options. */
const opened = new Map<string, Promise<EmulatorHandle>>()

async function findEmulator({ emulatorOptions }: { emulatorOptions: StartOptions }, use: Use<EmulatorHandle>) {
  const key = JSON.stringify(emulatorOptions)
  const emulator = opened.get(key) ?? openEmulator(emulatorOptions)
  opened.set(key, emulator)
  // It ends with the worker, and does not keep the worker from ending.
  await use(await emulator)
}

export const test: TestAPI<RingbackFixtures> = withLateOptions(declared, {
  base,
  own: fixtures,
  options: { emulatorOptions: { emulator: findEmulator }, worldOptions: {} },
})

function openEmulator(options: StartOptions): Promise<EmulatorHandle> {
  return connectShared() ?? startEmulator(options)
}

function placeOf({ file, suite, name, result }: TestContext['task']): TestPlace {
  const names = [name]
  for (let around = suite; around !== undefined && around.name !== ''; around = around.suite) names.unshift(around.name)
  return { file: file.name, names, project: file.projectName, retry: result?.retryCount ?? 0 }
}

/** Waits end before the test does, so that their message is shown, which says what was there instead. */
function waitsOf({ timeout, result }: TestContext['task']): () => number {
  const { now } = systemClock()
  const end = (result?.startTime ?? now()) + waitWithin(timeout)
  return () => Math.max(SHORTEST_WAIT, end - now())
}

/**
 * The start is a hook of its own, because on a busy machine it may need the five seconds of the first test. Older Vitest has no such hook.
 */
test.beforeAll?.(({ emulator }) => void emulator, START_TIMEOUT_MS)

/** Writes one file that opens at what failed, on another machine too (`ringback exec --capsule`). */
async function keepCapsule(world: WorldHandle, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, `${world.id}.ringback-capsule`), await world.capsule())
}

export { describe, expect } from 'vitest'
