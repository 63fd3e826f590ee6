import { inspect } from 'node:util'
import type { Reporter, TestCase } from 'vitest/node'

/** Tells a failure when it happens. The summary of a run tells all of them in its end, which in the long tier may be an hour away. */
export class FailuresAtOnce implements Reporter {
  onTestCaseResult(test: TestCase): void {
    for (const { stack, message, cause } of test.result().errors ?? []) {
      const why = cause === undefined ? '' : `\ncaused by ${inspect(cause, { depth: 4 })}`
      console.error(`\nFAILED ${test.module.relativeModuleId} > ${test.fullName}\n${stack ?? message}${why}\n`)
    }
  }
}
