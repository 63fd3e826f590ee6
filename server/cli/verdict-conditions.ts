import { nearestName } from '../contract/nearest-name.ts'
import { counted } from '../contract/sentences.ts'
import { VERDICT_SENTENCES } from '../contract/verdict-sentences.ts'
import { findingText } from '../harness/verdict-text.ts'
import type { RunFindingView, RunVerdictView, StartOptions } from '../index.ts'
import { doubtful, doubtsIn, type Mark, markOf, UNDECIDED } from '../verdicts/unmet.ts'
import { CommandError, EXIT } from './exit-codes.ts'
import { here } from './own-command.ts'
import { byGravest, bySeverity, SEVERITIES, type Severity, severityText } from './severities.ts'
import { commandText } from './shell-text.ts'
import { expectedText, inDoubtText } from './verdicts-text.ts'

type Severities = readonly Severity[]

/** Conditions on clients: what is an error, also what is a warning, or whatever one rule finds. */
const OF_ALL = { verdicts: ['error'], 'verdicts:warning': ['error', 'warning'] } as const satisfies Record<
  string,
  Severities
>
export const OF_ONE = 'verdict:'

export type VerdictCondition = keyof typeof OF_ALL | `${typeof OF_ONE}${string}`
export const VERDICT_CONDITIONS = [...Object.keys(OF_ALL), `${OF_ONE}<rule>`]

/** Findings of one rule that are printed; `--junit` has all that are listed. */
export const MOST_PRINTED = 5

/** Whether a condition is about clients. @throws CommandError (usage) when it names a rule that is not there */
export function isVerdictCondition(name: string): name is VerdictCondition {
  if (Object.hasOwn(OF_ALL, name)) return true
  if (!name.startsWith(OF_ONE)) return false
  ruleId(name.slice(OF_ONE.length))
  return true
}

/** @throws CommandError (usage) when there is no such rule */
export function ruleId(id: string): string {
  if (Object.hasOwn(VERDICT_SENTENCES, id)) return id
  const known = Object.keys(VERDICT_SENTENCES)
  const nearest = nearestName(id, known)
  const wayOut = nearest === undefined ? `Rules: ${known.join(', ')}.` : `Did you mean ${nearest}?`
  throw new CommandError(`There is no rule "${id}". ${wayOut}`, EXIT.usage)
}

/** Nothing can be found by rules that are off: a condition on them would be met by no run. @throws CommandError (usage) */
export function checkRulesAreOn(conditions: readonly VerdictCondition[], { verdicts = {} }: StartOptions): void {
  const off = conditions.find(condition => verdicts === 'off' || isOff(verdicts, ruleOf(condition)))
  if (off === undefined) return
  throw new CommandError(
    `--fail-on ${off} asks for rules that are switched off. Leave it out, or switch them on with --verdicts or in the config file.`,
    EXIT.usage,
  )
}

function isOff(verdicts: NonNullable<StartOptions['verdicts']>, rule: string | undefined): boolean {
  if (rule === undefined || typeof verdicts === 'string') return false
  const setting = verdicts[rule]
  return (
    (typeof setting === 'object' && setting !== null ? (setting as { severity?: unknown }).severity : setting) === 'off'
  )
}

export const ruleOf = (condition: VerdictCondition) =>
  condition.startsWith(OF_ONE) ? condition.slice(OF_ONE.length) : undefined

/** What a condition found wrong: one text for each finding that nobody expected, the gravest first. */
export function verdictProblems(rows: readonly RunVerdictView[], condition: VerdictCondition): string[] {
  const broken = rows.map(row => ({ row, found: countedBy(row, condition).sort(bySeverity) }))
  return broken
    .sort((one, other) => byGravest(one.found, other.found))
    .flatMap(({ row, found }) => {
      const texts = found.map(finding => textOf(row, finding))
      const more = moreThan(row, texts.length)
      const shown = texts.slice(0, MOST_PRINTED)
      return texts.length > MOST_PRINTED
        ? [...shown, `${row.rule}: and ${more + texts.length - MOST_PRINTED} more.`]
        : shown
    })
}

export const textOf = (row: RunVerdictView, finding: RunFindingView) => findingText(row, finding, inWorld(finding))

