import type { FoundCondition, JudgedRun } from './fail-conditions.ts'
import { type JunitCase, junit } from './junit.ts'
import type { RunFacts } from './run-facts.ts'
import type { Variation } from './vary-assumptions.ts'
import { isVerdictCondition, verdictCases } from './verdict-conditions.ts'

/** The result of a run of the command. */
export interface Run {
  readonly args: readonly string[]
  readonly code: number
  readonly seconds: number
  readonly report: JudgedRun
  readonly problems: readonly FoundCondition[]
  /** Files with the worlds of a run that did not pass. */
  readonly capsules: readonly string[]
  readonly facts: RunFacts
}

/**
 * The verdict of `ringback exec`: one case for the command, each condition that was asked for, each rule that it is about, and each variation. The suite fails exactly
 * when the exit code is not 0, so a variation that breaks the command is a failure only with `--fail-on assumptions`, and otherwise a note.
 */
export function asJunit(
  { args, code, seconds, problems, report }: Run,
  conditions: readonly FoundCondition['check'][],
  variations: readonly Variation[],
): string {
  const command: JunitCase = {
    name: args.join(' '),
    className: 'ringback.exec',
    seconds,
    failure: code === 0 ? undefined : `The command exited with ${code}.`,
  }
  const onClients = conditions.filter(isVerdictCondition)
  const others = conditions
    .filter(check => !isVerdictCondition(check))
    .map((check): JunitCase => {
      const found = problems.filter(problem => problem.check === check).map(({ message }) => message)
      const failure = found.length === 0 ? undefined : found.join('\n')
      return { name: check, className: 'ringback.exec.fail-on', seconds: 0, failure }
    })
  const judged = conditions.includes('assumptions')
  const varied = variations.map(({ id, value, code: ended, seconds: took }): JunitCase => {
    const text = ended === 0 ? undefined : `With this value the command exited with ${ended}.`
    return {
      name: `${id} = ${JSON.stringify(value)}`,
      className: 'ringback.exec.vary',
      seconds: took,
      failure: judged ? text : undefined,
      note: judged ? undefined : text,
    }
  })
  return junit({
    name: 'ringback exec',
    cases: [command, ...others, ...verdictCases(report.verdicts, onClients, 'ringback.exec.verdicts'), ...varied],
  })
}
