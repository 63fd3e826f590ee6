import { secondsText } from '../../contract/day-curve.ts'
import { figureText, isAny, isRange, most, roomText } from '../../contract/figure-text.ts'
import { sendsNone } from '../../contract/plans.ts'
import { counted } from '../../contract/sentences.ts'
import { type LimitWindow, tightestLimit } from '../../contract/tightest-limit.ts'
import type { FitPlan, FitPlanReport, FitReport } from '../fit-report.ts'
import {
  count,
  fitVerdict,
  KIND_NAME,
  PLAN_NAME,
  plansOf,
  startOnPlan,
  timeOfDay,
  waitText,
  wallClock,
} from './words.ts'

/** What somebody wants to know first, in words. */
export interface FitAnswer {
  readonly headline: string
  readonly sentences: readonly string[]
}

/** The answer to whether the traffic fits: what somebody would say who had read the tables. */
export function answerOf(report: FitReport): FitAnswer {
  const plans = plansOf(report)
  const { as_sent } = report.minimum_plan
  const [first] = plans
  if (first !== undefined && plans.length === 1) {
    const [plan, found] = first
    return {
      headline: `This traffic ${VERDICT[fitVerdict(found)]} ${plan === 'none' ? 'a tenant without a plan' : PLAN_NAME[plan]}.`,
      sentences: [
        ...planSentences(report, plan, found),
        as_sent === null ? 'None of the plans fits.' : `Of all plans, the smallest that fits is ${PLAN_NAME[as_sent]}.`,
        ...others(report),
      ],
    }
  }
  const told = plans.filter(([plan]) => (plan === 'none' ? as_sent === null : isUpTo(plan, as_sent)))
  return {
    headline: as_sent === null ? 'No plan fits.' : `The smallest plan that fits is ${PLAN_NAME[as_sent]}.`,
    sentences: [...told.flatMap(([plan, found]) => planSentences(report, plan, found)), ...others(report)],
  }
}

const VERDICT = { yes: 'fits', perhaps: 'may not fit', no: 'does not fit' } as const
const ORDER = Object.keys(PLAN_NAME)

const isUpTo = (plan: FitPlan, last: FitPlan | null) => last === null || ORDER.indexOf(plan) <= ORDER.indexOf(last)

/** What becomes of the traffic on one plan, since when, and how close it comes to the limits where it fits. */
function planSentences(report: FitReport, plan: FitPlan, found: FitPlanReport): string[] {
  const all = count(found.requests)
  if (found.fits) {
    const held = HELD[found.requests] ?? `none of the ${all} requests is refused`
    return [`${startOnPlan(plan)}, ${held}.${closest(report, found)}`]
  }
  if (found.fits_as_recorded) return [`${startOnPlan(plan)}, ${perhapsText(report, found)}`]
  const { limits, refused_total, refused, suppressed_events, first_refusal } = found
  const kinds = (Object.keys(refused) as (keyof typeof refused)[]).filter(kind => isAny(refused[kind]))
  // Of several ranges each goes its own way, so that they say little of each other: the table has them.
  const by =
    kinds.length === 1 || kinds.some(kind => isRange(refused[kind]))
      ? ` by ${listed(kinds.map(kind => KIND_NAME[kind]))}`
      : ` (${kinds.map(kind => `${figureText(refused[kind])} by ${KIND_NAME[kind]}`).join(', ')})`
  const since = first_refusal === null ? '' : `, the first at ${wallClock(first_refusal.tokyo)} in Tokyo`
  const parts = [
    ...(isAny(refused_total)
      ? [
          `${found.requests === 1 ? 'the only request' : `${figureText(refused_total)} of the ${all} requests`} ${refused_total === 1 || found.requests === 1 ? 'is' : 'are'} refused${by}${since}`,
        ]
      : []),
    ...(isAny(suppressed_events)
      ? [
          `${figureText(suppressed_events)} webhook ${suppressed_events === 1 ? 'event is' : 'events are'} not sent${sendsNone(limits) ? ', as the plan sends none' : ''}`,
        ]
      : []),
  ]
  return [`${startOnPlan(plan)}, ${parts.join(', and ')}.${usedUp(report, found)}`]
}

