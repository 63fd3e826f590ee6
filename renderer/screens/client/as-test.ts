import type { VerdictId } from '../../../server/contract/verdict-sentences.ts'
import type { ExchangeDetailView } from '../../../server/control/protocol/journal.ts'
import type { FindingView } from '../../../server/control/protocol/verdicts.ts'

interface Stage {
  /** Lines of a test that bring a client into the situation of a rule, before it does anything. */
  readonly before?: readonly string[]
  /** What has to happen once it is at work, as a receiver that is there. */
  readonly after?: readonly string[]
  /** One that fails when it has not come into it. */
  readonly met?: string
  /** `staged`: when it has come into it and nothing was found, all is well; else the rule has to say that it was kept. */
  readonly ends?: 'staged' | undefined
  readonly fixture?: 'standard'
  /** Seconds of real time that a test may take in which a client waits as it should: longer than a test has by itself. */
  readonly takes?: number
  /** Rules that tell the same of a client that comes sooner; the test looks at them as well. */
  readonly beside?: readonly VerdictId[]
}

const answered = (status: number) => `expect(await world.requests.list({ status: ${status} })).not.toEqual([])`
const FIRED = "await world.assertClean({ checks: ['unspent_fault'] })"
/** A window and what comes after it. */
const A_MINUTE = 90
const usedUp = (limit: 'minute' | 'burst' | 'day'): Stage => ({
  before: [`await tenant.limits.set({ ${limit}: { used: 'limit' } })`],
  met: answered(429),
  ends: 'staged',
  takes: A_MINUTE,
})
const USED_UP = usedUp('minute')
const ERRORS: Stage = {
  before: ['await world.faults.add({ effect: { status: 503 }, times: 30 })'],
  met: answered(503),
  ends: 'staged',
  takes: A_MINUTE,
}
const lost = (match: string) => `await world.faults.add({ match: { ${match} }, effect: { drop: true }, times: 1 })`
const LOST_CALL: Stage = { before: [lost("path: '/calls/initiate'")], met: FIRED, ends: 'staged' }
/** Who repeats a call whose answer was lost is told of it. */
const TOLD_OF: Stage = { ...LOST_CALL, met: answered(409) }
const EVENT = [
  "await world.events.trigger({ tenant: tenant.slug, event: 'call.completed' })",
  "await world.clock.advance({ by: 'PT1S' })",
]
/** Enough for each other rule on receivers. */
const EVENTS = ['for (let n = 0; n < 3; n++) {', ...EVENT.map(line => `  ${line}`), '}']
/** Events of calls, which a receiver can ask for. */
const CALLS = [
  "for (const phone_number of ['03-1234-0001', '03-1234-0002', '03-1234-0003']) {",
  '  await world.calls.place({ tenant: tenant.slug, phone_number })',
  "  await world.clock.advance({ by: 'PT5M' })",
  '}',
]
/** What a fault sends twice is not held against a receiver, a redelivery is. */
const TWICE = [
  "const [delivery] = await world.deliveries.list({ event: 'call.completed' })",
  "await world.deliveries.redeliver(delivery?.delivery_id ?? '')",
  "await world.clock.advance({ by: 'PT1S' })",
]
const later = (by: string) => `await world.clock.advance({ by: '${by}' })`
const finallyRefused = ({ method, status }: { method: string; status: number }): Stage => ({
  before: [`await world.faults.add({ match: { method: '${method}' }, effect: { status: ${status} }, times: 1 })`],
  after: [later('PT61S')],
  met: FIRED,
})
const RECEIVES: Stage = { after: EVENTS }
const LISTS: Stage = { fixture: 'standard' }

/** The rules that are not here need nothing but the client. */
const STAGED: { readonly [Id in VerdictId]?: Stage } = {
  retry_before_retry_after: USED_UP,
  hammering: USED_UP,
  herd_at_reset: { ...USED_UP, ends: undefined },
  gave_up_write: { ...USED_UP, ends: undefined },
  ignored_remaining: {
    before: ["await tenant.limits.set({ minute: { used: 'limit-1' } })"],
    met: answered(200),
    ends: 'staged',
    takes: A_MINUTE,
  },
  requests_after_quota: usedUp('day'),
  no_backoff: ERRORS,
  endless_retries: ERRORS,
  retried_final_refusal: finallyRefused({ method: 'POST', status: 422 }),
  double_call: LOST_CALL,
  fresh_external_id_on_retry: LOST_CALL,
  conflict_not_resolved: { ...TOLD_OF, after: [later('PT61S')], ends: undefined },
  same_person_twice: { after: [later('PT3M')] },
  duplicate_customer: {
    before: [
      "await world.assumptions.set('customers.external_id_unique', 'no')",
      lost("method: 'POST', path: '/customers*'"),
    ],
    met: FIRED,
    ends: 'staged',
  },
  pages_left_out: LISTS,
  pages_moved: LISTS,
  stuck_page: LISTS,
  polls_while_subscribed: { before: ['await world.receiver({ tenant: tenant.slug })', ...EVENTS] },
  slow_acknowledgement: RECEIVES,
  works_before_answering: { after: CALLS },
  redirects: RECEIVES,
  // A receiver is known by what it acknowledges before and after.
  refuses_repeat: { after: [...EVENT, ...TWICE, ...EVENT] },
  // Of several deliveries nobody could tell which one a write follows.
  repeat_has_effect: { after: [...EVENT, ...TWICE], ends: 'staged' },
  accepts_forged: {
    before: [
      "await world.faults.add({ match: { event: 'call.completed' }, effect: { forge: 'no_header' }, times: 1 })",
    ],
    after: EVENTS,
    met: FIRED,
  },
  loss_not_reconciled: {
    before: ["await tenant.limits.set({ webhook_sends: { used: 'limit' } })"],
    after: ["await world.clock.advance({ to: 'next-tokyo-midnight' })", later('PT1H')],
    met: 'expect(await world.ledger.list()).not.toEqual([])',
  },
}

