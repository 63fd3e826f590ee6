/**
 * Short by default. With RINGBACK_DRILLS=all, as in the long tier: the drills as they ship, which wait up to 20 s, and each mistake against each
 * drill.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Drill } from '../../server/contract/drill.ts'
import { DRILL_SECRET, DRILLS } from '../../server/contract/drills.ts'
import { type DrillResult, type StartedEmulator, startEmulator } from '../../server/index.ts'
import { MUTANTS } from './mutants.mjs'
import { Receiver, SyncClient } from './reference-client.mjs'

let emulator: StartedEmulator
beforeAll(async () => {
  emulator = await startEmulator({ port: 0, fixture: 'empty' })
})
afterAll(() => emulator.close())

const isLong = process.env.RINGBACK_DRILLS === 'all'

/** The same drill with shorter waits. */
function shortened(drill: Drill): Drill {
  if (isLong) return drill
  return {
    ...drill,
    listens: undefined,
    stages: drill.stages.map(stage => ({
      ...stage,
      clock: stage.clock && { ...stage.clock, by: 'PT6S' },
      after: stage.after && 'PT0.1S',
    })),
  }
}

interface Parts {
  readonly Client?: typeof SyncClient
  readonly Receiver?: typeof Receiver
}

async function drilled(
  drill: Drill,
  { Client = SyncClient, Receiver: Taking = Receiver }: Parts = {},
): Promise<DrillResult> {
  await using world = await emulator.createWorld({ fixture: drill.drill === '31_days' ? 'standard' : 'empty' })
  const { key, baseUrl, staffIds, projectIds } = world.tenant('pro')
  // A client that leaves an answer that is only slow, since the machine is busy, has another bad day than the one that is staged.
  const isHeld = drill.stages.some(({ holds_next }) => holds_next !== undefined)
  const timeout = isHeld ? 700 : undefined
  const client = new Client({ baseUrl, apiKey: key, staffId: staffIds[0], projectId: projectIds[0], timeout })
  const receiver = new Taking({ secret: DRILL_SECRET })
  try {
    const url = await receiver.listen()
    let order = 0
    // What a client gives up is for the drill to judge.
    const run = () => client.sync({ order: ++order }).catch(() => undefined)
    return await world.drill(drill, run, drill.needs_receiver ? { receiver: url } : {})
  } finally {
    await receiver.close()
  }
}

describe.concurrent('the reference client', () => {
  test.each(DRILLS.map(drill => [drill.drill, drill] as const))('passes %s', async (_, drill) => {
    const { state, view } = await drilled(shortened(drill))
    expect([state, view.conditions.filter(({ holds }) => !holds), view.not_met_because]).toEqual(['passed', [], null])
  })
})

describe.concurrent('a client with the mistake that a drill is about', () => {
  test.each(DRILLS.map(drill => [drill.drill, drill] as const))('fails %s', async (name, drill) => {
    const { state, view } = await drilled(shortened(drill), (MUTANTS as Record<string, Parts>)[name])
    expect([state, view.not_met_because]).toEqual(['failed', null])
  })
})

/** What a drill asks of a client, in the words of its row. */
const asksFor = ({ passes_when }: Drill) => new Set(passes_when.flatMap(({ rules = [], text }) => [...rules, text]))

describe.runIf(isLong)('a mistake', () => {
  test.each(DRILLS.map(drill => [drill.drill, drill] as const))(
    'fails %s only where that asks for what the mistake breaks',
    async (_, drill) => {
      const mistakes = Object.entries(MUTANTS as Record<string, Parts>)
      const states = await Promise.all(
        mistakes.map(async ([name, parts]) => [name, (await drilled(drill, parts)).state] as const),
      )
      const failing = states.flatMap(([name, state]) => (state === 'passed' ? [] : [name]))
      const wanted = asksFor(drill)
      const akin = DRILLS.filter(other => [...asksFor(other)].some(asked => wanted.has(asked))).map(
        other => other.drill,
      )
      expect(failing).toContain(drill.drill)
      expect(failing.filter(name => !akin.includes(name))).toEqual([])
    },
  )
})
