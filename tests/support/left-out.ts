import type { Reporter, TestCase, Vitest } from 'vitest/node'
import { DEEP } from './deep.ts'

/** Says, at the end of a run, how many deep tests it left out, and what runs them. */
export class LeftOut implements Reporter {
  #count = 0
  #isFiltered = false

  onInit({ config }: Vitest): void {
    this.#isFiltered = config.tagsFilter !== undefined
  }

  onTestCaseResult(test: TestCase): void {
    if (test.tags.includes(DEEP.name) && test.result().state === 'skipped') this.#count++
  }

  onTestRunEnd(): void {
    if (this.#isFiltered && this.#count > 0)
      console.log(`${this.#count} deep tests were left out: "npm run unit:all" runs them as well.`)
  }
}
