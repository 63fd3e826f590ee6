import type { Command } from 'commander'
import { scoreText } from '../../contract/certification.ts'
import type { CertifyResult } from '../../index.ts'
import { EXIT } from '../exit-codes.ts'
import { checkOutput, writeOutput } from '../files.ts'
import { junit } from '../junit.ts'
import { type ExitWith, onWorld, withExamples } from '../target.ts'

export function configure(command: Command, exitWith: ExitWith): void {
  command
    .argument('<receiver>', 'address of your webhook receiver')
    .requiredOption('--secret <secret>', 'the secret it verifies with')
    .option('--effects <url>', 'URL that answers GET with a number: how often your receiver has done its work')
    .option('--junit <file>', 'write the scorecard as JUnit XML')
  withExamples(command, 'ringback certify http://127.0.0.1:3000/hooks --secret whsec_…')
  onWorld(
    command,
    async ({ world, print }, receiver: string) => {
      const { secret, effects, junit: file } = command.opts<{ secret: string; effects?: string; junit?: string }>()
      if (file !== undefined) checkOutput(file)
      const result = await world.certify({ url: receiver, secret, effects_url: effects || undefined })
      if (file !== undefined) writeOutput(file, asJunit(result))
      print(result, () => scorecard(result))
      return result.passed ? EXIT.done : EXIT.verdict
    },
    exitWith,
  )
}

const MARKS = { passed: 'pass', failed: 'FAIL', not_tried: '----' } as const

function scorecard({ url, score, problem, cases }: CertifyResult): string {
  const tried = cases.filter(({ outcome }) => outcome !== 'not_tried')
  // When one reason keeps all the others from being tried, it is stated once.
  const shown = problem === null ? cases : tried
  const lines = shown.map(({ outcome, title, expected, observed, fix }) => {
    const line = `  ${MARKS[outcome]}  ${title}`
    if (outcome === 'passed') return line
    if (outcome === 'not_tried') return `${line}\n        ${observed}`
    return `${line}\n        expected ${expected}; ${observed}\n        ${fix ?? ''}`.trimEnd()
  })
  return [...lines, '', ...(problem === null ? [] : [problem]), `${url}: ${scoreText(score)}.`].join('\n')
}

function asJunit({ url, cases }: CertifyResult): string {
  return junit({
    name: `ringback certify ${url}`,
    cases: cases.map(({ title, outcome, expected, observed, fix, duration_ms }) => ({
      name: title,
      className: 'ringback.certify',
      seconds: duration_ms / 1_000,
      failure: outcome === 'failed' ? `expected ${expected}; ${observed}${fix === null ? '' : `\n${fix}`}` : undefined,
      skipped: outcome === 'not_tried' ? observed : undefined,
    })),
  })
}
