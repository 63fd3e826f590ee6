import { withoutPlainSecrets } from '../contract/secret-forms.ts'
import { checkText, isOtherCheck } from './check-sentences.ts'
import type { FoundCondition } from './fail-conditions.ts'
import { type JunitCase, junit } from './junit.ts'
import { newBreaks } from './new-breaks.ts'
import type { Run } from './run-facts.ts'
import { capsuleLine, capsuleText, endedText, leadingElsewhere, refusedLines } from './run-report.ts'
import { commandText } from './shell-text.ts'
import type { Variation } from './vary-assumptions.ts'
import { verdictCases } from './verdict-cases.ts'
import { isVerdictCondition } from './verdict-conditions.ts'

/**
 * The verdict of `ringback exec`: one case for the command, each condition that was asked for, each rule that it is about, and each variation. The
 * suite fails exactly when the exit code is not 0, so a variation that breaks the command is a failure only with `--fail-on assumptions`, and
 * otherwise a note.
 */
export function asJunit(
  run: Run,
  conditions: readonly FoundCondition['check'][],
  variations: readonly Variation[],
): string {
  const { args, code, seconds, problems, facts, capsules } = run
  const refused = refusedLines(run)
  const refusals = [
    ...(refused.length === 0 ? [] : ['The newest requests that were refused and that no finding names:']),
    ...refused.map(line => `  ${line}`),
  ]
  const about = [...refusals, ...capsules.map(file => capsuleLine(run, file))]
  // Those that lead to what clients broke stand with that.
  const aboutOthers = [...refusals, ...leadingElsewhere(run).map(file => capsuleText(run, file))]
  const command: JunitCase = {
    name: commandText(args),
    className: 'ringback.exec',
    seconds,
    type: 'exit_code',
    failure: code === 0 ? undefined : [`The command ${endedText(run)}.`, ...about].join('\n'),
  }
  const others = conditions.filter(isOtherCheck).map((check): JunitCase => {
    // A rule that is new since the baseline fails its own case, and once is enough.
    const found = problems.filter(problem => problem.check === check && problem.verdict === undefined)
    return {
      name: checkText(check).kept,
      className: `ringback.exec.fail-on.${check}`,
      seconds: 0,
      type: check,
      failure: found.length === 0 ? undefined : [...found.map(({ message }) => message), ...aboutOthers].join('\n'),
    }
  })
  const isAsBefore = conditions.includes('baseline') && newBreaks(run).length === 0
  const nothingNew: JunitCase = {
    name: 'Clients break no rule that the baseline does not have',
    className: 'ringback.exec.fail-on.baseline.rules',
    seconds: 0,
    failure: undefined,
  }
  const judged = conditions.includes('assumptions')
  const varied = variations.map(({ id, value, code: ended, seconds: took }): JunitCase => {
    const text = ended === 0 ? undefined : `With this value the command exited with ${ended}.`
    return {
      name: `The command passes with ${id} = ${JSON.stringify(value)}`,
      className: `ringback.exec.vary.${id}`,
      seconds: took,
      type: 'assumption',
      failure: judged ? text : undefined,
      note: judged ? undefined : text,
    }
  })
  const onClients = verdictCases(run, conditions.filter(isVerdictCondition), 'ringback.exec.verdicts')
  const { version, world_id, seed, commit, started_at } = facts
  const file = junit({
    name: 'ringback exec',
    cases: [command, ...others, ...(isAsBefore ? [nothingNew] : []), ...onClients, ...varied],
    timestamp: started_at,
    properties: { ringback: version, world: world_id, seed: String(seed), ...(commit === null ? {} : { commit }) },
  })
  return withoutPlainSecrets(file)
}
