import type { VerdictId } from '../../../server/contract/verdict-sentences.ts'
import type { FindingView } from '../../../server/control/protocol.ts'

/** What brings a client into the situation of a rule again, in lines of a test; the rules that are not here need nothing but the client. */
const STAGED: { readonly [Id in VerdictId]?: readonly string[] } = {
  retry_before_retry_after: ["await tenant.limits.set({ minute: { used: 'limit' } })"],
  hammering: ["await tenant.limits.set({ minute: { used: 'limit' } })"],
  ignored_remaining: ["await tenant.limits.set({ minute: { used: 'limit-1' } })"],
  requests_after_quota: ["await tenant.limits.set({ day: { used: 'limit' } })"],
  gave_up_write: ["await tenant.limits.set({ minute: { used: 'limit' } })"],
  no_backoff: ['await world.faults.add({ effect: { status: 503 }, times: 5 })'],
  endless_retries: ['await world.faults.add({ effect: { status: 503 }, times: 30 })'],
  double_call: ["await world.faults.add({ match: { path: '/calls/initiate' }, effect: { drop: true }, times: 1 })"],
  fresh_external_id_on_retry: [
    "await world.faults.add({ match: { path: '/calls/initiate' }, effect: { drop: true }, times: 1 })",
  ],
  duplicate_customer: [
    "await world.faults.add({ match: { method: 'POST', path: '/customers*' }, effect: { drop: true }, times: 1 })",
  ],
  refuses_repeat: ['await world.faults.add({ match: { tenant: tenant.slug }, effect: { duplicate: 1 }, times: 1 })'],
  repeat_has_effect: ['await world.faults.add({ match: { tenant: tenant.slug }, effect: { duplicate: 1 }, times: 1 })'],
  loss_not_reconciled: ["await tenant.limits.set({ webhook_sends: { used: 'limit' } })"],
}

export const stagedFor = (rule: string): readonly string[] => STAGED[rule as VerdictId] ?? []

interface Told {
  readonly rule: string
  readonly finding: Pick<FindingView, 'actor' | 'evidence'>
  /** A comment that stands for the code of the user. */
  readonly yours: string
}

/** A test that asks the same of the client: it fails as long as the client breaks the rule, or does not come into its situation. */
export function asTest({ rule, finding: { actor, evidence }, yours }: Told): string {
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
    ...stagedFor(rule).map(line => `  ${line}`),
    `  // ${yours}: tenant.baseUrl, tenant.key`,
    `  const verdict = (await world.verdicts()).find(({ rule }) => rule === ${quoted(rule)})`,
    "  expect(verdict?.state, JSON.stringify(verdict?.findings, null, 2)).toBe('passed')",
    '})',
    '',
  ].join('\n')
}

const quoted = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`
