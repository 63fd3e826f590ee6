import type { CallStep } from '../../contract/calls.ts'
import type { Instant } from '../../kernel/instant.ts'
import type { CallRow } from '../../store/schema.ts'

/** `nth`: which it was of all that happened, where that is known. */
export type MadeStep = readonly [at: Instant, to: CallStep, madeBy: 'script' | 'hand', nth?: number]

/** The steps that a call has made, in order. */
export function madeSteps({ steps }: CallRow): MadeStep[] {
  return JSON.parse(`[${steps}]`)
}

/** The steps in the form in which rows keep them, with one more. */
export function withStep({ steps }: CallRow, step: MadeStep): string {
  return steps === '' ? JSON.stringify(step) : `${steps},${JSON.stringify(step)}`
}
