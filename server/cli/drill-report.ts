import { byGravity } from '../contract/drill-reasons.ts'
import { drillSentence, waitSentence } from '../contract/drill-sentences.ts'
import { counted, filled } from '../contract/sentences.ts'
import type { Drill } from '../index.ts'
import { failedText, toldToWaitText } from './drill-figures.ts'
import { type DrillOutcome, type DrillPlan, ENDED } from './drill-run.ts'
import { type JunitCase, junit } from './junit.ts'
import { here } from './own-command.ts'
import { capsuleText } from './run-report.ts'

const INTERRUPTED =
  'The command was interrupted before it had ended: this is how far it had come, and not how it would have gone on.'

/** Why a drill was not passed, line by line (`Not kept: no request comes too early: hammering: #4 …`): what failed it first, the worst of it before the rest, and then what is only not known. */
function reasonsOf(outcome: DrillOutcome): string[] {
  const { view, problems, state } = outcome
  const isMissing = state === 'not_met' || (state === 'undecided' && view.met === null)
  const missing = isMissing && view.not_met_because !== null ? [withoutReceiver(outcome), ...goOn(outcome)] : []
  const isJudged = state === 'failed' || (state === 'undecided' && view.met !== null)
  const first = isJudged && view.too_early !== null ? [`${view.too_early.text}.`] : []
  const told = new Set<string | null>()
  const broken = brokenIn(outcome).map(({ condition, reason: { rule, text, decided } }) => {
    // How to mend it is said with the first finding of a rule.
    const fix = told.has(rule) ? view.verdicts.find(row => row.rule === rule)?.fix : undefined
    told.add(rule)
    const why = fix === undefined ? text : text.replace(` How to fix it: ${fix}`, '')
    return `${decided ? 'Not kept' : 'Not decided'}: ${condition}: ${why}`
  })
  const unlisted = isJudged ? view.conditions.flatMap(one => moreReasons(one)) : []
  const figures = isJudged ? [...failedText(view), ...toldToWaitText(view)] : []
  const stopped = outcome.interrupted ? [INTERRUPTED] : []
  return [...stopped, ...problems, ...missing, ...first, ...broken, ...unlisted, ...figures]
}

const moreReasons = ({ text, reasons, reasons_total }: DrillOutcome['view']['conditions'][number]): string[] =>
  reasons_total > reasons.length
    ? [`Not listed: ${text}: ${counted(reasons_total - reasons.length, 'more reason')}.`]
    : []

/** Here the client of a drill is the command. */
const notMet = ({ not_met_because }: DrillOutcome['view']): string | null =>
  not_met_because?.replaceAll('your client', 'your command') ?? null

/** Why it was not met. Where nothing was sent to a receiver that nobody has named, that is why. */
function withoutReceiver({ drill, view, receiver }: DrillOutcome): string {
  const because = notMet(view) ?? ''
  if (drill.needs_receiver !== true || receiver !== undefined || view.attempts_made > 0) return because
  return `no delivery was sent to a receiver: no --receiver was given, and no webhook of this world led to one. Start your receiver and name it, as in --receiver http://127.0.0.1:3000/hooks.${view.sent_nothing ? ` Besides, ${drillSentence('sent_nothing', {})}.` : ''}`
}

/** What a client has to do that gave up before a drill could see more of it. */
function goOn({ drill, view }: DrillOutcome): string[] {
  const { status = 0 } = drill.met_when.requests ?? {}
  const isRefusal = status === 429 || status >= 500
  if (!isRefusal || view.came === null || view.came === 0) return []
  const what = view.came === 1 ? `the first ${status}` : `${view.came} answers of ${status}`
  return [
    `It gave up after ${what}, which is neither good nor bad here: this drill is about how a client goes on. Let it send a refused request again once Retry-After is over, or else after a growing delay, and run the drill again.`,
  ]
}

/** As many show how a client does. */
const MOST_WAITS = 6

/** What a passed drill goes by, for each condition that something shows: `Kept: it waits …: #3 came 1.2 s after the answer to #2, …`. */
const keptBy = ({ view, state }: DrillOutcome): string[] =>
  state !== 'passed' ? [] : [...view.conditions.flatMap(keptText), ...toldToWaitText(view)]

