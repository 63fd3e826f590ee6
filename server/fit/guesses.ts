import { ASSUMPTION_DEFAULTS, ASSUMPTIONS } from '../contract/assumptions.ts'
import type { LimitGuesses } from './replay.ts'

export const LIMIT_GUESSES = ['limits.rejected_counts', 'limits.failed_counts', 'limits.both_exceeded'] as const
type GuessId = (typeof LIMIT_GUESSES)[number]

export const DEFAULT_GUESSES: LimitGuesses = ASSUMPTION_DEFAULTS

/** The values of an entry of the register, its default first. */
export const valuesOf = (id: GuessId): readonly string[] => [ASSUMPTIONS[id].default, ...ASSUMPTIONS[id].alternatives]

/** Every combination of the values that the register knows. */
export const EVERY_GUESS: readonly LimitGuesses[] = LIMIT_GUESSES.reduce<readonly Partial<LimitGuesses>[]>(
  (combinations, id) => combinations.flatMap(rest => valuesOf(id).map(value => ({ ...rest, [id]: value }))),
  [{}],
) as readonly LimitGuesses[]
