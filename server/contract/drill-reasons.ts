import type { DrillSentenceId } from './drill-sentences.ts'

/** What decides which of several reasons is said first. */
interface Weighed {
  readonly of: 'drill' | 'verdict'
  readonly severity: 'error' | 'warning' | null
  readonly decided: boolean
  readonly sentence: { readonly id: string }
  /** How many requests it counts. */
  readonly at_fault_total: number
}

/** Sentences on what was done, which nothing that comes later makes good. */
const FOR_GOOD: readonly string[] = [
  'own_early',
  'acknowledged',
  'called_twice_lost',
  'called_twice_lost_of',
  'called_twice_after',
  'called_twice_after_of',
  'called_twice_beside',
  'called_twice_beside_of',
] satisfies readonly DrillSentenceId[]

/** Whether it stays, however a drill goes on: what a rule has found, and what was done; what is missing may still come. */
export const isForGood = ({ of, decided, sentence }: Pick<Weighed, 'of' | 'decided' | 'sentence'>): boolean =>
  decided && (of === 'verdict' || FOR_GOOD.includes(sentence.id))

/**
 * The worst reason first, on every surface: what is known before what nobody can tell, errors and what is missing before warnings, and then what stays
 * before what is missing; of equals the one first that counts more.
 */
export const byGravity = (one: Weighed, other: Weighed): number =>
  weightOf(one) - weightOf(other) || other.at_fault_total - one.at_fault_total

const weightOf = (one: Omit<Weighed, 'at_fault_total'>): number =>
  (one.decided ? 0 : 4) + (one.severity === 'warning' ? 2 : 0) + (isForGood(one) ? 0 : 1)
