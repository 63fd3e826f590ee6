import { Recent } from './recent.ts'
import type { Finding, Outcome } from './rule.ts'

/** Findings that keep their number; more than are ever listed at a time. */
export const MOST_NUMBERED = 20_000

/** Numbers findings in the order in which they are told, from 1 on. */
export class FindingNumbers {
  readonly #numbers = new Recent<string, number>(MOST_NUMBERED)
  #last = 0

  /** Goes on after those that another process has given. */
  goOnAfter(last: number): void {
    this.#last = Math.max(this.#last, last)
  }

  /** Numbers those that have none yet, in the order in which they began to hold. */
  give(outcomes: ReadonlyMap<string, Outcome>): void {
    const found = [...outcomes].flatMap(([rule, { findings }]) => findings.map(finding => ({ rule, finding })))
    found.sort((one, two) => one.finding.seen.real_us - two.finding.seen.real_us)
    for (const { rule, finding } of found) this.of(rule, finding)
  }

  of(rule: string, { id }: Pick<Finding, 'id'>): number {
    return this.#numbers.of(`${rule}\n${id}`, () => {
      this.#last += 1
      return this.#last
    })
  }
}