const listed = (names: readonly string[]) =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

/** How to say of few requests that nothing is refused. */
const HELD: { readonly [requests: number]: string } = {
  0: 'every webhook event is sent',
  1: 'the only request is let through',
}

function perhapsText({ varied }: FitReport, { refused_total, suppressed_events }: FitPlanReport): string {
  const otherwise = 'if it starts at another second, or under another guess about the limits'
  // Of a long recording the figures are those of the whole, and what else was tried was tried on a part.
  if (varied?.over === 'busiest_hour')
    return `nothing is refused of the traffic as it stands, but something is in its busiest hour ${otherwise}.`
  const parts = [
    ...(isAny(refused_total) ? [`up to ${counted(most(refused_total), 'request')} would be refused`] : []),
    ...(isAny(suppressed_events)
      ? [`up to ${counted(most(suppressed_events), 'webhook event')} would not be sent`]
      : []),
  ]
  return `nothing is refused of the traffic as it stands, but ${parts.join(' and ')} ${otherwise}.`
}

function usedUp(report: FitReport, { by_day, refused }: FitPlanReport): string {
  const days = by_day.flatMap(({ day, used_up }) => (used_up === null ? [] : [{ day, used_up }]))
  const [only, ...more] = days
  if (only === undefined || !isAny(refused.quota)) return ''
  const may = days.every(({ used_up }) => !used_up.always) ? 'may be' : 'is'
  if (report.by_day.length === 1) return ` Its daily quota ${may} used up at ${secondsText(only.used_up)}.`
  if (more.length === 0) return ` Its daily quota ${may} used up on ${only.day}, at ${secondsText(only.used_up)}.`
  const [earliest = ''] = days.map(({ used_up }) => timeOfDay(used_up.from.tokyo)).sort()
  return ` Its daily quota ${may} used up on ${days.length} of ${report.by_day.length} days, at ${earliest} at the earliest.`
}

const PLACES = {
  minute: ['the minute limit', 'requests in a minute'],
  burst: ['the burst limit', 'requests in 10 seconds'],
  day: ['the daily quota', 'successful requests in a day'],
  webhook_sends: ['the limit on webhook sends', 'events in a day'],
} as const satisfies Record<LimitWindow, readonly string[]>

/** The limit that the traffic comes closest to, at its most. */
function closest({ peaks }: FitReport, found: FitPlanReport): string {
  const tightest = tightestLimit({ ...found, peaks })
  if (tightest === undefined) return ''
  const { window, room, peak, limit } = tightest
  const [name, what] = PLACES[window]
  return ` The traffic comes closest to ${name}: at most ${count(most(peak.most))} of ${count(limit)} ${what}, ${roomText(room)} times as many would fit.`
}

/** What the client, or waste that is left out, would change. */
function others(report: FitReport): string[] {
  const { without_waste: waste } = report
  const polite = politeSentence(report)
  return [
    ...(polite === '' ? [] : [polite]),
    ...(waste === null
      ? []
      : [
          `Without the ${count(waste.requests)} requests that verdicts found to be in vain, ${PLAN_NAME[waste.minimum_plan]} would fit.`,
        ]),
  ]
}

function politeSentence({ minimum_plan: { as_sent, polite }, polite_client: client, source }: FitReport): string {
  if (!client.tried) {
    const way = source.kind === 'world' ? '' : ': --polite tries it'
    return `How a client fares that waits as it is told was not tried, since the traffic is long${way}.`
  }
  // Where nothing is refused, nobody waits.
  if (as_sent === 'free') return ''
  const who = `client that waits as it is told, up to ${waitText(client.tolerate_seconds)} for each request`
  if (polite === null) return `No plan fits a ${who}${as_sent === null ? ', either' : ''}.`
  return polite === as_sent
    ? `A ${who}, needs ${PLAN_NAME[polite]}, too.`
    : `For a ${who}, ${PLAN_NAME[polite]} would do.`
}
