import type { Reporter, TestCase } from 'vitest/node'

/** Names, at the end of a run, each test that passed only when it was repeated, with what it failed of before. */
export class RepeatedTests implements Reporter {
  readonly #repeated: TestCase[] = []

  onTestCaseResult(test: TestCase): void {
    if (test.ok() && (test.diagnostic()?.retryCount ?? 0) > 0) this.#repeated.push(test)
  }

  onTestRunEnd(): void {
    for (const test of this.#repeated) {
      console.log(`Passed only when repeated: ${test.module.relativeModuleId} > ${test.fullName}`)
      for (const { message, stack } of test.result().errors ?? []) console.log(stack ?? message)
    }
  }
}
