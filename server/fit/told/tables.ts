import { secondsText } from '../../contract/day-curve.ts'
import { type Figure, figureText, isAny, least, roomText } from '../../contract/figure-text.ts'
import { sendsNone } from '../../contract/plans.ts'
import { wholePercents } from '../../contract/whole-percents.ts'
import type { FitPlanReport, FitReport, PlanDay } from '../fit-report.ts'
import { count, fitVerdict, KIND_NAME, onPlan, PLAN_NAME, plansOf, startOnPlan, waitText, wallClock } from './words.ts'

/** A part of the report, which the terminal and the page show alike. */
export interface FitTable {
  readonly title: string
  readonly heads: readonly string[]
  readonly rows: readonly FitRow[]
  /** What the words of the table mean. */
  readonly notes: readonly string[]
}

interface FitRow {
  readonly cells: readonly FitCell[]
  /** Of a row that is a part of the one above it. */
  readonly isPart?: boolean | undefined
}

/** `tone` is said by the text as well. `share`: of its limit, how much is asked for at most. */
export interface FitCell {
  readonly text: string
  readonly tone?: 'good' | 'bad' | 'quiet' | undefined
  readonly share?: number | undefined
}

const FITS = {
  yes: { text: '✓ fits', tone: 'good' },
  perhaps: { text: '? may not fit', tone: 'bad' },
  no: { text: '✗ does not fit', tone: 'bad' },
} as const satisfies Record<string, FitCell>

/** What there should be none of. */
const unwanted = (figure: Figure): FitCell => ({ text: figureText(figure), tone: isAny(figure) ? 'bad' : 'quiet' })

/** What becomes of the traffic on each plan if it is sent as it was. */
export function plansTable(report: FitReport): FitTable {
  const plans = plansOf(report)
  const row = (title: string, of: (found: FitPlanReport) => FitCell, isPart = false): FitRow => ({
    cells: [{ text: title }, ...plans.map(([, found]) => of(found))],
    isPart,
  })
  const events = report.source.shows_events
  return {
    title: 'Plan by plan, if nobody waits: what is refused is lost',
    heads: ['', ...plans.map(([plan]) => PLAN_NAME[plan])],
    rows: [
      row('Verdict', found => FITS[fitVerdict(found)]),
      row(`Requests let through, of ${count(report.source.rows)}`, ({ accepted }) => ({ text: figureText(accepted) })),
      row('Requests refused', ({ refused_total }) => unwanted(refused_total)),
      ...(Object.entries(KIND_NAME) as [keyof typeof KIND_NAME, string][]).map(([kind, name]) =>
        row(`by ${name}`, ({ refused }) => unwanted(refused[kind]), true),
      ),
      row('Longest Retry-After of a refusal', ({ longest_wait_seconds: wait }) =>
        isAny(wait) ? { text: waitText(wait) } : { text: '-', tone: 'quiet' },
      ),
      ...(events ? [row('Webhook events not sent', ({ suppressed_events }) => unwanted(suppressed_events))] : []),
    ],
    notes: [
      'Let through: refused by no limit, whatever its outcome was. Refused: by the first limit that was full, in the order of the table.',
      'The burst limit counts 10 seconds, the daily quota the successes of a day in Tokyo; the licence is for reports and webhooks.',
      ...(plans.some(([, found]) => fitVerdict(found) === 'perhaps')
        ? [
            'May not fit: nothing is refused of the traffic as it stands, but something at another second or under another guess.',
          ]
        : []),
    ],
  }
}

const WINDOWS = [
  ['minute', 'per_minute', 'in a minute', 'request'],
  ['burst', 'burst', 'in 10 seconds (burst)', 'request'],
  ['day', 'per_day', 'in a day', 'success'],
  ['webhook_sends', 'webhook_sends_per_day', 'in a day', 'webhook event'],
] as const
const SEVERAL = { request: 'requests', success: 'successes', 'webhook event': 'webhook events' } as const

/** The most that is asked of each limit. */
export function headroomTable(report: FitReport): FitTable {
  const plans = plansOf(report)
  return {
    title: 'Headroom: each limit, and how many times the most that is asked for fits into it',
    heads: ['Asked for at most', ...plans.map(([plan]) => PLAN_NAME[plan])],
    rows: WINDOWS.flatMap(([window, limit, title, unit]) => {
      const peak = report.peaks[window]
      if (peak === null) return []
      const cells = plans.map(([, found]): FitCell => {
        const [room, at] = [found.headroom[window], found.limits[limit]]
        if (room === null || at === null) return { text: 'unlimited', tone: 'quiet' }
        if (at === 0) return { text: 'none', tone: 'bad', share: 1 }
        const lowest = least(room)
        const text = `${count(at)} (${roomText(room)} ×)`
        return { text, tone: lowest < 1 ? 'bad' : undefined, share: lowest === 0 ? 1 : 1 / lowest }
      })
      return [
        { cells: [{ text: `${figureText(peak.most)} ${peak.most === 1 ? unit : SEVERAL[unit]} ${title}` }, ...cells] },
      ]
    }),
    notes: [
      'Below 1 × something is refused or not sent. Counted is what is asked for, whatever is refused of it; windows of a minute begin at second 00, of 10 seconds at 00, 10, 20, …, days at midnight in Tokyo.',
      ...peakTimes(report),
    ],
  }
}

