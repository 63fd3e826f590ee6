import type { VerdictId } from '../../../server/contract/verdict-sentences.ts'
import type { ExchangeDetailView } from '../../../server/control/protocol/journal.ts'
import type { FindingView } from '../../../server/control/protocol/verdicts.ts'

interface Stage {
  /** A line of a test that brings a client into the situation of a rule. */
  readonly line: string
  /** One that fails when it has not come into it. */
  readonly met: string
}

const answered = (status: number) => `expect(await world.requests.list({ status: ${status} })).not.toEqual([])`
const FIRED = "await world.assertClean({ checks: ['unspent_fault'] })"
const usedUp = (limit: 'minute' | 'burst' | 'day'): Stage => ({
  line: `await tenant.limits.set({ ${limit}: { used: 'limit' } })`,
  met: answered(429),
})
const USED_UP = usedUp('minute')
const ERRORS: Stage = { line: 'await world.faults.add({ effect: { status: 503 }, times: 30 })', met: answered(503) }
const LOST_CALL: Stage = {
  line: "await world.faults.add({ match: { path: '/calls/initiate' }, effect: { drop: true }, times: 1 })",
  met: FIRED,
}
const TWICE: Stage = {
  line: 'await world.faults.add({ match: { tenant: tenant.slug }, effect: { duplicate: 1 }, times: 1 })',
  met: FIRED,
}

/** The rules that are not here need nothing but the client. */
const STAGED: { readonly [Id in VerdictId]?: Stage } = {
  retry_before_retry_after: USED_UP,
  hammering: USED_UP,
  gave_up_write: USED_UP,
  ignored_remaining: { line: "await tenant.limits.set({ minute: { used: 'limit-1' } })", met: answered(200) },
  requests_after_quota: usedUp('day'),
  no_backoff: ERRORS,
  endless_retries: ERRORS,
  double_call: LOST_CALL,
  fresh_external_id_on_retry: LOST_CALL,
  duplicate_customer: {
    line: "await world.faults.add({ match: { method: 'POST', path: '/customers*' }, effect: { drop: true }, times: 1 })",
    met: FIRED,
  },
  refuses_repeat: TWICE,
  repeat_has_effect: TWICE,
  loss_not_reconciled: {
    line: "await tenant.limits.set({ webhook_sends: { used: 'limit' } })",
    met: 'expect(await world.ledger.list()).not.toEqual([])',
  },
}

/** The line that stages a rule; `undefined` for one that needs nothing but the client. */
export const stagedFor = (rule: string): string | undefined => STAGED[rule as VerdictId]?.line

interface Told {
  readonly rule: string
  readonly finding: Pick<FindingView, 'actor' | 'evidence' | 'figures'>
  /** The first exchange of the finding, while the journal has it. */
  readonly refusal: Pick<ExchangeDetailView, 'status' | 'code' | 'trace'> | undefined
  /** A comment that says what it takes to break the rule. */
  readonly needs?: string | undefined
  /** A comment that stands for the code of the user. */
  readonly yours: string
}

/** How many early requests to one refusal it takes, or how many refusals in a row that each got one (`verdicts/rules/hammering.ts`). */
export const HAMMERING = { early: 5, row: 3 } as const

const MINUTE_SECONDS = 60
const BURST_SECONDS = 10

/** Whatever refused: a limit, or a fault. Without the exchange it is told by the wait, which ends with the window of the limit. */
function stagedAs({ finding: { evidence, figures }, refusal }: Pick<Told, 'finding' | 'refusal'>): Stage {
  const wait = figures.wait_seconds?.[0] ?? MINUTE_SECONDS
  const rejected = refusal?.trace.find(({ outcome }) => outcome === 'rejected')
  if (refusal !== undefined && rejected?.gate === 'fault') {
    const { status, code } = refusal
    const effect = [`status: ${status}`, ...(code === null ? [] : [`code: ${quoted(code)}`]), `retry_after: ${wait}`]
    return {
      line: `await world.faults.add({ effect: { ${effect.join(', ')} }, times: 1 })`,
      met: answered(status),
    }
  }
  if (rejected?.gate === 'quota') return usedUp('day')
  if (rejected?.gate === 'rate') {
    const { minute_used, minute_limit } = rejected.figures ?? {}
    return usedUp(Number(minute_used) >= Number(minute_limit) ? 'minute' : 'burst')
  }
  if (wait > MINUTE_SECONDS) return usedUp('day')
  const seconds = Date.parse(evidence[0]?.at ?? '') / 1_000
  const ends = (window: number) => Math.ceil(window - (seconds % window)) === wait
  return usedUp(ends(BURST_SECONDS) && !ends(MINUTE_SECONDS) ? 'burst' : 'minute')
}

/** A test that asks the same of the client: it fails as long as the client breaks the rule, and when nothing has put it to the test. */
export function asTest({ rule, finding, refusal, needs, yours }: Told): string {
  const { actor, evidence } = finding
  const stage = STAGED[rule as VerdictId] === USED_UP ? stagedAs({ finding, refusal }) : STAGED[rule as VerdictId]
  const tenant = actor?.tenant ?? 'max'
  const instant = evidence[0]?.at
  const clock = instant === undefined ? '' : `, clock: ${quoted(instant)}, pace: 'live'`
  return [
    "import { expect, test as ringback } from 'ringback/vitest'",
    '',
    `const test = ringback.extend({ worldOptions: { fixture: 'empty'${clock} } })`,
    '',
    `test(${quoted(rule)}, async ({ world }) => {`,
    `  const tenant = world.tenant(${quoted(tenant)})`,
    ...(stage === undefined ? [] : [`  ${stage.line}`]),
    ...(needs === undefined ? [] : [`  // ${needs}`]),
    `  // ${yours}: tenant.baseUrl, tenant.key`,
    ...(stage === undefined ? [] : [`  ${stage.met}`]),
    `  const found = (await world.verdicts()).filter(({ rule, failed }) => rule === ${quoted(rule)} && failed > 0)`,
    '  expect(found).toEqual([])',
    '})',
    '',
  ].join('\n')
}

const quoted = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`
