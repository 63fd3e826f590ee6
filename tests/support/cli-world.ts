import { expect } from 'vitest'
import { test as worldTest } from '../../server/harness/vitest.ts'
import type { EndedLine, linesOfFile } from './cli-lines.ts'

export interface Cli {
  /** Runs a command on the world of the test. */
  run: (...args: string[]) => Promise<EndedLine>
  /** The same with `--json`, read; fails unless the command ended with 0 and wrote one line. */
  json: <Data>(...args: string[]) => Promise<Data>
}

/** A test with an empty world, ten seconds before midnight in Tokyo on a frozen clock, and commands on it. */
export const worldTestWithCli = (runLine: ReturnType<typeof linesOfFile>) =>
  worldTest.extend({ worldOptions: { fixture: 'empty', clock: '2026-03-10T14:59:50Z' } }).extend<{ cli: Cli }>({
    cli: async ({ emulator, world }, use) => {
      const run = (...args: string[]) => runLine([...args, '--url', emulator.url, '--world', world.id])
      await use({
        run,
        json: async (...args) => {
          const { code, stdout, stderr } = await run(...args, '--json')
          expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
          expect(stdout.trimEnd()).not.toContain('\n')
          return JSON.parse(stdout)
        },
      })
    },
  })
