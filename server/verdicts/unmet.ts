import { filled, pluralOf } from '../contract/sentences.ts'
import { firstInDoubt, UNMET_SENTENCES } from '../contract/unmet-sentences.ts'
import type { VerdictState, VerdictView } from './wire.ts'

/** All that is in doubt, once: the rule on hammering has what the others on waits have apart. */
export const doubtsIn = <Doubt>(rows: readonly { rule: string; doubts: Doubt[] }[]): Doubt[] =>
  rows.find(({ rule }) => rule === 'hammering')?.doubts ?? rows.flatMap(({ doubts }) => doubts)

type Unmet = Pick<VerdictView, 'state' | 'doubts' | 'told_by'>

/** In English, why a rule is not met whose situation came up. */
export function notMetBecause({ state, doubts, told_by }: Unmet): string | null {
  if (state !== 'not_met') return null
  const parts = [doubtText(doubts), toldText(told_by)].filter(part => part !== undefined)
  return parts.length === 0 ? null : parts.join(' ')
}

/** The state of a rule, which is `not_met` only where its situation has not come up. */
export type Mark = VerdictState | 'elsewhere' | 'in_doubt' | 'open'

/**
 * How a rule stands, as the dashboard marks it. `elsewhere`: its situation came up, and another rule has reported it, which is certain whatever is
 * in doubt besides; `open`: it came up, and is not decided.
 */
export function markOf({ state, doubts, told_by, open }: Unmet & Pick<VerdictView, 'open'>): Mark {
  if (state !== 'not_met') return state
  if (told_by.length > 0) return 'elsewhere'
  return doubts.length > 0 ? 'in_doubt' : open > 0 ? 'open' : 'not_met'
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

function toldText(told: Unmet['told_by']): string | undefined {
  const [first] = told
  if (first === undefined) return undefined
  const rules = [...new Set(told.map(({ rule }) => rule))].join(', ')
  const seqs = [...new Set(told.flatMap(({ requests }) => requests.map(({ seq }) => seq)))].toSorted((a, b) => a - b)
  const [from = 0, to = from] = [seqs[0], seqs.at(-1)]
  return filled(UNMET_SENTENCES[from === to ? 'told_one' : 'told'], { rules, from, to })
}
