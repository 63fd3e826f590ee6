/**
 * Short by default. With RINGBACK_DRILLS=all, as in the long tier: the drills as they ship, which wait up to 20 s, and each mistake against each
 * drill.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Drill } from '../../server/contract/drill.ts'
import { DRILL_SECRET, DRILLS } from '../../server/contract/drills.ts'
import { type DrillOptions, type DrillResult, type StartedEmulator, startEmulator } from '../../server/index.ts'
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
  options: DrillOptions = {},
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
    return await world.drill(drill, run, drill.needs_receiver ? { receiver: url, ...options } : {})
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

/** Acknowledges what comes again, and does its work once more; `worked_times` counts that outside of the API. */
class WorkingTwice extends Receiver {
  worked_times = 0
  override again() {
    this.worked_times++
    return 204
  }
  override work(id: string, event: unknown) {
    this.worked_times++
    return super.work(id, event)
  }
}

class WorkingOnce extends WorkingTwice {
  override again() {
    return 204
  }
}

/** A URL that counts its work that says how often a receiver has worked, or something else. */
async function redeliveredTo(Taking: typeof WorkingTwice, says?: (receiver: WorkingTwice) => string) {
  const drill = DRILLS.find(row => row.drill === 'redelivery') as Drill
  let receiver: WorkingTwice | undefined
  class Kept extends Taking {
    constructor(options: { secret: string }) {
      super(options)
      receiver = this
    }
  }
  const probe = createServer((_, response) => {
    response.end(receiver === undefined || says === undefined ? '' : says(receiver))
  })
  await new Promise<void>(resolve => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  try {
    const effects = says === undefined ? {} : { effects_url: `http://127.0.0.1:${port}/worked` }
    const { state, view } = await drilled(shortened(drill), { Receiver: Kept }, effects)
    const { conditions, not_tried } = view
    return { state, times: receiver?.worked_times, conditions, not_tried }
  } finally {
    probe.closeAllConnections()
    probe.close()
  }
}

const NOT_AGAIN = 'it is not worked on again'

describe('a receiver that works twice on one delivery', () => {
  const counted = (receiver: WorkingTwice) => `${receiver.worked_times}`

  test('fails redelivery where a probe says how often it has worked', async () => {
    const { state, times, conditions, not_tried } = await redeliveredTo(WorkingTwice, counted)
    expect([state, times, not_tried]).toEqual(['failed', 2, []])
    expect(conditions.filter(({ holds }) => !holds)).toMatchObject([
      {
        text: NOT_AGAIN,
        because:
          'the number at the URL that counts its work rose from 1 to 2 after 1 delivery had come again, and nothing else had been delivered. How to fix it: Remember the ids of X-Service-Delivery, and do nothing for one that you know but answer 2xx.',
        reason: {
          sentence: { id: 'worked_again', figures: { count: 1, before: 1, after: 2 } },
          deliveries: [expect.any(String)],
        },
      },
    ])
  })

  test('is not said to have worked once where no probe was asked', async () => {
    const { state, times, conditions, not_tried } = await redeliveredTo(WorkingTwice)
    expect([state, times]).toEqual(['passed', 2])
    expect(conditions.map(({ text }) => text)).toEqual([
      'what comes again is acknowledged',
      'it is not refused, and causes no second equal write to the API',
    ])
    expect(not_tried).toEqual([
      {
        text: NOT_AGAIN,
        because: 'only the URL that counts its work can tell (--effects <url>, effects_url)',
        sentence: { id: 'probe_none', figures: {} },
      },
    ])
  })

  test('is undecided where the probe that was named does not count', async () => {
    const still = await redeliveredTo(WorkingTwice, () => '7')
    expect([still.state, still.not_tried]).toMatchObject(['undecided', [{ sentence: { id: 'probe_still' } }]])
    const wrong = await redeliveredTo(WorkingTwice, () => 'many')
    expect([wrong.state, wrong.not_tried]).toMatchObject(['undecided', [{ sentence: { id: 'probe_failed' } }]])
    expect(wrong.not_tried[0]?.because).toContain('answered 200 with "many"')
  })

  test('is told from one that works once, whose number does not rise', async () => {
    const { state, times, conditions, not_tried } = await redeliveredTo(WorkingOnce, counted)
    expect([state, times, not_tried]).toEqual(['passed', 1, []])
    const shown = [{ sentence: { id: 'probe_same', figures: { before: 1, after: 1 } } }]
    expect(conditions.at(-1)).toMatchObject({ text: NOT_AGAIN, holds: true, shown })
  })
})

test.each([
  ['twice', WorkingTwice, 'failed'],
  ['once', WorkingOnce, 'passed'],
] as const)(
  'a receiver that works %s is told also where a call ends while a repeat is looked at',
  async (_, Taking, state) => {
    const row = DRILLS.find(({ drill }) => drill === 'redelivery') as Drill
    const stages = row.stages.map(stage => ({ ...stage, after: stage.after && 'PT0.3S' }))
    await using world = await emulator.createWorld({ fixture: 'empty' })
    const pro = world.tenant('pro')
    const ended = Promise.withResolvers<unknown>()
    const receiver = new Taking({ secret: DRILL_SECRET })
    const again = receiver.again.bind(receiver)
    let calls = 0
    receiver.again = () => {
      if (calls++ === 0) ended.resolve(world.events.trigger({ tenant: 'pro', event: 'call.completed' }))
      return again()
    }
    const probe = createServer((_, response) => void response.end(String(receiver.worked_times)))
    await new Promise<void>(resolve => probe.listen(0, '127.0.0.1', resolve))
    try {
      const { port } = probe.address() as AddressInfo
      const { view, ...result } = await world.drill(
        { ...row, listens: 'PT0.2S', stages },
        () => pro.fetch('/customers'),
        {
          receiver: await receiver.listen(),
          effects_url: `http://127.0.0.1:${port}/worked`,
        },
      )
      await ended.promise
      expect([result.state, view.not_tried]).toEqual([state, []])
      const reasons = view.conditions.flatMap(({ reason }) => reason?.sentence ?? [])
      // The last repeat is that of the call's event, and nothing else was delivered beside it.
      expect(reasons).toEqual(
        state === 'passed' ? [] : [{ id: 'worked_again', figures: { count: 2, before: 3, after: 4 } }],
      )
    } finally {
      await receiver.close()
      probe.closeAllConnections()
      probe.close()
    }
  },
)

test('what a rule tells of each forgery is not told once more as their sum', async () => {
  const drill = DRILLS.find(row => row.drill === 'forged') as Drill
  const { view } = await drilled(shortened(drill), MUTANTS.forged as Parts)
  const [none] = view.conditions
  expect(none?.reasons.map(({ of, rule }) => [of, rule])).toEqual(
    ['wrong_secret', 'tampered', 'no_header'].map(() => ['verdict', 'accepts_forged']),
  )
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
