import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { asTest } from '../../renderer/screens/client/as-test.ts'
import type { VerdictId } from '../../server/contract/verdict-sentences.ts'
import { type StartedEmulator, startEmulator, type VerdictView, type WorldHandle } from '../../server/index.ts'
import { RULES } from '../../server/verdicts/rules.ts'
import { TOKYO_NOON } from '../support/api.ts'
import { KEYS } from './stories/keys.ts'
import { READS } from './stories/reads.ts'
import { RECEIVER } from './stories/receiver.ts'
import { REFUSALS } from './stories/refusals.ts'
import { Scene, type Stories, type Story } from './stories/scene.ts'
import { WRITES } from './stories/writes.ts'

const STORIES: Stories = { ...REFUSALS, ...WRITES, ...READS, ...KEYS, ...RECEIVER }
const YOURS = 'your code here'

/** Waits for the reset, and comes again. */
const waits: Story['bad'] = async scene => {
  await scene.waits(await scene.get('/customers'))
  await scene.get('/customers')
}
/** The test stages the refusal that was found, with the wait that it asked for. */
const comesBack: Story['bad'] = async scene => {
  await scene.waits(await scene.post('/customers', scene.customer()))
  await scene.post('/customers', scene.customer())
  await scene.passes('PT10S')
}
const staysAway: Story['bad'] = async scene => {
  await scene.post('/customers', scene.customer())
  await scene.passes('PT10S')
}
/** Meets the answer that the test takes away, and looks for the call. */
const looksUp: Story['bad'] = async scene => {
  await scene.call({ external_id: 'lead-7' }).catch(() => undefined)
  await scene.call({ external_id: 'lead-7' })
  await scene.get('/calls?from=2026-03-10&to=2026-03-10&external_id=lead-7')
}
/** Meets the answer that the test takes away, and calls again. */
const callsAgain =
  (first: object, second: object): Story['bad'] =>
  async scene => {
    await scene.call(first).catch(() => undefined)
    await scene.call(second)
  }
const registersAgain: Story['bad'] = async scene => {
  for (let time = 0; time < 2; time++)
    await scene.post('/customers', scene.customer({ external_id: 'c-1' })).catch(() => undefined)
}
const leavesConflict: Story['bad'] = async scene => {
  await callsAgain({ external_id: 'lead-7' }, { external_id: 'lead-7' })(scene)
  await scene.passes('PT61S')
  await scene.get('/customers')
}
/** So often, so many seconds apart. */
const triesEvery =
  (seconds: number, times: number, send: (scene: Scene) => Promise<unknown>): Story['bad'] =>
  async scene => {
    for (let time = 0; time < times; time++) {
      await send(scene)
      await scene.passes(`PT${seconds}S`)
    }
  }
const registersOnce: Story['bad'] = async scene => {
  await scene.post('/customers', scene.customer({ external_id: 'c-1' })).catch(() => undefined)
  await scene.get('/customers?external_id=c-1')
}
/** A receiver that registers a customer for each delivery, or for each that is new to it. */
const registersFor = (which: 'each' | 'new') => async (scene: Scene) => {
  const receiver = await scene.receiver()
  receiver.answers(async ({ delivery_id, repeated }) => {
    if (which === 'each' || !repeated) await scene.post('/customers', scene.customer({ name: delivery_id }))
    return 204
  })
}
/** At work twice: before midnight, and after it. */
const listsAfterwards: Story['bad'] = async scene => {
  if ((await scene.world.ledger.list()).length > 0) {
    await scene.get('/calls?from=2026-03-10&to=2026-03-11')
    return
  }
  await scene.receiver()
  await scene.call({ external_id: 'lead-7' })
  await scene.passes('PT5M')
}
const losesADay: Story['bad'] = async scene => {
  if ((await scene.world.ledger.list()).length === 0) await listsAfterwards(scene)
}

/** The clients of those stories that stage by themselves what the test stages. */
const IN_THE_TEST: { readonly [Id in VerdictId]?: Partial<Pick<Story, 'bad' | 'good'>> } = {
  retry_before_retry_after: { good: waits },
  hammering: { good: waits },
  gave_up_write: { bad: staysAway, good: comesBack },
  no_backoff: { bad: triesEvery(0.7, 12, scene => scene.get('/customers')) },
  endless_retries: { bad: triesEvery(30, 22, scene => scene.post('/customers', scene.customer())) },
  double_call: { bad: callsAgain({}, {}), good: looksUp },
  fresh_external_id_on_retry: { bad: callsAgain({ external_id: 'try-1' }, { external_id: 'try-2' }), good: looksUp },
  conflict_not_resolved: { bad: leavesConflict, good: looksUp },
  duplicate_customer: { bad: registersAgain, good: registersOnce },
  refuses_repeat: { good: scene => scene.receiver() },
  repeat_has_effect: { bad: registersFor('each'), good: registersFor('new') },
  loss_not_reconciled: { bad: losesADay, good: listsAfterwards },
}