/** Those that nobody expected. */
export const findingsIn = ({ findings }: RunVerdictView, severities: Severities) =>
  findings.filter(({ expected, severity }) => !expected && severities.includes(severity))

function severitiesOf({ rule }: RunVerdictView, condition: VerdictCondition): Severities {
  const one = ruleOf(condition)
  if (one === undefined) return OF_ALL[condition as keyof typeof OF_ALL]
  return one === rule ? SEVERITIES : []
}

/** The findings of a rule that a condition counts, of those that are listed. */
export const countedBy = (row: RunVerdictView, condition: VerdictCondition): RunFindingView[] =>
  findingsIn(row, severitiesOf(row, condition))

/** Of a run that is passed although clients broke rules: with what condition it would fail. Nothing where all of it is information. */
export function failingText(rows: readonly RunVerdictView[]): string | undefined {
  const conditions = Object.keys(OF_ALL) as (keyof typeof OF_ALL)[]
  const condition = conditions.find(one => rows.some(row => countedBy(row, one).length > 0))
  return condition && `The run passes all the same; with --fail-on ${condition} it would fail.`
}

/** Findings that are counted and not listed. */
const moreThan = ({ failed, expected, findings }: RunVerdictView, listed: number): number =>
  listed === 0 ? 0 : failed + expected - findings.length

const inWorld = ({ world_id }: RunFindingView) => (world_id === 'default' ? undefined : world_id)

const LONGEST_COMMAND = 60
const shortened = (command: string) => (command.length > LONGEST_COMMAND ? '<command>' : command)

/** `Client: 1 error (double_call), 1 warning (one_by_one); rules kept: 4, broken: 2, not met: 32`, and where there is more. */
export function verdictsText(rows: readonly RunVerdictView[], command: readonly string[]): string {
  if (rows.length === 0) return 'Client: not judged, since all rules are off'
  const standing = rows.flatMap(({ findings }) => findings.filter(({ expected }) => !expected))
  const found = SEVERITIES.flatMap(severity => {
    const count = standing.filter(finding => finding.severity === severity).length
    const rules = rows.filter(({ findings }) => findings.some(one => !one.expected && one.severity === severity))
    return count === 0 ? [] : `${severityText(count, severity)} (${rules.map(({ rule }) => rule).join(', ')})`
  })
  const rules = rows.filter(({ group }) => group !== 'expectations')
  const inState = (wanted: Mark) => rules.filter(row => markOf(row) === wanted).length
  const onPurpose = rules.reduce((sum, { expected }) => sum + expected, 0)
  const expected = onPurpose === 0 ? '' : `, ${expectedText({ expected: onPurpose })} expected`
  const apart = ([['expected', 'expected'], ...UNDECIDED] as const)
    .filter(([state]) => inState(state) > 0)
    .map(([state, word]) => `, ${word}: ${inState(state)}`)
    .join('')
  const inDoubt = doubtful(doubtsIn(rows))
  const doubt = inDoubt === 0 ? '' : `, ${counted(inDoubt, 'request')} in doubt`
  const line = `Client: ${found.join(', ') || 'nothing found'}${expected}${doubt}; rules kept: ${inState('passed')}, broken: ${inState('failed')}${apart}, not met: ${inState('not_met')}`
  const open = rules.filter(row => markOf(row) === 'open').map(({ rule }) => rule)
  const says = [
    ...(found.length === 0 ? [] : ['what a rule is about and how to fix it']),
    ...(open.length === 0 ? [] : ['what decides a case that is open']),
  ]
  const explained = says.length === 0 ? [] : [`"${here('verdicts explain <rule>')}" says ${says.join(', and ')}.`]
  // What never came up proves nothing, and most of it never comes up by itself.
  const staged =
    inState('not_met') === 0
      ? []
      : [
          `"${here(`drill -- ${shortened(commandText(command))}`)}" brings about lost answers, full limits and the like.`,
        ]
  const undecided = open.length === 0 ? [] : [`Open: ${open.join(', ')}`]
  return [line, ...[...inDoubtText(rows), ...undecided, ...explained, ...staged].map(hint => `  ${hint}`)].join('\n')
}
