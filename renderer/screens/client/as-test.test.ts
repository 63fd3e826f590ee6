import { expect, test } from 'vitest'
import { AT_ONCE_SECONDS } from '../../../server/verdicts/redials.ts'
import { hammering } from '../../../server/verdicts/rules/hammering.ts'
import { outcomeOf } from '../../../tests/support/judged.ts'
import { ObservedWorld } from '../../../tests/support/observed.ts'
import { rate as rateOf } from '../../../tests/support/refusals.ts'
import { asTest, HAMMERING, TOLD } from './as-test.ts'

const finding = {
  figures: {},
  sentence: { id: 'double_call.twice', figures: {} },
  actor: { tenant: "o'neil", key: null, product: 'axios/1.7', instance: null },
  evidence: [
    {
      request_id: '1',
      seq: 1,
      at: '2026-03-10T14:59:31.000Z',
      real_us: 0,
      waited_seconds: null,
      answered: 'cut',
      broken_off: 'dropped',
      role: 'first',
      of_run: null,
    } as const,
  ],
}

test('The test that is copied stages the situation, fails when it has not come up, and when the rule was broken', () => {
  expect(asTest({ rule: 'double_call', finding, refusal: undefined, yours: 'your code here' })).toBe(
    `import { expect, test as ringback } from 'ringback/vitest'

const test = ringback.extend({ worldOptions: { fixture: 'empty', clock: '2026-03-10T14:59:31.000Z', pace: 'live' } })

test('double_call', async ({ world }) => {
  const tenant = world.tenant('o\\'neil')
  await world.faults.add({ match: { path: '/calls/initiate' }, effect: { drop: true }, times: 1 })
  // your code here: tenant.baseUrl, tenant.key
  await world.assertClean({ checks: ['unspent_fault'] })
  const verdicts = await world.verdicts()
  const found = verdicts.find(({ rule }) => rule === 'double_call')
  expect(found, 'the rule has to be on').toBeDefined()
  const rules = ['double_call', ...(found?.told_by ?? []).map(({ rule }) => rule)]
  const broken = verdicts.filter(({ rule }) => rules.includes(rule))
  const told = broken.flatMap(({ findings }) => findings.map(({ message }) => message))
  expect(told, told.join('\\n')).toEqual([])
})
`,
  )
})

test('A rule that needs nothing but the client is not staged', () => {
  const text = asTest({
    rule: 'key_in_url',
    finding: { ...finding, actor: null, evidence: [] },
    refusal: undefined,
    yours: 'your code here',
  })
  expect(text).not.toMatch(/faults|limits|clock/)
  expect(text).toContain("world.tenant('max')")
})

const rate = (figures: Record<string, number>) => ({
  method: 'GET',
  status: 429,
  code: 'rate_limit_exceeded',
  trace: [
    { gate: 'authenticate', outcome: 'passed' as const },
    { gate: 'rate', outcome: 'rejected' as const, figures },
  ],
})
const FULL = { minute_used: 20, minute_limit: 60, burst_used: 20, burst_limit: 20 }
const fault = { method: 'GET', status: 503, code: null, trace: [{ gate: 'fault', outcome: 'rejected' as const }] }
const quota = {
  method: 'GET',
  status: 429,
  code: 'quota_exceeded',
  trace: [{ gate: 'quota', outcome: 'rejected' as const }],
}

test.each([
  ['the burst', rate(FULL), 6, "tenant.limits.set({ burst: { used: 'limit' } })"],
  ['the minute', rate({ ...FULL, minute_used: 60 }), 29, "tenant.limits.set({ minute: { used: 'limit' } })"],
  ['the day', quota, 29, "tenant.limits.set({ day: { used: 'limit' } })"],
  ['a fault', fault, 7, 'world.faults.add({ effect: { status: 503, retry_after: 7 }, times: 1 })'],
  ['a window of ten seconds, by its wait', undefined, 9, "tenant.limits.set({ burst: { used: 'limit' } })"],
  ['a window of a minute, by its wait', undefined, 29, "tenant.limits.set({ minute: { used: 'limit' } })"],
])('What refused is staged: %s', (_, refusal, wait, line) => {
  const told = { rule: 'hammering', finding: { ...finding, figures: { wait_seconds: [wait] } }, refusal }
  const text = asTest({ ...told, needs: 'It takes 5.', yours: 'your code here' })
  expect(text).toContain(`  await ${line}\n  // It takes 5.\n  // your code here`)
})

test('How much it takes is what the rule asks for', () => {
  const foundAfter = (early: number) => {
    const world = new ObservedWorld()
    const client = world.client()
    client.sends('GET', '/customers', rateOf(30))
    for (let n = 0; n < early; n++) client.sends('GET', '/customers')
    return outcomeOf(hammering, world).findings.length
  }
  expect([foundAfter(HAMMERING.early - 1), foundAfter(HAMMERING.early)]).toEqual([0, 1])
})

test('A second call after a 409 has to come as long after it as the rule asks, and the rules on sooner ones are asked as well', () => {
  expect(TOLD.seconds).toBe(AT_ONCE_SECONDS)
  const [first] = finding.evidence
  const told = { ...finding, evidence: [first, { ...first, seq: 2, role: 'told' as const }] }
  const text = asTest({
    rule: 'same_person_twice',
    finding: told as typeof told & { evidence: [] },
    refusal: undefined,
    needs: 'More than 10 s.',
    yours: 'your code here',
  })
  expect(text).toContain('  // More than 10 s.\n  // your code here: tenant.baseUrl, tenant.key\n')
  expect(text).toContain("const rules = ['same_person_twice', 'fresh_external_id_on_retry', 'double_call', ")
})

test.each([
  ['no_backoff', undefined, '}, 90_000)'],
  ['endless_retries', undefined, '}, 90_000)'],
  ['hammering', rate({ ...FULL, minute_used: 60 }), '}, 90_000)'],
  ['retry_before_retry_after', fault, '}, 52_000)'],
  ['double_call', undefined, '})'],
])('A test in which a good client waits may take that long: %s', (rule, refusal, end) => {
  const text = asTest({
    rule,
    finding: { ...finding, figures: { wait_seconds: [7] } },
    refusal,
    yours: 'your code here',
  })
  expect(text.trimEnd().split('\n').at(-1)).toBe(end)
})