/** When the most is asked for, of the traffic as it stands. */
function peakTimes({ peaks: { minute, burst, day, webhook_sends } }: FitReport): string[] {
  const parts = [
    ...(minute === null ? [] : [`the minute from ${wallClock(minute.tokyo)}`]),
    ...(burst === null ? [] : [`the 10 seconds from ${wallClock(burst.tokyo)}`]),
    ...(day === null ? [] : [`the day ${day.tokyo.slice(0, 10)}`]),
    ...(webhook_sends === null ? [] : [`the day of events ${webhook_sends.tokyo.slice(0, 10)}`]),
  ]
  return parts.length === 0 ? [] : [`Busiest, in Tokyo: ${parts.join(', ')}.`]
}

/** How a client fares that comes back when it was told to. */
export function politeTable(report: FitReport): FitTable {
  const { attempts, tolerate_seconds, serial } = report.polite_client
  const rows = plansOf(report).flatMap(([plan, { polite }]) =>
    polite === null
      ? []
      : [
          {
            cells: [
              { text: PLAN_NAME[plan] },
              polite.fits ? FITS.yes : FITS.no,
              { text: figureText(polite.delayed), tone: isAny(polite.delayed) ? undefined : 'quiet' },
              { text: isAny(polite.max_delay_seconds) ? waitText(polite.max_delay_seconds) : '-' },
              unwanted(polite.lost),
              unwanted(polite.backlog_at_midnight),
            ] satisfies FitCell[],
          },
        ],
  )
  return {
    title: 'A client that waits as it is told',
    heads: ['', 'Verdict', 'Delayed', 'Longest delay', 'Lost', 'Waiting at midnight'],
    rows,
    notes: [
      `It sends what was refused again when Retry-After is over${serial ? ', and nothing else meanwhile' : ''}, and gives up after ${attempts} attempts. It fits when nothing is lost${report.source.shows_events ? ', no' : ' and no'} request waits longer than ${waitText(tolerate_seconds)} (--tolerate)${report.source.shows_events ? ' and every webhook event is sent' : ''}.`,
      `Delayed: requests that were let through later than they came. Lost: requests that were never let through, refused at all ${attempts} attempts or by the licence, which no wait brings. Waiting at midnight: the most requests that were still waiting when a day in Tokyo ended.`,
    ],
  }
}

/** The first refusals, and what the licence does not include, a line each. */
export function firstRefusals(report: FitReport): string[] {
  return plansOf(report).flatMap(([plan, { limits, first_refusal: first, suppressed, features_lost, requests }]) => {
    const name = startOnPlan(plan)
    const lines: string[] = []
    if (first !== null) {
      const { row, request, tokyo, kind } = first
      lines.push(
        `${name}, the first that is refused is request ${count(row)} of ${count(requests)}, ${request}, at ${wallClock(tokyo)}, by ${KIND_NAME[kind]}.`,
      )
    }
    const [event] = suppressed
    if (event !== undefined)
      lines.push(
        sendsNone(limits)
          ? `${name}, no webhook event is sent.`
          : `${name}, the first webhook event that is not sent is of ${wallClock(event.tokyo)}.`,
      )
    if (features_lost.length > 0) lines.push(`${name}, there is no licence for ${features_lost.join(', ')}.`)
    return lines
  })
}

/** Each day with what was asked for, and what each plan that refuses anything refuses of it. */
export function daysTable(report: FitReport): FitTable {
  const plans = plansOf(report).filter(([, { by_day }]) => by_day.length > 0)
  return {
    title: 'Day by day',
    heads: [
      'Day in Tokyo',
      'Successes asked for',
      'Busiest minute',
      ...plans.map(([plan]) => `Refused ${onPlan(plan)}`),
    ],
    rows: report.by_day.map(({ day, asked, busiest_minute }) => ({
      cells: [
        { text: day },
        { text: figureText(asked) },
        { text: figureText(busiest_minute) },
        ...plans.map(([, found]): FitCell => {
          const { refused, used_up } = found.by_day.find(one => one.day === day) ?? NOTHING_REFUSED
          const used = used_up === null ? '' : `, quota ${usedUpText(used_up)}`
          return { text: `${figureText(refused)}${used}`, tone: isAny(refused) ? 'bad' : 'quiet' }
        }),
      ],
    })),
    notes: [
      'Successes asked for: those that would count if nothing were refused.',
      ...(plans.some(([, { by_day }]) => by_day.some(({ used_up }) => used_up !== null))
        ? [
            'A quota is used up when so many were let through, which is later than so many were asked for where something was refused before.',
          ]
        : []),
    ],
  }
}

const NOTHING_REFUSED = { refused: 0, used_up: null } as const

/** Of a quota, on one day: `used up at 14:33:00`. */
export const usedUpText = (used: NonNullable<PlanDay['used_up']>): string =>
  `${used.always ? '' : 'perhaps '}used up at ${secondsText(used)}`

export function topTable({ top, source }: FitReport): FitTable {
  const counts = top.map(({ requests }) => requests)
  const others = source.rows - counts.reduce((sum, requests) => sum + requests, 0)
  const percents = wholePercents([...counts, others])
  return {
    title: 'Most requested',
    heads: ['Endpoint', 'Requests', 'Of all'],
    rows: top.map(({ endpoint, requests }, at) => ({
      cells: [{ text: endpoint }, { text: count(requests) }, { text: percentText(percents[at] ?? 0) }],
    })),
    notes: [],
  }
}

/** What is rounded to nothing is not nothing. */
const percentText = (percent: number) => (percent === 0 ? '< 1 %' : `${percent} %`)
