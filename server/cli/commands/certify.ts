import { writeFileSync } from 'node:fs'
import type { Command } from 'commander'
import type { CertifyResult } from '../../index.ts'
import { EXIT } from '../exit-codes.ts'
import { junit } from '../junit.ts'
import { type ExitWith, onWorld, withExamples } from '../target.ts'

export function configure(command: Command, exitWith: ExitWith): void {
  command
    .argument('<receiver>', 'address of your webhook receiver')
    .requiredOption('--secret <secret>', 'the secret that it verifies with')
    .option('--junit <file>', 'write the scorecard as JUnit XML')
  withExamples(command, 'ringback certify http://127.0.0.1:3000/hooks --secret whsec_…')
  onWorld(
    command,
    async ({ world, print }, receiver: string) => {
      const { secret, junit: file } = command.opts<{ secret: string; junit?: string }>()
      const result = await world.certify({ url: receiver, secret })
      if (file !== undefined) writeFileSync(file, asJunit(result))
      print(result, () => scorecard(result))
      return result.passed ? EXIT.done : EXIT.verdict
    },
    exitWith,
  )
}

function scorecard({ url, score, cases }: CertifyResult): string {
  const lines = cases.map(({ passed, title, expected, observed, fix }) =>
    passed
      ? `  pass  ${title}`
      : `  FAIL  ${title}\n        expected ${expected}; ${observed}\n        ${fix ?? ''}`.trimEnd(),
  )
  return [...lines, '', `${url} passes ${score.passed} of ${score.total} cases.`].join('\n')
}

function asJunit({ url, cases }: CertifyResult): string {
  return junit({
    name: `ringback certify ${url}`,
    cases: cases.map(({ title, passed, expected, observed, fix, duration_ms }) => ({
      name: title,
      className: 'ringback.certify',
      seconds: duration_ms / 1_000,
      failure: passed ? undefined : `expected ${expected}; ${observed}${fix === null ? '' : `\n${fix}`}`,
    })),
  })
}
