import { durationIn } from '../contract/duration-text.ts'
import { counted, filled, pluralOf } from '../contract/sentences.ts'
import { firstInDoubt, QUICK_MS, UNMET_SENTENCES } from '../contract/unmet-sentences.ts'
import type { CaseView, RunCaseView, VerdictState, VerdictView } from './wire.ts'

/** All that is in doubt, once: the rule on hammering has what the others on waits have apart. */
export const doubtsIn = <Doubt>(rows: readonly { rule: string; doubts: Doubt[] }[]): Doubt[] =>
  rows.find(({ rule }) => rule === 'hammering')?.doubts ?? rows.flatMap(({ doubts }) => doubts)

type Unmet = Pick<VerdictView, 'state' | 'doubts' | 'told_by' | 'inconclusive'>

/** How many times a rule came up without showing anything: a case may stand for several. */
export const inconclusiveTimes = (cases: Unmet['inconclusive']): number =>
  cases.reduce((sum, { figures }) => sum + (figures.times?.[0] ?? 1), 0)

/** In English, why a rule is not met whose situation came up. */
export function notMetBecause({
  rule,
  state,
  doubts,
  told_by,
  inconclusive,
}: Unmet & Pick<VerdictView, 'rule'>): string | null {
  if (state !== 'not_met') return null
  const parts = [doubtText(doubts), inconclusiveText({ rule, inconclusive }), toldText(told_by)].filter(
    part => part !== undefined,
  )
  return parts.length === 0 ? null : parts.join(' ')
}

/** The state of a rule, which is `not_met` only where its situation has not come up. */
export type Mark = VerdictState | 'elsewhere' | 'in_doubt' | 'open'

/**
 * How a rule stands, as the dashboard marks it. `elsewhere`: its situation came up, and another rule has reported it, which is certain whatever is
 * in doubt besides; `open`: it came up, and is not decided.
 */
export function markOf({ state, doubts, told_by, inconclusive, open }: Unmet & Pick<VerdictView, 'open'>): Mark {
  if (state !== 'not_met') return state
  if (told_by.length > 0) return 'elsewhere'
  return doubts.length + inconclusive.length > 0 ? 'in_doubt' : open > 0 ? 'open' : 'not_met'
}

/** The words for those that are neither kept nor broken, in their order. */
export const UNDECIDED = [
  ['in_doubt', 'in doubt'],
  ['elsewhere', 'reported elsewhere'],
  ['open', 'open'],
] as const satisfies readonly (readonly [Mark, string])[]

/** How many requests are in doubt. */
export const doubtful = (doubts: Unmet['doubts']): number => doubts.reduce((sum, { times }) => sum + times, 0)

/** What is in doubt, in English; nothing when nothing is. */
export function doubtText(doubts: Unmet['doubts']): string | undefined {
  if (doubts.length === 0) return undefined
  const count = doubtful(doubts)
  const key = pluralOf('doubt', count) as 'doubt_one' | 'doubt_other'
  return filled(UNMET_SENTENCES[key], { count, ...firstInDoubt(doubts) })
}

/** What ended before anything was shown, in English: `#13 to #16 (43 ms, 180 ms, 110 ms)`. */
export function inconclusiveText({
  rule,
  inconclusive: cases,
}: Pick<VerdictView, 'rule' | 'inconclusive'>): string | undefined {
  if (cases.length === 0) return undefined
  if (rule === 'works_before_answering') return tooQuickText(cases)
  const key = pluralOf('inconclusive', cases.length) as 'inconclusive_one' | 'inconclusive_other'
  const few = cases.slice(0, MOST_TOLD).map(one => {
    const { evidence } = one
    const waits = evidence.flatMap(({ waited_seconds: seconds }) =>
      seconds === null ? [] : [durationIn('en', seconds * 1_000)],
    )
    return `${requestsText({ requests: evidence, requests_total: evidence.length })}${worldOf(one)} (${waits.join(', ')})`
  })
  const more = cases.length > few.length ? [`${cases.length - few.length} more`] : []
  return filled(UNMET_SENTENCES[key], { count: cases.length, cases: [...few, ...more].join('; ') })
}

/** `#3 (37 of 53 ms), #5 (24 of 31 ms) and 3 more`. */
function tooQuickText(cases: Unmet['inconclusive']): string {
  const count = inconclusiveTimes(cases)
  const key = pluralOf('too_quick', count) as 'too_quick_one' | 'too_quick_other'
  const few = cases.flatMap(one =>
    one.evidence.map(({ seq, during = { after_ms: 0, of_ms: 0 } }) => {
      const times = `${during.after_ms.toFixed()} of ${durationIn('en', during.of_ms)}`
      return `#${seq}${worldOf(one)} (after ${times})`
    }),
  )
  const named = few.slice(0, MOST_TOLD).join(', ')
  const more = count > MOST_TOLD ? ` and ${count - MOST_TOLD} more` : ''
  return filled(UNMET_SENTENCES[key], { count, long_ms: QUICK_MS, cases: `${named}${more}` })
}

/** ` (world orders)`, in a run that has several; nothing of the world `default`. */
function worldOf(one: CaseView): string {
  const { world_id = 'default' } = one as Partial<RunCaseView>
  return world_id === 'default' ? '' : ` (world ${world_id})`
}

/** The requests that show the cases of a rule that are open: `#25, #26 and 3 more`; nothing where none is known. */
export function openRequests({ open, open_cases }: Pick<VerdictView, 'open' | 'open_cases'>): string | undefined {
  const named = open_cases.flatMap(one => one.evidence.slice(0, 1).map(({ seq }) => ({ seq, world: worldOf(one) })))
  if (named.length === 0) return undefined
  if (named.every(({ world }) => world === '')) return requestsText({ requests: named, requests_total: open })
  // Each world of a run counts its requests for itself.
  const few = named.slice(0, MOST_TOLD).map(({ seq, world }) => `#${seq}${world}`)
  return [few.join(', '), ...(open > few.length ? [`${open - few.length} more`] : [])].join(' and ')
}

/** `The situation came up, and is reported under double_call (#4, #5; #32, #33).` */
function toldText(told: Unmet['told_by']): string | undefined {
  if (told.length === 0) return undefined
  const findings = [...Map.groupBy(told, ({ rule }) => rule)].map(([rule, ofRule]) => {
    const few = ofRule.slice(0, MOST_TOLD).map(requestsText)
    const more = ofRule.length > few.length ? [counted(ofRule.length - few.length, 'more time')] : []
    return `${rule} (${[...few, ...more].join('; ')})`
  })
  return filled(UNMET_SENTENCES.told, { findings: findings.join(' and ') })
}

/** Findings of a rule, and requests of a finding that do not follow each other, that are named. */
const MOST_TOLD = 3

/** `#4, #5`, `#37 to #48 and 8 more`: what is listed may not be all of a finding. */
function requestsText({
  requests,
  requests_total,
}: {
  readonly requests: readonly { readonly seq: number }[]
  readonly requests_total: number
}): string {
  const seqs = requests.map(({ seq }) => seq).toSorted((one, other) => one - other)
  const [first = 0, last = first] = [seqs[0], seqs.at(-1)]
  const isUnbroken = seqs.length > 2 && last - first === seqs.length - 1
  const few = isUnbroken || seqs.length <= MOST_TOLD ? seqs : seqs.slice(0, MOST_TOLD)
  const named = isUnbroken ? `#${first} to #${last}` : few.map(seq => `#${seq}`).join(', ')
  const more = requests_total - few.length
  return more === 0 ? named : `${named} and ${more} more`
}
