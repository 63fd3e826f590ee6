/** What decides which of several reasons is said first. */
interface Weighed {
  readonly of: 'drill' | 'verdict'
  readonly severity: 'error' | 'warning' | null
  readonly decided: boolean
}

/**
 * The worst reason first, on every surface: what is known before what nobody can tell, errors and what is missing before warnings, and then what a
 * rule has found, since what is missing may still come.
 */
export const byGravity = (one: Weighed, other: Weighed): number => weightOf(one) - weightOf(other)

const weightOf = ({ of, severity, decided }: Weighed): number =>
  (decided ? 0 : 4) + (severity === 'warning' ? 2 : 0) + (of === 'verdict' ? 0 : 1)