function keptText({
  text,
  waits,
  waits_total,
  shown,
  shown_total,
}: DrillOutcome['view']['conditions'][number]): string[] {
  if (waits.length + shown.length === 0) return []
  const all = [...waits.map(waitText), ...shown.map(one => one.text)].slice(0, MOST_WAITS)
  const more = waits_total + shown_total - all.length
  return [`Kept: ${text}: ${all.join('; ')}${more > 0 ? `; and ${more} more` : ''}.`]
}

function waitText(wait: DrillOutcome['view']['conditions'][number]['waits'][number]): string {
  const { id, figures } = waitSentence(wait)
  return filled(drillSentence(id, figures), figures)
}

/** What would pass a drill besides and was not tried, where its situation has come: `it is not worked on again: only …` */
const notTried = ({ view, state }: DrillOutcome): string[] =>
  state === 'not_met'
    ? []
    : view.not_tried.map(({ text, because }) => `Not tried: ${text}: ${because.replace(/\.$/, '')}.`)

/** Whose calls a receiver was told of that has not passed: it may have looked them up with a key of somebody else. */
function eventsOf({ drill, state, view: { events_of, attempts_made } }: DrillOutcome): string[] {
  if (drill.needs_receiver !== true || state === 'passed' || events_of === null || attempts_made === 0) return []
  const { tenant, call_ids } = events_of
  if (call_ids.length === 0) return []
  return [
    `The events were of ${counted(call_ids.length, 'call')} of the tenant "${tenant}" (${call_ids.join(', ')}): only its keys, with the scope calls:read, can look ${call_ids.length === 1 ? 'it' : 'them'} up.`,
  ]
}

/** Why the conditions that a drill was judged by do not hold. */
function brokenIn({ view, state }: DrillOutcome) {
  if (state !== 'failed' && !(state === 'undecided' && view.met !== null)) return []
  return view.conditions
    .flatMap(({ text, reasons }) => reasons.map(reason => ({ condition: text, reason })))
    .sort((one, other) => byGravity(one.reason, other.reason))
}

const isInterrupted = (outcomes: readonly DrillOutcome[]) => outcomes.some(({ interrupted }) => interrupted)

/** Goes to stderr, because stdout belongs to the command. */
export function drillsText({ drills, leftOut }: DrillPlan, outcomes: readonly DrillOutcome[]): string {
  const passed = outcomes.filter(({ state }) => state === 'passed').length
  const notRun = drills.length - outcomes.length
  const isGone = outcomes.some(outcome => brokenIn(outcome).length > 0 && outcome.capsule === null)
  const lines = outcomes.map(outcome => {
    const { drill, state, seconds, exit_codes, capsule } = outcome
    const codes = exit_codes.map(code => `exit ${code}`).join(', ')
    const reasons = [...reasonsOf(outcome), ...keptBy(outcome), ...notTried(outcome), ...eventsOf(outcome)].map(
      reason => `\n    ${reason}`,
    )
    const file = capsule === null ? '' : `\n    ${capsuleIn(outcome)}`
    return `  ${drill.drill} ${ENDED[state]} (${codes}, ${seconds.toFixed(1)} s)${reasons.join('')}${file}`
  })
  return [
    '',
    `ringback: ${passed} of ${drills.length} drills passed`,
    ...lines,
    ...(isGone
      ? [
          `  The requests and deliveries that are named here went with the worlds of the drills. --capsule <folder> keeps those worlds, each to be opened at what failed first.`,
        ]
      : []),
    ...(notRun === 0
      ? []
      : [
          isInterrupted(outcomes)
            ? `  ${notRun === 1 ? '1 more was' : `${notRun} more were`} not run, as the run was interrupted.`
            : `  ${notRun === 1 ? '1 more was' : `${notRun} more were`} not run. --keep-going ${notRun === 1 ? 'runs it too' : 'runs them all'}.`,
        ]),
    ...(leftOut.length === 0
      ? []
      : [`  Without --receiver these were left out: ${leftOut.map(({ drill }) => drill).join(', ')}.`]),
    '',
  ].join('\n')
}

/**
 * `Capsule: caps/drill-forged.ringback-capsule, with the world as it was at the end of the drill ("ringback world open …" opens it). What failed
 * first is delivery d-1: "ringback deliveries show d-1 --world <id>" shows it there; "world open" says the id`
 */