let emulator: StartedEmulator
beforeAll(async () => {
  emulator = await startEmulator({ port: 0, fixture: 'empty' })
})
afterAll(() => emulator.close())

const begun = (world: WorldHandle, tenant: string) => new Scene(world, tenant)

/** The test that is copied from the finding of a client, as it stands there. */
async function copiedOnce(id: VerdictId, { bad, bad_in, tenant = 'max', clock = TOKYO_NOON, pace = 'frozen' }: Story) {
  await using own = await emulator.createWorld({ fixture: 'empty', clock, pace })
  const world = bad_in === 'default' ? emulator.world : own
  await using scene = begun(world, tenant)
  await bad(scene)
  const rows: VerdictView[] = await world.verdicts()
  const finding = rows.find(({ rule }) => rule === id)?.findings.at(-1)
  if (finding === undefined) return undefined
  const [first] = finding.evidence
  const refusal = first && bad_in !== 'default' ? await world.requests.get(first.request_id) : undefined
  return asTest({ rule: id, finding, refusal, yours: YOURS })
}

/** The same of a story that a busy machine may blur: then it is told anew. */
async function copiedFrom(id: VerdictId, story: Story): Promise<string> {
  for (let tries = 0; tries < (story.tries ?? 1); tries++) {
    const text = await copiedOnce(id, story)
    if (text !== undefined) return text
  }
  throw new Error(`Nothing was found by ${id}.`)
}

const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor as new (
  ...parts: string[]
) => (given: object, ours: typeof expect, client: (scene: Scene) => Promise<unknown>) => Promise<void>

/** Runs the code of a test, with a client in the place of the comment; it throws what the test fails by. */
async function run(text: string, client: Story['bad'], { tenant = 'max' }: Story): Promise<void> {
  const [, options = ''] = /worldOptions: (\{.*\}) \}\)/.exec(text) ?? []
  const body = text
    .slice(text.indexOf('=> {') + '=> {'.length, text.lastIndexOf('}'))
    .replace(new RegExp(`// ${YOURS}.*`, 'g'), 'await client()')
  const { clock, fixture, pace = 'frozen' } = new Function(`return ${options}`)()
  await using world = await emulator.createWorld({ fixture, clock: clock ?? TOKYO_NOON, pace })
  await using scene = begun(world, tenant)
  const go = new AsyncFunction('{ world, emulator }', 'expect', 'client', body)
  await go({ world, emulator }, expect, () => client(scene))
}

const idle = async () => {}

describe.each(RULES.map(({ id }) => [id as VerdictId]))('the test that is copied from a finding of %s', id => {
  const story = STORIES[id] as Story
  const { bad, good } = { ...story, ...IN_THE_TEST[id] }
  afterEach(() => emulator.world.reset())

  test('fails with the client that broke the rule, and with one that does nothing', async () => {
    const text = await copiedFrom(id, story)
    const failureOf = () =>
      run(text, bad, story).then(
        () => undefined,
        (error: Error) => error.message,
      )
    // The copied test judges by the same waits as the story, which a busy machine blurs as well.
    let failure: string | undefined
    for (let tries = 0; tries < (story.tries ?? 1) && failure === undefined; tries++) failure = await failureOf()
    // What was found comes first, and not the whole of the finding. Of a key that no world knows the test asks first if another one was used.
    if (id === 'foreign_key') expect(failure).toContain('expected')
    else expect(failure).toMatch(/^.{20,500}\. ?: expected \[ /)
    await expect(run(text, idle, story)).rejects.toThrow()
  })

  test('passes with a client that does as it should', async () => {
    const text = await copiedFrom(id, story)
    await emulator.world.reset()
    await run(text, good, story)
  })
})

/** Its first answer is lost and a 409 tells of the call; then it calls once more, so many seconds later. */
const callsThough = (seconds: number) => async (scene: Scene) => {
  await callsAgain({ external_id: 'a-1' }, { external_id: 'a-1' })(scene)
  await scene.passes(`PT${seconds}S`)
  await scene.call({ external_id: 'a-2' })
}

test.each([
  ['at once', 0.3],
  ['a while after', 40],
])('the test of a second call although a 409 had told of the first fails also with one %s', async (_, seconds) => {
  const story: Story = {
    bad: async scene => {
      await scene.world.faults.add({ match: { path: '/calls/initiate' }, effect: { drop: true }, times: 1 })
      await callsThough(40)(scene)
    },
    good: looksUp,
  }
  const text = await copiedFrom('same_person_twice', story)
  await expect(run(text, callsThough(seconds), story)).rejects.toThrow(
    /^#\d (placed a second call to|called 03.* again)/,
  )
  await run(text, looksUp, story)
})
