import { isRange } from '../../contract/figure-text.ts'
import { counted } from '../../contract/sentences.ts'
import type { FitReport } from '../fit-report.ts'
import { leftOutTexts } from '../nothing.ts'
import { count, plansOf, wallClock } from './words.ts'

const MOST_CLIENTS = 10

/** What was read: how much, of when, and whose. */
export function sourceTexts({ source }: FitReport): string[] {
  const { name, rows, older_left_out, test_traffic } = source
  return [
    `${name}: ${[counted(rows, 'request'), ...periodText(source)].join(', ')}.`,
    ...judgedText(source),
    ...(older_left_out
      ? [
          'The archive has only the newest requests of its world, so more was asked for than is judged here. --world judges all that its journal has.',
        ]
      : []),
    ...(test_traffic ? ['This is test traffic: it does not say how much a customer will send.'] : []),
  ]
}

function periodText({ from, to, from_tokyo, to_tokyo }: FitReport['source']): string[] {
  if (from === null || to === null || from_tokyo === null || to_tokyo === null) return []
  return [`${wallClock(from_tokyo)} to ${wallClock(to_tokyo)} in Tokyo (UTC: ${wallClock(from)} to ${wallClock(to)})`]
}

/** Whose traffic is judged, where a recording has that of several. */
function judgedText({ clients, told_by, judged, rows }: FitReport['source']): string[] {
  if (told_by === null || clients.length < 2) return []
  const named = clients.slice(0, MOST_CLIENTS).map(client => `${client.name} (${count(client.requests)})`)
  if (clients.length > MOST_CLIENTS) named.push(`${clients.length - MOST_CLIENTS} more`)
  const list = `${clients.length} ${told_by}s: ${named.join(', ')}.`
  const said =
    judged === null
      ? `${list} They are judged as one tenant, since limits count per tenant; --tenant judges one of them.`
      : `${list} Judged is ${judged} alone, ${counted(rows, 'request')}, since limits count per tenant; --tenant judges another.`
  return [said]
}

/** What the report rests on: it is no promise of the service. `polite`: whether the figures of a client that waits are shown. */
export function basisTexts(report: FitReport, { polite }: { polite: boolean }): string[] {
  const leftOut = leftOutTexts(report.source.left_out)
  return [
    'Judged by the documented limits, which count per tenant; this is no promise of the service.',
    ...variedTexts(report, polite),
    ...licenceText(report),
    ...(hasMoments(report)
      ? ['First refusals, the busiest windows by their time, and pictures are of the traffic as it stands.']
      : []),
    ...assumedText(report.source),
    ...(leftOut.length === 0 ? [] : [`Left out: ${leftOut.join(', ')}.`]),
    ...(report.source.shows_events
      ? []
      : ['Such a recording shows no webhook events, so nothing is said about limits on webhook sends.']),
  ]
}

const hasMoments = (report: FitReport) => plansOf(report).some(([, { by_day }]) => by_day.length > 0)

function variedTexts({ guesses, phases, varied, polite_client, ...report }: FitReport, polite: boolean): string[] {
  if (varied === null) return []
  const ids = Object.keys(guesses)
  if (varied.over === 'busiest_hour') {
    const changing = ids.length === 0 ? '' : `, where ${ids.join(', ')} changed a figure`
    return [
      `The figures are those of the traffic as it stands. It was also tried at ${phases} starts a second apart and under each guess about the limits: its busiest hour only (${count(varied.rows)} requests from ${wallClock(varied.from_tokyo)} in Tokyo on)${changing}.`,
    ]
  }
  const waits = polite && polite_client.tried && !polite_client.varied
  const waiting = waits ? ' The client that waits was tried on the traffic as it stands only.' : ''
  if (!hasRange(report, polite))
    return [
      `Windows begin by the clock, so the traffic was tried at ${phases} starts, each a second later, and under each guess about the limits: no figure changed.${waiting}`,
    ]
  const [under, none] =
    ids.length === 0
      ? ['', '; no guess about the limits changes one']
      : [`, and under each value of ${ids.join(', ')}`, '']
  return [
    `Windows begin by the clock, so the traffic was tried at ${phases} starts, each a second later${under}. A figure from–to is the least and the most of these${none}.${waiting}`,
  ]
}

/** Whether a figure that is shown goes from one to another. */
function hasRange({ plans, peaks, by_day }: Pick<FitReport, 'plans' | 'peaks' | 'by_day'>, polite: boolean): boolean {
  const figures = plansOf({ plans }).flatMap(([, found]) => [
    found.accepted,
    found.refused_total,
    ...Object.values(found.refused),
    found.longest_wait_seconds,
    found.suppressed_events,
    ...Object.values(found.headroom),
    ...(polite && found.polite !== null
      ? [found.polite.delayed, found.polite.lost, found.polite.max_delay_seconds, found.polite.backlog_at_midnight]
      : []),
  ])
  const days = [
    ...by_day.flatMap(({ asked, busiest_minute }) => [asked, busiest_minute]),
    ...plansOf({ plans }).flatMap(([, found]) => found.by_day.map(({ refused }) => refused)),
  ]
  const moves = plansOf({ plans }).some(([, found]) =>
    found.by_day.some(({ used_up }) => used_up !== null && used_up.from.at !== used_up.to.at),
  )
  return moves || [...figures, ...days, ...Object.values(peaks).map(peak => peak?.most ?? null)].some(isRange)
}

function licenceText({ plans }: FitReport): string[] {
  const asked = plans.none !== undefined && (plans.free?.features_lost.length ?? 0) > 0
  return asked ? ['Without a plan, the licence is taken to be there (license.without_plan).'] : []
}

function assumedText({ assumed_outcomes, rows, kind }: FitReport['source']): string[] {
  if (assumed_outcomes === 0) return []
  if (kind === 'sketch' && assumed_outcomes === rows)
    return ['A sketch has no outcomes: each of its requests is taken for a success.']
  return [
    `${counted(assumed_outcomes, 'request')} ${assumed_outcomes === 1 ? 'has' : 'have'} no outcome of their own (refused by a limit, or without a status): taken for what the same request came to later, else for a success.`,
  ]
}