function capsuleIn({ capsule, opens, view }: DrillOutcome): string {
  const file = capsule ?? ''
  const text = capsuleText({ opensAt: opens }, file)
  if (opens.has(file)) return text
  const [first] = view.conditions.flatMap(({ reasons }) => reasons).sort(byGravity)
  const [delivery] = first?.deliveries ?? []
  const shown =
    delivery === undefined
      ? ''
      : `. What failed first is delivery ${delivery}: "${here(`deliveries show ${delivery} --world <id>`)}" shows it there; "world open" says the id`
  return `${text.replace(file, `${file}, with the world as it was at the end of the drill`)}${shown}`
}

export function drillsJson({ command, drills }: DrillPlan, outcomes: readonly DrillOutcome[]): object {
  return {
    event: 'drill',
    passed: outcomes.length === drills.length && outcomes.every(({ state }) => state === 'passed'),
    command,
    drills: outcomes.map(outcome => ({
      drill: outcome.drill.drill,
      state: outcome.state,
      seconds: Number(outcome.seconds.toFixed(3)),
      exit_codes: outcome.exit_codes,
      world_id: outcome.world_id,
      seed: outcome.seed,
      verdicts: outcome.view.verdicts,
      conditions: outcome.view.conditions,
      requests_sent: outcome.view.requests_sent,
      failed_total: outcome.view.failed_total,
      failed_by: outcome.view.failed_by,
      too_early: outcome.view.too_early,
      told_to_wait: outcome.view.told_to_wait,
      not_tried: outcome.view.not_tried,
      events_of: outcome.view.events_of,
      not_met_because: notMet(outcome.view),
      interrupted: outcome.interrupted,
      problems: outcome.problems,
      capsule: outcome.capsule,
    })),
  }
}

/** One case for each drill. What was not run, or not met, is no success either: the first is skipped, the second fails. */
export function drillJunit({ drills, leftOut }: DrillPlan, outcomes: readonly DrillOutcome[]): string {
  const ofOutcome = (outcome: DrillOutcome): JunitCase => ({
    // What was to be tried and was not is what such a case fails by.
    ...nameOf(outcome.drill, outcome.state === 'passed' ? outcome.view.not_tried : []),
    seconds: outcome.seconds,
    type: outcome.state,
    failure: outcome.state === 'passed' ? undefined : failureText(outcome),
    note: outcome.state === 'passed' ? [...keptBy(outcome), ...notTried(outcome)].join('\n') || undefined : undefined,
  })
  const skipped = (left: readonly Drill[], why: string): JunitCase[] =>
    left.map(drill => ({ ...nameOf(drill), seconds: 0, failure: undefined, skipped: why }))
  return junit({
    name: 'ringback drill',
    cases: [
      ...outcomes.map(ofOutcome),
      ...skipped(
        drills.slice(outcomes.length),
        isInterrupted(outcomes)
          ? 'The run was interrupted before it.'
          : 'A drill before it was not passed. --keep-going runs it.',
      ),
      ...skipped(leftOut, 'It needs --receiver.'),
    ],
  })
}

/** `The minute is full: no request comes too early, each refused request gets its final answer after the wait`, without what was not tried. */
const nameOf = (
  { drill, title, passes_when }: Drill,
  untried: DrillOutcome['view']['not_tried'] = [],
): Pick<JunitCase, 'name' | 'className'> => ({
  name: `${title}: ${passes_when
    .filter(({ text }) => !untried.some(one => one.text === text))
    .map(({ text }) => text)
    .join(', ')}`,
  className: `ringback.drill.${drill}`,
})

/** Why it is not passed, how to mend a client that broke a rule of it where no reason says so, and where its world is. */
function failureText(outcome: DrillOutcome): string {
  const { drill, state, view, capsule } = outcome
  const [reason = '', ...reasons] = [...reasonsOf(outcome), ...notTried(outcome), ...eventsOf(outcome)]
  const told = brokenIn(outcome).map(({ reason }) => reason.rule)
  const broken = view.verdicts.filter(({ rule, failed }) => failed > 0 && !told.includes(rule))
  return [
    `${drill.drill} ${ENDED[state]}${reason === '' ? '' : `: ${reason}`}`,
    ...reasons,
    ...broken.map(({ rule, fix }) => `How to fix it (${rule}): ${fix}`),
    ...(capsule === null ? [] : [capsuleIn(outcome)]),
  ].join('\n')
}
