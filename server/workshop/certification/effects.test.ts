import { setImmediate as nextRound } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { MUTANT_RECEIVERS } from '../../../tests/support/receivers/mutant-receivers.ts'
import { type ReceiverParts, startReferenceReceiver } from '../../../tests/support/receivers/reference-receiver.ts'
import { startTransport } from '../../../tests/support/sending.ts'
import { REWRITERS } from '../../../tests/support/signature/serializers.ts'
import { Randomness } from '../../kernel/random.ts'
import { CERTIFICATION_CASE_IDS, CERTIFICATION_CASES } from './catalogue.ts'
import { certifyReceiver } from './certify-receiver.ts'
import type { ReadEffects } from './effects.ts'

const secret = 'whsec_4f0c2a9d7b6e4c1f8a3d5e7f90b1c2d3'
const random = new Randomness('certification')
const now = Date.UTC(2026, 2, 10, 15)
const WITH_WORK = CERTIFICATION_CASE_IDS.filter(id => 'work' in CERTIFICATION_CASES[id])

const certified = async (parts: Partial<ReceiverParts>, probe: 'worked' | 'none' | ReadEffects = 'worked') => {
  const receiver = await startReferenceReceiver({ secret, parts })
  onTestFinished(() => receiver.close())
  const { post } = startTransport()
  const read = probe === 'worked' ? async () => receiver.worked.length : probe
  const result = await certifyReceiver({
    url: receiver.url,
    secret,
    random,
    now,
    send: ({ url, headers, body }) => post(url, { headers: { ...headers }, body, totalSeconds: 20 }),
    effects: read === 'none' ? undefined : { read, pause: () => nextRound() },
  })
  const ids = (is: string) => result.cases.filter(({ outcome }) => outcome === is).map(({ id }) => id)
  return { ...result, failed: ids('failed'), notTried: ids('not_tried') }
}
const mutant = (id: (typeof CERTIFICATION_CASE_IDS)[number]) =>
  MUTANT_RECEIVERS[id].parts({ otherSecret: 'whsec_other', onHang: () => {} })

test('the cases about work are these', () => {
  expect(WITH_WORK).toEqual(['duplicate_worked_once', 'forged_id', 'forged_work'])
})

test('with a probe for effects the reference receiver passes all cases (finding R14)', async () => {
  const result = await certified({})
  expect(result).toMatchObject({ passed: true, problem: null, failed: [], notTried: [] })
  expect(result.cases.find(({ id }) => id === 'duplicate_worked_once')?.observed).toMatch(/; the work was done once$/)
})

test.each(WITH_WORK.map(id => ({ id, mistake: MUTANT_RECEIVERS[id].mistake })))(
  'with a probe for effects a receiver that $mistake fails $id and nothing else (finding R14)',
  async ({ id }) => {
    const result = await certified(mutant(id))
    expect(result).toMatchObject({ passed: false, problem: null, failed: [id], notTried: [] })
    expect(result.cases.find(row => row.id === id)?.fix).toMatch(/\.$/)
  },
)

test.each(WITH_WORK)(
  'without a probe %s is not tried, never passed, whatever the receiver does (finding R14)',
  async id => {
    const result = await certified(mutant(id), 'none')
    expect(result).toMatchObject({ failed: [], notTried: WITH_WORK, score: { passed: 12, not_tried: 3 } })
    for (const row of result.cases.filter(({ outcome }) => outcome === 'not_tried'))
      expect(row).toMatchObject({ passed: false, observed: expect.stringContaining('effects_url') })
  },
)

test('work that is done after the answer, from a queue, is waited for, once and more often (finding R14)', async () => {
  const queue = async (work: () => void) => {
    for (let round = 0; round < 20; round++) await nextRound()
    work()
  }
  expect(await certified({ queue })).toMatchObject({ passed: true, failed: [] })
  expect(await certified({ queue, remembers: 'nothing' })).toMatchObject({ failed: ['duplicate_worked_once'] })
})

test('a probe that counts two for each delivery is understood', async () => {
  const receiver = await startReferenceReceiver({ secret })
  onTestFinished(() => receiver.close())
  const { post } = startTransport()
  const result = await certifyReceiver({
    url: receiver.url,
    secret,
    random,
    now,
    send: ({ url, headers, body }) => post(url, { headers: { ...headers }, body, totalSeconds: 20 }),
    effects: { read: async () => receiver.worked.length * 2, pause: () => nextRound() },
  })
  expect(result).toMatchObject({ passed: true, score: { passed: 15 } })
})

test.each([
  ['always says the same', async () => 7, /stayed at 7 .* after a genuine delivery/],
  ['says no number', async () => Number.NaN, /said NaN/],
  ['does not answer', () => Promise.reject(new Error('It answered 404.')), /^It answered 404\.$/],
])(
  'a probe that %s passes nobody: its cases are not tried, and the run is not passed (finding R14)',
  async (_, read, problem) => {
    const result = await certified({}, read)
    expect(result).toMatchObject({ passed: false, failed: [], notTried: WITH_WORK })
    expect(result.problem).toMatch(problem)
  },
)

test.each(Object.entries(REWRITERS))(
  'a receiver that verifies what it wrote again in %s is told so, not only that it refuses (finding R14) (finding T10)',
  async (_, rewrite) => {
    const { isGenuine } = (await import('../../../tests/support/receivers/reference-receiver.ts')).REFERENCE_PARTS
    const parts = {
      isGenuine: (given: Parameters<typeof isGenuine>[0]) => isGenuine({ ...given, body: rewrite(given.body) }),
    }
    const result = await certified(parts, 'none')
    expect(result).toMatchObject({ passed: false, failed: ['valid', 'reserialized_body'] })
    expect(result.problem).toContain('parsed and wrote again')
  },
)
