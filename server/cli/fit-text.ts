import { counted } from '../contract/sentences.ts'
import type { Figure, FitPlanReport, FitReport } from '../fit/fit-report.ts'
import { facts, table } from './output.ts'

/** A figure, or from where to where it goes. */
export const figureText = (figure: Figure | null): string => {
  if (figure === null) return '-'
  return typeof figure === 'number'
    ? figure.toLocaleString('en')
    : figure.map(end => end.toLocaleString('en')).join('–')
}

/** Whether a plan holds the traffic: `perhaps` where it does as recorded, but not in each phase and under each guess. */
export const fitVerdict = ({ fits, fits_as_recorded }: FitPlanReport): 'yes' | 'perhaps' | 'no' =>
  fits ? 'yes' : fits_as_recorded ? 'perhaps' : 'no'

const COLUMNS: readonly (readonly [string, (plan: FitPlanReport) => unknown])[] = [
  ['fits', fitVerdict],
  ['accepted', ({ accepted }) => figureText(accepted)],
  ['minute', ({ refused }) => figureText(refused.minute)],
  ['burst', ({ refused }) => figureText(refused.burst)],
  ['quota', ({ refused }) => figureText(refused.quota)],
  ['license', ({ refused }) => figureText(refused.license)],
  ['events dropped', ({ suppressed_events }) => figureText(suppressed_events)],
  ['longest wait', ({ longest_wait_seconds }) => `${figureText(longest_wait_seconds)} s`],
  [
    'headroom minute/burst/day',
    ({ headroom: { minute, burst, day } }) => [minute, burst, day].map(figureText).join(' / '),
  ],
]

/** The report for a person at a terminal. */
export function fitText(report: FitReport, { polite }: { polite: boolean }): string {
  const { source, plans, top } = report
  const rows = Object.entries(plans).map(([plan, found]) => [plan, ...COLUMNS.map(([, of]) => of(found))])
  return [
    sourceText(source),
    '',
    table(['plan', ...COLUMNS.map(([name]) => name)], rows),
    ...Object.entries(plans).flatMap(([plan, found]) => detailsOf(plan, found)),
    ...(polite ? ['', politeTable(report)] : []),
    '',
    leastText(report),
    ...withoutWaste(report),
    '',
    facts(
      top.map(({ endpoint, requests, share }) => [endpoint, `${requests.toLocaleString('en')} (${percent(share)})`]),
    ),
    '',
    ...basis(report),
  ].join('\n')
}

/** All plans are tried for this, also where one was asked for and only its figures are shown. */
export function leastText({ plans, minimum_plan: { as_sent, polite } }: FitReport): string {
  const [only, ...others] = Object.keys(plans)
  const tried = others.length === 0 ? ` (all were tried, only ${only === 'none' ? 'no plan' : only} is shown)` : ''
  return `Least plan that fits${tried}: ${as_sent ?? 'none'} as sent, ${polite ?? 'none'} for a client that waits.`
}

export const withoutWaste = ({ without_waste: found }: FitReport): string[] =>
  found === null
    ? []
    : [
        `Without the ${found.requests.toLocaleString('en')} requests that verdicts found to be in vain, ${found.minimum_plan} would do as sent.`,
      ]

const percent = (share: number) => `${Math.round(share * 100)} %`

const MOST_CLIENTS = 10

/** Whose traffic is judged, where a recording has that of several. */
export function judgedText({ clients, told_by, judged, rows }: FitReport['source']): string[] {
  if (told_by === null || clients.length < 2) return []
  const named = clients.slice(0, MOST_CLIENTS).map(client => `${client.name} (${client.requests.toLocaleString('en')})`)
  if (clients.length > MOST_CLIENTS) named.push(`${clients.length - MOST_CLIENTS} more`)
  const list = `${clients.length} ${told_by}s: ${named.join(', ')}.`
  const said =
    judged === null
      ? `${list} They are judged as one tenant, since limits count per tenant; --tenant judges one of them.`
      : `${list} Judged is ${judged} alone, ${counted(rows, 'request')}, since limits count per tenant; --tenant judges another.`
  return [said]
}

function sourceText(source: FitReport['source']): string {
  const { name, rows, from, to, left_out, assumed_outcomes, test_traffic } = source
  const left = Object.entries(left_out).flatMap(([reason, count]) =>
    count === 0 ? [] : [`${count.toLocaleString('en')} left out (${reason.replaceAll('_', ' ')})`],
  )
  const period = from === null ? 'no requests' : `${counted(rows, 'request')}, ${from} to ${to}`
  return [
    [`${name}: ${period}`, ...left].join('; '),
    ...judgedText(source),
    ...(assumed_outcomes === 0 ? [] : [assumedText(assumed_outcomes)]),
    ...(test_traffic ? ['This is test traffic: it does not say how much a customer will send.'] : []),
  ].join('\n')
}

const assumedText = (outcomes: number) =>
  `${counted(outcomes, 'request')} without an outcome of its own (refused by a limit, or without a status): taken as the same request ended later, else as a success.`

function detailsOf(plan: string, { first_refusal, days_exhausted, features_lost }: FitPlanReport): string[] {
  const lines: string[] = []
  if (first_refusal !== null) {
    const { row, kind, tokyo, request } = first_refusal
    lines.push(`${plan}: first refused is request ${row.toLocaleString('en')}, ${request}, at ${tokyo} (${kind})`)
  }
  for (const { day, at } of days_exhausted) lines.push(`${plan}: the quota of ${day} is used up at ${at}`)
  if (features_lost.length > 0) lines.push(`${plan} does not include ${features_lost.join(', ')}`)
  return lines
}

function politeTable({ plans }: FitReport): string {
  const rows = Object.entries(plans).map(([plan, { polite }]) =>
    polite === null
      ? [plan, '-', '-', '-', '-', '-']
      : [
          plan,
          polite.fits ? 'yes' : 'no',
          figureText(polite.delayed),
          figureText(polite.lost),
          `${figureText(polite.max_delay_seconds)} s`,
          figureText(polite.backlog_at_midnight),
        ],
  )
  return table(['polite client', 'fits', 'delayed', 'lost', 'longest delay', 'waiting at midnight'], rows)
}

/** What the report rests on: it is no promise of the service. */
export function basis({ guesses, phases, varied }: FitReport): string[] {
  const ids = Object.keys(guesses)
  const guessed = ids.length === 0 ? 'no guess changes a figure' : `figures from–to cover ${ids.join(', ')}`
  const over =
    varied?.over === 'busiest_hour'
      ? ` Phases and guesses were tried on the busiest hour (${varied.rows.toLocaleString('en')} requests from ${varied.from}); the figures are of the whole.`
      : ''
  return [`By the documented limits; ${guessed}; ${phases} phases of the burst window.${over}`]
}
