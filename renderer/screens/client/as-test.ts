import type { VerdictId } from '../../../server/contract/verdict-sentences.ts'
import type { FindingView } from '../../../server/control/protocol/verdicts.ts'

interface Stage {
  /** A line of a test that brings a client into the situation of a rule. */
  readonly line: string
  /** One that fails when it has not come into it. */
  readonly met: string
}

const answered = (status: number) => `expect(await world.requests.list({ status: ${status} })).not.toEqual([])`
const FIRED = "await world.assertClean({ checks: ['unspent_fault'] })"
const USED_UP: Stage = { line: "await tenant.limits.set({ minute: { used: 'limit' } })", met: answered(429) }
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
  requests_after_quota: { line: "await tenant.limits.set({ day: { used: 'limit' } })", met: answered(429) },
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
  readonly finding: Pick<FindingView, 'actor' | 'evidence'>
  /** A comment that stands for the code of the user. */
  readonly yours: string
}

/** A test that asks the same of the client: it fails as long as the client breaks the rule, and when nothing has put it to the test. */
export function asTest({ rule, finding: { actor, evidence }, yours }: Told): string {
  const stage = STAGED[rule as VerdictId]
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
    `  // ${yours}: tenant.baseUrl, tenant.key`,
    ...(stage === undefined ? [] : [`  ${stage.met}`]),
    `  const found = (await world.verdicts()).filter(({ rule, failed }) => rule === ${quoted(rule)} && failed > 0)`,
    '  expect(found).toEqual([])',
    '})',
    '',
  ].join('\n')
}

const quoted = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`