/** The lines that stage a rule; `undefined` for one that needs nothing but the client. */
export function stagedFor(rule: string): string | undefined {
  const { before = [], after = [] } = STAGED[rule as VerdictId] ?? {}
  const lines = [...before, ...after]
  return lines.length === 0 ? undefined : lines.join('\n')
}

interface Told {
  readonly rule: string
  readonly finding: Pick<FindingView, 'actor' | 'evidence' | 'figures' | 'sentence'>
  /** The first exchange of the finding, while the journal has it. */
  readonly refusal: Pick<ExchangeDetailView, 'method' | 'status' | 'code' | 'trace'> | undefined
  /** A comment that says what it takes to break the rule. */
  readonly needs?: string | undefined
  /** A comment that stands for the code of the user. */
  readonly yours: string
}

/** Whether a person was called again though a 409 had told of the call whose answer was lost. */
export const isOfTold = ({ evidence }: Pick<FindingView, 'evidence'>): boolean =>
  evidence.some(({ role }) => role === 'told')

/** How many early requests to one refusal it takes, or how many refusals in a row that each got one (`verdicts/rules/hammering.ts`). */
export const HAMMERING = { early: 5, row: 3 } as const
/** How long after a 409 has told of a call it takes for another one to be a second call (`verdicts/redials.ts`), and no way around the refusal. */
export const TOLD = { seconds: 10 } as const

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
      before: [`await world.faults.add({ effect: { ${effect.join(', ')} }, times: 1 })`],
      met: answered(status),
      ends: 'staged',
      takes: wait + A_MINUTE / 2,
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

/** How a rule is staged for what was found. */
function stageFor({ rule, finding, refusal }: Pick<Told, 'rule' | 'finding' | 'refusal'>): Stage {
  const stage = STAGED[rule as VerdictId] ?? {}
  if (stage.before !== undefined && stage.before === USED_UP.before) {
    const { before = [], met, takes } = stagedAs({ finding, refusal })
    return { ...stage, before, ...(met !== undefined && { met }), ...(takes !== undefined && { takes }) }
  }
  if (rule === 'retried_final_refusal' && refusal !== undefined) return finallyRefused(refusal)
  if (rule === 'same_person_twice' && isOfTold(finding))
    return { ...TOLD_OF, takes: A_MINUTE, beside: ['fresh_external_id_on_retry', 'double_call'] }
  if (rule === 'more_scopes_than_used') {
    const { spare = '', used = '' } = finding.sentence.figures
    const scopes = [spare, used].flatMap(some => String(some).split(', ')).filter(some => some !== '')
    return {
      before: [
        `const { key } = await tenant.issueKey({ mode: 'live', scopes: [${scopes.map(quoted).join(', ')}], label: 'client' })`,
      ],
    }
  }
  return stage
}

/**
 * A test that asks the same of the client: it fails as long as the client breaks the rule, and when nothing has put it to the test. What no world
 * minted is noted in the world `default`.
 */
export function asTest({ rule, finding, refusal, needs, yours }: Told): string {
  const { actor, evidence } = finding
  const {
    before = [],
    after = [],
    met,
    ends,
    fixture = 'empty',
    takes,
    beside = [],
  } = stageFor({ rule, finding, refusal })
  const tenant = actor?.tenant ?? 'max'
  const instant = evidence[0]?.at
  const clock = instant === undefined ? '' : `, clock: ${quoted(instant)}, pace: 'live'`
  const isForeign = rule === 'foreign_key'
  const key = rule === 'more_scopes_than_used' ? 'key' : 'tenant.key'
  return [
    "import { expect, test as ringback } from 'ringback/vitest'",
    '',
    `const test = ringback.extend({ worldOptions: { fixture: '${fixture}'${clock} } })`,
    '',
    `test(${quoted(rule)}, async ({ ${isForeign ? 'emulator, ' : ''}world }) => {`,
    `  const tenant = world.tenant(${quoted(tenant)})`,
    ...before.map(line => `  ${line}`),
    ...(needs === undefined ? [] : [`  // ${needs}`]),
    `  // ${yours}: tenant.baseUrl, ${key}`,
    ...after.map(line => `  ${line}`),
    ...(rule === 'loss_not_reconciled' ? [`  // ${yours}: tenant.baseUrl, ${key}`] : []),
    ...(isForeign ? [`  ${answered(200)}`] : met === undefined ? [] : [`  ${met}`]),
    `  const verdicts = await ${isForeign ? 'emulator.world' : 'world'}.verdicts()`,
    `  const found = verdicts.find(({ rule }) => rule === ${quoted(rule)})`,
    "  expect(found, 'the rule has to be on').toBeDefined()",
    // The sentence is what a red test says first, also that of a stronger rule.
    `  const rules = [${[rule, ...beside].map(quoted).join(', ')}, ...(found?.told_by ?? []).map(({ rule }) => rule)]`,
    '  const broken = verdicts.filter(({ rule }) => rules.includes(rule))',
    '  const told = broken.flatMap(({ findings }) => findings.map(({ message }) => message))',
    "  expect(told, told.join('\\n')).toEqual([])",
    ...(ends === 'staged' || isForeign
      ? []
      : ["  expect(found?.state, 'the client has to come into the situation').toBe('passed')"]),
    takes === undefined ? '})' : `}, ${Math.ceil(takes)}_000)`,
    '',
  ].join('\n')
}

const quoted = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`
