import type { PlanName } from '../../contract/plans.ts'
import { codeOf, type Exchange, told } from '../exchange.ts'
import type { Seen } from '../seen.ts'

/** A sentence of the contract that did not hold. */
export interface Contradiction {
  /** Its id in contract/README.md. */
  readonly sentence: string
  readonly expected: string
  readonly observed: string
  readonly evidence: readonly string[]
}

export interface Finding {
  readonly observed: string
  readonly evidence: string
}
export interface Check {
  readonly sentence: string
  readonly expected: string
  readonly find: (seen: Seen, plan: PlanName | undefined) => readonly Finding[]
}

/** What is wrong with single answers. */
export const inEach =
  (wrong: (exchange: Exchange, plan: PlanName | undefined) => string | undefined): Check['find'] =>
  (seen, plan) =>
    seen.all.flatMap(exchange => {
      const observed = wrong(exchange, plan)
      return observed === undefined ? [] : [{ observed, evidence: told(exchange) }]
    })

export function unexpected(exchange: Exchange): Finding {
  return { observed: `${exchange.status} ${codeOf(exchange) ?? ''}`.trim(), evidence: told(exchange) }
}
